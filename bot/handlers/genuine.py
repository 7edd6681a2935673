"""Presses that no button sends: whoever writes their own client can press anything at any message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from aiogram import BaseMiddleware
from aiogram.types import CallbackQuery, Message

from bot.handlers.room import GROUPS, Declined, offers
from bot.screens.buttons import HandPress, HandVerb, MenuPress
from bot.screens.learn import NOWHERE
from bot.screens.notify import JoinPress
from bot.screens.score_buttons import ScorePress

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiogram.types import MaybeInaccessibleMessageUnion, TelegramObject


PAGES: Final = frozenset(press.__prefix__ for press in (ScorePress, JoinPress))


class Genuine(BaseMiddleware):
    """Lets a page be turned only in the message that has the button: it takes the place of what stands there.

    In the private chat one spoils only what is one's own. And what one person alone sees in a group is a hand, with a hand's
    buttons.
    """

    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> object:
        if isinstance(event, CallbackQuery) and not _fits(event.message, event.data or ""):
            raise Declined("button unknown")
        return await handler(event, data)


def _fits(message: MaybeInaccessibleMessageUnion | None, data: str) -> bool:
    if isinstance(message, Message) and message.ephemeral_message_id is not None:
        return data.startswith(f"{HandPress.__prefix__}:")
    menu = data.startswith(f"{MenuPress.__prefix__}:")
    if menu or (message is not None and message.chat.type in GROUPS and _turns_page(data)):
        return isinstance(message, Message) and offers(message, data)
    return True


def _turns_page(data: str) -> bool:
    prefix = data.partition(":")[0]
    if prefix != HandPress.__prefix__:
        return prefix in PAGES
    try:
        press = HandPress.unpack(data)
    except (TypeError, ValueError):
        return False  # no handler takes it
    return press.group == NOWHERE or press.verb is HandVerb.PACK
