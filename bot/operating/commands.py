"""What the operator's commands do to the data of a bot that may be running."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.operating.audit import faults
from bot.operating.exporting import export_group
from bot.operating.importing import import_group
from bot.settings import SettingsError
from bot.store import StoreUnavailable, open_store
from bot.store.operations import FRESH

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.settings import Settings


async def set_maintenance(settings: Settings, *, on: bool) -> str:
    """Let new deals begin or not, and have every open table say so; gives what to tell the operator."""
    try:
        async with open_store(settings, visit=True) as store:
            await store.operations.set_maintenance(on=on)
            # By then every process has heard of it.
            await asyncio.sleep(FRESH / 1000 + 0.1)
            await store.wakeups.wake_all()
            tables, _ = await store.wakeups.standing()
    except StoreUnavailable as error:
        raise SettingsError(str(error)) from None
    mode = "on: running deals are played to their end, no new ones begin" if on else "off: deals begin again"
    return f"maintenance is {mode} (open tables: {tables})"


async def audit(settings: Settings) -> AsyncIterator[str]:
    """Find what is wrong in the data, and note for whoever watches how much that was."""
    async with open_store(settings, visit=True) as store:
        found = 0
        async for fault in faults(store):
            found += 1
            yield fault
        await store.operations.audited(found)


async def export(settings: Settings, group: int) -> AsyncIterator[str]:
    """Write a group out, line by line."""
    async with open_store(settings, visit=True) as store:
        async for line in export_group(store, group):
            yield line


async def take_in(settings: Settings, path: Path) -> str:
    """Read a group in; gives what to tell the operator."""
    async with open_store(settings, visit=True) as store:
        return await import_group(store, path)
