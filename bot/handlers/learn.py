"""The guided first deals, in the private chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router
from aiogram.filters import Command

from bot.handlers.room import GROUPS, Declined, Room, readable
from bot.screens.buttons import BadPress, HandPress, MenuPress
from bot.screens.learn import MENU, NOWHERE, first_step, lesson_answer, lesson_page
from bot.screens.screen import Screen

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, User

router = Router(name="learn")


@router.message(Command("learn", "play", ignore_case=True), F.chat.type.in_(GROUPS))
async def only_in_private(_: Message) -> None:
    raise Declined("private only")


@router.message(Command("learn", ignore_case=True), F.from_user.as_("user"))
async def learn(message: Message, user: User, room: Room) -> None:
    await room.say(message, first_step(await room.texts_for(user)))


@router.callback_query(MenuPress.filter(F.menu == MENU))
async def to_step(press: CallbackQuery, callback_data: MenuPress, room: Room) -> None:
    message = readable(press)
    texts = await room.texts_for(press.from_user)
    try:
        shown = lesson_page(callback_data.page, texts, room.username)
    except BadPress:
        raise Declined("button unknown") from None
    await room.answer(press)
    await room.turn_page(message, shown)


@router.callback_query(HandPress.filter(F.group == NOWHERE))
async def chosen(press: CallbackQuery, callback_data: HandPress, room: Room) -> None:
    message = readable(press)
    texts = await room.texts_for(press.from_user)
    try:
        answer = lesson_answer(callback_data, texts, room.username)
    except BadPress:
        raise Declined("button unknown") from None
    if isinstance(answer, Screen):
        await room.answer(press)
        await room.turn_page(message, answer)
    else:
        await room.answer(press, answer, alert=True)
