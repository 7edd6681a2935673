"""What is done in a deal, by those who play it, for those who do not, and by computers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from bot.tables.clock import SECOND, armed, between_deals, deciding, harmless
from bot.tables.dealing import ended
from bot.tables.deals import Dealt, deal_of, read, seat_of
from bot.tables.decision import Context, Decision, Reason, Refusal, Reply, Said
from bot.tables.places import heard, here_again, with_seat
from bot.tables.state import Phase, Table
from game.actions import LOOK, Action, Exchange
from game.cards import parse, text
from game.errors import IllegalCard, WrongPhase
from game.players import POLICIES

if TYPE_CHECKING:
    from bot.tables.commands import Act, ComputerMove, ExchangeMarked, Freshen, Mark, TimeUp
    from game.deal import Deal
    from game.events import Event

MISSED_MOST: Final = 2
"""Turns missed in a row that make a player away."""


def act(table: Table | None, command: Act, context: Context) -> Decision:
    table, dealt, place = _at_turn(table, command, any_turn=command.action == LOOK)
    return _own(table, dealt, place, command, command.action, context)


def exchange_marked(table: Table | None, command: ExchangeMarked, context: Context) -> Decision:
    table, dealt, place = _at_turn(table, command)
    cards = sorted(map(parse, dict(table.marks).get(command.by.id, ())))
    return _own(table, dealt, place, command, Exchange(tuple(cards)), context)


def mark(table: Table | None, command: Mark, context: Context) -> Decision:
    """Turn the mark of a card on or off; raises :class:`WrongPhase`, :class:`IllegalCard` or :class:`Refusal`."""
    table, dealt, place = _at_turn(table, command)
    exchanges = [action.cards for action in dealt.deal.legal(place) if isinstance(action, Exchange)]
    if not exchanges:
        raise WrongPhase("no cards are exchanged now")
    player, card = command.by.id, text(command.card)
    if (command.card,) not in exchanges and len(exchanges) > 1:
        raise IllegalCard("one exchanges cards from one's own hand (rule 11)")
    marks = dict(table.marks)
    chosen = marks.get(player, ())
    if card in chosen:
        chosen = tuple(other for other in chosen if other != card)
    else:
        most = max(map(len, exchanges))
        if len(chosen) >= most:
            raise Refusal(Reason.TOO_MANY_MARKED, limit=most)
        chosen = (*chosen, card)
    marks[player] = chosen
    table = replace(table, marks=tuple((who, cards) for who, cards in marks.items() if cards))
    table = here_again(heard(table, command.by, context.now), player)
    return Decision(armed(table, dealt.deal, context, fresh=False), Reply(Said.MARKED, marked=len(chosen)))


def _at_turn(
    table: Table | None, command: Act | Mark | ExchangeMarked, *, any_turn: bool = False
) -> tuple[Table, Dealt, int]:
    """Find the deal that the button was made for, and the seat of who pressed it; raises :class:`Refusal`."""
    if table is None or table.number != command.number or table.deal is None or table.phase is not Phase.DEAL:
        raise Refusal(Reason.STALE)
    dealt = read(table.deal)
    place = seat_of(dealt.deal, command.by.id)
    seat = table.seat(command.by.id)
    if place is None or seat is None:
        raise Refusal(Reason.NOT_SEATED if seat is None else Reason.NOT_DEALT_IN)
    if table.deal_number != command.deal or (dealt.deal.turn != command.turn and not any_turn):
        raise Refusal(Reason.STALE)
    if seat.leaving:
        raise Refusal(Reason.STOOD_UP)
    return table, dealt, place


def _own(
    table: Table, dealt: Dealt, place: int, command: Act | ExchangeMarked, action: Action, context: Context
) -> Decision:
    deal, events = dealt.deal.apply(place, action)
    table = here_again(heard(table, command.by, context.now), command.by.id)
    reply = Reply(Said.LOOKED if action == LOOK else Said.MOVED, events=events)
    return _proceed(table, dealt, dealt.after(deal), context, reply)


def _proceed(table: Table, before: Dealt, after: Dealt, context: Context, reply: Reply) -> Decision:
    """Keep the deal as it is now, and put its next question, or end it."""
    if after.deal.over:
        return ended(table, after, context, reply)
    fresh = after.deal.turn != before.deal.turn
    table = replace(table, deal=after.text(), marks=() if fresh else table.marks)
    return Decision(armed(table, after.deal, context, fresh=fresh), reply)


def _running(table: Table | None, command: TimeUp | ComputerMove) -> tuple[Table, Dealt] | None:
    """Find the table and deal that a timer was set for; none where they have moved on."""
    if table is None or table.phase is not Phase.DEAL or table.deal is None or table.paused:
        return None
    dealt = read(table.deal)
    set_for = (command.number, command.deal, command.turn)
    return (table, dealt) if set_for == (table.number, table.deal_number, dealt.deal.turn) else None


def time_up(table: Table | None, command: TimeUp, context: Context) -> Decision:
    """Choose for everybody who was asked and did not answer."""
    running = _running(table, command)
    if running is None or running[0].deadline is None or context.now < running[0].deadline:
        return Decision(table, Reply(Said.VOID))
    table, before = running
    deal = before.deal
    events: tuple[Event, ...] = ()
    for place in deciding(table, deal)[0]:
        deal, more = deal.apply(place, harmless(deal.view(place)))
        events += more
        table = _missed(table, deal.seats[place])
    return _proceed(table, before, before.after(deal), context, Reply(Said.MOVED, events=events))


def _missed(table: Table, player: str) -> Table:
    seat = table.seat(player)
    missed = 1 if seat is None else seat.missed + 1
    return with_seat(table, player, missed=missed, away=missed >= MISSED_MOST)


def computer_move(table: Table | None, command: ComputerMove, context: Context) -> Decision:
    """Decide for one seat that does not itself: a computer, or somebody who is not there."""
    running = _running(table, command)
    if running is None or running[0].computer_at is None or context.now < running[0].computer_at:
        return Decision(table, Reply(Said.VOID))
    table, before = running
    places = deciding(table, before.deal)[1]
    if not places:
        return Decision(table, Reply(Said.VOID))
    deal, events = _decided(table, before.deal, places[0], context)
    table = replace(table, computer_at=None)
    return _proceed(table, before, before.after(deal), context, Reply(Said.MOVED, events=events))


def _decided(table: Table, deal: Deal, place: int, context: Context) -> tuple[Deal, tuple[Event, ...]]:
    """One decision; a computer's look at its cards is none by itself."""
    seat = table.seat(deal.seats[place])
    if seat is None or not seat.computer:
        return deal.apply(place, harmless(deal.view(place)))
    player = POLICIES[table.rules.strength](int.from_bytes(context.seed[:8]))
    happened: tuple[Event, ...] = ()
    while True:
        action = player.decide(deal.view(place))
        deal, events = deal.apply(place, action)
        happened += events
        if action != LOOK:
            return deal, happened


def freshen(table: Table | None, command: Freshen, context: Context) -> Decision:
    if table is None or table.number != command.number or table.phase is Phase.CLOSED:
        return Decision(table, Reply(Said.VOID))
    if between_deals(table):
        return Decision(_no_later(table, context.now), Reply(Said.NOTHING))
    deal = deal_of(table)
    if deal is None:
        return Decision(table, Reply(Said.VOID))
    return Decision(
        armed(replace(table, deadline=None, computer_at=None), deal, context, fresh=False),
        Reply(Said.NOTHING),
    )


def _no_later(table: Table, now: int) -> Table:
    """With times between deals that are not further off than they can be."""
    pause = (table.rules.next_deal or 0) * SECOND
    next_deal_at = None if table.next_deal_at is None else min(table.next_deal_at, now + pause)
    return replace(table, touched=min(table.touched, now), closes_at=None, next_deal_at=next_deal_at)
