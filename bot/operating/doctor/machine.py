"""The machine and the data: free addresses, room on the disk, and a Redis that keeps what it is told."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from bot.operating.doctor.clocks import differing
from bot.operating.doctor.finding import bad, doubtful, good
from bot.settings import SettingsError, host_and_port
from bot.store import StoreBroken, StoreUnavailable, open_store

if TYPE_CHECKING:
    from bot.operating.doctor.finding import Findings
    from bot.settings import Settings
    from bot.store import Store

ROOM: Final = 500
"""Megabytes free for data."""
LATE: Final = 60.0
"""Seconds that tables may have waited."""


async def addresses(settings: Settings) -> Findings:
    """Whether the bot can listen where it is to."""
    wanted = {"HEALTH_LISTEN": settings.health_listen}
    if settings.webhook_url is not None:
        wanted["WEBHOOK_LISTEN"] = settings.webhook_listen
    for name, listen in wanted.items():
        if listen is None:
            continue
        host, port = host_and_port(listen)
        try:
            server = await asyncio.start_server(lambda _, __: None, host, port)
        except OSError as error:
            reason = os.strerror(error.errno or 0).lower()
            yield bad(f"{name} {listen}: {reason}", "choose another, or stop what listens there")
        else:
            server.close()
            await server.wait_closed()
            yield good(f"{name} {listen} is free")


async def data(settings: Settings) -> Findings:
    if settings.redis_url is None:
        free = _free_megabytes(settings)
        if free is not None and free < ROOM:
            yield doubtful(
                f"DATA_DIR has {free} MB free", f"make room: {ROOM} MB at least; a full disk stops the bot"
            )
    try:
        async with open_store(settings, visit=True) as store:
            where = "REDIS_URL" if settings.redis_url is not None else f"DATA_DIR {settings.data_dir}"
            trusted = settings.durability == "trust"
            if trusted:
                yield doubtful(
                    f"{where} is taken on trust (DURABILITY=trust)",
                    "make sure that it runs with appendonly yes, appendfsync always, maxmemory-policy noeviction",
                )
            else:
                yield good(f"{where} answers, its version will do, and it keeps what it is told")
            async for finding in _kept(store):
                yield finding
    except SettingsError as error:
        yield bad(str(error), _mend_store(settings))
    except (StoreUnavailable, StoreBroken) as error:
        yield bad(f"the store: {error}", "look at Redis and its log")


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
    what = f"the clock of Redis differs by {ahead:+.1f} s"
    if finding := differing(ahead, what, "keep the time on both machines (NTP)"):
        yield finding
    due = await store.wakeups.next_due()
    late = 0.0 if due is None else (store.clock() - due) / 1000
    if late > LATE:
        yield doubtful(f"tables have waited for {late:.0f} s", "as it is while the bot stands; it catches up")
    aside = await store.setaside.count()
    if aside:
        yield doubtful(f"{aside} updates were set aside", "the log says of each why; report what is a fault")
    if await store.operations.maintenance():
        yield doubtful("maintenance is on: no deal begins", "python -m bot maintenance off")
