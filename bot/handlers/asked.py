"""Of which group somebody asks, and in which language the answer goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.handlers.room import GROUPS, Declined, Room, readable
from bot.texts import Texts

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, User

    from bot.screens.score_buttons import ScorePress


async def language_there(message: Message, user: User, room: Room) -> Texts:
    """In a group its own language, where it has chosen one: the answer is for everybody there."""
    if message.chat.type in GROUPS:
        chosen = (await room.store.groups.get((await room.home(message)).group)).language
        if chosen is not None:
            return Texts(chosen)
    return await room.texts_for(user)


async def home_group(message: Message, room: Room) -> int:
    """The group a command was typed in; declined elsewhere."""
    if message.chat.type not in GROUPS:
        raise Declined("group only")
    return (await room.home(message)).group


async def pressed_in(press: CallbackQuery, data: ScorePress, room: Room) -> Message:
    """The message of a press. In a group only its own figures are shown, in private those of one's own groups."""
    message = readable(press)
    if message.chat.type in GROUPS:
        if (await room.home(message)).group != data.group:
            raise Declined("button unknown")
    elif data.group not in await own_groups(press.from_user, room):
        raise Declined("not a member")
    return message


async def own_groups(user: User, room: Room) -> dict[int, str]:
    """The groups in which somebody plays and still is, with their titles."""
    found = {}
    for home in (await room.store.people.get(user.id)).groups:
        group = await room.store.groups.get(home)
        if home < 0 and not group.kicked and await room.is_member(group.chat, user.id):
            found[home] = group.title
    return found


async def title_for(message: Message, group: int, room: Room) -> str:
    """The group's title where it is to be told: in private chats."""
    return "" if message.chat.type in GROUPS else (await room.store.groups.get(group)).title
