from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from aiogram import Bot, Dispatcher
from aiogram.types import Message  # noqa: TC002 - aiogram reads the handler's types

from bot.session import Session
from bot.settings import Settings
from bot.store import Store, open_store
from bot.updates import Intake
from tests.bot.updates.telegram import TOKEN, Telegram, running_telegram

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from tests.bot.store.servers import Process


class Quick(Session):
    async def close(self) -> None:
        """Close without the quarter of a second that aiogram waits for TLS."""
        if self._session is not None:
            await self._session.close()


class Handled:
    """What the handler was given, in order; ``meet`` is what happens to a text before it counts."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.started: list[str] = []
        self.meet: dict[str, Callable[[], Awaitable[object]]] = {}
        self._news = asyncio.Condition()

    async def handle(self, message: Message) -> None:
        text = str(message.text)
        await self._tell(self.started, text)
        if text in self.meet:
            await self.meet[text]()
        await self._tell(self.texts, text)

    async def _tell(self, where: list[str], text: str) -> None:
        async with self._news:
            where.append(text)
            self._news.notify_all()

    async def until(self, *texts: str) -> None:
        async with self._news:
            await self._news.wait_for(lambda: set(texts) <= set(self.texts))

    async def until_started(self, text: str, times: int = 1) -> None:
        async with self._news:
            await self._news.wait_for(lambda: self.started.count(text) >= times)


@pytest.fixture
async def store(redis: Process) -> AsyncIterator[Store]:
    settings = Settings.model_validate({"bot_token": TOKEN, "redis_url": redis.url})
    async with open_store(settings) as store:
        yield store


@pytest.fixture
async def telegram() -> AsyncIterator[Telegram]:
    async with running_telegram() as telegram:
        yield telegram


@pytest.fixture
async def bot(telegram: Telegram) -> AsyncIterator[Bot]:
    bot = Bot(TOKEN, Quick(telegram.url))
    yield bot
    await bot.session.close()


@pytest.fixture
def handled() -> Handled:
    return Handled()


@pytest.fixture
def intake(bot: Bot, store: Store, handled: Handled) -> Intake:
    dispatcher = Dispatcher(disable_fsm=True)
    dispatcher.message.register(handled.handle)
    return Intake(bot, dispatcher, store.setaside)
