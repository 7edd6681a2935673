"""Rounds of bidding, until somebody calls or the cards are thrown in (rules 5 to 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.actions import BLIND, CALL, LOOK, PASS, Action, Blind, Call, Look, Pass
from game.contract import Contract
from game.errors import GameError, IllegalCall, NotYourTurn, WrongPhase
from game.events import AnteAdded, Called, Event, IndicatorTurned, Looked, Passed
from game.phases.over import Over, end
from game.phases.whisting import Whisting
from game.setup import Setup, clockwise
from game.view import Stage

if TYPE_CHECKING:
    from game.layout import Layout


@dataclass(frozen=True, slots=True)
class Bidding:
    """Nobody has called yet."""

    stage: ClassVar[Stage] = Stage.BIDDING
    contract: ClassVar[None] = None

    layout: Layout
    queue: tuple[int, ...]
    """The seats that have not passed in this round, the one asked first."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.queue[:1]

    def legal(self, seat: int) -> tuple[Look | Call | Blind | Pass, ...]:
        looked = seat in self.layout.looked
        if seat == self.queue[0]:
            return (PASS, CALL) if looked else (LOOK, PASS, BLIND)
        return () if looked else (LOOK,)

    def step(
        self, setup: Setup, seat: int, action: Look | Call | Blind | Pass
    ) -> tuple[Bidding | Whisting | Over, tuple[Event, ...]]:
        match action:
            case Look():
                return Bidding(self.layout.look((seat,)), self.queue), (Looked(seat),)
            case Pass():
                return self._passed(setup, seat)
            case Call() | Blind():
                blind = isinstance(action, Blind)
                others = clockwise(len(setup.seats), seat)[:-1]
                called = Whisting(self.layout, Contract(seat, blind, self.layout.round), others)
                return called, (Called(seat, blind),)

    def _passed(self, setup: Setup, seat: int) -> tuple[Bidding | Over, tuple[Event, ...]]:
        queue, layout = self.queue[1:], self.layout
        if queue:
            return Bidding(layout, queue), (Passed(seat),)
        added = AnteAdded(setup.rules.ante)
        if layout.round == setup.variant.rounds:
            over, ended = end(setup, layout, None)
            return over, (Passed(seat), added, ended)
        layout = layout.next_indicator()
        turned = IndicatorTurned(layout.indicator, layout.round)
        return Bidding(layout, setup.order), (Passed(seat), added, turned)

    def refusal(self, seat: int, action: Action) -> GameError:
        match action:
            case Look():
                return WrongPhase("the hand is turned up already (rule 5)")
            case Call() | Blind() | Pass() if seat != self.queue[0]:
                return NotYourTurn("another player is to bid (rule 6)")
            case Call():
                return IllegalCall("an open call needs a look at the hand first (rule 6)")
            case Blind():
                return IllegalCall("only who has not looked may call blind (rule 6)")
            case _:
                return WrongPhase("in bidding one calls or passes, nothing else (rule 6)")
