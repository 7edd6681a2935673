"""The blind caller's discard and the exchange (rules 10 to 12)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from game.actions import DISCARDS, Action, Discard, Exchange
from game.errors import GameError, IllegalCard, NotYourTurn, WrongPhase
from game.events import Discarded, Event, Exchanged, Reshuffled
from game.phases.cutting import AfterCutting, CuttingIn, cutting
from game.view import Stage

if TYPE_CHECKING:
    from game.cards import Card
    from game.contract import Contract
    from game.layout import Layout
    from game.setup import Setup


@dataclass(frozen=True, slots=True)
class BlindDiscard:
    """The blind caller has taken the indicator and holds one card too many (rule 10)."""

    stage: ClassVar[Stage] = Stage.BLIND_DISCARD

    layout: Layout
    contract: Contract

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.contract.caller,)

    def legal(self, seat: int) -> tuple[Discard, ...]:
        if seat != self.contract.caller:
            return ()
        return tuple([DISCARDS[card] for card in self.layout.hands[seat]])

    def step(self, setup: Setup, seat: int, action: Discard) -> tuple[Exchanging, tuple[Event, ...]]:
        layout = self.layout.discard(seat, action.card)
        return exchanging(setup, layout, self.contract), (Discarded(seat),)

    def refusal(self, seat: int, action: Action) -> GameError:
        if not isinstance(action, Discard):
            return WrongPhase("first the blind caller discards one card (rule 10)")
        if seat != self.contract.caller:
            return NotYourTurn("only the blind caller discards now (rule 10)")
        return IllegalCard("the blind caller discards one of the cards held (rule 10)")


@dataclass(frozen=True, slots=True)
class Exchanging:
    """The caller and the whisters exchange, one after another (rule 11)."""

    stage: ClassVar[Stage] = Stage.EXCHANGE

    layout: Layout
    contract: Contract
    queue: tuple[int, ...]
    """Those who have not exchanged, the one asked first."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.queue[:1]

    def legal(self, seat: int) -> tuple[Exchange, ...]:
        if seat != self.queue[0]:
            return ()
        hand = self.layout.hands[seat]
        return _exchanges(hand, min(len(hand), self._available))

    @property
    def _available(self) -> int:
        return len(self.layout.stock) + len(self.layout.discards)

    def step(
        self, setup: Setup, seat: int, action: Exchange
    ) -> tuple[Exchanging | CuttingIn | AfterCutting, tuple[Event, ...]]:
        layout = self.layout.exchange(seat, action.cards, setup.chance)
        events: tuple[Event, ...] = (Exchanged(seat, len(action.cards)),)
        if len(layout.reshuffles) > len(self.layout.reshuffles):
            events = (Reshuffled(len(layout.reshuffles[-1])), *events)
        queue = self.queue[1:]
        if queue:
            return Exchanging(layout, self.contract, queue), events
        phase, more = cutting(setup, layout, self.contract)
        return phase, events + more

    def refusal(self, seat: int, action: Action) -> GameError:
        if not isinstance(action, Exchange):
            return WrongPhase("now cards are exchanged, nothing else (rule 11)")
        if seat != self.queue[0]:
            return NotYourTurn("another player is to exchange cards (rule 11)")
        if len(action.cards) > self._available:
            return IllegalCard("stock and discards together hold fewer cards than that (rule 12)")
        return IllegalCard(
            "one exchanges cards from one's own hand, each once and in ascending order (rule 11)"
        )


def exchanging(setup: Setup, layout: Layout, contract: Contract) -> Exchanging:
    players = contract.players
    return Exchanging(layout, contract, tuple([seat for seat in setup.order if seat in players]))


@lru_cache(maxsize=512)
def _exchanges(hand: tuple[Card, ...], most: int) -> tuple[Exchange, ...]:
    """Every way to exchange up to so many cards of this hand."""
    return tuple([Exchange(cards) for number in range(most + 1) for cards in combinations(hand, number)])
