"""The last deals of a group, each with a button to its course."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiogram.utils.formatting import Bold, Text

from bot.screens.dates import moment
from bot.screens.ledger import turning
from bot.screens.money import counted, moved
from bot.screens.names import called
from bot.screens.payout import verdict
from bot.screens.score_buttons import ScoreVerb, score_button
from bot.screens.screen import as_much_as_fits, screen
from bot.screens.wording import DOT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.texts import Texts
    from game.deal import Deal

PAGE: Final = 6


@dataclass(frozen=True, slots=True)
class Played:
    """A deal of the archive."""

    deal: Deal
    names: dict[str, str]
    place: int
    """Among all deals of the group, from 0; it stays."""
    number: int
    at: int
    """Unix milliseconds."""


def history_screen(group: int, deals: Sequence[Played], skip: int, t: Texts, unit: Unit) -> Screen:
    """List deals, the newest first; ``skip`` of them are newer than these."""
    return as_much_as_fits(lambda number: _screen(group, deals[:number], skip, t, unit), len(deals))


def _screen(group: int, deals: Sequence[Played], skip: int, t: Texts, unit: Unit) -> Screen:
    lines: list[Node] = [Text(Bold(t("The last deals")), DOT, counted(unit, t))]
    buttons = []
    for place, one in enumerate(deals, start=1):
        view = one.deal.view(None)
        if view.result is None:
            continue
        names = called([(player, one.names.get(player, "")) for player in one.deal.seats], t)
        title = t("deal {number}", number=one.number)
        lines += ["", Text(f"{place}. ", moment(one.at, t), DOT, title), verdict(view, view.result, names, t)]
        nets = sorted(zip(view.result.net, one.deal.seats, strict=True), key=lambda pair: -pair[0])
        lines.append(", ".join(f"{names[player]} {moved(net, t)}" for net, player in nets))
        buttons.append(score_button(group, f"▶ {place}", ScoreVerb.REPLAY, str(one.place)))
    if not deals:
        lines += ["", t("No deal has been played yet.") if not skip else t("There is nothing older.")]
    rows = [
        buttons,
        turning(group, ScoreVerb.HISTORY, skip, PAGE, more=bool(deals) and deals[-1].place > 0, t=t),
    ]
    return screen(lines, rows)
