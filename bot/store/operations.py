"""What the operator has arranged, and what is known of the data as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.settings import SettingsError
from bot.store import keys
from bot.store.errors import StoreBroken
from bot.tables.state import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.store.connection import Connection

FRESH: Final = 2_000
"""Milliseconds for which a process believes what it has read of the maintenance mode."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What checking the ledgers has come to."""

    at: int
    """Unix milliseconds; 0: it has never been done."""
    faults: int


class Operations:
    def __init__(self, connection: Connection, clock: Callable[[], int]) -> None:
        self._connection = connection
        self._clock = clock
        self._maintenance = (0, False)

    async def maintenance(self) -> bool:
        """Whether no new deals begin; up to two seconds old."""
        read_at, on = self._maintenance
        if not read_at <= self._clock() < read_at + FRESH:
            on = await self._field("maintenance") is not None
            self._maintenance = (self._clock(), on)
        return on

    async def set_maintenance(self, *, on: bool) -> None:
        await self._write(maintenance=str(self._clock()) if on else "")
        self._maintenance = (0, False)

    async def audit(self) -> Audit:
        """Give the last audit of the ledgers."""
        return Audit(int(await self._field("audit at") or 0), int(await self._field("audit faults") or 0))

    async def audited(self, faults: int) -> None:
        """Note that the ledgers have been checked just now, for whoever watches."""
        await self._write(**{"audit at": str(self._clock()), "audit faults": str(faults)})

    async def clock_ahead(self) -> float:
        """How many seconds the clock of Redis is ahead of the bot's, give or take the way there; of several the worst."""
        before = self._clock()
        times = await self._connection.everywhere("TIME")
        middle = (before + self._clock()) / 2
        ahead = [int(seconds) + int(micros) / 1e6 - middle / 1000 for seconds, micros in times]
        return max(ahead, key=abs)

    async def last_clock(self) -> int:
        """Give what a bot's clock was when one last noted it, Unix milliseconds; 0: never."""
        return int(await self._field("clock") or 0)

    async def note_clock(self) -> None:
        await self._write(clock=str(self._clock()))

    async def check_schema(self) -> None:
        """Raise :class:`SettingsError` for data that a newer version has written; note that this one writes it now."""
        kept = int(await self._field("schema") or 0)
        if kept > SCHEMA:
            raise SettingsError(
                f"the data was written by a newer version of the bot (schema {kept}, this one knows {SCHEMA}):"
                " update the bot"
            )
        if kept < SCHEMA:
            await self._write(schema=str(SCHEMA))

    async def _field(self, name: str) -> str | None:
        value = await self._connection.read("HGET", keys.OPERATIONS, name)
        if value is not None and not isinstance(value, str):
            raise StoreBroken(f"{keys.OPERATIONS} is not the bot's")
        return value

    async def _write(self, **fields: str) -> None:
        await self._connection.write(keys.OPERATIONS, fields)
