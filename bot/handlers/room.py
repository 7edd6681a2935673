"""What handlers work with."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from aiogram.enums import ChatMemberStatus, ChatType
from aiogram.exceptions import AiogramError
from aiogram.types import (
    ChatMemberAdministrator,
    ChatMemberOwner,
    ChatMemberRestricted,
    Message,
)

from bot.handlers.speaker import Speaker, topic
from bot.presenter.delivery import CALL_TIMEOUT, deliver
from bot.presenter.here import HERE
from bot.tables.commands import Person, Resume
from bot.tables.state import TableKey
from bot.texts import Texts, pick_language

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Chat, User

    from bot.charts.painter import Painter
    from bot.presenter.attention import Attention
    from bot.tables.service import Tables

GROUP_ANONYMOUS_BOT: Final = 1087968824
"""Whom Telegram names as the sender where an admin writes as the group."""
GROUPS: Final = {ChatType.GROUP, ChatType.SUPERGROUP}


class Declined(Exception):
    """What somebody wants is not possible; the occasion is one of ``bot.screens.notices.NOTICES``."""

    def __init__(self, occasion: str) -> None:
        super().__init__(occasion)
        self.occasion = occasion


@dataclass(frozen=True, slots=True)
class Room(Speaker):
    """Everything a handler may reach."""

    username: str
    """The bot's."""
    tables: Tables
    attention: Attention
    default_language: str
    painter: Painter
    known: OrderedDict[int, tuple[str, str | None, str | None]] = field(default_factory=OrderedDict)
    """What people are called, the language of their Telegram and their user name, of those written down lately."""

    async def texts_for(self, user: User) -> Texts:
        """The language a person has chosen with the bot, or that of their Telegram."""
        chosen = (await self.store.people.get(user.id)).language
        return Texts(chosen or pick_language(user.language_code or self.default_language))

    async def sitter(self, user: User) -> Person:
        """Whoever is to sit down, with what their seat has to know of them."""
        known = await self.store.people.get(user.id)
        language = known.language or pick_language(user.language_code or self.default_language)
        return Person(str(user.id), user.full_name, language, known.quiet, known.cards_in)

    async def home(self, message: Message) -> TableKey:
        """The place in the group where this was written or shown."""
        return TableKey(await self.store.groups.home(message.chat.id), topic(message) or 0)

    async def places(self, home: int) -> list[TableKey]:
        """Where tables have been opened in a group."""
        return [TableKey(home, thread) for thread in (await self.store.groups.get(home)).threads]

    async def try_again(self, key: TableKey) -> None:
        """Somebody writes where the bot could not: perhaps it can by now. If not, the table waits on."""
        table = await self.tables.look(key)
        if table is not None and table.paused:
            await self.tables.run(key, Resume())

    async def is_admin(self, chat: int, user: User) -> bool:
        """Asked anew each time: rights come and go."""
        if user.id == GROUP_ANONYMOUS_BOT:
            return True
        try:
            member = await self.bot.get_chat_member(chat, user.id, request_timeout=CALL_TIMEOUT)
        except AiogramError:
            return False
        return isinstance(member, ChatMemberOwner | ChatMemberAdministrator)

    async def is_member(self, chat: int, user: int) -> bool:
        """Whether this person is in the group now; no where Telegram does not say."""
        try:
            member = await self.bot.get_chat_member(chat, user, request_timeout=CALL_TIMEOUT)
        except AiogramError:
            return False
        if isinstance(member, ChatMemberRestricted):
            return member.is_member
        return member.status not in {ChatMemberStatus.LEFT, ChatMemberStatus.KICKED}

    def start_link(self, key: TableKey, number: int) -> str:
        """The address that opens the bot's chat and seats whoever presses Start there."""
        return f"https://t.me/{self.username}?start=sit_{key.group}_{key.thread}_{number}"

    async def retire(self, press: CallbackQuery, key: TableKey) -> None:
        """A button was out of date: an older message loses its buttons, a live one is brought up to date."""
        message = press.message
        if not isinstance(message, Message) or not offers(message, press.data):
            return
        if message.ephemeral_message_id is not None:
            return  # it is kept up to date as long as it lives, or goes
        live = await self.store.screens.load(key)
        here = (message.chat.id, message.message_id)
        if any((one.chat, one.message_id) == here for name, one in live.items() if not name.startswith(HERE)):
            self.attention.nudge(key)
            return
        call = self.bot.edit_message_reply_markup(
            chat_id=message.chat.id,
            message_id=message.message_id,
            reply_markup=None,
            request_timeout=CALL_TIMEOUT,
        )
        await deliver(call)


def offers(message: Message, data: str | None) -> bool:
    """Whether the message has the button that was pressed; a forged press takes no buttons from a message."""
    rows = message.reply_markup.inline_keyboard if message.reply_markup is not None else []
    return any(button.callback_data == data for row in rows for button in row)


def check_not_as_channel(message: Message) -> None:
    """Decline what is written as a channel: all channels share one sender, which would be any of them."""
    if message.sender_chat is not None and message.sender_chat.id != message.chat.id:
        raise Declined("as a channel")


def check_oneself(message: Message, user: User) -> None:
    """Decline what somebody wants for themselves and writes as a channel or as the group."""
    check_not_as_channel(message)
    if user.id == GROUP_ANONYMOUS_BOT:
        raise Declined("anonymous")


def person(user: User, language: str = "") -> Person:
    """Whoever writes or presses; the language of their hand, where it is to be told."""
    return Person(str(user.id), user.full_name, language)


def pressed_in_chat(press: CallbackQuery) -> Chat:
    """The chat of the message pressed, however old that is; declined where there is none."""
    if press.message is None:
        raise Declined("button unknown")
    return press.message.chat


def readable(press: CallbackQuery) -> Message:
    """The message pressed; one that Telegram no longer shows to bots is declined."""
    if not isinstance(press.message, Message):
        raise Declined("button unknown")
    return press.message
