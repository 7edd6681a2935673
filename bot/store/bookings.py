"""Money moving between accounts of a group."""

from __future__ import annotations

from msgspec import Struct

from bot.scores.facts import Facts  # noqa: TC001 - msgspec reads the types of fields
from bot.tables.state import Book  # noqa: TC001 - msgspec reads the types of fields


class Booking(Struct, frozen=True):
    """One event of money, whose postings sum to zero; raises :class:`ValueError` when they do not."""

    book: Book
    kind: str
    """``deal``, ``take``, ``leave``, ``divide`` and the like."""
    postings: tuple[tuple[str, int], ...]
    """Account and change in whole units. Accounts: ``p:<id>``, ``c:<n>``, ``pot:<game>``, ``table:<thread>:<number>``."""
    game: str
    at: int
    """Unix milliseconds."""
    table: int | None = None
    """Its number."""
    deal: int | None = None
    """Its number at the table."""
    facts: Facts | None = None
    """Of a deal: what the tallies count beside money."""
    by: str = ""
    """Who asked for it, a Telegram id as text, where somebody did."""
    reason: str = ""
    """In the words of whoever asked for it."""

    @property
    def changes(self) -> tuple[tuple[str, int], ...]:
        return self.postings

    def __post_init__(self) -> None:
        if sum(change for _, change in self.postings):
            raise ValueError(f"the postings of a booking {self.kind!r} do not sum to zero")


class Entry(Struct, frozen=True, omit_defaults=True):
    """A booking as it stands in the ledger for ever."""

    seq: int
    """1, 2, 3 in each book of a group."""
    at: int
    book: Book
    kind: str
    game: str
    thread: int | None
    table: int | None
    deal: int | None
    postings: tuple[tuple[str, str], ...]
    """Changes as decimal text: they may outgrow 64 bits."""
    facts: Facts | None = None
    by: str = ""
    reason: str = ""

    @property
    def changes(self) -> tuple[tuple[str, int], ...]:
        return tuple((account, int(change)) for account, change in self.postings)


def enter(booking: Booking, seq: int, thread: int | None) -> Entry:
    """Write the booking down as the ``seq``-th entry of its book."""
    return Entry(
        seq=seq,
        at=booking.at,
        book=booking.book,
        kind=booking.kind,
        game=booking.game,
        thread=thread,
        table=booking.table,
        deal=booking.deal,
        postings=tuple((account, str(change)) for account, change in booking.postings),
        facts=booking.facts,
        by=booking.by,
        reason=booking.reason,
    )
