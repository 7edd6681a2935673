"""Where every card of a deal is. All of it is hidden but for what a view picks out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from game.errors import BadNotation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.cards import Card
    from game.setup import Chance, Setup

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Layout:
    """Hands are ascending, the discards in the order the pile grew, the stock from its top card."""

    hands: tuple[tuple[Card, ...], ...]
    looked: frozenset[int]
    """The seats that see their own hands (rule 5)."""
    indicator: Card
    indicator_taken: bool
    dead_indicators: tuple[Card, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    shed: tuple[tuple[Card, ...], ...]
    """What each seat discarded and has seen, in order; a reshuffle takes nothing away here."""
    exchanged: tuple[int | None, ...]
    """How many cards each seat exchanged, once it has (rule 11)."""
    reshuffles: tuple[tuple[Card, ...], ...]

    @classmethod
    def dealt(cls, setup: Setup) -> Layout:
        """Rule 4: one card at a time in order, then the indicator."""
        seats = len(setup.seats)
        dealt = seats * setup.variant.hand_size
        hands: list[tuple[Card, ...]] = [()] * seats
        for place, seat in enumerate(setup.order):
            hands[seat] = tuple(sorted(setup.deck[place:dealt:seats]))
        return cls(
            hands=tuple(hands),
            looked=frozenset(),
            indicator=setup.deck[dealt],
            indicator_taken=False,
            dead_indicators=(),
            stock=setup.deck[dealt + 1 :],
            discards=(),
            shed=((),) * seats,
            exchanged=(None,) * seats,
            reshuffles=(),
        )

    @property
    def round(self) -> int:
        """The round of bidding, from 1: each one passed out has left a dead indicator (rule 7)."""
        return len(self.dead_indicators) + 1

    def next_indicator(self) -> Layout:
        """Rule 7."""
        return replace(
            self,
            indicator=self.stock[0],
            stock=self.stock[1:],
            dead_indicators=(*self.dead_indicators, self.indicator),
            discards=(*self.discards, self.indicator),
        )

    def look(self, seats: Iterable[int]) -> Layout:
        return replace(self, looked=self.looked.union(seats))

    def fold(self, seat: int) -> Layout:
        """Rule 9: the hand goes to the discards."""
        hand = self.hands[seat]
        seen = self.shed[seat] + hand if seat in self.looked else self.shed[seat]
        return replace(
            self,
            hands=_set(self.hands, seat, ()),
            discards=self.discards + hand,
            shed=_set(self.shed, seat, seen),
        )

    def take_indicator(self, seat: int) -> Layout:
        hand = tuple(sorted((*self.hands[seat], self.indicator)))
        return replace(self, hands=_set(self.hands, seat, hand), indicator_taken=True)

    def draw(self, seat: int, number: int, chance: Chance) -> Layout:
        """Take cards from the stock into the hand, shuffling the discards in where it runs out (rule 12).

        Raises :class:`BadNotation` where chance gives back other cards than it was given.
        """
        drawn = self.stock[:number]
        stock, discards, reshuffles = self.stock[number:], self.discards, self.reshuffles
        missing = number - len(drawn)
        if missing:
            shuffled = chance.reshuffle(len(reshuffles), discards)
            if sorted(shuffled) != sorted(discards):
                raise BadNotation("a reshuffle holds the cards of the discard pile, each once (rule 12)")
            drawn += shuffled[:missing]
            stock, discards, reshuffles = shuffled[missing:], (), (*reshuffles, shuffled)
        return replace(
            self,
            hands=_set(self.hands, seat, tuple(sorted(self.hands[seat] + drawn))),
            stock=stock,
            discards=discards,
            reshuffles=reshuffles,
        )

    def exchange(self, seat: int, cards: tuple[Card, ...], chance: Chance) -> Layout:
        """Rule 11: the seat's own discards join the pile after its draw."""
        kept = replace(self, hands=_set(self.hands, seat, _without(self.hands[seat], cards)))
        drawn = kept.draw(seat, len(cards), chance)
        return replace(
            drawn,
            discards=drawn.discards + cards,
            shed=_set(drawn.shed, seat, drawn.shed[seat] + cards),
            exchanged=_set(drawn.exchanged, seat, len(cards)),
        )

    def discard(self, seat: int, card: Card) -> Layout:
        return replace(
            self,
            hands=_set(self.hands, seat, _without(self.hands[seat], (card,))),
            discards=(*self.discards, card),
            shed=_set(self.shed, seat, (*self.shed[seat], card)),
        )

    def play(self, seat: int, card: Card) -> Layout:
        # The most frequent step by far; replace would take three times as long.
        return Layout(
            _set(self.hands, seat, _without(self.hands[seat], (card,))),
            self.looked,
            self.indicator,
            self.indicator_taken,
            self.dead_indicators,
            self.stock,
            self.discards,
            self.shed,
            self.exchanged,
            self.reshuffles,
        )


def _without(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple([card for card in hand if card not in cards])


def _set(places: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    """Give one seat another value."""
    return (*places[:seat], value, *places[seat + 1 :])
