"""How cards look: 10♥, A♠. The same four letters for ace to jack in every language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from game.cards import RANKS, rank, suit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.cards import Card

SUIT_SIGNS: Final = "♣♦♥♠"
_RED: Final = (1, 2)
_BLACK: Final = (3, 0)
_FACES: Final = tuple(rank.replace("T", "10") + suit for suit in SUIT_SIGNS for rank in RANKS)
REMEMBERED: Final = 4096
"""Hands as they were written: they are shown again with every move."""


def face(card: Card) -> str:
    return _FACES[card]


def faces(cards: Iterable[Card]) -> str:
    return " ".join([_FACES[card] for card in cards])


def suit_order(trump: int) -> tuple[int, ...]:
    """Order the four suits in alternating colours, trumps last; the same throughout a deal, so that cards keep their places."""
    own, other = (_RED, _BLACK) if trump in _RED else (_BLACK, _RED)
    twin = own[0] if own[1] == trump else own[1]
    return (other[0], twin, other[1], trump)


@lru_cache(REMEMBERED)
def sorted_hand(cards: tuple[Card, ...], trump: int) -> tuple[Card, ...]:
    """By suit, high cards first, trumps at the end."""
    order = suit_order(trump)
    return tuple(sorted(cards, key=lambda card: (order.index(suit(card)), -rank(card))))


@lru_cache(REMEMBERED)
def by_suit(cards: tuple[Card, ...], trump: int) -> str:
    """Write a hand to be read: the cards of a suit together, wider gaps between suits."""
    hand = sorted_hand(cards, trump)
    return "   ".join(
        faces(card for card in hand if suit(card) == one)
        for one in suit_order(trump)
        if any(suit(card) == one for card in hand)
    )
