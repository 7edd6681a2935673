"""The end of a deal, however it came about (rules 8, 14 and 17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.cards import ACE, rank
from game.errors import GameError, WrongPhase
from game.events import Ended, Event
from game.payouts import settle
from game.view import Outcome, Result, Stage, Trick

if TYPE_CHECKING:
    from game.actions import Action
    from game.contract import Contract
    from game.layout import Layout
    from game.setup import Setup


@dataclass(frozen=True, slots=True)
class Over:
    """Nobody acts any more."""

    stage: ClassVar[Stage] = Stage.OVER

    layout: Layout
    contract: Contract | None
    """None where all passed in the last round (rule 8)."""
    taken: tuple[Trick, ...]
    result: Result

    @property
    def to_act(self) -> tuple[int, ...]:
        return ()

    def legal(self, _seat: int) -> tuple[Action, ...]:
        return ()

    def step(self, _setup: Setup, seat: int, action: Action) -> tuple[Over, tuple[Event, ...]]:
        raise self.refusal(seat, action)

    def refusal(self, _seat: int, _action: Action) -> GameError:
        return WrongPhase("the deal is over")


def end(
    setup: Setup, layout: Layout, contract: Contract | None, taken: tuple[Trick, ...] = ()
) -> tuple[Over, Ended]:
    """Settle the deal: thrown in without a contract, else unopposed or played."""
    tricks = [0] * len(setup.seats)
    for trick in taken:
        if trick.winner is not None:
            tricks[trick.winner] += 1
    if contract is None:
        outcome = Outcome.REDEAL
    else:
        outcome = Outcome.PLAYED if contract.opposed else Outcome.UNOPPOSED
    passed = layout.round if contract is None else layout.round - 1
    settlement = settle(
        setup.variant,
        setup.rules,
        contract,
        tuple(tricks),
        setup.pot(passed),
        ace=rank(layout.indicator) == ACE,
    )
    added = passed * setup.rules.ante
    result = Result(
        outcome=outcome,
        round=layout.round,
        tricks=tuple(tricks),
        penalties=settlement.penalties,
        net=tuple(
            [
                prize - penalty - paid - added
                for prize, penalty, paid in zip(
                    settlement.prizes, settlement.penalties, setup.antes, strict=True
                )
            ]
        ),
        pot=settlement.pot,
    )
    return Over(layout, contract, taken, result), Ended(result)
