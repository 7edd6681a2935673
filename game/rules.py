"""What a table agrees on, and what tells Frap from Khrap."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from game.errors import BadRules


class BlindPenalty(Enum):
    """How a failed blind call is punished (rule 17)."""

    BOOK = "book"
    DOUBLED = "doubled"


class Prize(Enum):
    """What tricks earn."""

    QUARTERS = "quarters"
    """Frap: a quarter of the pot for each trick."""
    MAJORITY = "majority"
    """Khrap: the pot, or half of it in the second round, for three tricks."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the two games; the phases of a deal read these values and never ask for the name."""

    name: str
    hand_size: int
    duty: int
    """Tricks the caller must take (rule 16)."""
    rounds: int
    """Rounds of bidding before the cards are thrown in (rules 7 and 8)."""
    most_seats: int
    prize: Prize


FRAP: Final = Variant("frap", hand_size=4, duty=2, rounds=3, most_seats=12, prize=Prize.QUARTERS)
KHRAP: Final = Variant("khrap", hand_size=5, duty=3, rounds=2, most_seats=10, prize=Prize.MAJORITY)
VARIANTS: Final = {FRAP.name: FRAP, KHRAP.name: KHRAP}
FEWEST_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """The table rules that a deal depends on. Money is whole units, kopecks by default."""

    ante: int = 5
    blind_penalty: BlindPenalty = BlindPenalty.BOOK
    penalty_limit: int | None = None

    def __post_init__(self) -> None:
        if self.ante < 1:
            raise BadRules("the ante is at least 1")
        if self.penalty_limit is not None and self.penalty_limit < 0:
            raise BadRules("the penalty limit is not below 0")


def packs(seats: int) -> tuple[int, ...]:
    """Rule 1: the sizes of pack this many players may use, the default first."""
    if seats <= 4:  # noqa: PLR2004 - the numbers of rule 1 stand nowhere else
        return (32,)
    if seats <= 6:  # noqa: PLR2004 - as above
        return (36, 52)
    return (52,)


def check_seats(variant: Variant, seats: int) -> None:
    """Raise :class:`BadRules` unless this many can play (rule 1)."""
    if not FEWEST_SEATS <= seats <= variant.most_seats:
        raise BadRules(f"{variant.name} is for {FEWEST_SEATS} to {variant.most_seats} players")
