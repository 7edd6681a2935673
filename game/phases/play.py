"""The tricks (rule 15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.actions import PLAYS, Action, Play
from game.cards import suit
from game.errors import GameError, IllegalCard, NotYourTurn, WrongPhase
from game.events import Event, Played, TrickTaken
from game.phases.over import Over, end
from game.tricks import legal_cards, winner
from game.view import Stage, Trick

if TYPE_CHECKING:
    from game.contract import Contract
    from game.layout import Layout
    from game.setup import Setup


@dataclass(frozen=True, slots=True)
class Playing:
    """Somebody is to play a card."""

    stage: ClassVar[Stage] = Stage.PLAY

    layout: Layout
    contract: Contract
    trick: Trick
    """The one on the table."""
    taken: tuple[Trick, ...]
    queue: tuple[int, ...]
    """Those who have not played to the trick, the one asked first."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.queue[:1]

    def legal(self, seat: int) -> tuple[Play, ...]:
        if seat != self.queue[0]:
            return ()
        hand = self.layout.hands[seat]
        return tuple([PLAYS[card] for card in legal_cards(hand, self._led, self._trump)])

    @property
    def _led(self) -> int | None:
        plays = self.trick.plays
        return suit(plays[0][1]) if plays else None

    @property
    def _trump(self) -> int:
        return suit(self.layout.indicator)

    def step(self, setup: Setup, seat: int, action: Play) -> tuple[Playing | Over, tuple[Event, ...]]:
        layout = self.layout.play(seat, action.card)
        plays = (*self.trick.plays, (seat, action.card))
        holder = winner(plays, self._trump)
        trick = Trick(self.trick.leader, plays, holder)
        played = Played(seat, action.card)
        queue = self.queue[1:]
        if queue:
            return Playing(layout, self.contract, trick, self.taken, queue), (played,)
        taken = (*self.taken, trick)
        won = TrickTaken(holder, len(taken))
        if layout.hands[seat]:
            return _led_by(layout, self.contract, taken, holder), (played, won)
        over, ended = end(setup, layout, self.contract, taken)
        return over, (played, won, ended)

    def refusal(self, seat: int, action: Action) -> GameError:
        if not isinstance(action, Play):
            return WrongPhase("now cards are played, nothing else (rule 15)")
        if seat != self.queue[0]:
            return NotYourTurn("another player is to play a card (rule 15)")
        hand = self.layout.hands[seat]
        if action.card not in hand:
            return IllegalCard("one plays a card from one's own hand (rule 15)")
        if any(suit(card) == self._led for card in hand):
            return IllegalCard("follow suit (rule 15)")
        return IllegalCard("who cannot follow suit must trump (rule 15)")


def playing(layout: Layout, contract: Contract) -> Playing:
    """Begin with a lead of the first cutter, or of the caller where there is none."""
    return _led_by(layout, contract, (), contract.cutters[0] if contract.cutters else contract.caller)


def _led_by(layout: Layout, contract: Contract, taken: tuple[Trick, ...], leader: int) -> Playing:
    players = sorted(contract.players)
    place = players.index(leader)
    return Playing(layout, contract, Trick(leader, (), None), taken, (*players[place:], *players[:place]))
