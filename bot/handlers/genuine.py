"""Presses that no button sends: whoever writes their own client can press anything at any message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aiogram import BaseMiddleware
from aiogram.types import CallbackQuery, Message

from bot.handlers.room import Declined, offers
from bot.screens.buttons import HandPress, MenuPress

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiogram.types import MaybeInaccessibleMessageUnion, TelegramObject


class Genuine(BaseMiddleware):
    """Lets a menu's page be turned only in the message that has the button: it takes the place of what stands there.

    And what one person alone sees in a group is a hand, with a hand's buttons.
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
    if data.startswith(f"{MenuPress.__prefix__}:"):
        return isinstance(message, Message) and offers(message, data)
    return True
