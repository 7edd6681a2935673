"""A bot as small as can be: counts its starts, says so, and waits. Run as a process by test_store_embedded.py."""

from __future__ import annotations

import asyncio
import signal
import sys

from bot.settings import SettingsError, read_settings
from bot.store import open_store


async def run() -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with open_store(read_settings()) as store:
        starts = int((await store.people.get(1)).name or "0") + 1
        await store.people.seen(1, str(starts), None)
        sys.stdout.write(f"{starts}\n")
        sys.stdout.flush()
        await stop.wait()
        await store.people.set_language(1, "flushed")


try:
    asyncio.run(run())
except SettingsError as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(2)
