"""Cards and packs. A card is a small int inside and two letters, ``As`` or ``Th``, outside."""

from __future__ import annotations

from typing import Final, NewType

from game.errors import BadNotation

Card = NewType("Card", int)
"""``suit * 13 + rank``: suits c d h s from 0, ranks 2 to A from 0."""

SUITS: Final = "cdhs"
RANKS: Final = "23456789TJQKA"
ACE: Final = 12

_TEXT: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARD: Final = {text: Card(number) for number, text in enumerate(_TEXT)}
_SUIT: Final = tuple(number // 13 for number in range(52))
_RANK: Final = tuple(number % 13 for number in range(52))


def suit(card: Card) -> int:
    """From 0: clubs, diamonds, hearts, spades."""
    return _SUIT[card]


def rank(card: Card) -> int:
    """From 0 for the two to 12 for the ace."""
    return _RANK[card]


def text(card: Card) -> str:
    """Two letters, rank and suit: ``As``."""
    return _TEXT[card]


def parse(notation: str) -> Card:
    """The card of two letters; raises :class:`BadNotation` for anything else."""
    card = _CARD.get(notation)
    if card is None:
        raise BadNotation(f"not a card: {notation[:20]!r}")
    return card


def pack(size: int) -> tuple[Card, ...]:
    """Rule 1: the 32 cards from the seven up, the 36 from the six up, or all 52, in the order of their numbers.

    Raises :class:`BadNotation` for any other size.
    """
    lowest = {32: 5, 36: 4, 52: 0}.get(size)
    if lowest is None:
        raise BadNotation(f"no pack of {size} cards")
    return tuple(Card(number) for number in range(52) if _RANK[number] >= lowest)
