"""Sitting down and standing up, computers included, and who can be reached."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.tables.clock import armed
from bot.tables.closing import closed
from bot.tables.commands import (
    AddComputer,
    Back,
    Forget,
    Left,
    Person,
    Reachable,
    Remove,
    Rename,
    Sit,
    Stand,
    Unreachable,
)
from bot.tables.deals import deal_of, seat_of, without_name
from bot.tables.decision import Context, Decision, Reason, Refusal, Reply, Said
from bot.tables.places import (
    check_room,
    check_runs,
    handed_over,
    heard,
    here_again,
    may_run,
    opened,
    people,
    renamed,
    seat_for,
    stood_up,
    with_seat,
)
from bot.tables.state import Ending, Phase, Seat, Table

COMPUTER_NAMES: Final = (
    "jack",
    "queen",
    "king",
    "ace",
    "ten",
    "nine",
    "eight",
    "seven",
    "six",
    "five",
    "four",
    "three",
    "two",
)
"""Words that the screens translate."""


def computer_seats(number: int) -> tuple[Seat, ...]:
    """Make the first computer players of a table."""
    return tuple(
        Seat(f"c{place}", name, computer=True) for place, name in enumerate(COMPUTER_NAMES[:number], start=1)
    )


def sit(table: Table | None, command: Sit, context: Context) -> Decision:
    table = heard(opened(table, command.number), command.by, context.now)
    player = command.by.id
    seat = table.seat(player)
    running = table.phase is Phase.DEAL
    if seat is None:
        check_room(table)
        table = replace(table, seats=(*table.seats, seat_for(command.by)))
        return Decision(table, Reply(Said.SEATED_NEXT if running else Said.SEATED))
    if seat.leaving:
        check_room(table)
        table = with_seat(table, player, leaving=False)
    table = rearmed(here_again(table, player), context)
    return Decision(table, Reply(Said.SEATED if seat.leaving else Said.SEATED_ALREADY))


def stand(table: Table | None, command: Stand, context: Context) -> Decision:
    table = heard(opened(table, command.number), command.by, context.now)
    if table.seat(command.by.id) is None:
        raise Refusal(Reason.NOT_SEATED)
    return _gone(table, command.by.id, context, Reply(Said.STOOD), Reply(Said.STANDS_AFTER))


def remove(table: Table | None, command: Remove, context: Context) -> Decision:
    table = opened(table, command.number)
    check_runs(table, command.by.id, admin=command.admin)
    player = command.player
    if table.seat(player) is None:
        raise Refusal(Reason.NOT_AT_TABLE)
    now, later = Reply(Said.REMOVED, player=player), Reply(Said.REMOVED_AFTER, player=player)
    return _gone(heard(table, command.by, context.now), player, context, now, later)


def left(table: Table | None, command: Left, context: Context) -> Decision:
    if table is None or table.phase is Phase.CLOSED:
        return Decision(table, Reply(Said.NOTHING))
    if table.seat(command.player) is None:
        return Decision(handed_over(table, command.player), Reply(Said.NOTHING))
    return _gone(table, command.player, context, Reply(Said.STOOD), Reply(Said.STANDS_AFTER))


def _gone(table: Table, player: str, context: Context, now: Reply, later: Reply) -> Decision:
    """Stand up, or when the deal in which they sit is over; with the last person a table that has played closes."""
    deal = deal_of(table) if table.phase is Phase.DEAL else None
    if deal is not None and seat_of(deal, player) is not None:
        table = handed_over(with_seat(table, player, leaving=True), player)
        return Decision(armed(table, deal, context, fresh=False), later)
    table = handed_over(stood_up(table, player), player)
    if table.phase is Phase.PAYOUT and not people(table):
        return closed(table, Ending.EMPTY, context, now)
    return Decision(table, now)


def add_computer(table: Table | None, command: AddComputer, context: Context) -> Decision:
    table = heard(opened(table, command.number), command.by, context.now)
    runs = may_run(table, command.by.id, admin=command.admin)
    if table.seat(command.by.id) is None and not runs:
        raise Refusal(Reason.NOT_SEATED)
    if not table.rules.computers:
        raise Refusal(Reason.COMPUTERS_OFF)
    check_room(table)
    ids, names = ({getattr(seat, of) for seat in table.seats} for of in ("player", "name"))
    player = next(f"c{n}" for n in range(1, len(ids) + 2) if f"c{n}" not in ids)
    name = next((name for name in COMPUTER_NAMES if name not in names), COMPUTER_NAMES[0])
    table = replace(table, seats=(*table.seats, Seat(player, name, computer=True)))
    return Decision(table, Reply(Said.COMPUTER_ADDED, player=player))


def back(table: Table | None, command: Back, context: Context) -> Decision:
    table = heard(opened(table, command.number), command.by, context.now)
    seat = table.seat(command.by.id)
    if seat is None:
        raise Refusal(Reason.NOT_SEATED)
    if seat.leaving:
        raise Refusal(Reason.STOOD_UP)
    return Decision(rearmed(here_again(table, command.by.id), context), Reply(Said.BACK))


def reach(table: Table | None, command: Unreachable | Reachable, context: Context) -> Decision:
    if table is None or table.phase is Phase.CLOSED:
        return Decision(table, Reply(Said.NOTHING))
    table = with_seat(table, command.player, unreachable=isinstance(command, Unreachable))
    return Decision(rearmed(table, context), Reply(Said.NOTHING))


def rename(table: Table | None, command: Rename, _context: Context) -> Decision:
    return Decision(None if table is None else renamed(table, command.by), Reply(Said.NOTHING))


def forget(table: Table | None, command: Forget, context: Context) -> Decision:
    decision = left(table, Left(command.player), context)
    after = decision.table
    if after is None:
        return decision
    after = renamed(after, Person(command.player, ""))
    if after.deal is not None and after.phase is not Phase.DEAL:
        after = replace(after, deal=without_name(after.deal, command.player))
    if after.feat is not None and after.feat.player == command.player:
        after = replace(after, feat=replace(after.feat, name=""))
    return replace(decision, table=after)


def rearmed(table: Table, context: Context) -> Table:
    """Set the clocks anew where somebody in the running deal came or went."""
    deal = deal_of(table) if table.phase is Phase.DEAL else None
    return table if deal is None else armed(table, deal, context, fresh=False)
