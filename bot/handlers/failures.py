"""What a handler could not do is told to whoever wanted it, in their language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiogram import F, Router
from aiogram.dispatcher.event.bases import UNHANDLED
from aiogram.enums import ButtonStyle
from aiogram.filters import Command, ExceptionTypeFilter
from aiogram.types import InlineKeyboardButton

from bot.handlers.room import GROUPS, Declined, Room
from bot.handlers.speaker import topic
from bot.screens.notices import notice, refusal_text
from bot.screens.screen import screen
from bot.store import StoreUnavailable
from bot.tables.decision import Refusal
from bot.tables.state import Phase
from bot.texts import Texts, pick_language
from game.errors import GameError

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, ErrorEvent, Message, User

router = Router(name="failures")

PATIENCE: Final = 5.0
"""Seconds in which a person is told the same in a group only once."""


@router.error(ExceptionTypeFilter(Declined, Refusal, GameError))
async def declined(event: ErrorEvent, room: Room) -> None:
    press, message = event.update.callback_query, event.update.message
    user = press.from_user if press is not None else message.from_user if message is not None else None
    if user is None:
        return
    texts = await room.texts_for(user)
    text = _text(event.exception, texts)
    if press is not None:
        await room.answer(press, text)
    elif message is not None:
        place = f"{message.chat.id}:{topic(message) or 0}:{user.id}"
        if message.chat.type not in GROUPS or await room.store.limits.once(f"{place}:{text}", PATIENCE):
            await room.say(message, screen([text], await _way_on(event.exception, message, room, texts)))


async def _way_on(
    error: Exception, message: Message, room: Room, texts: Texts
) -> list[list[InlineKeyboardButton]]:
    """Offer the button that leads out, where there is one."""
    if not isinstance(error, Declined) or error.occasion != "start first":
        return []
    key = await room.home(message)
    table = await room.tables.look(key)
    if table is None or table.phase is Phase.CLOSED:
        return []
    link = room.start_link(key, table.number)
    return [[InlineKeyboardButton(text=texts("Sit down"), url=link, style=ButtonStyle.PRIMARY)]]


def _text(error: Exception, texts: Texts) -> str:
    if isinstance(error, Declined):
        return notice(error.occasion, texts)
    if isinstance(error, Refusal | GameError):
        return refusal_text(error, texts)
    raise TypeError(type(error).__name__)


@router.error(ExceptionTypeFilter(StoreUnavailable), F.update.callback_query.as_("press"))
async def store_lost(_: ErrorEvent, press: CallbackQuery, room: Room) -> None:
    """A press is answered and forgotten; whoever still wants it presses again."""
    language = pick_language(press.from_user.language_code or room.default_language)
    await room.answer(press, notice("unavailable", Texts(language)), alert=True)


@router.error(F.update.callback_query.as_("press"))
async def broken(_: ErrorEvent, press: CallbackQuery, room: Room) -> object:
    """A fault of the bot: the press is answered all the same, and the fault goes on to be reported."""
    language = pick_language(press.from_user.language_code or room.default_language)
    await room.answer(press, notice("broken", Texts(language)))
    return UNHANDLED


@router.error(F.update.message.as_("message"))
async def broken_word(event: ErrorEvent, message: Message, room: Room) -> object:
    """Likewise a command; one that only waits for the store is carried out later."""
    user = message.from_user
    typed = (message.text or "").startswith("/")
    if typed and user is not None and not isinstance(event.exception, StoreUnavailable):
        language = pick_language(user.language_code or room.default_language)
        await room.say(message, screen([notice("broken", Texts(language))]))
    return UNHANDLED


@router.callback_query()
async def unknown_button(press: CallbackQuery, room: Room) -> None:
    await room.answer(press, notice("button unknown", await room.texts_for(press.from_user)))


@router.message(
    Command(
        *("frap", "khrap", "table", "sit", "stand", "deal", "back", "close", "setup", "cut", "divide"),
        ignore_case=True,
    )
)
async def only_in_groups(message: Message) -> None:
    """Those words in a private chat."""
    if message.chat.type not in GROUPS:
        raise Declined("group only")


@router.message(F.chat.type == "private", F.from_user.as_("user"))
async def unknown_words(message: Message, user: User, room: Room) -> None:
    await room.say(message, screen([notice("unknown", await room.texts_for(user))]))
