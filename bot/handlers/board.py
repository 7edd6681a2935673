"""A group's board in its chat: as text, or as a table where the group has chosen one and Telegram takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.handlers.asked import title_for
from bot.handlers.figures import standing_of
from bot.handlers.room import GROUPS, Declined
from bot.presenter.delivery import Fate
from bot.screens.money import unit_of
from bot.screens.score import board_screen
from bot.screens.score_buttons import Board
from bot.screens.score_table import board_table
from bot.tables.state import Book

if TYPE_CHECKING:
    from aiogram.types import Message

    from bot.handlers.room import Room
    from bot.screens.rich import RichScreen
    from bot.screens.screen import Screen
    from bot.texts import Texts


@dataclass(frozen=True, slots=True)
class BoardPage:
    """One board, set in both ways."""

    group: int
    text: Screen
    table: RichScreen
    tabular: bool
    """The group has chosen the table, and the page is for all of it."""


async def page_of(message: Message, group: int, board: Board, t: Texts, room: Room) -> BoardPage:
    """The board as it is to be shown where the message stands. Raises :class:`Declined` for a season that is not over.

    The group chooses for what all of it sees; in private, and for what one person alone sees, there is text.
    """
    title = await title_for(message, group, room)
    at = await standing_of(room.store, group, board, title)
    if at is None:
        raise Declined("button unknown")
    kept = await room.store.groups.get(group)
    unit = unit_of(kept.unit)
    public = for_all(message)
    text = board_screen(group, board, at, t, unit, switch=public)
    return BoardPage(group, text, board_table(group, board, at, t, unit), public and kept.score_table)


def for_all(message: Message) -> bool:
    """Whether the whole group sees what is shown where the message stands."""
    return message.chat.type in GROUPS and message.ephemeral_message_id is None


async def running_season(room: Room, group: int, book: Book | None) -> Board:
    """The board of the season that runs; of deals with computers where no book is asked for and only those were."""
    if book is None:
        people = (await room.store.scores.read(group, Book.PEOPLE)).standings.ever
        computers = (await room.store.scores.read(group, Book.COMPUTERS)).standings.ever
        book = Book.COMPUTERS if computers and not people else Book.PEOPLE
    return Board(book=book)


async def say_board(message: Message, page: BoardPage, room: Room) -> None:
    """Send the board as the group wants it."""
    if page.tabular and await _taken(page, await room.say_rich(message, page.table), room):
        return
    await room.say(message, page.text)


async def say_board_once(message: Message, page: BoardPage, room: Room) -> None:
    """The same, once in a while for all who press."""
    if await room.first_in_a_while(message, "score"):
        await say_board(message, page, room)


async def turn_to_text(message: Message, page: BoardPage, room: Room) -> None:
    await room.store.groups.set_score_table(page.group, wanted=False)
    await room.turn_page(message, page.text)


async def turn_to_table(message: Message, page: BoardPage, room: Room) -> bool:
    """Show the board as a table in place; where Telegram does not take that, as text, and give no."""
    if await _taken(page, await room.turn_rich(message, page.table), room):
        return True
    await room.turn_page(message, page.text)
    return False


async def _taken(page: BoardPage, fate: Fate, room: Room) -> bool:
    """Remember whether Telegram takes tables: there is no use in trying each time."""
    taken = fate is not Fate.REFUSED
    if (fate is Fate.DONE or not taken) and page.tabular != taken:
        await room.store.groups.set_score_table(page.group, wanted=taken)
    return taken
