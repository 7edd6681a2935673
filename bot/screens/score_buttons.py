"""Buttons of the scores: which group, what of it, and the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from dataclasses import replace as changed
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Final

from aiogram.enums import ButtonStyle
from aiogram.filters.callback_data import CallbackData
from aiogram.types import InlineKeyboardButton

from bot.scores.tally import BOTH, Period
from bot.screens.buttons import BadPress
from bot.tables.state import Book
from game.rules import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.texts import Texts


class ScoreVerb(StrEnum):
    """What of a group is wanted. Short: ids of groups are long."""

    BOARD = "b"
    """The argument is a :class:`Board`."""
    CHART = "c"
    """The argument is a :class:`Board`, of which book and period count."""
    TREND = "t"
    """A picture of one player's figures. The argument is the player, or empty for whoever presses."""
    SETTLE = "o"
    """Who pays whom, worked out anew."""
    AGREE = "a"
    """The argument is the mark of a proposal."""
    CLOSE = "x"
    """Books the proposal, by an admin; the same argument."""
    LEDGER = "l"
    """The argument is how many entries to skip."""
    HISTORY = "h"
    """The argument is how many deals to skip."""
    REPLAY = "r"
    """The argument is the place of the deal among all of the group."""
    SEASONS = "s"
    TABLE = "g"
    """The board as a table from now on. The argument is a :class:`Board`."""
    TEXT = "p"
    """The board as text from now on; the same argument."""


class ScorePress(CallbackData, prefix="s"):
    """A press that asks for a group's figures."""

    group: int
    verb: ScoreVerb
    arg: str = ""


class Column(Enum):
    """A page of the board."""

    MONEY = "m"
    CALLS = "c"
    WHISTS = "w"
    MOST = "x"


_PERIODS: Final = {"e": Period.EVENING, "s": Period.SEASON, "a": Period.ALL}
_GAMES: Final = {"b": BOTH, **{name[0]: name for name in VARIANTS}}
_BOOKS: Final = {"p": Book.PEOPLE, "c": Book.COMPUTERS}
_CODE: Final = re.compile(r"([pc])([esa]|[1-9]\d{0,5})([bfk])([mcwx])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Board:
    """Which board: of what money, time and game, and which of its pages."""

    book: Book = Book.PEOPLE
    period: Period = Period.SEASON
    game: str = BOTH
    column: Column = Column.MONEY
    season: int = 0
    """One that is over; 0: the one that runs."""

    @property
    def code(self) -> str:
        time = str(self.season) if self.season else _key(_PERIODS, self.period)
        return _key(_BOOKS, self.book) + time + _key(_GAMES, self.game) + self.column.value

    @classmethod
    def read(cls, code: str) -> Board:
        """Raise :class:`BadPress` for what no button of ours sends."""
        found = _CODE.fullmatch(code)
        if found is None:
            raise BadPress(code)
        book, time, game, column = found.groups()
        if game not in _GAMES:
            raise BadPress(code)
        season = int(time) if time.isdigit() else 0
        return cls(_BOOKS[book], _PERIODS.get(time, Period.SEASON), _GAMES[game], Column(column), season)


def _key(names: Mapping[str, object], value: object) -> str:
    return next(key for key, one in names.items() if one == value)


def score_button(
    group: int, label: str, verb: ScoreVerb, arg: str = "", *, style: ButtonStyle | None = None
) -> InlineKeyboardButton:
    press = ScorePress(group=group, verb=verb, arg=arg)
    return InlineKeyboardButton(text=label, callback_data=press.pack(), style=style)


def board_rows(
    group: int, board: Board, t: Texts, *, switch: ScoreVerb | None = None
) -> list[list[InlineKeyboardButton]]:
    """Make the buttons of a board: its time, its game and its page, the chosen ones marked; with ``switch`` its look."""

    def choice(label: str, other: Board) -> InlineKeyboardButton:
        style = ButtonStyle.PRIMARY if other == board else None
        return score_button(group, label, ScoreVerb.BOARD, other.code, style=style)

    times = [
        (t("Evening"), Period.EVENING),
        (t("Season"), Period.SEASON),
        (t("All time"), Period.ALL),
    ]
    games = [(t("Both games"), BOTH), (t("Frap"), "frap"), (t("Khrap"), "khrap")]
    columns = [
        (t("Money"), Column.MONEY),
        (t("Calls"), Column.CALLS),
        (t("Whists"), Column.WHISTS),
        (t("Largest"), Column.MOST),
    ]
    other = Book.COMPUTERS if board.book is Book.PEOPLE else Book.PEOPLE
    label = t("Deals with computers") if other is Book.COMPUTERS else t("Deals among people")
    rows = [
        [choice(label, changed(board, period=period, season=0)) for label, period in times],
        [choice(label, changed(board, game=game)) for label, game in games],
        [choice(label, changed(board, column=column)) for label, column in columns],
    ]
    looks: list[InlineKeyboardButton] = []
    last = score_button(group, label, ScoreVerb.BOARD, changed(board, book=other, season=0).code)
    if board.season:
        last = score_button(group, t("All seasons"), ScoreVerb.SEASONS)
    else:
        looks.append(score_button(group, t("Chart"), ScoreVerb.CHART, board.code))
    if switch is not None:
        label = t("As a table") if switch is ScoreVerb.TABLE else t("As text")
        looks.append(score_button(group, label, switch, board.code))
    return [*rows, [*looks, last]] if len(looks) < 2 else [*rows, looks, [last]]  # noqa: PLR2004 - three are too narrow
