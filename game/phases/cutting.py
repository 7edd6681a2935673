"""Who passed in whisting may still cut in (rule 13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from game.actions import CUT, DECLINE, DISCARDS, DRAW_STOCK, DRAW_TRUMP, Action, Cut, Decline, Discard, Draw
from game.errors import GameError, IllegalCard, NotYourTurn, WrongPhase
from game.events import CutIn, CuttingOpened, Declined, Discarded, Drew, Event, IndicatorTaken, Reshuffled
from game.phases.over import Over, end
from game.phases.play import Playing, playing
from game.view import Stage

if TYPE_CHECKING:
    from game.contract import Contract
    from game.layout import Layout
    from game.setup import Setup


@dataclass(frozen=True, slots=True)
class CuttingIn:
    """All who passed are asked at once."""

    stage: ClassVar[Stage] = Stage.CUTTING

    layout: Layout
    contract: Contract
    asked: tuple[int, ...]
    """Those who have not answered."""
    most: int
    """How many may cut in, counted when the question was put."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.asked

    @property
    def left(self) -> int:
        """How many may still cut in."""
        return self.most - len(self.contract.cutters)

    def legal(self, seat: int) -> tuple[Cut | Decline, ...]:
        return (CUT, DECLINE) if seat in self.asked else ()

    def step(
        self, setup: Setup, seat: int, action: Cut | Decline
    ) -> tuple[CuttingIn | AfterCutting, tuple[Event, ...]]:
        said: Event
        if isinstance(action, Cut):
            contract, said = self.contract.cut(seat), CutIn(seat)
        else:
            contract, said = self.contract.decline(seat), Declined(seat)
        asked = tuple([other for other in self.asked if other != seat])
        if asked and len(contract.cutters) < self.most:
            return CuttingIn(self.layout, contract, asked, self.most), (said,)
        phase, events = _closed(setup, self.layout, contract)
        return phase, (said, *events)

    def refusal(self, seat: int, action: Action) -> GameError:
        if not isinstance(action, Cut | Decline):
            return WrongPhase("now those who passed cut in or decline, nothing else (rule 13)")
        if seat in self.contract.cutters or seat in self.contract.declined:
            return NotYourTurn("nothing said can be taken back (rule 13)")
        return NotYourTurn("only who passed in whisting may cut in (rule 13)")


@dataclass(frozen=True, slots=True)
class CutDraw:
    """The first cutter takes the indicator, or leaves it."""

    stage: ClassVar[Stage] = Stage.CUT_DRAW

    layout: Layout
    contract: Contract

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.contract.cutters[:1]

    def legal(self, seat: int) -> tuple[Draw, ...]:
        return (DRAW_TRUMP, DRAW_STOCK) if seat == self.contract.cutters[0] else ()

    def step(self, setup: Setup, seat: int, action: Draw) -> tuple[CutDiscard, tuple[Event, ...]]:
        if not action.trump:
            return _drawn(setup, self.layout, self.contract, self.contract.cutters)
        layout = self.layout.take_indicator(seat)
        phase, events = _drawn(setup, layout, self.contract, self.contract.cutters)
        return phase, (IndicatorTaken(seat), *events)

    def refusal(self, seat: int, action: Action) -> GameError:
        if isinstance(action, Draw) and seat != self.contract.cutters[0]:
            return NotYourTurn("the indicator is for who cut in first (rule 13)")
        return WrongPhase("first the cutter takes the indicator or leaves it (rule 13)")


@dataclass(frozen=True, slots=True)
class CutDiscard:
    """A cutter has drawn and holds one card too many."""

    stage: ClassVar[Stage] = Stage.CUT_DISCARD

    layout: Layout
    contract: Contract
    queue: tuple[int, ...]
    """The cutters who have not discarded, the one asked first."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.queue[:1]

    def legal(self, seat: int) -> tuple[Discard, ...]:
        if seat != self.queue[0]:
            return ()
        return tuple([DISCARDS[card] for card in self.layout.hands[seat]])

    def step(
        self, setup: Setup, seat: int, action: Discard
    ) -> tuple[CutDiscard | Playing, tuple[Event, ...]]:
        layout = self.layout.discard(seat, action.card)
        queue = self.queue[1:]
        if not queue:
            return playing(layout, self.contract), (Discarded(seat),)
        phase, events = _drawn(setup, layout, self.contract, queue)
        return phase, (Discarded(seat), *events)

    def refusal(self, seat: int, action: Action) -> GameError:
        if not isinstance(action, Discard):
            return WrongPhase("first the cutter discards one card (rule 13)")
        if seat != self.queue[0]:
            return NotYourTurn("only the cutter who has drawn discards now (rule 13)")
        return IllegalCard("a cutter discards one of the cards held (rule 13)")


AfterCutting: TypeAlias = CutDraw | CutDiscard | Playing | Over


def cutting(
    setup: Setup, layout: Layout, contract: Contract
) -> tuple[CuttingIn | AfterCutting, tuple[Event, ...]]:
    """Put the question, where there is somebody to ask and a card to draw."""
    players = contract.players
    asked = tuple([seat for seat in setup.order if seat not in players])
    most = (len(layout.stock) + len(layout.discards)) // (setup.variant.hand_size + 1)
    if asked and most:
        return CuttingIn(layout, contract, asked, most), (CuttingOpened(asked, most),)
    return _closed(setup, layout, contract)


def _closed(setup: Setup, layout: Layout, contract: Contract) -> tuple[AfterCutting, tuple[Event, ...]]:
    if contract.cutters:
        if layout.indicator_taken:
            return _drawn(setup, layout, contract, contract.cutters)
        return CutDraw(layout, contract), ()
    if contract.whisters:
        return playing(layout, contract), ()
    over, ended = end(setup, layout, contract)
    return over, (ended,)


def _drawn(
    setup: Setup, layout: Layout, contract: Contract, queue: tuple[int, ...]
) -> tuple[CutDiscard, tuple[Event, ...]]:
    """Let the first of these cutters draw up to one card too many; an indicator taken up counts."""
    seat = queue[0]
    number = setup.variant.hand_size + 1 - len(layout.hands[seat])
    drawn = layout.draw(seat, number, setup.chance).look((seat,))
    events: tuple[Event, ...] = (Drew(seat, number),)
    if len(drawn.reshuffles) > len(layout.reshuffles):
        events = (Reshuffled(len(drawn.reshuffles[-1])), *events)
    return CutDiscard(drawn, contract, queue), events
