"""The bot put together: store, tables, messages, handlers, and the way updates come in."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Final

from aiogram import Bot
from aiogram.exceptions import AiogramError, TelegramNotFound, TelegramUnauthorizedError
from aiogram.methods import (
    AnswerCallbackQuery,
    EditMessageReplyMarkup,
    EditMessageText,
    GetChatMember,
    Response,
    SendMessage,
)

from bot import monitoring
from bot.charts.painter import Painter
from bot.handlers import Handlers
from bot.handlers.menus import offer_commands
from bot.handlers.room import Room
from bot.presenter.attention import Attention
from bot.presenter.presenter import Presenter
from bot.session import Session
from bot.settings import SettingsError
from bot.store import open_store
from bot.store.store import wall_clock
from bot.systemd import in_service
from bot.tables.service import Tables
from bot.updates.intake import Intake
from bot.updates.polling import poll
from bot.updates.raw import GetRawUpdates
from bot.updates.webhook import serve_webhook

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.settings import Settings

log = logging.getLogger(__name__)

REPLIES: Final = tuple(
    Response[method.__returning__]  # type: ignore[name-defined] # made at run time, as aiogram does
    for method in (
        AnswerCallbackQuery,
        EditMessageReplyMarkup,
        EditMessageText,
        GetChatMember,
        GetRawUpdates,
        SendMessage,
    )
)
"""Models of replies: pydantic keeps only those in use, and makes all others anew, at the price of some ten calls."""


async def serve(
    settings: Settings,
    stop: asyncio.Event,
    clock: Callable[[], int] = wall_clock,
    seeds: Callable[[int], bytes] = secrets.token_bytes,
) -> None:
    """Run the bot until ``stop`` is set, then finish what is in hand.

    ``clock`` tells Unix milliseconds; ``seeds`` gives so many bytes that nobody can guess.

    Raises :class:`SettingsError` where it cannot run as it is set up, and ``CannotReceive`` where Telegram gives it no
    updates.
    """
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(settings, clock))
        await stack.enter_async_context(monitoring.watched(store, settings.health_listen))
        await stack.enter_async_context(in_service())
        bot = await stack.enter_async_context(_telegram(settings))
        username = await _introduction(bot, stop)
        attention = Attention(store, Presenter(bot, store))
        tables = Tables(
            store,
            on_commit=attention.changed,
            seeds=seeds,
            computer_delay=round(settings.computer_delay * 1000),
        )
        painter = stack.enter_context(Painter())
        room = Room(bot, store, username, tables, attention, settings.default_language, painter)
        intake = Intake(bot, monitoring.CountedUpdates(Handlers(room)), store.setaside)
        attending = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(attention.run(tables, attending))
            group.create_task(offer_commands(bot))
            try:
                if settings.webhook_url is None:
                    await poll(intake, stop)
                else:
                    await serve_webhook(intake, store, settings, stop)
            finally:
                attending.set()


@asynccontextmanager
async def _telegram(settings: Settings) -> AsyncIterator[Bot]:
    session = Session(settings.telegram_api_url)
    session.middleware(monitoring.CountedCalls())
    bot = Bot(settings.bot_token.get_secret_value(), session=session)
    try:
        yield bot
    finally:
        await session.close()


async def _introduction(bot: Bot, stop: asyncio.Event) -> str:
    """Ask Telegram who the bot is, until it answers; gives the bot's user name."""
    pause = 1.0
    while not stop.is_set():
        try:
            return (await bot.get_me()).username or ""
        except (TelegramUnauthorizedError, TelegramNotFound):
            raise SettingsError("Telegram does not accept BOT_TOKEN") from None
        except AiogramError as error:
            log.warning("Telegram does not answer (%s); trying again", type(error).__name__)
        await asyncio.sleep(pause)
        pause = min(2 * pause, 30.0)
    return ""
