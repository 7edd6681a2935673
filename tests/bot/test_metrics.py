from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.operating.health import ask
from bot.settings import Settings, SettingsError
from bot.systemd import in_service
from tests.bot.store.servers import Process, free_port
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

TOKEN = "42:SANDBOX"


@asynccontextmanager
async def watched_town(redis: Process) -> AsyncIterator[tuple[Town, str]]:
    with redis.client() as client:
        client.flushall()
    listen = f"127.0.0.1:{free_port()}"
    async with town(redis, health_listen=listen) as here:

        async def listens() -> bool:
            try:
                return bool(await get(listen, "/livez"))
            except aiohttp.ClientConnectorError:
                return False

        await here.until("the bot can be asked", listens)
        yield here, listen


async def get(listen: str, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as http, http.get(f"http://{listen}{path}") as answer:
        return answer.status, await answer.text()


async def figures(listen: str) -> dict[tuple[str, ...], float]:
    """Every sample by its name and the values of its labels."""
    _, text = await get(listen, "/metrics")
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if family.name.startswith("frap_")
    }


async def test_a_deal_leaves_its_traces(redis: Process) -> None:
    async with watched_town(redis) as (here, listen):
        before = await figures(listen)
        anna = await here.telegram.person("Anna", language="en", started=True)
        group = await here.telegram.group("Friday", anna)
        await anna.say(group, "/frap")
        await here.button(anna, group, "Sit down")
        await anna.press(group, "Sit down")  # sits already
        await anna.say(group, "/deal")  # alone: refused
        await here.telegram.quiet(5.0, settle=0.2)
        after = await figures(listen)

        def more(*name: str) -> float:
            return after.get(name, 0) - before.get(name, 0)

        assert more("frap_updates_total", "callback_query") == 1
        assert more("frap_refusals_total", "too few") == 1
        assert more("frap_commits_total", "committed") == 2
        assert more("frap_api_calls_total", "answerCallbackQuery", "ok") == 1
        assert more("frap_api_calls_total", "sendMessage", "ok") >= 1
        assert more("frap_redis_seconds_count", "commit") == 2
        assert after["frap_tables_open",] == 1
        assert after["frap_healthy",] == 1
        assert abs(after["frap_redis_clock_seconds",]) < 1
        names = {name for key in after for name in key}
        assert not {str(group.id), str(anna.id), "Anna", "Friday"} & names


async def test_health_is_asked_for_over_the_same_address(redis: Process) -> None:
    async with watched_town(redis) as (_, listen):
        assert await get(listen, "/healthz") == (200, "ok")
        assert await get(listen, "/livez") == (200, "ok")
        settings = Settings.model_validate({"bot_token": TOKEN, "health_listen": listen})
        assert await asyncio.to_thread(ask, settings) == (True, "ok")
        redis.kill()
        try:
            assert (await get(listen, "/healthz"))[0] == 503
            assert await asyncio.to_thread(ask, settings) == (False, "Redis does not answer")
            # Starting anew would not bring Redis back.
            assert await get(listen, "/livez") == (200, "ok")
            assert (await get(listen, "/metrics"))[0] == 200
        finally:
            redis.start()
    well, answer = await asyncio.to_thread(ask, settings)
    assert not well
    assert "does not answer" in answer


def test_a_bot_that_listens_nowhere_cannot_be_asked() -> None:
    with pytest.raises(SettingsError, match="HEALTH_LISTEN"):
        ask(Settings.model_validate({"bot_token": TOKEN}))


async def test_the_audit_and_the_maintenance_are_seen(redis: Process) -> None:
    async with watched_town(redis) as (here, listen):
        await here.store.operations.audited(3)
        after = await figures(listen)
        assert after["frap_audit_faults",] == 3
        assert after["frap_audit_timestamp_seconds",] > 1.7e9
        assert after["frap_maintenance",] == 0


async def test_systemd_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(address))
        monkeypatch.setenv("NOTIFY_SOCKET", str(address))
        monkeypatch.setenv("WATCHDOG_USEC", "30000")
        loop = asyncio.get_running_loop()
        listener.settimeout(0)
        async with in_service():
            said = [await loop.sock_recv(listener, 100) for _ in range(3)]
        assert said == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
