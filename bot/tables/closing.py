"""Closing a table, and what becomes of its pots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.tables import accounts
from bot.tables.clock import IDLE_NOTICE, between_deals, idle_at
from bot.tables.decision import Context, Decision, Reason, Refusal, Reply, Said, Waiting
from bot.tables.places import check_runs, heard, opened, pot_of, stale, waits_for
from bot.tables.state import Book, Ending, Phase, Pot, Table
from game.table import Pot as GamePot

if TYPE_CHECKING:
    from bot.store.bookings import Booking
    from bot.tables.commands import Close, Divide, Idle


def close(table: Table | None, command: Close, context: Context) -> Decision:
    table = opened(table, command.number)
    if not stale(table, context.now):
        check_runs(table, command.by.id, admin=command.admin)
    running = table.phase is Phase.DEAL
    if running and not command.force:
        raise Refusal(Reason.DEAL_RUNNING)
    table = heard(table, command.by, context.now)
    return closed(table, Ending.FORCED if running else Ending.ASKED, context, Reply(Said.CLOSED))


def idle(table: Table | None, command: Idle, context: Context) -> Decision:
    if table is None or table.number != command.number or table.paused or not between_deals(table):
        return Decision(table, Reply(Said.VOID))
    if context.now < idle_at(table):
        return Decision(table, Reply(Said.VOID))
    if table.closes_at is None:
        return Decision(replace(table, closes_at=context.now + IDLE_NOTICE), Reply(Said.WARNED))
    return closed(table, Ending.IDLE, context, Reply(Said.CLOSED))


def closed(table: Table, ending: Ending, context: Context, reply: Reply) -> Decision:
    """Leave the pots to the group. A running deal never was: the pots are still as they lay before it."""
    bookings: list[Booking] = []
    waiting: dict[tuple[Book, str], Pot] = {}
    for book in table.took:
        pot = pot_of(table, book)
        bookings += accounts.left(table, book, int(pot.amount), context.now)
        waiting[book, table.game] = _joined(pot, context.waiting.get((book, table.game)))
    running = table.phase is Phase.DEAL
    table = replace(
        table,
        phase=Phase.CLOSED,
        ending=ending,
        deal=None if running else table.deal,
        names=() if running else table.names,
        people_pot=Pot(),
        computer_pot=Pot(),
        took=(),
        seed="",
        cuts=(),
        marks=(),
        deadline=None,
        computer_at=None,
        next_deal_at=None,
        closes_at=None,
        waits=waits_for(table.game, {**context.waiting, **waiting}),
    )
    return Decision(table, reply, tuple(bookings), waiting)


def _joined(pot: Pot, waiting: Pot | None) -> Pot:
    """Put the table's pot to what waits in the group already, from another topic.

    Who has paid the next ante is as after the last deal of each player (rule 3).
    """
    if waiting is None:
        return pot
    earlier, later = sorted((waiting, pot), key=lambda one: one.since)
    still = (player for player in earlier.prepaid if player not in later.players)
    return replace(
        later,
        amount=str(int(pot.amount) + int(waiting.amount)),
        prepaid=tuple(sorted({*later.prepaid, *still})),
    )


def divide(table: Table | None, command: Divide, context: Context) -> Decision:
    waits = (command.book, command.game)
    pot = context.waiting.get(waits, Pot())
    if not command.admin and command.by.id not in pot.players:
        raise Refusal(Reason.NOT_OWNER)
    if table is not None and table.phase is not Phase.CLOSED and table.game == command.game:
        raise Refusal(Reason.TABLE_OPEN)
    shares, rest = GamePot(int(pot.amount), frozenset(pot.prepaid), pot.players).divide()
    if not any(shares.values()):
        raise Refusal(Reason.NOTHING_TO_DIVIDE)
    booking = accounts.divided(command.book, command.game, shares, context.now)
    left: Waiting = {waits: replace(pot, amount=str(rest.amount), prepaid=())}
    if table is not None and table.phase is Phase.CLOSED and table.game == command.game:
        table = replace(table, waits=waits_for(table.game, {**context.waiting, **left}))
    reply = Reply(Said.DIVIDED, shares=tuple(shares.items()), rest=rest.amount)
    return Decision(table, reply, (booking,), left)
