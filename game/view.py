"""What one seat may know of a deal: the only thing that screens and computer players are ever given."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.actions import Action
    from game.cards import Card
    from game.rules import Rules, Variant


class Stage(Enum):
    """The part a deal is in."""

    BIDDING = "bidding"
    WHISTING = "whisting"
    BLIND_DISCARD = "blind discard"
    EXCHANGE = "exchange"
    CUTTING = "cutting"
    CUT_DRAW = "cut draw"
    """The first cutter takes the indicator or leaves it."""
    CUT_DISCARD = "cut discard"
    PLAY = "play"
    OVER = "over"


class Outcome(Enum):
    """How a deal ended."""

    PLAYED = "played"
    UNOPPOSED = "unopposed"
    REDEAL = "redeal"


@dataclass(frozen=True, slots=True)
class Result:
    """What the rules make of a deal that is over; money in whole units, one figure a seat."""

    outcome: Outcome
    round: int
    tricks: tuple[int, ...]
    penalties: tuple[int, ...]
    net: tuple[int, ...]
    pot: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of one seat."""

    player: str
    looked: bool
    """Has turned up the hand, or had it turned up by taking part."""
    said: Action | None
    """The last word of this seat in the running round of bidding, in whisting or in cutting in; a caller keeps the call."""
    caller: bool
    blind: bool
    whister: bool
    cutter: int | None
    """The place, from 0, in the order of cutting in."""
    folded: bool
    """Passed in whisting and did not cut in: no cards, no duty."""
    cards: int
    """How many cards are in hand."""
    exchanged: int | None
    """How many cards were exchanged, once that is done (rule 11)."""
    duty: int
    """Tricks owed (rule 16), 0 for who is not in the game."""
    tricks: int
    paid: int
    """Put into the pot in this deal so far: antes, a prepaid one not included."""


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards to a trick in the order played, the leader's first."""

    leader: int
    plays: tuple[tuple[int, Card], ...]
    winner: int | None
    """Who holds it, so far or for good; none where no card lies."""


@dataclass(frozen=True, slots=True)
class View:
    """One seat's knowledge of a deal; with ``seat`` none, what a bystander knows."""

    variant: Variant
    rules: Rules
    seat: int | None
    dealer: int
    seats: tuple[SeatView, ...]
    stage: Stage
    round: int
    """The round of bidding, from 1."""
    turn: int
    """Counts the questions of the deal: a press that answers another one is stale. A look changes nothing in it, nor does
    one answer of several to the same question."""
    carried: int
    pot: int
    trump: int
    """The suit of the indicator."""
    indicator: Card
    """The card that shows trump, wherever it is by now."""
    indicator_taken: bool
    dead_indicators: tuple[Card, ...]
    """Of the rounds passed out (rule 7)."""
    stock: int
    discards: int
    reshuffles: int
    to_act: tuple[int, ...]
    """The seats that are asked; several only in cutting in."""
    caller: int | None
    trick: Trick | None
    """The trick on the table; none outside the play."""
    taken: tuple[Trick, ...]
    """Tricks already taken, in order."""
    cuts_left: int
    """How many may still cut in, while that is asked."""
    hand: tuple[Card, ...] | None
    """The seat's own cards, ascending; none while face down and for a bystander."""
    discarded: tuple[Card, ...]
    """The seat's own cards that went to the discards, in order, as far as it has seen them."""
    legal: tuple[Action, ...]
    """What the seat may do now, looks included; empty for a bystander."""
    result: Result | None
