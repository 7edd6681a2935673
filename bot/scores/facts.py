"""What a finished deal adds to the tallies beside money, small enough to stand in the ledger for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from game.view import Outcome

if TYPE_CHECKING:
    from game.deal import Deal
    from game.view import Result, SeatView


class Part(Struct, frozen=True, array_like=True):
    """What one player did in a deal. Money as decimal text: it may outgrow 64 bits."""

    player: str
    role: str = ""
    """``c`` called, ``b`` called blind, ``w`` whisted, ``x`` cut in; empty: none of these."""
    kept: bool = False
    """The duty of that role was met (rule 16); a caller whom nobody opposed has met it too."""
    prize: str = "0"
    """Taken from the pot."""
    penalty: str = "0"


class Facts(Struct, frozen=True, array_like=True):
    """A deal as the tallies see it."""

    outcome: str
    """A value of :class:`game.view.Outcome`."""
    pot: str
    """What it left for the next."""
    parts: tuple[Part, ...]


def facts_of(deal: Deal) -> Facts:
    """Pick them out of a deal that is over; raises :class:`ValueError` for one that runs."""
    view = deal.view(None)
    result = view.result
    if result is None:
        raise ValueError("the deal is not over")
    parts = tuple(_part(number, seat, result) for number, seat in enumerate(view.seats))
    return Facts(result.outcome.value, str(result.pot), parts)


def _part(number: int, seat: SeatView, result: Result) -> Part:
    kept = result.outcome is Outcome.UNOPPOSED or result.tricks[number] >= seat.duty
    role = _role(seat)
    return Part(
        seat.player,
        role,
        bool(role) and kept,
        str(result.net[number] + seat.paid + result.penalties[number]),
        str(result.penalties[number]),
    )


def _role(seat: SeatView) -> str:
    if seat.caller:
        return "b" if seat.blind else "c"
    if seat.whister:
        return "w"
    return "" if seat.cutter is None else "x"
