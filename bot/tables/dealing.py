"""The beginning of a deal, and the one way in which it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.scores.facts import facts_of
from bot.tables import accounts
from bot.tables.clock import SECOND, armed, present
from bot.tables.closing import closed
from bot.tables.deals import Dealt
from bot.tables.decision import Context, Decision, Reason, Refusal, Reply, Said, Waiting
from bot.tables.places import (
    game_table,
    heard,
    here_again,
    may_run,
    opened,
    people,
    pot_of,
    staying,
    with_pot,
)
from bot.tables.state import Book, Ending, Phase, Pot, Starter, Table
from game.errors import DealRunning
from game.rules import FEWEST_SEATS
from game.shuffle import Shuffle

if TYPE_CHECKING:
    from bot.store.bookings import Booking
    from bot.tables.commands import NextDeal, StartDeal
    from game.deal import Deal


def start(table: Table | None, command: StartDeal, context: Context) -> Decision:
    table = opened(table, command.number)
    if table.phase is Phase.DEAL:
        raise Refusal(Reason.DEAL_RUNNING)
    if context.maintenance:
        raise Refusal(Reason.MAINTENANCE)
    player = command.by.id
    if not may_run(table, player, admin=command.admin):
        if table.seat(player) is None:
            raise Refusal(Reason.NOT_SEATED)
        if table.phase is Phase.LOBBY and table.rules.starter is not Starter.SEATED:
            raise Refusal(Reason.NOT_OWNER)
    table = here_again(heard(table, command.by, context.now), player)
    if len(table.seats) < FEWEST_SEATS:
        raise Refusal(Reason.TOO_FEW, limit=FEWEST_SEATS)
    if not people(table):
        raise Refusal(Reason.NO_PERSON)
    return _dealt(table, context)


def next_deal(table: Table | None, command: NextDeal, context: Context) -> Decision:
    """By itself, while at least one person is there to play it."""
    if (
        table is None
        or (table.number, table.deal_number) != (command.number, command.deal)
        or table.next_deal_at is None
        or context.now < table.next_deal_at
    ):
        return Decision(table, Reply(Said.VOID))
    if context.maintenance or len(table.seats) < FEWEST_SEATS or not any(map(present, table.seats)):
        return Decision(replace(table, next_deal_at=None), Reply(Said.NOTHING))
    return _dealt(table, context)


def _dealt(table: Table, context: Context) -> Decision:
    book = Book.COMPUTERS if any(seat.computer for seat in table.seats) else Book.PEOPLE
    table, bookings, waiting = _with_waiting_pot(table, book, context)
    shuffle = Shuffle(bytes.fromhex(table.seed), table.cuts)
    players = tuple(seat.player for seat in table.seats)
    deal = game_table(table, players, pot_of(table, book)).deal(shuffle)
    table = replace(
        table,
        phase=Phase.DEAL,
        book=book,
        dealer=deal.seats[deal.dealer],
        deal_number=table.deal_number + 1,
        deal=Dealt(deal, shuffle).text(),
        names=tuple((seat.player, seat.name) for seat in table.seats),
        seed="",
        cuts=(),
        marks=(),
        next_deal_at=None,
        closes_at=None,
    )
    return Decision(armed(table, deal, context, fresh=True), Reply(Said.DEALT), bookings, waiting)


def _with_waiting_pot(
    table: Table, book: Book, context: Context
) -> tuple[Table, tuple[Booking, ...], Waiting]:
    """Take over the pot that the group's last table of this game left, once a table."""
    if book in table.took:
        return table, (), {}
    table = replace(table, took=(*table.took, book))
    pot = context.waiting.get((book, table.game))
    if pot is None:
        return table, (), {}
    bookings = accounts.taken(table, book, int(pot.amount), context.now)
    return with_pot(table, book, pot), bookings, {(book, table.game): Pot()}


def ended(table: Table, dealt: Dealt, context: Context, reply: Reply) -> Decision:
    """Book what the deal brought, keep its record, let those who wanted stand up, and make ready for the next.

    Raises :class:`DealRunning` for a deal that is not over.
    """
    deal = dealt.deal
    if deal.result is None:
        raise DealRunning("the deal is not over")
    net = dict(zip(deal.seats, deal.result.net, strict=True))
    pot_change = deal.result.pot - deal.setup.carried
    bookings = accounts.dealt(table, net, pot_change, facts_of(deal), context.now)
    record = dealt.text(_particulars(table, context))
    table = replace(_after(table, deal, context), deal=record)
    if not people(table):
        last = closed(table, Ending.EMPTY, context, reply)
        return replace(last, bookings=(*bookings, *last.bookings), archive=record)
    return Decision(table, reply, bookings, archive=record)


def _after(table: Table, deal: Deal, context: Context) -> Table:
    """Between deals again: late-comers sit behind those who stayed."""
    after = game_table(table, deal.seats, pot_of(table, table.book)).after(deal)
    pot = Pot(
        str(after.pot.amount), tuple(sorted(after.pot.prepaid)), after.pot.players, context.now // SECOND
    )
    for seat in table.seats:
        if seat.leaving:
            after = after.stand(seat.player)
    pause = table.rules.next_deal
    return replace(
        with_pot(table, table.book, pot),
        phase=Phase.PAYOUT,
        seats=staying(table),
        next_dealer=after.next_dealer,
        seed=context.seed.hex(),
        marks=(),
        deadline=None,
        computer_at=None,
        next_deal_at=None if pause is None or table.paused else context.now + pause * SECOND,
        touched=context.now,
    )


def _particulars(table: Table, context: Context) -> dict[str, object]:
    """Give what stands in the record of a finished deal beside the deal itself."""
    return {
        "names": dict(table.names),
        "thread": table.thread,
        "table": table.number,
        "number": table.deal_number,
        "time": context.now // SECOND,
        "book": table.book.value,
        "forced": False,
    }
