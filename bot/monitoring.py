"""What machines that watch the bot ask it, on an address of their own: ``/healthz``, ``/livez`` and ``/metrics``."""

from __future__ import annotations

import os
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from aiogram.client.session.middlewares.base import BaseRequestMiddleware
from aiogram.exceptions import TelegramAPIError, TelegramNetworkError, TelegramRetryAfter
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.logs import about
from bot.settings import SettingsError, host_and_port
from bot.store import StoreBroken, StoreUnavailable
from bot.updates.health import Health, health

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from aiogram import Bot
    from aiogram.client.session.middlewares.base import NextRequestMiddlewareType
    from aiogram.methods import Response, TelegramMethod
    from aiogram.methods.base import TelegramType
    from aiogram.types import Update

    from bot.store import Store
    from bot.updates.intake import Handling

OUTCOMES: Final = {
    "TelegramRetryAfter": "429",
    "TelegramBadRequest": "400",
    "TelegramMigrateToChat": "400",
    "TelegramUnauthorizedError": "401",
    "TelegramForbiddenError": "403",
    "TelegramNotFound": "404",
    "TelegramConflictError": "409",
    "TelegramServerError": "5xx",
}


class CountedCalls(BaseRequestMiddleware):
    """Counts every call of the Bot API, on its way out."""

    async def __call__(
        self,
        make_request: NextRequestMiddlewareType[TelegramType],
        bot: Bot,
        method: TelegramMethod[TelegramType],
    ) -> Response[TelegramType]:
        name = method.__api_method__
        outcome = "failed"
        begun = time.perf_counter()
        try:
            response = await make_request(bot, method)
        except TelegramNetworkError:
            outcome = "network"
            raise
        except (TelegramAPIError, TelegramRetryAfter) as error:
            outcome = OUTCOMES.get(type(error).__name__, "other")
            raise
        else:
            outcome = "ok"
            return response
        finally:
            metrics.calls.labels(name, outcome).inc()
            if name != "getUpdates":  # which waits by intention
                metrics.call_seconds.labels(name).observe(time.perf_counter() - begun)


class CountedUpdates:
    """Counts what is handled, and has every line that is logged meanwhile tell the update."""

    def __init__(self, handling: Handling) -> None:
        self._handling = handling

    async def feed_update(self, bot: Bot, update: Update) -> object:
        kinds = update.model_fields_set - {"update_id"}
        with about(update=update.update_id), metrics.timed(metrics.update_seconds):
            try:
                return await self._handling.feed_update(bot, update)
            finally:
                # What Telegram may add later is not known by name.
                known = kinds & set(type(update).model_fields)
                metrics.updates.labels(min(known, default="unknown")).inc()

    def resolve_used_update_types(self) -> list[str]:
        return self._handling.resolve_used_update_types()


@asynccontextmanager
async def watched(store: Store, listen: str | None) -> AsyncIterator[None]:
    """Answer at ``listen``, host:port, while the context is open; raises :class:`SettingsError` where it cannot."""
    if listen is None:
        yield
        return
    host, port = host_and_port(listen)
    runner = web.AppRunner(watch_app(store), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise SettingsError(f"HEALTH_LISTEN {listen}: {os.strerror(error.errno or 0)}") from None
        yield
    finally:
        await runner.cleanup()


def watch_app(store: Store) -> web.Application:
    async def healthz(_: web.Request) -> web.Response:
        state = await health(store)
        return web.Response(text=state.value, status=200 if state is Health.WELL else 503)

    async def livez(_: web.Request) -> web.Response:
        """Answer while this process turns at all: Redis or Telegram may be away, a restart would not bring them back."""
        return web.Response(text="ok")

    async def figures(_: web.Request) -> web.Response:
        await look_around(store)
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/livez", livez)
    app.router.add_get("/metrics", figures)
    return app


async def look_around(store: Store) -> None:
    """Read what is not counted here but stands in Redis; where that does not answer, the last figures stay."""
    state = await health(store)
    metrics.healthy.set(state is Health.WELL)
    if state is Health.NO_STORE:
        return
    try:
        due = await store.wakeups.next_due()
        metrics.lateness.set(0 if due is None else max(0, store.clock() - due) / 1000)
        standing, waiting = await store.wakeups.standing()
        metrics.tables_open.set(standing)
        metrics.tables_due.set(waiting)
        metrics.set_aside.set(await store.setaside.count())
        metrics.redis_clock.set(await store.operations.clock_ahead())
        metrics.maintenance.set(await store.operations.maintenance())
        audit = await store.operations.audit()
        metrics.audit_faults.set(audit.faults)
        metrics.audit_at.set(audit.at / 1000)
    except (StoreUnavailable, StoreBroken):
        return
