"""Who is up and who is down: the board, its chart and the records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router
from aiogram.enums import ChatType
from aiogram.filters import Command

from bot.charts.painter import NoPicture
from bot.handlers.asked import home_group, language_there, own_groups, pressed_in
from bot.handlers.board import (
    for_all,
    page_of,
    running_season,
    say_board,
    say_board_once,
    turn_to_table,
    turn_to_text,
)
from bot.handlers.figures import chart_of, unit_in
from bot.handlers.room import GROUPS, Declined, Room
from bot.screens.buttons import BadPress
from bot.screens.names import short
from bot.screens.notices import notice
from bot.screens.score_buttons import Board, ScorePress, ScoreVerb, score_button
from bot.screens.screen import screen
from bot.screens.seasons import records_screen
from bot.screens.stats import groups_screen
from bot.tables.state import Book

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, User

    from bot.charts.plot import Plot
    from bot.handlers.board import BoardPage
    from bot.screens.screen import Screen
    from bot.texts import Texts

router = Router(name="score")


@router.message(Command("score", ignore_case=True), F.from_user.as_("user"))
async def show_score(message: Message, user: User, room: Room) -> None:
    """In private the board of the group one plays in, or the question which."""
    texts = await language_there(message, user, room)
    if message.chat.type in GROUPS:
        groups = {(await room.home(message)).group: ""}
    else:
        groups = await own_groups(user, room)
    if len(groups) == 1:
        (group,) = groups
        board = await running_season(room, group, None)
        await say_board(message, await page_of(message, group, board, texts, room), room)
        return
    await room.say(message, groups_screen(list(groups.items()), texts))


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.BOARD))
async def turn_board(press: CallbackQuery, callback_data: ScorePress, room: Room) -> None:
    message = await pressed_in(press, callback_data, room)
    board = read_board(callback_data.arg)
    texts = await language_there(message, press.from_user, room)
    page = await page_of(message, callback_data.group, board, texts, room)
    if message.photo:  # the button under a chart: a picture cannot become a text
        await room.answer(press)
        await say_board_once(message, page, room)
    elif page.tabular:
        await _turn_to_table(press, message, page, room, texts)
    else:
        await room.answer(press)
        await room.turn_page(message, page.text)


@router.callback_query(ScorePress.filter(F.verb.in_({ScoreVerb.TABLE, ScoreVerb.TEXT})))
async def change_look(press: CallbackQuery, callback_data: ScorePress, room: Room) -> None:
    """A table or text from now on, for the whole group; anybody may turn it back."""
    message = await pressed_in(press, callback_data, room)
    if not for_all(message) or message.photo:
        raise Declined("button unknown")
    texts = await language_there(message, press.from_user, room)
    page = await page_of(message, callback_data.group, read_board(callback_data.arg), texts, room)
    if callback_data.verb is ScoreVerb.TABLE:
        await _turn_to_table(press, message, page, room, texts)
    else:
        await room.answer(press)
        await turn_to_text(message, page, room)


async def _turn_to_table(
    press: CallbackQuery, message: Message, page: BoardPage, room: Room, texts: Texts
) -> None:
    if await turn_to_table(message, page, room):
        await room.answer(press)
    else:
        await room.answer(press, notice("no tables", texts), alert=True)


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
    if not await room.first_in_a_while(message, what):
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
    await room.say(message, records_screen(book.records, book.names, texts, await unit_in(room.store, group)))


def read_board(code: str) -> Board:
    try:
        return Board.read(code)
    except BadPress:
        raise Declined("button unknown") from None
