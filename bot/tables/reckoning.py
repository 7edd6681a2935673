"""Settling accounts, and corrections: bookings that no table makes. Money among people only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.scores.bookkeeping import lies_on_table, player_of
from bot.scores.settlement import owed, transfers
from bot.scores.tally import BOTH, NOTHING, Period
from bot.store.tables import Committed, Repeated
from bot.tables import accounts
from bot.tables.decision import Reason, Refusal
from bot.tables.state import Book, TableKey

if TYPE_CHECKING:
    from bot.scores.scorebook import Scorebook
    from bot.scores.seasons import Transfer
    from bot.store.store import Store

BOOK: Final = Book.PEOPLE


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who would pay whom, the books standing as they do."""

    season: int
    seq: int
    """Of the last entry it was worked out from: any further one makes it void."""
    owing: dict[str, int]
    """What each player is owed, or owes below zero, their share of waiting pots included."""
    transfers: tuple[Transfer, ...]
    pots: int
    """What waits in pots and is counted as its last players'."""
    names: dict[str, str]

    @property
    def concerned(self) -> frozenset[str]:
        return frozenset(player for one in self.transfers for player in (one.payer, one.payee))

    @property
    def mark(self) -> str:
        """By which a button says what it agrees to."""
        return f"{self.season}.{self.seq}"


async def proposal(store: Store, group: int) -> Proposal:
    """Work out who pays whom. Raises :class:`Refusal`: an open table holds money, or nobody owes anything."""
    seq, balances = await store.ledger.statement(group, BOOK)
    pots = (await store.tables.load(TableKey(group, 0))).pots
    book = await store.scores.read(group, BOOK)
    if any(amount for account, amount in balances.items() if lies_on_table(account)):
        raise Refusal(Reason.POT_ON_TABLE)
    people = {player: amount for account, amount in balances.items() if (player := player_of(account))}
    waiting = [(int(pot.amount), pot.players) for (of, _), pot in sorted(pots.items(), key=str) if of is BOOK]
    if sum(people.values()) + sum(amount for amount, _ in waiting):
        raise Refusal(Reason.SCORE_MOVED)  # a booking came between the two reads
    owing = owed(people, waiting)
    payments = transfers(owing)
    if not payments:
        raise Refusal(Reason.NOTHING_TO_SETTLE)
    return Proposal(
        book.course.season.number,
        seq,
        owing,
        payments,
        sum(amount for amount, _ in waiting),
        dict(book.names),
    )


async def agree(store: Store, group: int, mark: str, who: str) -> tuple[Proposal, frozenset[str]]:
    """Note that one of those concerned agrees; gives all who have.

    Raises :class:`Refusal` for a proposal that is out of date, and for who neither pays nor is paid.
    """
    wanted = await proposal(store, group)
    if wanted.mark != mark:
        raise Refusal(Reason.SCORE_MOVED)
    if who not in wanted.concerned:
        raise Refusal(Reason.NOT_CONCERNED)
    return wanted, await store.scores.agree(group, BOOK, mark, who) & wanted.concerned


async def settle(store: Store, group: int, mark: str, by: str, update_id: int | None) -> Proposal:
    """Book the payments and begin a new season, once. Raises :class:`Refusal` for a proposal that is out of date."""
    wanted = await proposal(store, group)
    if wanted.mark != mark:
        raise Refusal(Reason.SCORE_MOVED)
    booking = accounts.settled(wanted.transfers, by, store.clock())
    match await store.ledger.post(group, (booking,), update_id=update_id, seq=wanted.seq):
        case Committed() | Repeated():
            return wanted
        case _:
            raise Refusal(Reason.SCORE_MOVED)


def spread(amount: int, gains: str, others: list[str]) -> dict[str, int]:
    """Give somebody an amount, from all the others alike; the first of them give a unit more where it does not divide."""
    share, rest = divmod(amount, len(others))
    changes = {other: -(share + (place < rest)) for place, other in enumerate(others)}
    return {gains: amount} | {player: change for player, change in changes.items() if change}


def players_of_season(book: Scorebook) -> list[str]:
    """Who has played in the season that runs, or at all where nobody has yet."""
    everybody = sorted(book.standings.ever)
    played = [one for one in everybody if book.tally(BOTH, one, Period.SEASON) != NOTHING]
    return played or everybody


async def correct(
    store: Store, group: int, changes: dict[str, int], by: str, reason: str, update_id: int | None
) -> None:
    """Book a correction, by player, summing to zero."""
    booking = accounts.corrected(changes, by, reason, store.clock())
    await store.ledger.post(group, (booking,), update_id=update_id)
