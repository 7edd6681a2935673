"""The way from Telegram to several bots: to any one of them, sometimes twice, late, or with the answer lost."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
from aiohttp import web

from tests.bot.store.servers import free_port

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator

PATIENCE = 20.0
SECRET = "X-Telegram-Bot-Api-Secret-Token"


class Road:
    """A web address for the webhook; ``trouble`` says how often something happens on the way, 0 to 1."""

    def __init__(self, chance: random.Random, http: aiohttp.ClientSession) -> None:
        self.url = ""
        self.trouble = 0.0
        self.ports: list[int] = []
        self.delivered = 0
        self._chance = chance
        self._http = http

    def port(self) -> int:
        """Make one more way out, for one more bot."""
        self.ports.append(free_port())
        return self.ports[-1]

    async def receive(self, request: web.Request) -> web.Response:
        body, secret = await request.read(), request.headers.get(SECRET, "")
        if self._happens():
            await asyncio.sleep(self._chance.uniform(0, 0.3))
        ways = self._chance.sample(self.ports, len(self.ports))
        if not self._happens():
            status = await self._first(ways, body, secret)
        else:
            both = await asyncio.gather(*(self._pass_on(port, body, secret) for port in ways))
            status = max(both)
        if status == web.HTTPOk.status_code:
            self.delivered += 1
            if self._happens():
                return web.Response(status=502)
        return web.Response(status=status or 502)

    def _happens(self) -> bool:
        return self._chance.random() < self.trouble

    async def _first(self, ways: list[int], body: bytes, secret: str) -> int:
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    for port in ways:
                        if status := await self._pass_on(port, body, secret):
                            return status
                    await asyncio.sleep(0.02)
        except TimeoutError:
            return 502

    async def _pass_on(self, port: int, body: bytes, secret: str) -> int:
        """Give the status of the answer, 0 where none came."""
        try:
            async with self._http.post(
                f"http://127.0.0.1:{port}/hook", data=body, headers={SECRET: secret}
            ) as response:
                return response.status
        except (aiohttp.ClientError, OSError):
            return 0


@asynccontextmanager
async def road(chance: random.Random) -> AsyncIterator[Road]:
    # A connection each: those to a bot that was killed are of no use.
    connector = aiohttp.TCPConnector(force_close=True, limit=0)
    async with aiohttp.ClientSession(connector=connector) as http:
        one = Road(chance, http)
        app = web.Application()
        app.router.add_post("/hook", one.receive)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            one.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
            yield one
        finally:
            await runner.cleanup()
