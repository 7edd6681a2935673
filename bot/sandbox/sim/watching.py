"""Requests that look: the world as someone sees it, live events, the journal, who saw what."""

import asyncio
import contextlib
import json
import time
from dataclasses import dataclass
from urllib.parse import quote

from aiohttp import web

from bot.sandbox.files import is_image, kind_of_image
from bot.sandbox.live import Watcher
from bot.sandbox.sim.body import Wish, number, read
from bot.sandbox.snapshot import snapshot
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json

KEEP_OPEN = 15.0
GLANCE = 0.02


class Quiet(Wish):
    timeout: float = 10.0
    settle: float = 0.2


@dataclass(frozen=True, slots=True)
class Watching:
    telegram: Telegram

    def routes(self) -> list[web.AbstractRouteDef]:
        return [
            web.get("/sim/world", self.world),
            web.get("/sim/events", self.events),
            web.get("/sim/journal", self.journal),
            web.get("/sim/updates", self.updates),
            web.get("/sim/seen", self.seen),
            web.get("/sim/file/{id}", self.file),
            web.post("/sim/quiet", self.quiet),
        ]

    async def world(self, request: web.Request) -> web.Response:
        return web.json_response(snapshot(self.telegram, number(request, "as"), number(request, "chat")))

    async def events(self, request: web.Request) -> web.StreamResponse:
        user = number(request, "as")
        if user is not None:
            self.telegram.world.person(user)
        headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        with (
            self.telegram.live.watching(user, number(request, "chat")) as watcher,
            contextlib.suppress(ConnectionError),
        ):
            await response.write(b": open\n\n")
            while not self.telegram.closing.is_set():
                await response.write(await self._next_line(watcher))
        return response

    async def _next_line(self, watcher: Watcher) -> bytes:
        event = asyncio.ensure_future(watcher.events.get())
        closing = asyncio.ensure_future(self.telegram.closing.wait())
        try:
            await asyncio.wait({event, closing}, timeout=KEEP_OPEN, return_when=asyncio.FIRST_COMPLETED)
            return _line(event.result()) if event.done() else b": still here\n\n"
        finally:
            event.cancel()
            closing.cancel()

    async def journal(self, request: web.Request) -> web.Response:
        return web.json_response(self.telegram.journal.after(number(request, "after") or 0))

    async def updates(self, _request: web.Request) -> web.Response:
        box, pending = self.telegram.updates.box, self.telegram.updates.unconfirmed
        return web.json_response({"pending": pending, "confirmed": box.confirmed, "handed": box.handed})

    async def seen(self, request: web.Request) -> web.Response:
        """Answer with every version of every message a person, or without one anybody, could ever see."""
        user = number(request, "user")
        shown = [
            one.json() | ({"people": sorted(one.people)} if user is None else {})
            for one in self.telegram.sights
            if user is None or user in one.people
        ]
        return web.json_response({"seen": shown})

    async def file(self, request: web.Request) -> web.Response:
        """Answer with a file that the bot has sent: a picture to be shown, anything else to be saved."""
        stored = self.telegram.world.files.get(request.match_info["id"])
        if stored is None:
            raise web.HTTPNotFound(text="no such file")
        picture = is_image(stored.data)
        headers = {"X-Content-Type-Options": "nosniff"}
        if not picture:
            headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(stored.name)}"
        kind = f"image/{kind_of_image(stored.data)}" if picture else "application/octet-stream"
        return web.Response(body=stored.data, content_type=kind, headers=headers)

    async def quiet(self, request: web.Request) -> web.Response:
        wish = await read(request, Quiet)
        ends = time.monotonic() + wish.timeout
        since: float | None = None
        while (now := time.monotonic()) < ends:
            if self.telegram.updates.unconfirmed or self.telegram.in_flight:
                since = None
            else:
                since = max(since or now, self.telegram.last_call)
                if now - since >= wish.settle:
                    return web.json_response({"quiet": True})
            await asyncio.sleep(GLANCE)
        return web.json_response({"quiet": False})


def _line(event: Json) -> bytes:
    return f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode()
