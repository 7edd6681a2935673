"""Everything of one group, to be written out and read in elsewhere. What can be computed from the rest is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.json import encode

from bot.scores.tally import Period
from bot.store import keys
from bot.store.errors import StoreBroken
from bot.tables.state import Book, TableKey

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from bot.store.connection import Connection
    from bot.tables.state import Table

CHUNK: Final = 500
IMPORT_LIFE: Final = 7 * 24 * 3600 * 1000
"""Milliseconds for which an import that was broken off may be begun anew."""


class Whole:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def groups(self) -> list[int]:
        """Find every group of which anything is kept."""
        found = set()
        for kind in ("g", "led", "deals", "pots", "t"):
            async for key in self._connection.scan(f"{{p*}}:{kind}:*"):
                found.add(int(key.split(":")[2]))
        return sorted(found)

    async def threads(self, group: int) -> list[int]:
        """List where tables have stood."""
        pattern = f"{keys.partition(group)}:t:{group}:*"
        return sorted({int(key.split(":")[3]) async for key in self._connection.scan(pattern)})

    async def stamp(self, group: int) -> list[str]:
        """Give what is different after any change of tables or money."""
        stamps = [str(await self._connection.read("HGET", keys.pots(group), "v"))]
        for thread in await self.threads(group):
            version = await self._connection.read("HGET", keys.table(TableKey(group, thread)), "v")
            stamps.append(f"{thread}:{version}")
        lists = (keys.deals(group), *(keys.entries(group, book) for book in Book))
        return stamps + [str(await self._connection.read("LLEN", name)) for name in lists]

    async def fields(self, name: str) -> dict[str, str]:
        """Read a hash by its key, one of :func:`hashes`."""
        return dict(await self._connection.read("HGETALL", name))

    async def texts(self, name: str) -> AsyncIterator[str]:
        """Read a list by its key, in order."""
        after = 0
        while chunk := await self._connection.read("LRANGE", name, after, after + CHUNK - 1):
            for text in chunk:
                yield text
            after += len(chunk)

    async def clear(self, group: int) -> bool:
        """Make ready to write a group; no where there is one already."""
        known = [keys.table(TableKey(group, thread)) for thread in await self.threads(group)]
        lists = [keys.deals(group), *(keys.entries(group, book) for book in Book)]
        balances = [keys.balances(group, book) for book in Book]
        names = [_mark(group), *hashes(group).values(), *lists, *balances, *known]
        return bool(await self._connection.run("clear", names, IMPORT_LIFE))

    async def put_fields(self, name: str, fields: dict[str, str]) -> None:
        some = list(fields.items())
        for at in range(0, len(some), CHUNK):
            await self._connection.write(name, dict(some[at : at + CHUNK]))

    async def append(self, name: str, after: int, texts: Sequence[str]) -> None:
        """Write texts behind the first ``after`` of a list."""
        if await self._connection.run("append", (name,), after, *texts) != after + len(texts):
            raise StoreBroken("somebody else writes there")

    async def put_table(self, key: TableKey, version: int, table: Table | None) -> None:
        text = "" if table is None else encode(table).decode()
        await self._connection.write(keys.table(key), {"v": str(version), "s": text})

    async def finish(self, group: int) -> None:
        await self._connection.run("forget", (_mark(group),))


def hashes(group: int) -> dict[str, str]:
    """Give the hashes that are kept as they are, by a name for each."""
    return {
        "group": keys.group(group),
        "pots": keys.pots(group),
        "subscribers": keys.subscribers(group),
        **{f"scores:{book.value}": keys.scores(group, book) for book in Book},
        **{f"seasons:{book.value}": keys.seasons(group, book) for book in Book},
        **{
            f"curve:{book.value}:{period.value}": keys.curve(group, book, period)
            for book in Book
            for period in Period
        },
    }


def _mark(group: int) -> str:
    return f"{keys.partition(group)}:import:{group}"
