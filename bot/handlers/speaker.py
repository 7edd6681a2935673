"""What the bot says in chats outside the messages of its tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiogram.types import BufferedInputFile, EphemeralMessageParameters, ReplyParameters

from bot.presenter.delivery import CALL_TIMEOUT, Fate, deliver
from bot.presenter.presenter import pace

if TYPE_CHECKING:
    from aiogram import Bot
    from aiogram.types import CallbackQuery, Message, User

    from bot.screens.rich import RichScreen
    from bot.screens.screen import Screen
    from bot.store import Store

UPLOAD_TIMEOUT: Final = 60
"""Seconds for a picture or a file."""
QUIET: Final = 20.0
"""Seconds in which a button shows the same thing to a group only once."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Each thing is said once, and not at all where limits do not allow it just now."""

    bot: Bot
    store: Store

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
        await self.greet(message.chat.id, screen, thread=topic(message))

    async def _whisper(self, message: Message, number: int, user: User, screen: Screen) -> None:
        if not await self._may_send(message.chat.id):
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
        if (await deliver(call, expendable=True)).fate is Fate.REFUSED:
            # The command waited too long, as while the bot was away: Telegram takes such answers for some seconds only.
            await self.greet(user.id, screen)

    async def greet(self, chat: int, screen: Screen, *, thread: int | None = None) -> None:
        """Send a message that answers none; where limits do not allow it now, nothing is sent."""
        if not await self._may_send(chat):
            return
        call = self.bot.send_message(
            chat_id=chat,
            message_thread_id=thread,
            text=screen.text,
            entities=screen.entities,
            reply_markup=screen.keyboard,
            parse_mode=None,
            disable_notification=chat < 0,
            request_timeout=CALL_TIMEOUT,
        )
        await deliver(call)

    async def _may_send(self, chat: int) -> bool:
        """Take one of the messages that limits allow just now."""
        return not await self.store.limits.take(chat, pace(chat))

    async def show_picture(self, message: Message, picture: bytes, caption: Screen) -> None:
        """Send a picture where the message stands; where limits do not allow it now, nothing is sent."""
        if not await self._may_send(message.chat.id):
            return
        call = self.bot.send_photo(
            chat_id=message.chat.id,
            message_thread_id=topic(message),
            photo=BufferedInputFile(picture, "chart.png"),
            caption=caption.text,
            caption_entities=caption.entities,
            reply_markup=caption.keyboard,
            parse_mode=None,
            disable_notification=message.chat.id < 0,
            request_timeout=UPLOAD_TIMEOUT,
        )
        await deliver(call)

    async def show_file(self, message: Message, name: str, content: bytes, caption: str) -> None:
        """Send a file where the message stands; where limits do not allow it now, nothing is sent."""
        if not await self._may_send(message.chat.id):
            return
        call = self.bot.send_document(
            chat_id=message.chat.id,
            message_thread_id=topic(message),
            document=BufferedInputFile(content, name),
            caption=caption,
            parse_mode=None,
            disable_notification=message.chat.id < 0,
            request_timeout=UPLOAD_TIMEOUT,
        )
        await deliver(call)

    async def say_once(self, message: Message, screen: Screen, what: str) -> None:
        """The same for everybody who presses: once in a while is enough."""
        if await self.first_in_a_while(message, what):
            await self.say(message, screen)

    async def first_in_a_while(self, message: Message, what: str) -> bool:
        """Whether nobody has asked for the same here lately."""
        return await self.store.limits.once(f"{message.chat.id}:{topic(message) or 0}:{what}", QUIET)

    async def say_rich(self, message: Message, screen: RichScreen) -> Fate:
        """Send a rich message where the message stands; that Telegram refuses it is no error."""
        if not await self._may_send(message.chat.id):
            return Fate.LATER
        call = self.bot.send_rich_message(
            chat_id=message.chat.id,
            message_thread_id=topic(message),
            rich_message=screen.content,
            reply_markup=screen.keyboard,
            disable_notification=message.chat.id < 0,
            request_timeout=CALL_TIMEOUT,
        )
        return (await deliver(call, expendable=True)).fate

    async def turn_rich(self, message: Message, screen: RichScreen) -> Fate:
        """Make a rich message of one of the bot's that belongs to no table; that Telegram refuses it is no error."""
        call = self.bot.edit_message_text(
            chat_id=message.chat.id,
            message_id=message.message_id,
            rich_message=screen.content,
            reply_markup=screen.keyboard,
            parse_mode=None,
            request_timeout=CALL_TIMEOUT,
        )
        return (await deliver(call, expendable=True)).fate

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


def topic(message: Message) -> int | None:
    """The topic a message stands in; none outside topics and in General."""
    return message.message_thread_id if message.is_topic_message else None
