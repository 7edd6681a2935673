"""What handlers work with."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from aiogram.enums import ChatMemberStatus, ChatType
from aiogram.exceptions import AiogramError
from aiogram.types import (
    BufferedInputFile,
    ChatMemberAdministrator,
    ChatMemberOwner,
    ChatMemberRestricted,
    EphemeralMessageParameters,
    Message,
    ReplyParameters,
)

from bot.presenter.delivery import CALL_TIMEOUT, deliver
from bot.presenter.here import HERE
from bot.tables.commands import Person, Resume
from bot.tables.state import TableKey
from bot.texts import Texts, pick_language

if TYPE_CHECKING:
    from aiogram import Bot
    from aiogram.types import CallbackQuery, User

    from bot.charts.painter import Painter
    from bot.presenter.attention import Attention
    from bot.screens.screen import Screen
    from bot.store import Store
    from bot.tables.service import Tables

GROUP_ANONYMOUS_BOT: Final = 1087968824
"""Whom Telegram names as the sender where an admin writes as the group."""
GROUPS: Final = {ChatType.GROUP, ChatType.SUPERGROUP}
UPLOAD_TIMEOUT: Final = 60
"""Seconds for a picture or a file."""
QUIET: Final = 20.0
"""Seconds in which a button shows the same thing to a group only once."""


class Declined(Exception):
    """What somebody wants is not possible; the occasion is one of ``bot.screens.notices.NOTICES``."""

    def __init__(self, occasion: str) -> None:
        super().__init__(occasion)
        self.occasion = occasion


@dataclass(frozen=True, slots=True)
class Room:
    """Everything a handler may reach."""

    bot: Bot
    username: str
    store: Store
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
        return Person(str(user.id), user.full_name, language, known.quiet)

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

    async def answer(
        self, press: CallbackQuery, text: str = "", *, alert: bool = False, url: str | None = None
    ) -> None:
        """Answer a press; one that is too old is answered in vain, and that is all right."""
        call = self.bot.answer_callback_query(
            press.id, text=text or None, show_alert=alert, url=url, request_timeout=CALL_TIMEOUT
        )
        await deliver(call)

    async def say(self, message: Message, screen: Screen) -> None:
        """Send an answer where the message stands; where limits do not allow it now, nothing is sent.

        A command that only its sender and the bot see is answered likewise.
        """
        number, user = message.ephemeral_message_id, message.from_user
        if number is not None:
            # Never to all. A message of the bot's own, of which a forged press came, is no command.
            if user is not None and not user.is_bot:
                await self._whisper(message, number, user, screen)
            return
        await self.greet(message.chat.id, screen, group=message.chat.type in GROUPS, thread=topic(message))

    async def _whisper(self, message: Message, number: int, user: User, screen: Screen) -> None:
        if await self.store.limits.take(message.chat.id, "group"):
            return
        call = self.bot.send_message(
            chat_id=message.chat.id,
            message_thread_id=topic(message),
            text=screen.text,
            entities=screen.entities,
            reply_markup=screen.keyboard,
            parse_mode=None,
            ephemeral_message_parameters=EphemeralMessageParameters(receiver_user_id=user.id),
            reply_parameters=ReplyParameters(ephemeral_message_id=number),
            request_timeout=CALL_TIMEOUT,
        )
        await deliver(call)

    async def greet(
        self, chat: int, screen: Screen, *, group: bool = True, thread: int | None = None
    ) -> None:
        """Send a message that answers none."""
        if await self.store.limits.take(chat, "group" if group else "private"):
            return
        call = self.bot.send_message(
            chat_id=chat,
            message_thread_id=thread,
            text=screen.text,
            entities=screen.entities,
            reply_markup=screen.keyboard,
            parse_mode=None,
            disable_notification=group,
            request_timeout=CALL_TIMEOUT,
        )
        await deliver(call)

    async def show_picture(self, message: Message, picture: bytes, caption: Screen) -> None:
        """Send a picture where the message stands; where limits do not allow it now, nothing is sent."""
        group = message.chat.type in GROUPS
        if await self.store.limits.take(message.chat.id, "group" if group else "private"):
            return
        call = self.bot.send_photo(
            chat_id=message.chat.id,
            message_thread_id=topic(message),
            photo=BufferedInputFile(picture, "chart.png"),
            caption=caption.text,
            caption_entities=caption.entities,
            reply_markup=caption.keyboard,
            parse_mode=None,
            disable_notification=group,
            request_timeout=UPLOAD_TIMEOUT,
        )
        await deliver(call)

    async def show_file(self, message: Message, name: str, content: bytes, caption: str) -> None:
        """Send a file where the message stands; where limits do not allow it now, nothing is sent."""
        group = message.chat.type in GROUPS
        if await self.store.limits.take(message.chat.id, "group" if group else "private"):
            return
        call = self.bot.send_document(
            chat_id=message.chat.id,
            message_thread_id=topic(message),
            document=BufferedInputFile(content, name),
            caption=caption,
            parse_mode=None,
            disable_notification=group,
            request_timeout=UPLOAD_TIMEOUT,
        )
        await deliver(call)

    async def say_once(self, message: Message, screen: Screen, what: str) -> None:
        """The same for everybody who presses: once in a while is enough."""
        if await self.store.limits.once(f"{message.chat.id}:{topic(message) or 0}:{what}", QUIET):
            await self.say(message, screen)

    async def turn_page(self, message: Message, screen: Screen) -> None:
        """Show another page in a message of the bot's that belongs to no table."""
        call = self.bot.edit_message_text(
            chat_id=message.chat.id,
            message_id=message.message_id,
            text=screen.text,
            entities=screen.entities,
            reply_markup=screen.keyboard,
            parse_mode=None,
            request_timeout=CALL_TIMEOUT,
        )
        await deliver(call)

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


def topic(message: Message) -> int | None:
    """The topic a message stands in; none outside topics and in General."""
    return message.message_thread_id if message.is_topic_message else None


def person(user: User, language: str = "") -> Person:
    """Whoever writes or presses; the language of their hand, where it is to be told."""
    return Person(str(user.id), user.full_name, language)


def readable(press: CallbackQuery) -> Message:
    """The message pressed; one that Telegram no longer shows to bots is declined."""
    if not isinstance(press.message, Message):
        raise Declined("button unknown")
    return press.message
