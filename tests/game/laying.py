"""Deals laid out by hand, and short ways to play them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.actions import (
    CALL,
    LOOK,
    PLAYS,
    Action,
    Exchange,
)
from game.cards import Card, pack, parse
from game.deal import Deal
from game.rules import Rules, Variant, packs
from tests.game.walks import NAMES, Seeded

if TYPE_CHECKING:
    from collections.abc import Sequence

STAY = Exchange(())


def cards(notation: str) -> tuple[Card, ...]:
    return tuple(map(parse, notation.split()))


def exchange(notation: str) -> Exchange:
    return Exchange(tuple(sorted(cards(notation))))


def plays(deal: Deal, notation: str) -> Deal:
    """Play these cards, each from whoever is to play."""
    for card in cards(notation):
        deal, _ = deal.apply(deal.to_act[0], PLAYS[card])
    return deal


def acts(deal: Deal, *actions: tuple[int, Action]) -> Deal:
    for seat, action in actions:
        deal, _ = deal.apply(seat, action)
    return deal


def in_turn(deal: Deal, *actions: Action) -> Deal:
    """Do these, each by the first seat that is asked."""
    for action in actions:
        deal, _ = deal.apply(deal.to_act[0], action)
    return deal


def laid(
    variant: Variant,
    hands: Sequence[str],
    top: str,
    *,
    rules: Rules | None = None,
    size: int = 0,
    carried: int = 0,
) -> Deal:
    """Deal these hands in seat order, the last seat being the dealer's, and ``top`` from the indicator on; other cards follow."""
    rules = rules or Rules()
    seats = len(hands)
    held = [cards(hand) for hand in hands]
    size = size or packs(seats)[0]
    first = [hand[place] for place in range(variant.hand_size) for hand in held] + list(cards(top))
    rest = [card for card in pack(size) if card not in first]
    deck = (*first, *rest)
    return Deal.start(
        variant, rules, NAMES[:seats], seats - 1, carried, (rules.ante,) * seats, deck, Seeded(1)
    )


def plain(variant: Variant, seats: int, *, size: int = 0, rules: Rules | None = None) -> Deal:
    """Hands as they come from a new pack."""
    deck = pack(size or packs(seats)[0])
    rules = rules or Rules()
    return Deal.start(variant, rules, NAMES[:seats], seats - 1, 0, (rules.ante,) * seats, deck, Seeded(1))


FOUR = ("Ah Qh Ac Ad", "7c 8c 9c Tc", "7d 8d 9d Td", "7s 8s 9s Ts")
TWO = ("7c 8c 7d 8d", "Ac Ad Kd Kc")


def called(deal: Deal) -> Deal:
    """Seat 0 looks and calls."""
    return in_turn(deal, LOOK, CALL)
