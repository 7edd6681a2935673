"""The ledger of a group: entries that only grow, and balances, which are a cache of their sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import DecodeError, ValidationError
from msgspec.json import Decoder

from bot.store import keys
from bot.store.bookings import Booking, Entry
from bot.store.errors import StoreBroken
from bot.store.posting import has_balance
from bot.store.tables import Change, Committed, Conflict, PotKey, Repeated, write
from bot.tables.state import Book, Pot, TableKey

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from bot.store.connection import Connection

CHUNK: Final = 500
_entries: Final = Decoder(Entry)


class Ledger:
    def __init__(self, connection: Connection, clock: Callable[[], int]) -> None:
        self._connection = connection
        self._clock = clock

    async def post(
        self,
        group: int,
        bookings: tuple[Booking, ...],
        *,
        update_id: int | None,
        waiting: Mapping[PotKey, Pot] | None = None,
        pots_version: int | None = None,
        seq: int | None = None,
    ) -> Committed | Conflict | Repeated:
        """Book outside a table, such as a waiting pot divided; all of it or nothing.

        :class:`Conflict` when the waiting pots have changed since ``pots_version`` was loaded, or when there are more entries
        than ``seq``, for bookings that were worked out from the balances after that one.
        """
        change = Change(
            update_id=update_id,
            bookings=bookings,
            waiting=waiting or {},
            pots_version=pots_version,
            seq=seq,
        )
        return await write(self._connection, TableKey(group, 0), change, now=self._clock())

    async def balances(self, group: int, book: Book) -> dict[str, int]:
        """Every account that has ever been booked on, in whole units."""
        return (await self._cached(group, book))[1]

    async def statement(self, group: int, book: Book) -> tuple[int, dict[str, int]]:
        """Read the number of the last entry, and the balances after it."""
        seq, balances, _ = await self._cached(group, book)
        return seq, balances

    async def entries(self, group: int, book: Book, *, after: int = 0, count: int = CHUNK) -> list[Entry]:
        """Entries in order, from the one that follows ``after``."""
        texts = await self._connection.read("LRANGE", keys.entries(group, book), after, after + count - 1)
        try:
            return [_entries.decode(text) for text in texts]
        except (ValidationError, DecodeError) as error:
            raise StoreBroken(f"the ledger of {group} cannot be read after {after}: {error}") from None

    async def latest(self, group: int, book: Book, count: int = 10, *, skip: int = 0) -> list[Entry]:
        """Read the last entries, newest first."""
        texts = await self._connection.read("LRANGE", keys.entries(group, book), -count - skip, -1 - skip)
        return [_entries.decode(text) for text in reversed(texts)]

    async def rebuild(self, group: int, book: Book) -> dict[str, int]:
        """Sum the entries anew, and put that in the place of the cached balances. Waits for a quiet moment."""
        while True:
            summed: dict[str, int] = {}
            seq = 0
            async for entry in self._all(group, book):
                seq += 1
                for account, change in entry.changes:
                    summed[account] = summed.get(account, 0) + change
            summed = {account: amount for account, amount in summed.items() if has_balance(account, amount)}
            amounts = [text for account, amount in summed.items() for text in (account, str(amount))]
            names = (keys.entries(group, book), keys.balances(group, book))
            if await self._connection.run("rebuild", names, str(seq), *amounts):
                return summed

    async def audit(self, group: int, book: Book) -> list[str]:
        """Compare entries, their order and sums, with the cached balances; in words for the operator, empty when all is well."""
        seq, cached, length = await self._cached(group, book)
        faults = [] if length == seq else [f"{length} entries, and balances of {seq}"]
        summed = dict.fromkeys(cached, 0)
        number = 0
        async for entry in self._all(group, book):
            if number == length:
                break  # entered since the balances were read
            number += 1
            if entry.seq != number:
                faults.append(f"entry {number} is numbered {entry.seq}")
            if sum(change for _, change in entry.changes):
                faults.append(f"entry {number} does not sum to zero")
            for account, change in entry.changes:
                summed[account] = summed.get(account, 0) + change
        faults += [
            f"{account} has {cached.get(account, 0)}, and its entries sum to {amount}"
            for account, amount in summed.items()
            if cached.get(account, 0) != amount
        ]
        if sum(cached.values()):
            faults.append("the balances do not sum to zero")
        return faults

    async def _cached(self, group: int, book: Book) -> tuple[int, dict[str, int], int]:
        """Read the number of the last entry, the balances after it, and how many entries there are."""
        names = (keys.balances(group, book), keys.entries(group, book))
        fields, length = await self._connection.run("balances", names)
        amounts = {name: int(text) for name, text in zip(fields[::2], fields[1::2], strict=True)}
        return amounts.pop("seq", 0), amounts, length

    async def _all(self, group: int, book: Book) -> AsyncIterator[Entry]:
        after = 0
        while chunk := await self.entries(group, book, after=after):
            for entry in chunk:
                yield entry
            after += len(chunk)
