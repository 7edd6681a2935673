"""What people do in Telegram, turned into one call each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from aiogram import Dispatcher

from bot.handlers import (
    chats,
    failures,
    fairness,
    hand,
    history,
    learn,
    notify,
    now,
    opening,
    practice,
    private,
    reading,
    score,
    settings,
    settling,
    stats,
    table,
)
from bot.handlers.acquaintance import Acquaintance
from bot.handlers.genuine import Genuine
from bot.screens.buttons import HandPress

if TYPE_CHECKING:
    from aiogram import Bot
    from aiogram.types import Update

    from bot.handlers.room import Room

ROUTERS = (
    hand,
    table,
    learn,
    now,
    fairness,
    opening,
    score,
    stats,
    settling,
    history,
    reading,
    practice,
    settings,
    notify,
    private,
    chats,
    failures,
)
"""The commonest first; what nobody else takes ends in the last."""


@cache
def _dispatcher() -> Dispatcher:
    root = Dispatcher(disable_fsm=True)
    root.update.outer_middleware(Acquaintance())
    root.callback_query.outer_middleware(Genuine())
    # The commonest of all updates need not find its way through the routers.
    root.callback_query.register(hand.pressed, HandPress.filter(), hand.in_play)
    root.include_routers(*(module.router for module in ROUTERS))
    return root


@dataclass(frozen=True, slots=True)
class Handlers:
    """All handlers at work in one room."""

    room: Room

    async def feed_update(self, bot: Bot, update: Update) -> object:
        """Handle one update; raises what goes wrong with it."""
        return await _dispatcher().feed_update(bot, update, room=self.room)

    def resolve_used_update_types(self) -> list[str]:
        """The kinds of updates that there are handlers for."""
        return _dispatcher().resolve_used_update_types()
