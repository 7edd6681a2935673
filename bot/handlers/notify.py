"""Telling people in private that a table has opened in their group."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from aiogram import F, Router
from aiogram.enums import ChatType
from aiogram.filters import Command, CommandObject

from bot.handlers.room import Declined, Room, check_oneself, readable
from bot.presenter.delivery import CALL_TIMEOUT, Fate, deliver
from bot.screens.buttons import MenuPress
from bot.screens.notices import reply_text, seated_notice
from bot.screens.notify import MENU, JoinPress, opened_notice, told_notice
from bot.screens.screen import screen
from bot.screens.settings import NOTIFY, OFF, OwnSettings, own_settings
from bot.tables.commands import Sit
from bot.tables.decision import Reason, Refusal
from bot.tables.state import Table, TableKey
from bot.texts import Texts, pick_language

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, Update, User

router = Router(name="notify")

HOUR: Final = 3600.0
"""Seconds in which a person is told of one group's tables only once."""
LONGEST_WAIT: Final = 10.0
"""Seconds that a message waits for its turn within Telegram's limits; later it is no news."""


@router.message(Command("notify", ignore_case=True), F.from_user.as_("user"))
async def switch(message: Message, command: CommandObject, user: User, room: Room) -> None:
    """The answer comes to the private chat."""
    known = await room.store.people.get(user.id)
    texts = await room.texts_for(user)
    if message.chat.type == ChatType.PRIVATE:
        titles = [(group, (await room.store.groups.get(group)).title) for group in known.notified]
        await room.say(
            message, own_settings(OwnSettings(known.quiet, tuple(titles), known.cards_in), NOTIFY, texts)
        )
        return
    check_oneself(message, user)
    if not known.started:
        raise Declined("start to hear")
    group = (await room.home(message)).group
    await room.store.groups.seen(group, message.chat.title or "", forum=bool(message.chat.is_forum))
    told = (command.args or "").strip().lower() != OFF
    await room.store.subscribers.put(group, user.id, told=told)
    await room.greet(user.id, told_notice(message.chat.title or "", texts, told=told))


@router.callback_query(MenuPress.filter(F.menu == MENU))
async def stop(press: CallbackQuery, callback_data: MenuPress, room: Room) -> None:
    message, page = readable(press), callback_data.page
    if not (page.isascii() and page.removeprefix("-").isdecimal() and len(page) <= 20):  # noqa: PLR2004 - any id
        raise Declined("button unknown")
    await room.store.subscribers.put(int(page), press.from_user.id, told=False)
    await room.answer(press)
    title = (await room.store.groups.get(int(page))).title
    await room.turn_page(message, told_notice(title, await room.texts_for(press.from_user), told=False))


async def tell_of_table(table: Table, room: Room) -> None:
    """Tell everybody who wants to know, is in the group and does not sit there already."""
    users = await room.store.subscribers.of(table.group)
    seated = {seat.player for seat in table.seats}
    await asyncio.gather(
        *(_tell(table, user, room) for user in users if str(user) not in {*seated, table.owner})
    )


async def _tell(table: Table, user: int, room: Room) -> None:
    known = await room.store.people.get(user)
    group = await room.store.groups.get(table.group)
    if not known.started or not await room.is_member(group.chat, user):
        return
    if not await room.store.limits.once(f"opened:{table.group}:{user}", HOUR):
        return
    texts = Texts(known.language or pick_language(known.telegram_language or room.default_language))
    waited = 0.0
    while wait := await room.store.limits.take(user, "private"):
        waited += wait / 1000
        if waited > LONGEST_WAIT:
            return
        await asyncio.sleep(wait / 1000)
    shown = opened_notice(table, group.title, texts)
    call = room.bot.send_message(
        user,
        shown.text,
        entities=shown.entities,
        reply_markup=shown.keyboard,
        parse_mode=None,
        disable_notification=known.quiet,
        request_timeout=CALL_TIMEOUT,
    )
    if (await deliver(call)).fate is Fate.SHUT:
        await room.store.people.blocked(user)


@router.callback_query(JoinPress.filter())
async def join(press: CallbackQuery, callback_data: JoinPress, event_update: Update, room: Room) -> None:
    message, user = readable(press), press.from_user
    key = TableKey(callback_data.group, callback_data.thread)
    group = await room.store.groups.get(key.group)
    if key.practice or not await room.is_member(group.chat, user.id):
        raise Declined("not a member")
    texts = await room.texts_for(user)
    try:
        reply = await room.tables.run(
            key, Sit(await room.sitter(user), callback_data.number), event_update.update_id
        )
    except Refusal as refused:
        if refused.reason in {Reason.STALE, Reason.NO_TABLE}:
            raise Declined("link dead") from refused
        raise
    await room.store.people.sat(user.id, key)
    await room.answer(press, reply_text(reply, texts))
    await room.turn_page(message, screen([seated_notice(group.title, texts)]))
