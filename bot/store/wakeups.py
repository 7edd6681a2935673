"""The one queue of wake-ups: tables that need attention at a moment, under a lease of one process at a time."""

from __future__ import annotations

import asyncio
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from bot.store import keys
from bot.store.groups import read_group
from bot.store.processes import gone, process_name
from bot.store.screens import read_screens, written
from bot.store.tables import read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.store.connection import Connection
    from bot.store.groups import Group
    from bot.store.screens import Shown
    from bot.tables.state import Table, TableKey

LEASE: Final = 15_000
"""Milliseconds; a table whose process has died is due again after that."""
DUE_AGAIN: Final = 2
"""As the script ``settle`` replies."""


class Attended(Struct, frozen=True):
    """A table that is leased to this process, and what showing it needs, all of one moment."""

    taken: str
    """By which call it was leased: another one than before tells that it was not leased all the time."""
    table: Table | None
    version: int
    group: Group
    screens: dict[str, Shown]


class Wakeups:
    """Due times are Unix milliseconds of the bot's clock; leases run by the clock of Redis."""

    def __init__(self, connection: Connection, clock: Callable[[], int]) -> None:
        self._connection = connection
        self._clock = clock
        self._owner = process_name()
        self._taken: dict[TableKey, str] = {}
        """Of the tables in hand here: by which call."""
        self._turn = 0

    async def next_due(self) -> int | None:
        """When a table is due next: past when one is due already; for a leased one, when its lease runs out."""
        _, moment = await self._claim(0, LEASE)
        return moment

    async def claim(self, limit: int, *, lease: int = LEASE) -> tuple[list[TableKey], int | None]:
        """Take up to ``limit`` tables that are due, and tell when one is due next; 1 round trip.

        Who has a table shows it and does what is due, alone; then settles it.
        """
        return await self._claim(limit, lease)

    async def attend(self, key: TableKey, *, lease: int = LEASE) -> Attended | None:
        """Take this table whether it is due or not, or keep it for longer; none while another process has it.

        1 round trip. Raises :class:`bot.store.StoreBroken` for a table that cannot be read.
        """
        tag = keys.partition(key.group)
        names = (keys.due(tag), keys.leases(tag), keys.table(key), keys.group(key.group), keys.screens(key))
        args = (keys.place(key), lease, self._owner, token_hex(4), self._clock())
        reply = await self._connection.run("attend", names, *args)
        if not reply:
            self._taken.pop(key, None)
            return None
        self._taken[key], version, text, group, screens = reply
        return Attended(
            self._taken[key],
            read_table(key, text),
            int(version),
            read_group(key.group, _fields(group)),
            read_screens(key, _fields(screens)),
        )

    async def keep(self, key: TableKey, changes: Mapping[str, Shown | None]) -> bool:
        """Remember what messages show; nothing is written, and False given, where the lease was lost.

        Also where it is held again by now: whoever had it meanwhile may have shown something.
        """
        names = (keys.leases(keys.partition(key.group)), keys.screens(key))
        args = (keys.place(key), self._owner, self._taken.get(key, ""), *written(changes))
        return bool(await self._connection.run("keep", names, *args))

    async def bury(self) -> int:
        """End the leases of processes of this machine that are gone, so nobody waits for them to run out."""
        ended = 0
        tags = keys.partitions()
        for part in [(tag,) for tag in tags] if self._connection.cluster else [tags]:
            leases = [keys.leases(tag) for tag in part]
            for name, flat in zip(leases, await self._connection.run("leases", leases), strict=True):
                for place, lease in _fields(flat).items():
                    if gone(lease.split(" ")[1]):
                        ended += await self._connection.run("bury", (name,), place, lease)
        return ended

    async def settle(
        self,
        key: TableKey,
        version: int,
        wake_at: int | None,
        changes: Mapping[str, Shown | None] | None = None,
    ) -> bool:
        """Give a table back: shown and done as of ``version``, due again at ``wake_at``; ``changes`` are remembered.

        At once where it has changed or was woken meanwhile; then True. Nothing happens when the lease was lost.
        """
        tag = keys.partition(key.group)
        names = (keys.due(tag), keys.leases(tag), keys.table(key), keys.screens(key))
        moment = "" if wake_at is None else wake_at
        taken = self._taken.get(key, "")
        args = (keys.place(key), self._owner, taken, version, moment, *written(changes or {}))
        again = int(await self._connection.run("settle", names, *args)) == DUE_AGAIN
        self._taken.pop(key, None)
        return again

    async def wake(self, key: TableKey) -> None:
        """Make it due at once though the table has not changed, as when somebody can be written to again."""
        due = keys.due(keys.partition(key.group))
        await self._connection.run("wake", (due,), keys.place(key), self._clock())

    async def wake_all(self) -> None:
        """Make every table that has something to do some time due at once, as when all must show something new."""
        for tag in keys.partitions():
            for place in await self._connection.read("ZRANGE", keys.due(tag), 0, -1):
                await self.wake(keys.from_place(place))

    async def standing(self) -> tuple[int, int]:
        """Count the tables that have something to do some time, and those of them that are due or in hand."""
        dues = [keys.due(tag) for tag in keys.partitions()]
        every = await asyncio.gather(*(self._connection.read("ZCARD", due) for due in dues))
        now = self._clock()
        late = await asyncio.gather(*(self._connection.read("ZCOUNT", due, "-inf", now) for due in dues))
        return sum(every), sum(late)

    async def _claim(self, limit: int, lease: int) -> tuple[list[TableKey], int | None]:
        # Another partition comes first each time, so a full one does not starve the others.
        tags = keys.partitions()
        self._turn = (self._turn + 1) % len(tags)
        tags = tags[self._turn :] + tags[: self._turn]
        claimed: list[TableKey] = []
        moments: list[int] = []
        for part in [(tag,) for tag in tags] if self._connection.cluster else [tags]:
            names = [name for tag in part for name in (keys.due(tag), keys.leases(tag))]
            args = (limit - len(claimed), self._clock(), lease, self._owner, token_hex(4))
            places, moment = await self._connection.run("claim", names, *args)
            claimed += [keys.from_place(place) for place in places]
            if moment:
                moments.append(int(moment))
        return claimed, min(moments, default=None)


def _fields(flat: list[str]) -> dict[str, str]:
    return dict(zip(flat[::2], flat[1::2], strict=True))
