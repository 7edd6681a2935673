"""Servers on which the bot does not start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.settings import SettingsError
from bot.store import open_store
from bot.store.operations import Operations
from bot.store.readiness import wait_until_ready
from bot.store.topology import connect
from tests.bot.store.conftest import settings_for
from tests.bot.store.servers import free_port

if TYPE_CHECKING:
    from redis import Redis

    from tests.bot.store.servers import Process


async def refusal(url: str) -> str:
    with pytest.raises(SettingsError) as caught:
        async with open_store(settings_for(url)):
            pass
    text = str(caught.value)
    assert "\n" not in text
    assert "hunter2" not in text
    return text


@pytest.mark.parametrize(
    ("name", "value", "proper"),
    [
        ("appendfsync", "everysec", "always"),
        ("maxmemory-policy", "allkeys-lru", "noeviction"),
    ],
)
async def test_a_server_that_may_lose_something(
    redis: Process, raw: Redis, name: str, value: str, proper: str
) -> None:
    raw.config_set(name, value)
    try:
        assert f"{name} {proper}" in await refusal(redis.url)
        async with open_store(settings_for(redis.url, durability="trust")) as store:
            await store.ping()
    finally:
        raw.config_set(name, proper)


async def test_a_server_that_hides_its_configuration(redis: Process, raw: Redis) -> None:
    raw.acl_setuser("guest", enabled=True, passwords=["+hunter2"], keys=["*"], commands=["+@all", "-config"])
    url = f"redis://guest:hunter2@127.0.0.1:{redis.port}/0"
    assert "DURABILITY=trust" in await refusal(url)
    async with open_store(settings_for(url, durability="trust")) as store:
        await store.ping()


async def test_a_wrong_password(redis: Process) -> None:
    assert "AuthenticationError" in await refusal(f"redis://guest:hunter22@127.0.0.1:{redis.port}/0")


async def test_nobody_there() -> None:
    connection = connect(f"redis://:hunter2@127.0.0.1:{free_port()}/0")
    try:
        with pytest.raises(SettingsError, match="REDIS_URL") as caught:
            await wait_until_ready(connection, Operations(connection, int), check_durability=True, patience=0)
    finally:
        await connection.close()
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "redis+sentinel://host:1",
        "redis+cluster://host:1/3",
        "redis+cluster://:99999",
        "redis://host:port",
        "redis+cluster://a:1,,b:2",
    ],
)
async def test_addresses_that_mean_nothing(url: str) -> None:
    assert "REDIS_URL" in await refusal(url)
