from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.settings import Settings
from bot.store import Store, open_store
from tests.bot.store.servers import Process, running, valkey

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with running(valkey(), tmp_path_factory.mktemp("valkey")) as process:
        yield process


@pytest.fixture
async def store(server: Process) -> AsyncIterator[Store]:
    with server.client() as client:
        client.flushall()
    settings = Settings.model_validate({"bot_token": "1:token", "redis_url": server.url})
    async with open_store(settings) as opened:
        yield opened
