"""Updates by webhook: answered with 200 only when handled, so Telegram sends again what was not."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from aiogram.exceptions import (
    AiogramError,
    TelegramBadRequest,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiohttp import web

from bot.flood_wait import flood_wait
from bot.settings import SettingsError, host_and_port
from bot.updates.health import Health, health
from bot.updates.polling import LONGEST_PAUSE, CannotReceive, describe
from bot.updates.readiness import Readiness

if TYPE_CHECKING:
    from bot.settings import Settings
    from bot.store import Store
    from bot.updates.intake import Intake

logger = logging.getLogger(__name__)

SECRET: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of the header
PATIENCE: Final = 25.0
"""Seconds for one update; Telegram waits a minute at most."""
DRAIN_SECONDS: Final = 10.0


async def serve_webhook(intake: Intake, store: Store, settings: Settings, stop: asyncio.Event) -> None:
    """Receive until ``stop`` is set; then finish what is in hand.

    Raises :class:`SettingsError` when it cannot listen or Telegram refuses the address, and :class:`CannotReceive` when
    it refuses the token. ``settings`` has a ``webhook_url`` and its secret.
    """
    if settings.webhook_url is None or settings.webhook_secret is None:
        raise SettingsError("WEBHOOK_URL is missing")
    secret = settings.webhook_secret.get_secret_value()
    path = urlsplit(settings.webhook_url).path or "/"
    host, port = host_and_port(settings.webhook_listen)
    readiness = Readiness()
    runner = web.AppRunner(
        webhook_app(intake, store, readiness, path=path, secret=secret),
        access_log=None,
        shutdown_timeout=DRAIN_SECONDS,
    )
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        await _set_webhook(intake, settings.webhook_url, secret, stop)
        await stop.wait()
        await readiness.leave()
    except OSError as error:
        raise SettingsError(f"WEBHOOK_LISTEN {settings.webhook_listen}: {error.strerror}") from None
    finally:
        await runner.cleanup()


def webhook_app(
    intake: Intake,
    store: Store,
    readiness: Readiness,
    *,
    path: str,
    secret: str,
    patience: float = PATIENCE,
) -> web.Application:
    """Make the web application: updates at ``path``, and ``/healthz`` and ``/readyz``."""

    async def receive(request: web.Request) -> web.Response:
        shown = request.headers.get(SECRET, "")
        # As bytes: a header may hold anything, and compare_digest takes no other text.
        if not hmac.compare_digest(shown.encode("utf-8", "surrogateescape"), secret.encode()):
            return web.Response(status=401)
        try:
            update = _update(await request.read())
        except ConnectionResetError:  # whoever sent it has gone in the middle, and will send it again
            return web.Response(status=400)
        if update is None:
            return web.Response(status=400)
        try:
            async with asyncio.timeout(patience):
                await intake.handle(update)
        except TimeoutError:
            return web.Response(status=503)
        return web.Response()

    async def healthz(_: web.Request) -> web.Response:
        state = await health(store)
        return web.Response(text=state.value, status=200 if state is Health.WELL else 503)

    async def readyz(_: web.Request) -> web.Response:
        """Tell whether to send updates here. Where Redis is away they wait here; and a table that is late stops no others."""
        ready = readiness.ask()
        return web.Response(text="ok" if ready else "stopping", status=200 if ready else 503)

    app = web.Application()
    app.router.add_post(path, receive)
    app.router.add_get("/readyz", readyz)
    app.router.add_get("/healthz", healthz)
    return app


def _update(body: bytes) -> dict[str, Any] | None:
    try:
        update = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return update if isinstance(update, dict) and type(update.get("update_id")) is int else None


async def _set_webhook(intake: Intake, url: str, secret: str, stop: asyncio.Event) -> None:
    """Tell Telegram where to send; again and again while it does not answer."""
    pause = 1.0
    while not stop.is_set():
        try:
            await intake.bot.set_webhook(
                url,
                secret_token=secret,
                allowed_updates=intake.dispatcher.resolve_used_update_types(),
                drop_pending_updates=False,
            )
        except (TelegramUnauthorizedError, TelegramNotFound):
            raise CannotReceive("Telegram does not accept BOT_TOKEN") from None
        except TelegramBadRequest as error:
            raise SettingsError(f"Telegram refuses WEBHOOK_URL: {error.message}") from None
        except (AiogramError, OSError) as error:
            logger.warning("the webhook is not set yet: %s", describe(error))
            wait = flood_wait(error) if isinstance(error, TelegramRetryAfter) else pause
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                async with asyncio.timeout(wait):
                    await stop.wait()
            except TimeoutError:
                continue
        else:
            return
