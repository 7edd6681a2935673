"""What a deal starts from and what stays the same through it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from game.cards import Card, pack
from game.errors import BadNotation, BadRules
from game.rules import Rules, Variant, check_seats, packs

_pack = cache(pack)


class Chance(Protocol):
    """Where the order of a reshuffled stock comes from (rule 12)."""

    def reshuffle(self, number: int, discards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Shuffle the discard pile, given in the order it grew; ``number`` is 0 the first time in a deal."""
        ...


@dataclass(frozen=True, slots=True)
class Setup:
    """Raises :class:`BadRules` or :class:`BadNotation` where no deal can start from this."""

    variant: Variant
    rules: Rules
    seats: tuple[str, ...]
    """The players, clockwise."""
    dealer: int
    carried: int
    """The pot before the antes, in whole units."""
    antes: tuple[int, ...]
    """What each seat paid before: the ante, or 0 where the last deal, thrown in, paid it (rule 3)."""
    deck: tuple[Card, ...]
    """The whole pack, the first card to be dealt first."""
    chance: Chance = field(compare=False)

    def __post_init__(self) -> None:
        number = len(self.seats)
        check_seats(self.variant, number)
        if len(self.deck) not in packs(number):
            sizes = " or ".join(map(str, packs(number)))
            raise BadRules(f"{number} players play with {sizes} cards (rule 1)")
        if tuple(sorted(self.deck)) != _pack(len(self.deck)):
            raise BadNotation("the deck does not hold every card of its pack once (rule 1)")
        if not all(self.seats) or len(set(self.seats)) != number:
            raise BadNotation("every seat has a player of its own")
        if not 0 <= self.dealer < number:
            raise BadNotation("the dealer has no seat")
        if self.carried < 0:
            raise BadNotation("the pot is not below 0")
        if len(self.antes) != number or not all(paid in (0, self.rules.ante) for paid in self.antes):
            raise BadNotation("before the deal every seat pays the ante, or nothing if it is paid (rule 3)")

    @property
    def order(self) -> tuple[int, ...]:
        """The seats clockwise from the dealer's left (rule 2)."""
        return clockwise(len(self.seats), self.dealer)

    def pot(self, passed: int) -> int:
        """Before payouts, so many rounds of bidding having been passed out (rules 3, 7 and 8)."""
        return self.carried + sum(self.antes) + passed * self.rules.ante * len(self.seats)


@cache
def clockwise(seats: int, after: int) -> tuple[int, ...]:
    """Every seat of so many once, from the left of ``after``, which comes last."""
    return (*range(after + 1, seats), *range(after + 1))
