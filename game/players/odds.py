"""What a player who counts cards thinks a card, a hand and a trick are worth: estimates, fitted to play among equals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, log, sqrt
from typing import TYPE_CHECKING

from game.cards import Card, pack, rank, suit
from game.rules import packs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from game.view import SeatView, View

_PACK = {size: frozenset(pack(size)) for size in (32, 36, 52)}


def in_game(seat: SeatView) -> bool:
    """Whether the seat has taken on a duty."""
    return seat.caller or seat.whister or seat.cutter is not None


def distribution(chances: Iterable[float]) -> list[float]:
    """Tell the chance of each number of tricks, if every card takes one by itself with its chance."""
    spread = [1.0]
    for chance in chances:
        lose = 1 - chance
        spread = [
            kept * lose + won * chance for kept, won in zip([*spread, 0.0], [0.0, *spread], strict=True)
        ]
    return spread


@dataclass(frozen=True, slots=True)
class Count:
    """The cards a seat cannot place, and so what its own cards may take."""

    trump: int
    hand_size: int
    unseen: frozenset[Card]
    by_suit: tuple[tuple[int, ...], ...]
    """The ranks not placed, a suit each, falling."""

    @classmethod
    def of(cls, view: View, hand: Sequence[Card]) -> Count:
        known = set(hand)
        for trick in view.taken:
            known.update(card for _, card in trick.plays)
        if view.trick is not None:
            known.update(card for _, card in view.trick.plays)
        if not view.indicator_taken:
            known.add(view.indicator)
        if not view.reshuffles:
            known.update(view.discarded, view.dead_indicators)
        unseen = _PACK[_pack_size(view)] - known
        ranks: tuple[list[int], ...] = ([], [], [], [])
        for card in sorted(unseen, reverse=True):
            ranks[suit(card)].append(rank(card))
        return cls(view.trump, view.variant.hand_size, unseen, tuple(map(tuple, ranks)))

    def higher(self, card: Card) -> int:
        """How many cards of its suit that are not placed beat the card."""
        own = rank(card)
        return sum(1 for other in self.by_suit[suit(card)] if other > own)

    def later(self, card: Card, rivals: float, trumps: int) -> float:
        """Tell the chance that the card takes a trick some time, for one who holds that many trumps."""
        held = min(1.0, rivals * self.hand_size / max(1, len(self.unseen)))
        above = self.higher(card) * held
        if suit(card) == self.trump:
            return _trump_chance(above, rivals, trumps)
        follow = len(self.by_suit[suit(card)]) * self.hand_size / max(1, len(self.unseen))
        return _side_chance(above, rivals, follow, trumps)


def _pack_size(view: View) -> int:
    sizes = packs(len(view.seats))
    lying = 0 if view.indicator_taken else 1
    cards = view.stock + view.discards + lying + sum(seat.cards for seat in view.seats)
    cards += sum(len(trick.plays) for trick in view.taken)
    return next((size for size in sizes if size >= cards), sizes[-1])


# The numbers below are fitted to some ten thousand deals that this player played against itself.


@lru_cache(maxsize=4096)
def _trump_chance(above: float, rivals: float, trumps: int) -> float:
    return _logistic(3.0 - 4.6 * sqrt(above) + 1.1 * above - 0.14 * rivals + 0.56 * trumps)


@lru_cache(maxsize=4096)
def _side_chance(above: float, rivals: float, follow: float, trumps: int) -> float:
    return _logistic(-0.1 - 2.4 * above - 0.8 * rivals + 1.15 * follow + 0.36 * trumps)


def fresh(rivals: float) -> float:
    """Tell the chance that a card yet to be drawn takes a trick."""
    return _logistic(-0.17 - 1.38 * log(max(rivals, 0.5)))


def _logistic(score: float) -> float:
    return 1 / (1 + exp(-score))
