"""The last bookings of a group, readable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from aiogram.utils.formatting import Bold, Text

from bot.scores.bookkeeping import CORRECT, DEAL, DIVIDE, LEAVE, SETTLE, TAKE, lies_on_table, player_of
from bot.scores.scorebook import Booked
from bot.screens.dates import moment
from bot.screens.money import counted, moved
from bot.screens.names import called
from bot.screens.score_buttons import ScoreVerb, score_button
from bot.screens.screen import as_much_as_fits, screen, short_line
from bot.screens.wording import DOT, game_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aiogram.types import InlineKeyboardButton

    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.texts import Texts

PAGE: Final = 8
LONGEST_REASON: Final = 120


class Entry(Booked, Protocol):
    """What is shown of an entry of the ledger."""

    @property
    def deal(self) -> int | None: ...
    @property
    def by(self) -> str: ...
    @property
    def reason(self) -> str: ...


def ledger_screen(
    group: int, entries: Sequence[Entry], names: Mapping[str, str], skip: int, t: Texts, unit: Unit
) -> Screen:
    """Show entries, the newest first; ``skip`` of them are newer than these."""
    return as_much_as_fits(
        lambda number: _screen(group, entries[:number], names, skip, t, unit, more=len(entries) == PAGE),
        len(entries),
    )


def _screen(
    group: int,
    entries: Sequence[Entry],
    names: Mapping[str, str],
    skip: int,
    t: Texts,
    unit: Unit,
    *,
    more: bool,
) -> Screen:
    players = [player for entry in entries for account, _ in entry.changes if (player := player_of(account))]
    called_ = called([(player, names.get(player, "")) for player in sorted({*players, *names})], t)
    lines: list[Node] = [Text(Bold(t("Bookings")), DOT, counted(unit, t))]
    for entry in entries:
        lines += ["", Text(moment(entry.at, t), DOT, _title(entry, t)), _changes(entry, called_, t)]
        if entry.reason:
            by = called_.get(entry.by) or t("an admin")
            lines.append(f"“{short_line(entry.reason, LONGEST_REASON)}” — {by}")
    if not entries:
        lines += ["", t("Nothing is booked here yet.") if not skip else t("There is nothing older.")]
    return screen(lines, [turning(group, ScoreVerb.LEDGER, skip, PAGE, more=more, t=t)])


def turning(
    group: int, verb: ScoreVerb, skip: int, page: int, *, more: bool, t: Texts
) -> list[InlineKeyboardButton]:
    """Make buttons to newer and older ones."""
    row = []
    if skip:
        row.append(score_button(group, t("← Newer"), verb, str(max(skip - page, 0))))
    if more:
        row.append(score_button(group, t("Older →"), verb, str(skip + page)))
    return row


def _title(entry: Entry, t: Texts) -> str:
    game = game_name(entry.game, t) if entry.game else ""
    titles = {
        DEAL: lambda: t("{game}, deal {number}", game=game, number=entry.deal),
        TAKE: lambda: t("{game}: the table takes the pot", game=game),
        LEAVE: lambda: t("{game}: the table leaves its pot", game=game),
        DIVIDE: lambda: t("{game}: the pot is divided", game=game),
        CORRECT: lambda: t("correction"),
        SETTLE: lambda: t("settling accounts"),
    }
    return titles[entry.kind]() if entry.kind in titles else entry.kind


def _changes(entry: Entry, names: Mapping[str, str], t: Texts) -> str:
    summed: dict[str, int] = {}
    for account, change in entry.changes:
        name = names.get(player_of(account)) or (
            t.c("ledger", "table") if lies_on_table(account) else t.c("ledger", "pot")
        )
        summed[name] = summed.get(name, 0) + change
    return ", ".join(f"{name} {moved(change, t)}" for name, change in summed.items() if change) or "0"
