"""Who sits at a table, who owns it, and who may do what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from bot.tables.clock import STALE_AFTER, present
from bot.tables.decision import Reason, Refusal
from bot.tables.state import Book, CardsIn, Phase, Pot, Seat, Table
from game.rules import VARIANTS, Rules
from game.table import Pot as GamePot
from game.table import Table as GameTable

if TYPE_CHECKING:
    from bot.tables.commands import Person
    from bot.tables.decision import Waiting


def opened(table: Table | None, number: int | None) -> Table:
    """Find the open table that is meant; raises :class:`Refusal`."""
    if table is None or table.phase is Phase.CLOSED:
        raise Refusal(Reason.NO_TABLE if number is None else Reason.STALE)
    if number is not None and number != table.number:
        raise Refusal(Reason.STALE)
    return table


def heard(table: Table, by: Person, now: int) -> Table:
    """Note that a person did something here: the table is not idle, and they go by this name now."""
    return renamed(replace(table, touched=now, closes_at=None), by)


def renamed(table: Table, by: Person) -> Table:
    seat = table.seat(by.id)
    if seat is not None:
        table = with_seat(
            table,
            by.id,
            name=by.name,
            language=by.language or seat.language,
            quiet=seat.quiet if by.quiet is None else by.quiet,
            cards_in=by.cards_in or seat.cards_in,
        )
    if any(player == by.id and name != by.name for player, name in table.names):
        names = tuple((player, by.name if player == by.id else name) for player, name in table.names)
        table = replace(table, names=names)
    return table


def seat_for(by: Person) -> Seat:
    return Seat(by.id, by.name, by.language, quiet=bool(by.quiet), cards_in=by.cards_in or CardsIn.BOTH)


def here_again(table: Table, player: str) -> Table:
    """They decide for themselves: missed turns are forgotten."""
    return with_seat(table, player, missed=0, away=False, unreachable=False)


def with_seat(table: Table, player: str, **changes: Any) -> Table:  # noqa: ANN401 - fields of a seat
    before = table.seat(player)
    if before is None or (after := replace(before, **changes)) == before:
        return table
    return replace(table, seats=tuple([after if seat is before else seat for seat in table.seats]))


def staying(table: Table) -> tuple[Seat, ...]:
    """Those who sit and do not stand up when the deal is over."""
    return tuple(seat for seat in table.seats if not seat.leaving)


def people(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in staying(table) if not seat.computer)


def most_seats(table: Table) -> int:
    return VARIANTS[table.game].most_seats


def check_room(table: Table) -> None:
    if len(staying(table)) >= most_seats(table):
        raise Refusal(Reason.TABLE_FULL, limit=most_seats(table))


def may_run(table: Table, player: str, *, admin: bool) -> bool:
    """Whether they run this table: an admin, its owner, or who sits first while the owner does not sit."""
    if admin or player == table.owner:
        return True
    seated = people(table)
    return table.seat(table.owner) is None and bool(seated) and player == seated[0].player


def check_runs(table: Table, player: str, *, admin: bool) -> None:
    if not may_run(table, player, admin=admin):
        raise Refusal(Reason.NOT_OWNER)


def stale(table: Table, now: int) -> bool:
    """Nothing was done here for so long that anybody may close it; who still has time to think is waited for."""
    thinking = table.deadline is not None and now < table.deadline
    return now - table.touched >= STALE_AFTER and not thinking


def handed_over(table: Table, player: str) -> Table:
    """Where the owner goes, the next person owns the table, rather one who is there."""
    if player != table.owner:
        return table
    others = [seat for seat in people(table) if seat.player != player]
    following = next((seat for seat in others if present(seat)), next(iter(others), None))
    return table if following is None else replace(table, owner=following.player)


def game_table(table: Table, seats: tuple[str, ...], pot: Pot) -> GameTable:
    """Make the rules' own table, for these players."""
    limit = table.rules.penalty_limit
    return GameTable(
        variant=VARIANTS[table.game],
        rules=Rules(table.rules.ante, table.rules.blind_penalty, None if limit is None else int(limit)),
        seats=seats,
        next_dealer=table.next_dealer,
        pot=GamePot(int(pot.amount), frozenset(pot.prepaid), pot.players),
        pack=table.rules.pack,
    )


def stood_up(table: Table, player: str) -> Table:
    """Without that player, who is not in a running deal."""
    players = tuple(seat.player for seat in table.seats)
    after = table.next_dealer
    if table.phase is not Phase.DEAL:
        after = game_table(table, players, Pot()).stand(player).next_dealer
    seats = tuple(seat for seat in table.seats if seat.player != player)
    return replace(table, seats=seats, next_dealer=after)


def pot_of(table: Table, book: Book) -> Pot:
    return table.people_pot if book is Book.PEOPLE else table.computer_pot


def with_pot(table: Table, book: Book, pot: Pot) -> Table:
    if book is Book.PEOPLE:
        return replace(table, people_pot=pot)
    return replace(table, computer_pot=pot)


def waits_for(game: str, waiting: Waiting) -> tuple[tuple[Book, Pot], ...]:
    """Pick out the pots that wait for a table of this game."""
    found = ((book, waiting.get((book, game))) for book in Book)
    return tuple((book, pot) for book, pot in found if pot is not None and int(pot.amount))
