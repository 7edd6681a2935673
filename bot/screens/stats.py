"""One person's figures, in a group or over all their groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiogram.utils.formatting import Bold, Code, Text

from bot.screens.columns import PAD, column
from bot.screens.money import counted, moved
from bot.screens.names import called, titled
from bot.screens.score_buttons import Board, ScoreVerb, score_button
from bot.screens.screen import screen
from bot.screens.wording import DOT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.scores.tally import Period, Tally
    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.texts import Texts

MOST_GROUPS: Final = 12
WIDEST_TITLE: Final = 24


def stats_screen(
    group: int, player: str, name: str, tallies: Mapping[Period, Tally], t: Texts, unit: Unit
) -> Screen:
    """Show what a player has done in a group: this evening, this season and over all time."""
    called_ = called([(player, name)], t)[player]
    lines: list[Node] = [Text(Bold(called_), DOT, t("their figures here"), DOT, counted(unit, t)), ""]
    lines += _lines(list(tallies.values()), t)
    trend = score_button(group, t("Chart"), ScoreVerb.TREND, player)
    board = score_button(group, t("Score"), ScoreVerb.BOARD, Board().code)
    return screen(lines, [[trend, board]])


def own_stats_screen(
    groups: Sequence[tuple[int, str, Tally]], total: Tally, t: Texts, unit: Unit | None
) -> Screen:
    """Show a person their figures over all their groups, with what each group adds; for their private chat alone.

    ``unit`` is what all those groups count in; none where they count in different things.
    """
    heading = Bold(t("You, in all your groups"))
    lines: list[Node] = [heading if unit is None else Text(heading, DOT, counted(unit, t)), ""]
    if not groups:
        return screen([heading, "", t("You have not played yet. Add me to a group and open a table there.")])
    titles = titled([(group, title) for group, title, _ in groups], t, WIDEST_TITLE)
    groups = sorted(groups, key=lambda one: -one[2].deals)[:MOST_GROUPS]
    lines += _totals(total, t)
    lines.append("")
    figures = column(moved(int(tally.money), t) for _, _, tally in groups)
    for money, (group, _, tally) in zip(figures, groups, strict=True):
        deals = t.n("{n} deal", "{n} deals", tally.deals)
        lines.append(Text(Code(money), f" {titles[group]}{DOT}{deals}"))
    buttons = [[score_button(group, titles[group], ScoreVerb.BOARD, Board().code)] for group, _, _ in groups]
    trend = score_button(0, t("Chart"), ScoreVerb.TREND)
    return screen(lines, [[trend], *buttons])


def groups_screen(groups: Sequence[tuple[int, str]], t: Texts) -> Screen:
    """Ask of which group the score is wanted."""
    if not groups:
        return screen([t("You have not played yet. Add me to a group and open a table there.")])
    titles = titled(groups, t, WIDEST_TITLE)
    rows = [
        [score_button(group, titles[group], ScoreVerb.BOARD, Board().code)]
        for group, _ in groups[:MOST_GROUPS]
    ]
    return screen([Bold(t("Of which group?"))], rows)


def _lines(tallies: Sequence[Tally], t: Texts) -> list[Node]:
    """Set the stretches of time side by side."""
    heads = [t("evening"), t("season"), t("all time")]
    rows: list[tuple[str, list[str]]] = [
        (t("won or lost"), [moved(int(one.money), t) for one in tallies]),
        (t("deals"), [str(one.deals) for one in tallies]),
        (t("deals won"), [str(one.won) for one in tallies]),
        (t("calls kept"), [f"{one.calls_kept}/{one.calls}" for one in tallies]),
        (t("blind calls kept"), [f"{one.blinds_kept}/{one.blinds}" for one in tallies]),
        (t("whists kept"), [f"{one.whists_kept}/{one.whists}" for one in tallies]),
        (t("cut-ins kept"), [f"{one.cuts_kept}/{one.cuts}" for one in tallies]),
        (t("largest pot"), [moved(int(one.pot), t) for one in tallies]),
        (t("largest penalty"), [moved(-int(one.penalty), t) for one in tallies]),
        (t("streak"), [moved(one.streak, t) for one in tallies]),
    ]
    widths = [max(len(head), *(len(cells[at]) for _, cells in rows)) for at, head in enumerate(heads)]
    head = PAD.join(head.rjust(width, PAD) for head, width in zip(heads, widths, strict=True))
    lines: list[Node] = [Code(head)]
    for label, cells in rows:
        figures = PAD.join(cell.rjust(width, PAD) for cell, width in zip(cells, widths, strict=True))
        lines.append(Text(Code(figures), f" {label}"))
    return lines


def _totals(total: Tally, t: Texts) -> list[Node]:
    rows = [
        (t("won or lost"), moved(int(total.money), t)),
        (t("deals"), str(total.deals)),
        (t("deals won"), str(total.won)),
        (t("calls kept"), f"{total.calls_kept}/{total.calls}"),
        (t("blind calls kept"), f"{total.blinds_kept}/{total.blinds}"),
        (t("whists kept"), f"{total.whists_kept}/{total.whists}"),
        (t("cut-ins kept"), f"{total.cuts_kept}/{total.cuts}"),
        (t("largest pot"), moved(int(total.pot), t)),
        (t("largest penalty"), moved(-int(total.penalty), t)),
    ]
    return [f"{label}: {value}" for label, value in rows]
