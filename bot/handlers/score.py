"""Who is up and who is down: the board, its chart and the records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router
from aiogram.enums import ChatType
from aiogram.filters import Command

from bot.charts.painter import NoPicture
from bot.handlers.asked import home_group, language_there, own_groups, pressed_in, title_for
from bot.handlers.figures import UNIT, board_of, chart_of
from bot.handlers.room import GROUPS, QUIET, Declined, Room, topic
from bot.screens.buttons import BadPress
from bot.screens.names import short
from bot.screens.score_buttons import Board, ScorePress, ScoreVerb, score_button
from bot.screens.screen import Screen, screen
from bot.screens.seasons import records_screen
from bot.screens.stats import groups_screen
from bot.tables.state import Book

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, User

    from bot.charts.plot import Plot
    from bot.texts import Texts

router = Router(name="score")


async def score_of(room: Room, group: int, book: Book | None, texts: Texts, title: str = "") -> Screen:
    """The group's board of the season that runs; of deals with computers where no book is asked for and only those were."""
    if book is None:
        people = (await room.store.scores.read(group, Book.PEOPLE)).standings.ever
        computers = (await room.store.scores.read(group, Book.COMPUTERS)).standings.ever
        book = Book.COMPUTERS if computers and not people else Book.PEOPLE
    shown = await board_of(room.store, group, Board(book=book), texts, title)
    if shown is None:
        raise Declined("button unknown")
    return shown


@router.message(Command("score", ignore_case=True), F.from_user.as_("user"))
async def show_score(message: Message, user: User, room: Room) -> None:
    """In private the board of the group one plays in, or the question which."""
    texts = await language_there(message, user, room)
    if message.chat.type in GROUPS:
        group = (await room.home(message)).group
        await room.say(message, await score_of(room, group, None, texts))
        return
    groups = await own_groups(user, room)
    if len(groups) == 1:
        ((group, title),) = groups.items()
        await room.say(message, await score_of(room, group, None, texts, title))
        return
    await room.say(message, groups_screen(list(groups.items()), texts))


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.BOARD))
async def turn_board(press: CallbackQuery, callback_data: ScorePress, room: Room) -> None:
    message = await pressed_in(press, callback_data, room)
    board = read_board(callback_data.arg)
    texts = await language_there(message, press.from_user, room)
    title = await title_for(message, callback_data.group, room)
    shown = await board_of(room.store, callback_data.group, board, texts, title)
    if shown is None:
        raise Declined("button unknown")
    await room.answer(press)
    if message.photo:  # the button under a chart: a picture cannot become a text
        await room.say_once(message, shown, "score")
    else:
        await room.turn_page(message, shown)


@router.message(Command("chart", ignore_case=True), F.from_user.as_("user"))
async def show_chart(message: Message, user: User, room: Room) -> None:
    texts = await language_there(message, user, room)
    if message.chat.type == ChatType.PRIVATE:
        groups = await own_groups(user, room)
        if len(groups) != 1:
            await room.say(message, groups_screen(list(groups.items()), texts))
            return
        group = next(iter(groups))
    else:
        group = await home_group(message, room)
    await _send_chart(message, group, Board(), texts, room)


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.CHART))
async def chart_pressed(press: CallbackQuery, callback_data: ScorePress, room: Room) -> None:
    message = await pressed_in(press, callback_data, room)
    board = read_board(callback_data.arg)
    texts = await language_there(message, press.from_user, room)
    await room.answer(press)
    await _send_chart(message, callback_data.group, board, texts, room)


async def _send_chart(message: Message, group: int, board: Board, t: Texts, room: Room) -> None:
    title = (await room.store.groups.get(group)).title
    plot = await chart_of(room.store, group, board, t, short(title, 28))
    if plot is None:
        raise Declined("nothing played")
    again = score_button(group, t("Score"), ScoreVerb.BOARD, board.code)
    await send_picture(message, plot, screen([plot.subtitle], [[again]]), f"chart:{board.code}", room)


async def send_picture(message: Message, plot: Plot, caption: Screen, what: str, room: Room) -> None:
    """Send a picture, the same one once in a while; where it cannot be drawn, that is said."""
    if not await room.store.limits.once(f"{message.chat.id}:{topic(message) or 0}:{what}", QUIET):
        return
    try:
        picture = await room.painter.paint(plot)
    except NoPicture:
        raise Declined("broken") from None
    await room.show_picture(message, picture, caption)


@router.message(Command("records", ignore_case=True), F.from_user.as_("user"))
async def show_records(message: Message, user: User, room: Room) -> None:
    group = await home_group(message, room)
    book = await room.store.scores.read(group, Book.PEOPLE)
    texts = await language_there(message, user, room)
    await room.say(message, records_screen(book.records, book.names, texts, UNIT))


def read_board(code: str) -> Board:
    try:
        return Board.read(code)
    except BadPress:
        raise Declined("button unknown") from None
