"""Two processes by webhook, and the ways that updates reach them: by the proxy of deploy/, or as in Kubernetes."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sys
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias

import aiohttp
from aiohttp import web

from tests.deploy.test_files import DEPLOY, PROJECT, tool
from tests.serving import serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from tests.e2e.town import Town

PATIENCE: Final = 60.0
PATH: Final = "/updates"
READY: Final = "/readyz"
GLANCE: Final = 0.02
ELSEWHERE: Final = (
    "import runpy, socket, sys\n"
    "socket.gethostname = lambda name=sys.argv.pop(): name\n"
    "runpy.run_module('bot', run_name='__main__')"
)
"""The bot, on a machine of the name given."""


@dataclass(slots=True)
class Replica:
    """One process of the bot; started again, it takes the same addresses."""

    settings: dict[str, str]
    log: Path
    machine: str
    webhook: str = field(default_factory=lambda: f"127.0.0.1:{lasting_port()}")
    watch: str = field(default_factory=lambda: f"127.0.0.1:{lasting_port()}")
    process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Come back when it says that it is ready."""
        environment = self.settings | {"WEBHOOK_LISTEN": self.webhook, "HEALTH_LISTEN": self.watch}
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", ELSEWHERE, self.machine,
                cwd=self.log.parent, env=os.environ | environment, stderr=log,
            )  # fmt: skip
        try:
            await answers(f"http://{self.webhook}{READY}", lambda status, _: status == web.HTTPOk.status_code)
        except TimeoutError:
            raise AssertionError(self.log.read_text("utf-8")) from None

    async def takes_updates(self) -> None:
        """Come back when an update has reached it."""
        await answers(f"http://{self.watch}/metrics", lambda _, text: "frap_updates_total{" in text)

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        if self.process is None:
            return 0
        if self.process.returncode is None:
            self.process.send_signal(number)
        return await self.process.wait()


def lasting_port() -> int:
    """Find a port that no connection takes while nobody listens there: those that systems give out begin at 32768."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


async def answers(url: str, as_hoped: Callable[[int, str], bool], verb: str = "GET") -> None:
    async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as http:
        while True:
            try:
                async with http.request(verb, url) as response:
                    if as_hoped(response.status, await response.text()):
                        return
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(GLANCE)  # until the process has come so far


@dataclass(slots=True)
class Maker:
    """Makes replicas that share their settings."""

    settings: dict[str, str]
    folder: Path
    numbers: count[int] = field(default_factory=lambda: count(1))

    def replica(self, machine: str = "") -> Replica:
        number = next(self.numbers)
        return Replica(self.settings, self.folder / f"bot{number}.log", machine or f"pod-{number}")


def settings_of(here: Town, redis_url: str) -> dict[str, str]:
    return {
        "BOT_TOKEN": here.settings.bot_token.get_secret_value(),
        "TELEGRAM_API_URL": here.settings.telegram_api_url,
        "REDIS_URL": redis_url,
        "FLOOD_LIMITS": "false",
        "WEBHOOK_SECRET": "secret",
        "PYTHONPATH": str(PROJECT),
    }


class Entry:
    """Where Telegram brings updates: each is passed on, once, and how that went is told truly."""

    def __init__(self, http: aiohttp.ClientSession, way_on: Callable[[], str]) -> None:
        self._http = http
        self._way_on = way_on
        self.url = ""
        self.failures: list[str] = []
        """Of deliveries, which Telegram makes again a second later."""

    async def pass_on(self, request: web.Request) -> web.Response:
        body = await request.read()
        try:
            async with self._http.post(self._way_on(), data=body, headers=request.headers) as response:
                status = response.status
        except aiohttp.ClientError as error:
            self.failures.append(type(error).__name__)
            return web.Response(status=502)
        if status != web.HTTPOk.status_code:
            self.failures.append(str(status))
        return web.Response(status=status)


@asynccontextmanager
async def entry(way_on: Callable[[], str]) -> AsyncIterator[Entry]:
    async with aiohttp.ClientSession() as http:
        one = Entry(http, way_on)
        app = web.Application()
        app.router.add_post(PATH, one.pass_on)
        async with serving(app) as url:
            one.url = f"{url}{PATH}"
            yield one


class InPlace:
    """On one machine: each is stopped and started again in its place."""

    def __init__(self, maker: Maker) -> None:
        self.replicas = [maker.replica("here"), maker.replica("here")]

    async def restart(self, number: signal.Signals = signal.SIGTERM) -> AsyncIterator[int]:
        for replica in self.replicas:
            status = await replica.stop(number)
            await replica.start()
            await replica.takes_updates()
            yield status

    def lose(self) -> AsyncIterator[int]:
        """Each is killed where it stands, and started again."""
        return self.restart(signal.SIGKILL)


class Service:
    """As Kubernetes does it: updates go to all that are ready in turn.

    A new replica takes updates before an old one is taken out; only then is that told to stop, with updates in its hands.
    """

    def __init__(self, maker: Maker) -> None:
        self._maker = maker
        self._turn = 0
        self.replicas = [maker.replica(), maker.replica()]
        self._ready = list(self.replicas)

    def next(self) -> str:
        self._turn += 1
        return f"http://{self._ready[self._turn % len(self._ready)].webhook}{PATH}"

    async def restart(self) -> AsyncIterator[int]:
        for old in list(self._ready):
            fresh = self._maker.replica()
            self.replicas.append(fresh)
            await fresh.start()
            self._ready.append(fresh)
            await fresh.takes_updates()
            self._ready.remove(old)
            yield await old.stop()

    async def lose(self) -> AsyncIterator[int]:
        """Each is killed together with its machine, and another takes its place."""
        for old in list(self._ready):
            status = await old.stop(signal.SIGKILL)
            self._ready.remove(old)
            fresh = self._maker.replica()
            self.replicas.append(fresh)
            await fresh.start()
            self._ready.append(fresh)
            await fresh.takes_updates()
            yield status


Fleet: TypeAlias = InPlace | Service


@asynccontextmanager
async def behind_caddy(maker: Maker) -> AsyncIterator[tuple[InPlace, Entry]]:
    fleet = InPlace(maker)
    address = f"127.0.0.1:{lasting_port()}"
    folder = str(maker.folder)
    with (maker.folder / "caddy.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            tool("caddy", "caddy"), "run", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile"),
            env=os.environ
            | {"WEBHOOK_HOST": f"http://{address}"}
            | {"WEBHOOK_UPSTREAMS": " ".join(replica.webhook for replica in fleet.replicas)}
            | {"HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder},
            stderr=log,
        )  # fmt: skip
    try:
        await answers(f"http://{address}/", lambda status, _: status == web.HTTPNotFound.status_code)
        async with entry(lambda: f"http://{address}{PATH}") as way, running(maker, fleet, way):
            # What does not show the secret is turned away by a bot, when it gets that far.
            unauthorized = web.HTTPUnauthorized.status_code
            await answers(f"http://{address}{PATH}", lambda status, _: status == unauthorized, "POST")
            yield fleet, way
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def behind_a_service(maker: Maker) -> AsyncIterator[tuple[Service, Entry]]:
    fleet = Service(maker)
    async with entry(fleet.next) as way, running(maker, fleet, way):
        yield fleet, way


@asynccontextmanager
async def running(maker: Maker, fleet: Fleet, way: Entry) -> AsyncIterator[None]:
    maker.settings["WEBHOOK_URL"] = way.url
    try:
        await asyncio.gather(*(replica.start() for replica in fleet.replicas))
        yield
    finally:
        for replica in fleet.replicas:
            await replica.stop()


def complaints(fleet: Fleet) -> list[str]:
    """What replicas have logged as errors, and how they have crashed."""
    return [
        line
        for replica in fleet.replicas
        if replica.log.exists()
        for line in replica.log.read_text("utf-8").splitlines()
        if " ERROR " in line or line.startswith("Traceback")
    ]
