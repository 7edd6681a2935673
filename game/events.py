"""What has happened, as everybody at the table may know it: no event ever holds a hidden card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from game.cards import Card
    from game.view import Result


@dataclass(frozen=True, slots=True)
class Looked:
    """A seat turned up its hand (rule 5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    """In bidding or in whisting (rules 6 and 9)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Called:
    """The call that ended the bidding (rule 6)."""

    seat: int
    blind: bool


@dataclass(frozen=True, slots=True)
class AnteAdded:
    """Every seat added this much because all passed (rules 7 and 8)."""

    each: int


@dataclass(frozen=True, slots=True)
class IndicatorTurned:
    """Another suit is trump, and another round of bidding begins (rule 7)."""

    card: Card
    round: int


@dataclass(frozen=True, slots=True)
class Whisted:
    """Rule 9."""

    seat: int


@dataclass(frozen=True, slots=True)
class IndicatorTaken:
    """By the blind caller (rule 10) or the first cutter (rule 13)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """One card, face down, by the blind caller or a cutter (rules 10 and 13)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Exchanged:
    """So many cards, unseen by the others (rule 11)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile became the stock (rule 12)."""

    number: int
    """How many cards it held."""


@dataclass(frozen=True, slots=True)
class CuttingOpened:
    """All who passed in whisting are asked whether they cut in (rule 13)."""

    seats: tuple[int, ...]
    most: int
    """How many of them may."""


@dataclass(frozen=True, slots=True)
class CutIn:
    """Rule 13."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declined:
    """Rule 13."""

    seat: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A cutter drew so many cards from the stock (rule 13)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Played:
    """A card to the trick (rule 15)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """Rule 15."""

    seat: int
    number: int
    """Which trick of the deal, from 1."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The deal is over (rules 8, 14 and 17)."""

    result: Result


Event: TypeAlias = (
    Looked
    | Passed
    | Called
    | AnteAdded
    | IndicatorTurned
    | Whisted
    | IndicatorTaken
    | Discarded
    | Exchanged
    | Reshuffled
    | CuttingOpened
    | CutIn
    | Declined
    | Drew
    | Played
    | TrickTaken
    | Ended
)
