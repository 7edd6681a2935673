"""Rule 15: what may be played to a trick, and who takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.cards import Card, suit

if TYPE_CHECKING:
    from collections.abc import Sequence


def legal_cards(hand: tuple[Card, ...], led: int | None, trump: int) -> tuple[Card, ...]:
    """Pick the cards of a hand that may be played; ``led`` is the suit led, none for the leader."""
    if led is None:
        return hand
    following = tuple([card for card in hand if suit(card) == led])
    if following or led == trump:
        return following or hand
    return tuple([card for card in hand if suit(card) == trump]) or hand


def winner(plays: Sequence[tuple[int, Card]], trump: int) -> int:
    """Find the seat that holds this trick of one play or more, the leader's first."""
    seat, best = plays[0]
    best_suit = suit(best)
    for other, card in plays:
        # Within a suit the higher number is the higher rank.
        if (card > best) if suit(card) == best_suit else suit(card) == trump:
            seat, best, best_suit = other, card, suit(card)
    return seat
