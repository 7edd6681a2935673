"""The board of a group: who is up and who is down, and whose pot waits.

Plain text with figures in a monospaced column before each name: it lines up in every client, whatever the names are made
of. A table needs clients that show one, and a bot cannot know what its readers have: a group chooses it by a button.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from aiogram.utils.formatting import Bold, Code, Text

from bot.scores.tally import BOTH, NOTHING, Period, Tally
from bot.screens.columns import PAD
from bot.screens.dates import day
from bot.screens.money import counted, figure, moved, standing
from bot.screens.names import COMPUTER, called, is_computer, short
from bot.screens.pots import pot_line
from bot.screens.score_buttons import Column, ScoreVerb, board_rows
from bot.screens.screen import as_much_as_fits, fill, screen
from bot.screens.wording import DOT, game_name
from bot.tables.state import Book

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.screens.money import Unit
    from bot.screens.pots import Waiting
    from bot.screens.score_buttons import Board
    from bot.screens.screen import Node, Screen
    from bot.texts import Texts

MOST_LINES: Final = 40
WIDEST_TITLE: Final = 24
WIDEST_FIGURES: Final = 24
"""Signs of the columns in text; some ten more stand beside them on a phone."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a board shows: everybody's figures, and the stretch of time they are of."""

    rows: Mapping[str, Tally]
    """By player."""
    names: Mapping[str, str]
    """As last seen, by player."""
    since: int = 0
    """Unix milliseconds; 0 where nothing has been played."""
    deals: int = 0
    season: int = 1
    waiting: Sequence[Waiting] = ()
    in_play: int = 0
    """In the pots of open tables."""
    title: str = ""
    """Of the group, for the private chat."""
    notes: Sequence[Node] = field(default=())


@dataclass(frozen=True, slots=True)
class Ranking:
    """A page of the board in words, the richest first, before it is set as text or as a table."""

    headline: Node
    stretch: Node
    heads: list[str]
    """Of the columns of figures."""
    names: list[str]
    figures: list[list[str]]
    """A row for each name."""
    remarks: list[Node]
    """What stands below."""


def ranking(board: Board, at: Standing, t: Texts, unit: Unit, most: int = MOST_LINES) -> Ranking:
    """Order the players and write their figures, ``most`` of them at the most."""
    rows = {player: tally for player, tally in at.rows.items() if tally != NOTHING}
    names = called([(player, at.names.get(player, "")) for player in sorted(rows)], t)
    order = sorted(rows, key=lambda player: (-int(rows[player].money), names[player].casefold()))
    shown = order[:most]
    heads, figures = _figures(board.column, [rows[player] for player in shown], t, unit)
    rest = len(order) - len(shown)
    remarks: list[Node] = [t.n("and {n} more", "and {n} more", rest)] if rest else []
    if not order:
        remarks.append(t("Nobody has played yet."))
    remarks += _pots(at, t, unit)
    remarks += at.notes
    lines = [f"{names[player]} {COMPUTER}" if is_computer(player) else names[player] for player in shown]
    return Ranking(_headline(board, at, t), _stretch(board, at, t), heads, lines, figures, remarks)


def board_screen(
    group: int, board: Board, at: Standing, t: Texts, unit: Unit, *, switch: bool = False
) -> Screen:
    """Show one page of the board; with ``switch`` there is a button that makes a table of it."""
    rows = board_rows(group, board, t, switch=ScoreVerb.TABLE if switch else None)
    return as_much_as_fits(
        lambda number: screen(_lines(ranking(board, at, t, unit, number)), rows), MOST_LINES
    )


def _lines(shown: Ranking) -> list[Node]:
    lines: list[Node] = [shown.headline, shown.stretch, ""]
    widths = _fitting([max(map(len, cells)) for cells in zip(shown.heads, *shown.figures, strict=True)])
    if shown.names:
        lines.append(Code(_set(shown.heads, widths)))
    for name, figures in zip(shown.names, shown.figures, strict=True):
        lines.append(Text(Code(_set(figures, widths)), f" {name}"))
    return [*lines, *shown.remarks]


def _fitting(widths: list[int]) -> list[int]:
    """Leave out the last columns where those before are so wide that a phone would break the lines."""
    kept = len(widths)
    while kept > 1 and sum(widths[:kept]) + kept - 1 > WIDEST_FIGURES:
        kept -= 1
    return widths[:kept]


def _headline(board: Board, at: Standing, t: Texts) -> Text:
    parts: list[Node] = [Bold(t("Score"))]
    title = short(at.title, WIDEST_TITLE)
    if title:
        parts += [DOT, title]
    parts += [DOT, t("both games") if board.game == BOTH else game_name(board.game, t)]
    if board.book is Book.COMPUTERS:
        parts += [DOT, t("with computers")]
    return Text(*parts)


def _stretch(board: Board, at: Standing, t: Texts) -> Text:
    match board.period:
        case Period.EVENING:
            name = t("Evening")
        case Period.ALL:
            name = t("All time")
        case _:
            name = t("Season {number}", number=at.season)
    deals = t.n("{n} deal", "{n} deals", at.deals)
    if not at.since:
        return Text(name)
    return Text(name, DOT, fill(t("since {date}"), date=day(at.since, t)), DOT, deals)


def _figures(
    column: Column, rows: Sequence[Tally], t: Texts, unit: Unit
) -> tuple[list[str], list[list[str]]]:
    """Give the heads of a page's columns, and a line a player."""
    match column:
        case Column.MONEY:
            heads = [counted(unit, t), t.c("column", "deals"), t.c("column", "won"), t("streak")]
            cells = [
                [moved(int(one.money), t), str(one.deals), str(one.won), _streak(one, t)] for one in rows
            ]
        case Column.CALLS:
            heads = [counted(unit, t), t("calls"), t("blind")]
            cells = [
                [
                    moved(int(one.money), t),
                    _kept(one.calls_kept, one.calls),
                    _kept(one.blinds_kept, one.blinds),
                ]
                for one in rows
            ]
        case Column.WHISTS:
            heads = [counted(unit, t), t("whists"), t("cut-ins")]
            cells = [
                [moved(int(one.money), t), _kept(one.whists_kept, one.whists), _kept(one.cuts_kept, one.cuts)]
                for one in rows
            ]
        case _:
            heads = [counted(unit, t), t.c("column", "pot"), t.c("column", "penalty")]
            cells = [
                [moved(int(one.money), t), figure(int(one.pot), t), figure(int(one.penalty), t)]
                for one in rows
            ]
    return heads, cells


def _set(cells: Sequence[str], widths: Sequence[int]) -> str:
    return PAD.join(cell.rjust(width, PAD) for cell, width in zip(cells, widths, strict=False))


def _kept(kept: int, made: int) -> str:
    return f"{kept}/{made}" if made else "–"


def _streak(tally: Tally, t: Texts) -> str:
    return moved(tally.streak, t)


def _pots(at: Standing, t: Texts, unit: Unit) -> list[Node]:
    lines: list[Node] = [""] if at.waiting or at.in_play else []
    lines += [pot_line(pot, t, unit) for pot in at.waiting]
    if at.in_play:
        lines.append(t("In the pot of the open table: {money}", money=standing(at.in_play, t, unit)))
    return lines
