"""Remembers what people are called and which language their Telegram speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from aiogram import BaseMiddleware
from aiogram.types import Update

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiogram.types import TelegramObject

    from bot.handlers.room import Room

KNOWN: Final = 10_000


class Acquaintance(BaseMiddleware):
    """Writes a person down when something about them is new to this process."""

    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> object:
        room: Room = data["room"]
        user = None
        if isinstance(event, Update):
            done = event.callback_query or event.message
            user = None if done is None else done.from_user
        if user is not None and not user.is_bot:
            now = (user.full_name, user.language_code, user.username)
            if room.known.get(user.id) != now:
                await room.store.people.seen(user.id, *now)
                room.known[user.id] = now
                if len(room.known) > KNOWN:
                    room.known.popitem(last=False)
        return await handler(event, data)
