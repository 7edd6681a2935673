"""A bot as a process of its own that tests can stack: the same seed for every pack, and a clock that can be moved.

Everything else is the bot as it is. It is forked from a process in which all modules are loaded, so that it can be killed
and started again a hundred times.
"""

from __future__ import annotations

import asyncio
import os
import sys
from hashlib import sha256
from pathlib import Path

from bot.app import serve
from bot.logs import set_up_logs
from bot.settings import SettingsError, read_settings
from bot.store.store import wall_clock
from bot.updates.polling import CannotReceive
from bot.updates.stopping import stop_on_signals


def run(environment: dict[str, str], folder: str, seed: str | None) -> None:
    """Be the bot. In the folder: ``log`` is what it says, ``clock`` the seconds that its clock is ahead."""
    os.chdir(folder)
    os.environ.update(environment)
    log = os.open("log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    sys.exit(asyncio.run(_serve(Path(folder) / "clock", seed)))


async def _serve(clock: Path, seed: str | None) -> int:
    settings = read_settings()
    set_up_logs(settings)

    def now() -> int:
        return wall_clock() + round(1000 * float(clock.read_text() or "0"))

    def seeds(count: int) -> bytes:
        return os.urandom(count) if seed is None else sha256(seed.encode()).digest()[:count]

    status = 0
    with stop_on_signals() as stop:
        try:
            await serve(settings, stop, now, seeds)
        except* (SettingsError, CannotReceive) as errors:
            sys.stderr.write(f"{errors.exceptions[0]}\n")
            status = 1
    return status
