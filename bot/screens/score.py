"""The board of a group: who is up and who is down, and whose pot waits.

Plain text with figures in a monospaced column before each name: it lines up in every client, whatever the names are made
of. A rich table would need clients that show one, and a bot cannot know what its readers have.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from aiogram.utils.formatting import Bold, Code, Text

from bot.scores.tally import BOTH, NOTHING, Period, Tally
from bot.screens.columns import PAD
from bot.screens.dates import day
from bot.screens.money import figure, moved, standing
from bot.screens.names import COMPUTER, called, is_computer, short
from bot.screens.pots import pot_line
from bot.screens.score_buttons import Column, board_rows
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


def board_screen(group: int, board: Board, at: Standing, t: Texts, unit: Unit) -> Screen:
    """Show one page of the board, the richest first."""
    return as_much_as_fits(lambda number: _screen(group, board, at, t, unit, number), MOST_LINES)


def _screen(group: int, board: Board, at: Standing, t: Texts, unit: Unit, most: int) -> Screen:
    rows = {player: tally for player, tally in at.rows.items() if tally != NOTHING}
    names = called([(player, at.names.get(player, "")) for player in sorted(rows)], t)
    order = sorted(rows, key=lambda player: (-int(rows[player].money), names[player].casefold()))
    lines: list[Node] = [_headline(board, at, t), _stretch(board, at, t), ""]
    shown = order[:most]
    heads, figures = _columns(board.column, [rows[player] for player in shown], t)
    if shown:
        lines.append(Code(heads))
    for line, player in zip(figures, shown, strict=True):
        mark = f" {COMPUTER}" if is_computer(player) else ""
        lines.append(Text(Code(line), f" {names[player]}{mark}"))
    if len(order) > len(shown):
        rest = len(order) - len(shown)
        lines.append(t.n("and {n} more", "and {n} more", rest))
    if not order:
        lines.append(t("Nobody has played yet."))
    lines += _pots(at, t, unit)
    lines += at.notes
    return screen(lines, board_rows(group, board, t))


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


def _columns(column: Column, rows: Sequence[Tally], t: Texts) -> tuple[str, list[str]]:
    """Set the figures of a page in columns of equal width; gives the heads and a line a player."""
    match column:
        case Column.MONEY:
            heads = [t("money"), t.c("column", "deals"), t.c("column", "won"), t("streak")]
            cells = [
                [moved(int(one.money), t), str(one.deals), str(one.won), _streak(one, t)] for one in rows
            ]
        case Column.CALLS:
            heads = [t("money"), t("calls"), t("blind")]
            cells = [
                [
                    moved(int(one.money), t),
                    _kept(one.calls_kept, one.calls),
                    _kept(one.blinds_kept, one.blinds),
                ]
                for one in rows
            ]
        case Column.WHISTS:
            heads = [t("money"), t("whists"), t("cut-ins")]
            cells = [
                [moved(int(one.money), t), _kept(one.whists_kept, one.whists), _kept(one.cuts_kept, one.cuts)]
                for one in rows
            ]
        case _:
            heads = [t("money"), t.c("column", "pot"), t.c("column", "penalty")]
            cells = [
                [moved(int(one.money), t), figure(int(one.pot), t), figure(int(one.penalty), t)]
                for one in rows
            ]
    widths = [max(map(len, cells_of)) for cells_of in zip(heads, *cells, strict=True)]
    return _set(heads, widths), [_set(line, widths) for line in cells]


def _set(cells: Sequence[str], widths: Sequence[int]) -> str:
    return PAD.join(cell.rjust(width, PAD) for cell, width in zip(cells, widths, strict=True))


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
