"""The world on disk: one JSON file, replaced as a whole."""

import asyncio
import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter

from bot.sandbox.clock import Clock
from bot.sandbox.posting import recall
from bot.sandbox.telegram import Telegram
from bot.sandbox.updates import Mailbox
from bot.sandbox.webhook import Webhook
from bot.sandbox.world import World

FILE = "sandbox.json"
PAUSE = 0.05
"""Seconds to wait for more changes before writing."""
SHARE = 20.0
"""A large world is written less often: it takes one part in so many of the time."""


@dataclass(slots=True)
class Saved:
    """What outlives a restart."""

    world: World
    mailbox: Mailbox = field(default_factory=Mailbox)
    webhook: Webhook = field(default_factory=Webhook)
    clock_offset: float = 0.0


_SAVED = TypeAdapter(Saved)


def load(folder: Path) -> Telegram | None:
    """Return the saved Telegram, or nothing if there is none. Raises ValueError if the file is damaged."""
    path = folder / FILE
    if not path.exists():
        return None
    saved = _SAVED.validate_json(path.read_bytes())
    telegram = Telegram(saved.world, Clock(saved.clock_offset), saved.mailbox, saved.webhook)
    recall(telegram)
    return telegram


def dump(telegram: Telegram) -> bytes:
    saved = Saved(telegram.world, telegram.mailbox, telegram.webhook, telegram.clock.offset)
    return _SAVED.dump_json(saved)


def save(world: bytes, folder: Path) -> None:
    """Replace the saved world by this one."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        file.write(world)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


async def keep_saved(telegram: Telegram, folder: Path) -> None:
    """Write the world after every change, for ever."""
    took = 0.0
    while True:
        await telegram.changed.wait()
        await asyncio.sleep(max(PAUSE, SHARE * took))
        telegram.changed.clear()
        began = time.monotonic()
        world = dump(telegram)
        took = time.monotonic() - began
        writing = asyncio.ensure_future(asyncio.to_thread(save, world, folder))
        try:
            await asyncio.shield(writing)
        finally:
            # A thread goes on when its task is cancelled; the save at the end must not meet it.
            await writing
