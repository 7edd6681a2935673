"""Bookings turned into what is written: ledger entries, and the balances that they leave."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec.json import encode

from bot.scores.bookkeeping import lies_on_table
from bot.store import keys
from bot.store.bookings import Booking, enter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.store.connection import Connection
    from bot.tables.state import Book


@dataclass(frozen=True, slots=True)
class Sheet:
    """The bookings of one change in one book, and the accounts they touch as they stood before."""

    seq: int = 0
    """Of the last entry before."""
    balances: Mapping[str, int] = field(default_factory=dict)
    bookings: tuple[Booking, ...] = ()

    def pages(self, thread: int | None) -> list[str]:
        """Arguments of the script ``commit``."""
        if not self.bookings:
            return ["", "", "0", "0"]
        after = dict(self.balances)
        for booking in self.bookings:
            for account, change in booking.postings:
                after[account] += change
        entries = [
            encode(enter(booking, self.seq + 1 + number, thread)).decode()
            for number, booking in enumerate(self.bookings)
        ]
        amounts = [
            text
            for account, amount in after.items()
            for text in (account, str(amount) if has_balance(account, amount) else "")
        ]
        return [
            str(self.seq),
            str(self.seq + len(entries)),
            str(len(entries)),
            *entries,
            str(len(after)),
            *amounts,
        ]


def has_balance(account: str, amount: int) -> bool:
    """Whether the amount is kept. Tables come and go without end: one without money keeps no balance."""
    return bool(amount) or not lies_on_table(account)


async def read_sheets(connection: Connection, group: int, bookings: tuple[Booking, ...]) -> dict[Book, Sheet]:
    """Read where the books stand that are booked into; 1 round trip for each."""
    sheets = {}
    for book in {booking.book: None for booking in bookings}:
        mine = tuple(booking for booking in bookings if booking.book is book)
        accounts = list(dict.fromkeys(account for booking in mine for account, _ in booking.postings))
        seq, *amounts = await connection.read("HMGET", keys.balances(group, book), "seq", *accounts)
        before = {name: int(amount or "0") for name, amount in zip(accounts, amounts, strict=True)}
        sheets[book] = Sheet(int(seq or "0"), before, mine)
    return sheets
