from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.settings import Settings
from bot.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.bot.store.servers import Process


@pytest.fixture
async def store(redis: Process) -> AsyncIterator[Store]:
    settings = Settings.model_validate({"bot_token": "1:token", "redis_url": redis.url})
    async with open_store(settings) as opened:
        yield opened
