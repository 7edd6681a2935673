"""The way from Telegram to several bots: to any one of them, sometimes twice, late, out of order, or with the answer lost."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, defaultdict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
from aiohttp import web

from bot.updates.raw import person
from tests.bot.store.servers import free_port
from tests.serving import serving

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator

PATIENCE = 20.0
SECRET = "X-Telegram-Bot-Api-Secret-Token"


class Road:
    """A web address for the webhook; ``trouble`` says how often something happens on the way, 0 to 1."""

    def __init__(self, chance: random.Random, http: aiohttp.ClientSession, tasks: asyncio.TaskGroup) -> None:
        self.url = ""
        self.trouble = 0.0
        self.detours = 0.0
        """How often an update is said to be taken and comes later: no such order is what the people did."""
        self.ports: list[int] = []
        self.taken: Counter[int] = Counter()
        """How many updates went out by each port."""
        self.counted: Counter[str] = Counter()
        """What has happened: updates ``delivered``, delivered ``twice``, and ``overtaken`` by a later one of the same person."""
        self._chance = chance
        self._http = http
        self._tasks = tasks
        self._on_detours: set[asyncio.Task[None]] = set()
        self._times: Counter[int] = Counter()
        self._newest: defaultdict[int | None, int] = defaultdict(int)

    def port(self) -> int:
        """Make one more way out, for one more bot."""
        self.ports.append(free_port())
        return self.ports[-1]

    async def empty(self) -> None:
        """Wait until nothing is on a detour."""
        while self._on_detours:
            await asyncio.wait(self._on_detours)

    def close(self) -> None:
        """Give up what is on its way."""
        for task in self._on_detours:
            task.cancel()

    async def receive(self, request: web.Request) -> web.Response:
        body, secret = await request.read(), request.headers.get(SECRET, "")
        if self._chance.random() < self.detours:
            task = self._tasks.create_task(self._detour(body, secret))
            self._on_detours.add(task)
            task.add_done_callback(self._on_detours.discard)
            return web.Response()
        if self._happens():
            await asyncio.sleep(self._chance.uniform(0, 0.3))
        status = await self._deliver(body, secret)
        lost = status == web.HTTPOk.status_code and self._happens()
        return web.Response(status=502 if lost else status or 502)

    async def _detour(self, body: bytes, secret: str) -> None:
        await asyncio.sleep(self._chance.uniform(0.3, 1.5))
        while await self._deliver(body, secret) != web.HTTPOk.status_code:
            pass  # each try has its patience

    async def _deliver(self, body: bytes, secret: str) -> int:
        """Give the status of the answer."""
        ways = self._chance.sample(self.ports, len(self.ports))
        if self._happens():
            return max(await asyncio.gather(*(self._pass_on(port, body, secret) for port in ways)))
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    for port in ways:
                        if status := await self._pass_on(port, body, secret):
                            return status
                    await asyncio.sleep(0.02)
        except TimeoutError:
            return 502

    def _happens(self) -> bool:
        return self._chance.random() < self.trouble

    async def _pass_on(self, port: int, body: bytes, secret: str) -> int:
        """Give the status of the answer, 0 where none came."""
        try:
            async with self._http.post(
                f"http://127.0.0.1:{port}/hook", data=body, headers={SECRET: secret}
            ) as response:
                if response.status == web.HTTPOk.status_code:
                    self.taken[port] += 1
                    self._count(body)
                return response.status
        except (aiohttp.ClientError, OSError):
            return 0

    def _count(self, body: bytes) -> None:
        update = json.loads(body)
        number, who = update["update_id"], person(update)
        self._times[number] += 1
        if self._times[number] == 1:
            self.counted["delivered"] += 1
            self.counted["overtaken"] += number < self._newest[who]
            self._newest[who] = max(self._newest[who], number)
        elif self._times[number] == 2:
            self.counted["twice"] += 1


@asynccontextmanager
async def road(chance: random.Random) -> AsyncIterator[Road]:
    # A connection each: those to a bot that was killed are of no use.
    connector = aiohttp.TCPConnector(force_close=True, limit=0)
    async with aiohttp.ClientSession(connector=connector) as http, asyncio.TaskGroup() as tasks:
        one = Road(chance, http, tasks)
        app = web.Application()
        app.router.add_post("/hook", one.receive)
        try:
            async with serving(app) as url:
                one.url = f"{url}/hook"
                yield one
        finally:
            one.close()
