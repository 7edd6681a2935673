"""The private chat: Start, the links that lead to it, and whether the bot may write there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from aiogram import F, Router
from aiogram.enums import ChatType
from aiogram.filters import KICKED, ChatMemberUpdatedFilter, CommandObject, CommandStart

from bot.handlers.room import Declined, Room
from bot.screens.notices import seated_notice
from bot.screens.screen import screen
from bot.screens.welcome import welcome_private
from bot.tables.commands import Reachable, Resume, Sit, Unreachable
from bot.tables.decision import Reason, Refusal, Said
from bot.tables.state import TableKey

if TYPE_CHECKING:
    from aiogram.types import ChatMemberUpdated, Message, Update, User

router = Router(name="private")
router.message.filter(F.chat.type == ChatType.PRIVATE, F.from_user.as_("user"))
router.my_chat_member.filter(F.chat.type == ChatType.PRIVATE)

SIT_LINK: Final = re.compile(r"sit_(-\d{1,19})_(\d{1,10})_(\d{1,10})", re.ASCII)


@router.message(CommandStart(deep_link=True))
async def start_by_link(
    message: Message, command: CommandObject, user: User, event_update: Update, room: Room
) -> None:
    await _started(user, room)
    link = SIT_LINK.fullmatch(command.args or "")
    if link is None:
        raise Declined("link broken")
    group, thread, number = (int(part) for part in link.groups())
    key = TableKey(group, thread)
    place = await room.store.groups.get(group)
    if not await room.is_member(place.chat, user.id):
        raise Declined("not a member")
    texts = await room.texts_for(user)
    sit = Sit(await room.sitter(user), number)
    try:
        reply = await room.tables.run(key, sit, event_update.update_id)
    except Refusal as refused:
        if refused.reason in {Reason.STALE, Reason.NO_TABLE}:
            raise Declined("link dead") from refused
        raise
    await room.store.people.sat(user.id, key)
    if reply.said in {Said.SEATED, Said.SEATED_NEXT, Said.SEATED_ALREADY, Said.REPEATED}:
        await room.say(message, screen([seated_notice(place.title, texts)]))


@router.message(CommandStart())
async def start(message: Message, user: User, room: Room) -> None:
    await _started(user, room)
    await room.say(message, welcome_private(await room.texts_for(user), room.username))


async def _started(user: User, room: Room) -> None:
    await room.store.people.started(user.id)
    for key in (await room.store.people.get(user.id)).tables:
        if key.practice:
            await room.store.groups.set_reach(key.group, kicked=False)
            await room.tables.run(key, Resume())
        await room.tables.run(key, Reachable(str(user.id)))


@router.my_chat_member(ChatMemberUpdatedFilter(KICKED))
async def blocked(event: ChatMemberUpdated, room: Room) -> None:
    user = event.from_user
    await room.store.people.blocked(user.id)
    for key in (await room.store.people.get(user.id)).tables:
        await room.tables.run(key, Unreachable(str(user.id)))


@router.my_chat_member()
async def unblocked(event: ChatMemberUpdated, room: Room) -> None:
    await _started(event.from_user, room)
