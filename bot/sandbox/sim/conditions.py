"""Requests that set conditions: the clock, limits, faults, updates from nowhere."""

import json
from dataclasses import asdict, dataclass

from aiohttp import web

from bot.sandbox.errors import SimError
from bot.sandbox.sim.body import Wish, read
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json


class Clockwork(Wish):
    advance: float | None = None
    at: float | None = None


class ChangedLimits(Wish):
    on: bool | None = None
    private_per_second: float | None = None
    private_burst: int | None = None
    group_per_minute: int | None = None
    overall_per_second: int | None = None
    ephemeral_counts: bool | None = None
    ephemeral_lifetime: float | None = None


@dataclass(frozen=True, slots=True)
class Conditions:
    telegram: Telegram

    def routes(self) -> list[web.AbstractRouteDef]:
        return [
            web.get("/sim/clock", self.now),
            web.post("/sim/clock", self.move_clock),
            web.post("/sim/limits", self.set_limits),
            web.post("/sim/faults", self.add_fault),
            web.delete("/sim/faults", self.clear_faults),
            web.post("/sim/update", self.inject),
            web.post("/sim/bot", self.change_bot),
        ]

    async def now(self, _request: web.Request) -> web.Response:
        return web.json_response({"now": self.telegram.clock.now()})

    async def move_clock(self, request: web.Request) -> web.Response:
        wish = await read(request, Clockwork)
        if (wish.advance is None) == (wish.at is None):
            raise SimError("say either advance or at")
        if wish.advance is not None:
            self.telegram.clock.advance(wish.advance)
        if wish.at is not None:
            self.telegram.clock.put(wish.at)
        self.telegram.changed.set()
        return await self.now(request)

    async def set_limits(self, request: web.Request) -> web.Response:
        wish = (await read(request, ChangedLimits)).model_dump(exclude_unset=True)
        if "ephemeral_lifetime" in wish:
            self.telegram.ephemeral_lifetime = wish.pop("ephemeral_lifetime")
        for name, value in wish.items():
            setattr(self.telegram.limits, name, value)
        return web.json_response(asdict(self.telegram.limits))

    async def add_fault(self, request: web.Request) -> web.Response:
        self.telegram.faults.add(await _object(request))
        return web.json_response({})

    async def clear_faults(self, _request: web.Request) -> web.Response:
        self.telegram.faults.waiting.clear()
        self.telegram.updates.reverse = 0
        return web.json_response({})

    async def inject(self, request: web.Request) -> web.Response:
        """Queue a raw update, or deliver an earlier one again."""
        update = await _object(request)
        updates = self.telegram.updates
        if "repeat" in update:
            if not updates.repeat(int(update["repeat"])):
                raise SimError("no such update", 404)
            return web.json_response({"update_id": int(update["repeat"])})
        given = update.pop("update_id", None)
        if len(update) != 1:
            raise SimError("an update has exactly one field besides update_id")
        kind, payload = next(iter(update.items()))
        put = updates.put(kind, payload, f"{kind}:injected", given)
        return web.json_response({"update_id": put.id})

    async def change_bot(self, request: web.Request) -> web.Response:
        """Change what BotFather changes."""
        bot = self.telegram.world.bot
        wish = await _object(request)
        if set(wish) - {"privacy_mode", "username", "first_name"}:
            raise SimError("only privacy_mode, username and first_name can be changed")
        for name, value in wish.items():
            setattr(bot, name, value)
        self.telegram.live.reload()
        return web.json_response(bot.me())


async def _object(request: web.Request) -> Json:
    try:
        body = json.loads(await request.text())
    except ValueError as error:
        raise SimError("the body is no JSON") from error
    if not isinstance(body, dict):
        raise SimError("the body is no JSON object")
    return body
