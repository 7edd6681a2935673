"""After the call everybody else whists or folds (rule 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.actions import LOOK, PASS, WHIST, Action, Look, Pass, Whist
from game.errors import GameError, NotYourTurn, WrongPhase
from game.events import Event, IndicatorTaken, Looked, Passed, Whisted
from game.phases.exchange import BlindDiscard, Exchanging, exchanging
from game.view import Stage

if TYPE_CHECKING:
    from game.contract import Contract
    from game.layout import Layout
    from game.setup import Setup


@dataclass(frozen=True, slots=True)
class Whisting:
    """Somebody has called; not everybody else has answered."""

    stage: ClassVar[Stage] = Stage.WHISTING

    layout: Layout
    contract: Contract
    queue: tuple[int, ...]
    """The seats that have not answered, the one asked first."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.queue[:1]

    def legal(self, seat: int) -> tuple[Look | Pass | Whist, ...]:
        looks = () if seat in self.layout.looked or not self.layout.hands[seat] else (LOOK,)
        return (*looks, PASS, WHIST) if seat == self.queue[0] else looks

    def step(
        self, setup: Setup, seat: int, action: Look | Pass | Whist
    ) -> tuple[Whisting | BlindDiscard | Exchanging, tuple[Event, ...]]:
        layout, contract = self.layout, self.contract
        if isinstance(action, Look):
            return Whisting(layout.look((seat,)), contract, self.queue), (Looked(seat),)
        said: Event
        if isinstance(action, Pass):
            layout, said = layout.fold(seat), Passed(seat)
        else:
            contract, said = contract.whisted(seat), Whisted(seat)
        queue = self.queue[1:]
        if queue:
            return Whisting(layout, contract, queue), (said,)
        caller = contract.caller
        layout = layout.look(contract.players)
        if contract.blind:
            return BlindDiscard(layout.take_indicator(caller), contract), (said, IndicatorTaken(caller))
        return exchanging(setup, layout, contract), (said,)

    def refusal(self, seat: int, action: Action) -> GameError:
        match action:
            case Look() if not self.layout.hands[seat]:
                return WrongPhase("a passed hand is not seen any more (rule 9)")
            case Look():
                return WrongPhase("the hand is turned up already (rule 5)")
            case Pass() | Whist() if seat == self.contract.caller:
                return NotYourTurn("the caller does not whist (rule 9)")
            case Pass() | Whist() if seat not in self.queue:
                return NotYourTurn("nothing said can be taken back (rule 9)")
            case Pass() | Whist():
                return NotYourTurn("another player is to answer the call (rule 9)")
            case _:
                return WrongPhase("after a call one whists or passes, nothing else (rule 9)")
