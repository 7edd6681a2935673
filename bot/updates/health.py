"""Whether the bot does its work."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from bot.store import StoreBroken, StoreUnavailable

if TYPE_CHECKING:
    from bot.store import Store

LATE: Final = 60_000
"""Milliseconds that a wake-up may be overdue."""


class Health(Enum):
    WELL = "ok"
    NO_STORE = "Redis does not answer"
    LATE = "wake-ups are late"


async def health(store: Store) -> Health:
    try:
        await store.ping()
        due = await store.wakeups.next_due()
    except (StoreUnavailable, StoreBroken):
        return Health.NO_STORE
    return Health.LATE if due is not None and store.clock() - due > LATE else Health.WELL
