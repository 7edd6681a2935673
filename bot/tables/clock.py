"""When something happens at a table by itself, and what is then done for whoever did nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from bot.tables.commands import ComputerMove, Freshen, Idle, NextDeal, TimeUp
from bot.tables.deals import deal_of
from bot.tables.state import Phase, Seat, Table
from game.actions import DECLINE, DRAW_TRUMP, PASS, Action, Discard, Exchange, Play
from game.cards import Card, rank, suit
from game.errors import WrongPhase

if TYPE_CHECKING:
    from bot.tables.decision import Context
    from game.deal import Deal
    from game.view import View

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
IDLE_AFTER: Final = 20 * MINUTE
IDLE_NOTICE: Final = 5 * MINUTE
STALE_AFTER: Final = 60 * MINUTE
LONGEST_TURN: Final = 90 * SECOND
"""More than a computer may think; a turn that has longer, and longer than the turn clock, is of a clock since put back."""
OUTAGE: Final = 15 * SECOND
"""A turn found run out longer ago than this ran out while the bot was down."""


def present(seat: Seat) -> bool:
    """Whether a person sits there who decides for themselves."""
    return not (seat.computer or seat.away or seat.leaving or seat.unreachable)


def deciding(table: Table, deal: Deal) -> tuple[list[int], list[int]]:
    """List the seats of the deal that are asked: those of people who are present, and all others."""
    people: list[int] = []
    others: list[int] = []
    for place in deal.to_act:
        seat = table.seat(deal.seats[place])
        (people if seat is not None and present(seat) else others).append(place)
    return people, others


def armed(table: Table, deal: Deal, context: Context, *, fresh: bool) -> Table:
    """Set the clocks of the running turn; a ``fresh`` question starts them, otherwise those that run go on."""
    people, others = deciding(table, deal)
    deadline = computer_at = None
    if not table.paused:
        if people and table.rules.clock is not None:
            running = None if fresh else table.deadline
            deadline = context.now + table.rules.clock * SECOND if running is None else running
        if others:
            running = None if fresh else table.computer_at
            computer_at = context.now + context.computer_delay if running is None else running
    return replace(table, deadline=deadline, computer_at=computer_at)


def harmless(view: View) -> Action:
    """Choose for a seat that is asked and does not answer: what binds it least and gives least away.

    It passes, keeps its cards, does not cut in, takes the trump it has a right to, and plays or discards its lowest card.
    """
    legal = view.legal
    for action in (PASS, Exchange(()), DECLINE, DRAW_TRUMP):
        if action in legal:
            return action
    cards = [action for action in legal if isinstance(action, Play | Discard)]
    if not cards:
        raise WrongPhase("this seat is not asked")
    return min(cards, key=lambda action: _worth(action.card, view.trump))


def _worth(card: Card, trump: int) -> tuple[bool, int, int]:
    return suit(card) == trump, rank(card), suit(card)


def between_deals(table: Table) -> bool:
    return table.phase in (Phase.LOBBY, Phase.PAYOUT)


def wake_at(table: Table | None) -> int | None:
    """When the table next does something by itself, in Unix milliseconds."""
    if table is None or table.paused or table.phase is Phase.CLOSED:
        return None
    times = [table.deadline, table.computer_at, table.next_deal_at]
    if between_deals(table):
        times.append(idle_at(table))
    return min((time for time in times if time is not None), default=None)


def idle_at(table: Table) -> int:
    """When an untouched table is warned, and after that when it closes; not while its next deal is still to come."""
    if table.closes_at is not None:
        return table.closes_at
    return max(table.touched + IDLE_AFTER, table.next_deal_at or 0)


def due(table: Table | None, now: int) -> TimeUp | ComputerMove | NextDeal | Idle | Freshen | None:
    """Find what the table's own times say is to be done now, the earliest first."""
    moment = wake_at(table)
    if table is None or moment is None:
        return None
    if moment > now:
        return Freshen(table.number) if _put_back(table, moment, now) else None
    if moment == table.next_deal_at:
        return NextDeal(table.number, table.deal_number)
    deal = deal_of(table)
    if table.phase is not Phase.DEAL or deal is None:
        return Idle(table.number)
    if moment == table.computer_at:
        return ComputerMove(table.number, table.deal_number, deal.turn)
    down = now - moment > OUTAGE
    return Freshen(table.number) if down else TimeUp(table.number, table.deal_number, deal.turn)


def _put_back(table: Table, moment: int, now: int) -> bool:
    """Whether the table's times are of a clock that has been put back since, and would come too late."""
    if table.phase is Phase.DEAL:
        return moment - now > LONGEST_TURN + (table.rules.clock or 0) * SECOND
    pause = (table.rules.next_deal or 0) * SECOND
    next_deal_at = now if table.next_deal_at is None else table.next_deal_at
    return table.touched - now > LONGEST_TURN or next_deal_at - now > LONGEST_TURN + pause
