"""The bookings that move money. Every one sums to zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.scores.bookkeeping import (
    CORRECT,
    DEAL,
    DIVIDE,
    LEAVE,
    SETTLE,
    TAKE,
    account,
    table_account,
    waiting_account,
)
from bot.store.bookings import Booking
from bot.tables.state import Book

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.scores.facts import Facts
    from bot.scores.seasons import Transfer
    from bot.tables.state import Table


def taken(table: Table, book: Book, amount: int, at: int) -> tuple[Booking, ...]:
    """Move the waiting pot to the table."""
    moves = ((waiting_account(table.game), -amount), (table_account(table.thread, table.number), amount))
    return _booked(table, book, TAKE, moves, at)


def left(table: Table, book: Book, amount: int, at: int) -> tuple[Booking, ...]:
    """Move the table's pot to the group."""
    moves = ((table_account(table.thread, table.number), -amount), (waiting_account(table.game), amount))
    return _booked(table, book, LEAVE, moves, at)


def dealt(table: Table, net: dict[str, int], pot_change: int, facts: Facts, at: int) -> tuple[Booking, ...]:
    """Book what a deal brought each player, and what it left in the pot; also where that is nothing: it was played."""
    moves = (
        *((account(player), amount) for player, amount in net.items()),
        (table_account(table.thread, table.number), pot_change),
    )
    booking = Booking(
        book=table.book,
        kind=DEAL,
        postings=moves,
        game=table.game,
        table=table.number,
        deal=table.deal_number,
        at=at,
        facts=facts,
    )
    return (booking,)


def _booked(
    table: Table, book: Book, kind: str, moves: tuple[tuple[str, int], ...], at: int
) -> tuple[Booking, ...]:
    if not any(amount for _, amount in moves):
        return ()
    return (
        Booking(
            book=book,
            kind=kind,
            postings=moves,
            game=table.game,
            table=table.number,
            deal=table.deal_number,
            at=at,
        ),
    )


def divided(book: Book, game: str, shares: dict[str, int], at: int) -> Booking:
    """Move the waiting pot to the players."""
    moves = tuple((account(player), share) for player, share in shares.items())
    postings = ((waiting_account(game), -sum(shares.values())), *moves)
    return Booking(book=book, kind=DIVIDE, postings=postings, game=game, at=at)


def settled(transfers: Iterable[Transfer], by: str, at: int) -> Booking:
    """Book payments that people have made to each other outside the bot: in pairs, the payer's first."""
    postings: list[tuple[str, int]] = []
    for transfer in transfers:
        amount = int(transfer.amount)
        postings += [(account(transfer.payer), amount), (account(transfer.payee), -amount)]
    return Booking(book=Book.PEOPLE, kind=SETTLE, postings=tuple(postings), game="", at=at, by=by)


def corrected(changes: Mapping[str, int], by: str, reason: str, at: int) -> Booking:
    """Book what an admin found wrong, by player."""
    postings = tuple((account(player), change) for player, change in changes.items())
    return Booking(book=Book.PEOPLE, kind=CORRECT, postings=postings, game="", at=at, by=by, reason=reason)
