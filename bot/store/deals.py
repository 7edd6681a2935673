"""The records of finished deals, written by the commit that ends one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import keys

if TYPE_CHECKING:
    from bot.store.connection import Connection


class Deals:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def latest(self, group: int, count: int = 1, *, skip: int = 0) -> list[str]:
        """Read records, as JSON, the newest first."""
        texts = await self._connection.read("LRANGE", keys.deals(group), -count - skip, -1 - skip)
        return list(reversed(texts))

    async def part(self, group: int, after: int, count: int) -> list[str]:
        """Read records in the order in which the deals ended, from the one that follows the first ``after``."""
        return list(await self._connection.read("LRANGE", keys.deals(group), after, after + count - 1))

    async def reword(self, group: int, record: str, reworded: str) -> None:
        """Put another text in the place of a record, wherever that is by now."""
        await self._connection.run("reword", (keys.deals(group),), record, reworded)

    async def count(self, group: int) -> int:
        """How many there are; none is ever dropped."""
        return int(await self._connection.read("LLEN", keys.deals(group)))
