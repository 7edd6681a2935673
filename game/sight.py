"""What a seat may know: the list of all that leaves a deal. Whatever is not named here stays hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.actions import BLIND, CALL, CUT, DECLINE, PASS, WHIST, Action
from game.cards import suit
from game.payouts import duty
from game.phases import Bidding, CuttingIn, Over, Phase, Playing, Whisting
from game.view import SeatView, Trick, View

if TYPE_CHECKING:
    from game.contract import Contract
    from game.setup import Setup


def see(setup: Setup, phase: Phase, turn: int, seat: int | None, seats: tuple[SeatView, ...]) -> View:
    """Draw up one seat's knowledge, or with none a bystander's; ``seats`` are what :func:`seats_of` gives."""
    layout, contract = phase.layout, phase.contract
    result = phase.result if isinstance(phase, Over) else None
    hand = None if seat is None else layout.hands[seat]
    passed = _passed(phase)
    return View(
        variant=setup.variant,
        rules=setup.rules,
        seat=seat,
        dealer=setup.dealer,
        seats=seats,
        stage=phase.stage,
        round=layout.round,
        turn=turn,
        carried=setup.carried,
        pot=setup.pot(passed) if result is None else result.pot,
        trump=suit(layout.indicator),
        indicator=layout.indicator,
        indicator_taken=layout.indicator_taken,
        dead_indicators=layout.dead_indicators,
        stock=len(layout.stock),
        discards=len(layout.discards),
        reshuffles=len(layout.reshuffles),
        to_act=phase.to_act,
        caller=None if contract is None else contract.caller,
        trick=phase.trick if isinstance(phase, Playing) else None,
        taken=_taken(phase),
        cuts_left=phase.left if isinstance(phase, CuttingIn) else 0,
        # A hand that is gone is not face down.
        hand=None if hand and seat not in layout.looked else hand,
        discarded=() if seat is None else layout.shed[seat],
        legal=() if seat is None else phase.legal(seat),
        result=result,
    )


def _passed(phase: Phase) -> int:
    """Count the rounds passed out; only a deal that was thrown in has its last one among them (rule 8)."""
    thrown_in = isinstance(phase, Over) and phase.contract is None
    return phase.layout.round if thrown_in else phase.layout.round - 1


def _taken(phase: Phase) -> tuple[Trick, ...]:
    return phase.taken if isinstance(phase, Playing | Over) else ()


def seats_of(setup: Setup, phase: Phase) -> tuple[SeatView, ...]:
    """Show what everybody sees of every seat."""
    layout, contract = phase.layout, phase.contract
    added = _passed(phase) * setup.rules.ante
    won = [trick.winner for trick in _taken(phase)]
    waiting = phase.queue if isinstance(phase, Bidding | Whisting) else ()
    seats = []
    for seat, player in enumerate(setup.seats):
        caller = contract is not None and seat == contract.caller
        whister = contract is not None and seat in contract.whisters
        cutter = contract.cutters.index(seat) if contract is not None and seat in contract.cutters else None
        seats.append(
            SeatView(
                player=player,
                looked=seat in layout.looked,
                said=None if seat in waiting else _said(contract, seat),
                caller=caller,
                blind=caller and contract is not None and contract.blind,
                whister=whister,
                cutter=cutter,
                folded=contract is not None
                and not (caller or whister or cutter is not None or seat in waiting),
                cards=len(layout.hands[seat]),
                exchanged=layout.exchanged[seat],
                duty=0 if contract is None else duty(setup.variant, contract, seat),
                tricks=won.count(seat),
                paid=setup.antes[seat] + added,
            )
        )
    return tuple(seats)


def _said(contract: Contract | None, seat: int) -> Action:
    """Tell the last word of a seat that has spoken."""
    if contract is None:
        return PASS
    if seat == contract.caller:
        return BLIND if contract.blind else CALL
    if seat in contract.whisters:
        return WHIST
    if seat in contract.cutters:
        return CUT
    return DECLINE if seat in contract.declined else PASS
