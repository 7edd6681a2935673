"""``python -m bot doctor``: looks a set-up over before it goes live, and says how to mend what is wrong with it.

It changes nothing: it confirms no update and leaves the webhook alone. Run it while the bot itself does not.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import urlsplit

import aiohttp
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import (
    AiogramError,
    TelegramAPIError,
    TelegramConflictError,
    TelegramNotFound,
    TelegramUnauthorizedError,
)

from bot.settings import SettingsError, read_settings
from bot.store import StoreBroken, StoreUnavailable, open_store
from bot.updates.polling import describe
from bot.updates.raw import GetRawUpdates

if TYPE_CHECKING:
    from bot.settings import Settings
    from bot.store import Store

PATIENCE: Final = 10
"""Seconds for one answer of Telegram's."""
LISTENED: Final = 3
"""Seconds in which another program that asks for the updates shows itself."""
TOLERATED: Final = 2.0
"""Seconds two clocks may differ; turns and wake-ups are measured by them."""
WRONG: Final = 60.0
"""Seconds with which nothing works right."""
ROOM: Final = 500
"""Megabytes free for data."""
BACKLOG: Final = 100
"""Updates that wait; more than a pause explains."""
PORTS: Final = (443, 80, 88, 8443)
"""Where Telegram delivers webhooks to."""
LONG_AGO: Final = 3600
"""Seconds after which a failed delivery is history."""


class Grade(Enum):
    GOOD = "ok"
    DOUBTFUL = "look"
    BAD = "MEND"


@dataclass(frozen=True, slots=True)
class Finding:
    grade: Grade
    what: str
    mend: str = ""
    """What to do about it."""

    @property
    def fatal(self) -> bool:
        return self.grade is Grade.BAD

    def line(self) -> str:
        return f"{self.grade.value:4}  {self.what}" + (f"\n      -> {self.mend}" if self.mend else "")


Findings: TypeAlias = AsyncIterator[Finding]


def _good(what: str) -> Finding:
    return Finding(Grade.GOOD, what)


def _doubtful(what: str, mend: str) -> Finding:
    return Finding(Grade.DOUBTFUL, what, mend)


def _bad(what: str, mend: str) -> Finding:
    return Finding(Grade.BAD, what, mend)


async def examine() -> Findings:
    """Look at everything in turn; what depends on something broken is left out."""
    try:
        settings = read_settings()
    except SettingsError as error:
        yield _bad(str(error), "see .env.example for what each setting takes")
        return
    yield _good("the settings can be read")
    parts: tuple[Callable[[Settings], Findings], ...] = (_addresses, _data, _telegram)
    for part in parts:
        async for finding in part(settings):
            yield finding


async def _addresses(settings: Settings) -> Findings:
    """Whether the bot can listen where it is to."""
    wanted = {"HEALTH_LISTEN": settings.health_listen}
    if settings.webhook_url is not None:
        wanted["WEBHOOK_LISTEN"] = settings.webhook_listen
    for name, listen in wanted.items():
        if listen is None:
            continue
        host, _, port = listen.rpartition(":")
        try:
            server = await asyncio.start_server(lambda _, __: None, host.strip("[]"), int(port))
        except OSError as error:
            reason = os.strerror(error.errno or 0).lower()
            yield _bad(f"{name} {listen}: {reason}", "choose another, or stop what listens there")
        else:
            server.close()
            await server.wait_closed()
            yield _good(f"{name} {listen} is free")


async def _data(settings: Settings) -> Findings:
    if settings.redis_url is None:
        free = _free_megabytes(settings)
        if free is not None and free < ROOM:
            yield _doubtful(
                f"DATA_DIR has {free} MB free", f"make room: {ROOM} MB at least; a full disk stops the bot"
            )
    try:
        async with open_store(settings, visit=True) as store:
            where = "REDIS_URL" if settings.redis_url is not None else f"DATA_DIR {settings.data_dir}"
            trusted = settings.durability == "trust"
            if trusted:
                yield _doubtful(
                    f"{where} is taken on trust (DURABILITY=trust)",
                    "make sure that it runs with appendonly yes, appendfsync always, maxmemory-policy noeviction",
                )
            else:
                yield _good(f"{where} answers, its version will do, and it keeps what it is told")
            async for finding in _kept(store):
                yield finding
    except SettingsError as error:
        yield _bad(str(error), _mend_store(settings))
    except (StoreUnavailable, StoreBroken) as error:
        yield _bad(f"the store: {error}", "look at Redis and its log")


def _mend_store(settings: Settings) -> str:
    if settings.redis_url is None:
        return "DATA_DIR must be a folder of the user who runs the bot, and of one bot alone"
    return "deploy/redis.conf has what is needed; REDIS_URL must reach the server with its password, if it has one"


def _free_megabytes(settings: Settings) -> int | None:
    folder = settings.data_dir.absolute()
    for place in (folder, *folder.parents):
        with suppress(OSError):
            return shutil.disk_usage(place).free // 2**20
    return None


async def _kept(store: Store) -> Findings:
    ahead = await store.operations.clock_ahead()
    if abs(ahead) > TOLERATED:
        grade = _bad if abs(ahead) > WRONG else _doubtful
        yield grade(f"the clock of Redis differs by {ahead:+.1f} s", "keep the time on both machines (NTP)")
    due = await store.wakeups.next_due()
    late = 0.0 if due is None else (store.clock() - due) / 1000
    if late > WRONG:
        yield _doubtful(
            f"tables have waited for {late:.0f} s", "as it is while the bot stands; it catches up"
        )
    aside = await store.setaside.count()
    if aside:
        yield _doubtful(f"{aside} updates were set aside", "the log says of each why; report what is a fault")
    if await store.operations.maintenance():
        yield _doubtful("maintenance is on: no deal begins", "python -m bot maintenance off")


async def _telegram(settings: Settings) -> Findings:
    async for finding in _time_of_telegram(settings):
        yield finding
    session = AiohttpSession(api=TelegramAPIServer.from_base(settings.telegram_api_url))
    async with Bot(settings.bot_token.get_secret_value(), session=session) as bot:
        try:
            me = await bot.get_me(request_timeout=PATIENCE)
        except (TelegramUnauthorizedError, TelegramNotFound):
            yield _bad(
                "Telegram does not accept BOT_TOKEN", "copy it anew from @BotFather: /mybots, API Token"
            )
            return
        except (AiogramError, OSError) as error:
            yield _bad(
                f"Telegram does not answer ({describe(error)})",
                f"this machine must reach {urlsplit(settings.telegram_api_url).hostname} by https",
            )
            return
        yield _good(f"the token is that of @{me.username}")
        if me.can_join_groups is False:
            yield _bad("the bot cannot be added to groups", "@BotFather: /setjoingroups, Enable")
        if me.can_read_all_group_messages:
            yield _doubtful(
                "privacy mode is off: the bot is sent every message of its groups, and needs none of them",
                "@BotFather: /setprivacy, Enable; then remove the bot from its groups and add it again",
            )
        else:
            yield _good("privacy mode is on: the bot is sent what concerns it and nothing else")
        async for finding in _updates(settings, bot):
            yield finding


async def _time_of_telegram(settings: Settings) -> Findings:
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        # Without the token: only the answer's date is wanted.
        async with (
            aiohttp.ClientSession(timeout=timeout) as http,
            http.get(settings.telegram_api_url, allow_redirects=False) as answer,
        ):
            theirs = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    except (aiohttp.ClientError, TimeoutError, OSError, KeyError, ValueError):
        return  # if Telegram does not answer, that is said of the token
    ahead = theirs + 0.5 - time.time()  # told in whole seconds
    if abs(ahead) > TOLERATED:
        grade = _bad if abs(ahead) > WRONG else _doubtful
        yield grade(
            f"the clock of this machine differs from Telegram's by {ahead:+.0f} s",
            "switch time synchronisation on: timedatectl set-ntp true",
        )
    else:
        yield _good("the clock is right")


async def _updates(settings: Settings, bot: Bot) -> Findings:
    try:
        info = await bot.get_webhook_info(request_timeout=PATIENCE)
    except (AiogramError, OSError) as error:
        yield _doubtful(f"Telegram does not tell of the webhook ({describe(error)})", "try again")
        return
    if info.pending_update_count > BACKLOG:
        yield _doubtful(
            f"{info.pending_update_count} updates wait at Telegram", "the bot handles them when it starts"
        )
    if settings.webhook_url is None:
        if info.url:
            yield _doubtful(
                f"a webhook is set, to {urlsplit(info.url).hostname}",
                "is another copy of the bot served by it? Starting this one takes the webhook away",
            )
            return
        async for finding in _other_poller(bot):
            yield finding
        return
    if info.url not in ("", settings.webhook_url):
        yield _doubtful(
            f"the webhook leads to {urlsplit(info.url).hostname} now",
            "starting this bot leads it here: stop the other one",
        )
    if info.url == settings.webhook_url and info.last_error_date is not None:
        ago = time.time() - info.last_error_date.timestamp()
        if ago < LONG_AGO:
            yield _doubtful(
                f"Telegram could not deliver {ago / 60:.0f} minutes ago: {info.last_error_message}",
                "as it is while the bot stands; otherwise look at the proxy and at WEBHOOK_LISTEN",
            )
    # A Bot API server of one's own takes any address.
    strict = urlsplit(settings.telegram_api_url).hostname == "api.telegram.org"
    async for finding in _from_outside(settings.webhook_url, strict=strict):
        yield finding


async def _other_poller(bot: Bot) -> Findings:
    """Ask for the updates for a while, confirming none: of two who ask, Telegram sends one away, in turn."""
    end = time.monotonic() + LISTENED
    try:
        while (left := end - time.monotonic()) > 0:
            waiting = await bot(
                GetRawUpdates(limit=1, timeout=max(1, round(left))), request_timeout=PATIENCE + LISTENED
            )
            await asyncio.sleep(1 if waiting else 0)
    except TelegramConflictError:
        yield _bad(
            "another program receives this bot's updates",
            "stop the other copy, or take a new token: /revoke at @BotFather locks it out."
            " If it is this bot at work, all is well",
        )
    except (TelegramAPIError, AiogramError, OSError) as error:
        yield _doubtful(f"Telegram gives no updates ({describe(error)})", "try again")
    else:
        yield _good("nobody else receives this bot's updates")


async def _from_outside(url: str, *, strict: bool) -> Findings:
    """Look at the webhook's address as Telegram would, without its secret."""
    parts = urlsplit(url)
    if strict and parts.scheme != "https":
        yield _bad(
            "WEBHOOK_URL is no https address", "Telegram takes no other; deploy/Caddyfile gets a certificate"
        )
        return
    port = parts.port or PORTS[0]
    if strict and port not in PORTS:
        yield _bad(f"WEBHOOK_URL has port {port}", f"Telegram takes {', '.join(map(str, PORTS))} alone")
        return
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as http,
            http.post(url, data=b"{}", allow_redirects=False) as answer,
        ):
            status = answer.status
    except aiohttp.ClientConnectorCertificateError:
        yield _bad(
            "the certificate of WEBHOOK_URL is not valid", "Telegram refuses it; deploy/Caddyfile gets one"
        )
    except (aiohttp.ClientError, TimeoutError, socket.gaierror, OSError) as error:
        yield _bad(
            f"WEBHOOK_URL does not answer ({type(error).__name__})",
            "its name must lead to this machine, the port must be open, and the proxy must run",
        )
    else:
        if 300 <= status < 400:  # noqa: PLR2004 - redirections
            yield _bad("WEBHOOK_URL is redirected", "Telegram does not follow: set the address it ends at")
        else:
            yield _good(f"WEBHOOK_URL answers (status {status}: nothing is let in without the secret)")
