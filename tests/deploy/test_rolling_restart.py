"""Two processes by webhook behind the proxy of deploy/, started anew one after the other while people play."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from bot.sandbox.person import Sandbox
from bot.sandbox.server import Options, serve
from bot.settings import Settings
from bot.store import open_store
from bot.tables.state import TableKey
from tests.bot.store.servers import free_port, running, valkey
from tests.deploy.test_files import DEPLOY, PROJECT, tool

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.sandbox.person import Group, Person

GROUPS, PEOPLE = 12, 10
PATIENCE = 60.0


@dataclass(slots=True)
class Replica:
    """One process of the bot, started anew on the same addresses."""

    settings: dict[str, str]
    log: Path
    webhook: str = field(default_factory=lambda: f"127.0.0.1:{free_port()}")
    watch: str = field(default_factory=lambda: f"127.0.0.1:{free_port()}")
    process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        environment = self.settings | {"WEBHOOK_LISTEN": self.webhook, "HEALTH_LISTEN": self.watch}
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=self.log.parent, env=os.environ | environment, stderr=log
            )
        await until_open(self.webhook)

    async def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return await self.process.wait()


async def until_open(address: str) -> None:
    async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as http:
        while True:
            try:
                async with http.get(f"http://{address}/"):
                    return
            except aiohttp.ClientConnectionError:
                await asyncio.sleep(0.05)  # until the process has come so far


@asynccontextmanager
async def proxy(upstreams: list[str], folder: Path) -> AsyncIterator[str]:
    caddy = tool("caddy", "caddy")
    address = f"127.0.0.1:{free_port()}"
    with (folder / "caddy.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            caddy, "run", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile"),
            env=os.environ
            | {"WEBHOOK_HOST": f"http://{address}", "WEBHOOK_UPSTREAMS": " ".join(upstreams)}
            | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
            stderr=log,
        )  # fmt: skip
    try:
        await until_open(address)
        yield address
    finally:
        process.terminate()
        await process.wait()


@pytest.mark.timeout(180)
async def test_no_update_is_lost(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        redis = stack.enter_context(running(valkey(), tmp_path / "valkey"))
        sandbox = await stack.enter_async_context(serve(Options(bare=True, limits=False)))
        telegram = await stack.enter_async_context(Sandbox(sandbox.url))
        settings = {
            "BOT_TOKEN": sandbox.token,
            "TELEGRAM_API_URL": sandbox.url,
            "REDIS_URL": redis.url,
            "FLOOD_LIMITS": "false",
            "WEBHOOK_SECRET": "secret",
            "PYTHONPATH": str(PROJECT),
        }
        replicas = [Replica(settings, tmp_path / f"bot{number}.log") for number in range(2)]
        address = await stack.enter_async_context(proxy([one.webhook for one in replicas], tmp_path))
        settings["WEBHOOK_URL"] = f"http://{address}/updates"
        await asyncio.gather(*(replica.start() for replica in replicas))
        for replica in replicas:
            assert replica.process is not None
            stack.push_async_callback(replica.stop)

        people = [await telegram.person(f"P{n}", language="en", started=True) for n in range(PEOPLE)]
        groups = [await telegram.group(f"G{n}", *people) for n in range(GROUPS)]
        for group in groups:
            await people[0].say(group, "/frap")
        restarted = asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(everybody_sits(people, groups, restarted))
            statuses = [status async for status in one_after_the_other(replicas)]
            restarted.set()
        assert statuses == [0, 0]

        async with asyncio.timeout(PATIENCE):
            while sandbox.telegram.updates.unconfirmed:
                await telegram.quiet(2.0, settle=0.2)
        wanted: dict[str, Any] = {
            name.lower(): value for name, value in settings.items() if name in ("BOT_TOKEN", "REDIS_URL")
        }
        async with open_store(Settings.model_validate(wanted)) as store:
            for group in groups:
                table = (await store.tables.load(TableKey(group.id, 0))).table
                assert table is not None
                assert sorted(seat.player for seat in table.seats) == sorted(str(one.id) for one in people)
            assert await store.setaside.count() == 0
    logs = "".join(replica.log.read_text() for replica in replicas)
    assert " ERROR " not in logs, logs
    assert "Traceback" not in logs, logs


async def everybody_sits(people: list[Person], groups: list[Group], restarted: asyncio.Event) -> None:
    """Send updates all the while that processes stop and start."""
    for person in people[1:]:
        for group in groups:
            await person.say(group, "/sit")
            if not restarted.is_set():
                await asyncio.sleep(0.1)  # how briskly they play, no more


async def one_after_the_other(replicas: list[Replica]) -> AsyncIterator[int]:
    for replica in replicas:
        status = await replica.stop()
        await replica.start()
        yield status
