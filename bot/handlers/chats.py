"""What happens to groups and to people in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router
from aiogram.enums import ChatMemberStatus

from bot.handlers.opening import ANEW
from bot.handlers.room import GROUPS, Room
from bot.screens.welcome import welcome_group
from bot.tables.commands import Left, Pause, Resume
from bot.texts import Texts, pick_language

if TYPE_CHECKING:
    from aiogram.types import ChatMemberUpdated, Message

router = Router(name="chats")
router.message.filter(F.chat.type.in_(GROUPS))
router.my_chat_member.filter(F.chat.type.in_(GROUPS))
router.chat_member.filter(F.chat.type.in_(GROUPS))

GONE = {ChatMemberStatus.LEFT, ChatMemberStatus.KICKED}


@router.message(F.migrate_to_chat_id.as_("new"))
async def became_supergroup(message: Message, new: int, room: Room) -> None:
    await _moved(message.chat.id, new, room)


@router.message(F.migrate_from_chat_id.as_("old"))
async def came_from_group(message: Message, old: int, room: Room) -> None:
    await _moved(old, message.chat.id, room)


async def _moved(old: int, new: int, room: Room) -> None:
    home = await room.store.groups.moved(old, new)
    for key in await room.places(home):
        room.attention.nudge(key)


@router.message(F.new_chat_title.as_("title"))
async def renamed(message: Message, title: str, room: Room) -> None:
    """Hands name the group they belong to."""
    home = await room.store.groups.home(message.chat.id)
    await room.store.groups.seen(home, title, forum=bool(message.chat.is_forum))
    for key in await room.places(home):
        room.attention.nudge(key)


@router.message(F.forum_topic_created.name.as_("name"))
@router.message(F.forum_topic_edited.name.as_("name"))
async def topic_named(message: Message, name: str, room: Room) -> None:
    """Hands tell the tables of several topics apart by it."""
    key = await room.home(message)
    await room.store.groups.name_topic(key.group, key.thread, name)
    room.attention.nudge(key)


@router.my_chat_member()
async def bot_status(event: ChatMemberUpdated, room: Room) -> None:
    """Removed or silenced, everything waits; back again, it goes on."""
    home = await room.store.groups.home(event.chat.id)
    member = event.new_chat_member
    kicked = member.status in GONE
    mute = member.status == ChatMemberStatus.RESTRICTED and not getattr(member, "can_send_messages", True)
    await room.store.groups.set_reach(home, kicked=kicked, mute=mute)
    back = event.old_chat_member.status in GONE and not kicked and not mute
    for key in await room.places(home):
        await room.tables.run(key, Pause() if kicked or mute else Resume())
        if back:
            room.attention.nudge(key, ANEW)
    if back:
        await room.store.groups.seen(home, event.chat.title or "", forum=bool(event.chat.is_forum))
        group = await room.store.groups.get(home)
        language = group.language or pick_language(event.from_user.language_code or room.default_language)
        await room.greet(event.chat.id, welcome_group(Texts(language)))


@router.message(F.forum_topic_reopened | F.general_forum_topic_unhidden)
async def topic_open(message: Message, room: Room) -> None:
    """A closed topic was the reason why a table waited."""
    await room.try_again(await room.home(message))


@router.message(F.left_chat_member)
async def somebody_left(message: Message, room: Room) -> None:
    if message.left_chat_member is not None:
        await _gone(message.chat.id, message.left_chat_member.id, room)


@router.chat_member()
async def member_status(event: ChatMemberUpdated, room: Room) -> None:
    """Told to bots that are admins: also those who were banned."""
    member = event.new_chat_member
    if member.status in GONE or (
        member.status == ChatMemberStatus.RESTRICTED and not getattr(member, "is_member", True)
    ):
        await _gone(event.chat.id, member.user.id, room)


async def _gone(chat: int, user: int, room: Room) -> None:
    for key in await room.places(await room.store.groups.home(chat)):
        await room.tables.run(key, Left(str(user)))
