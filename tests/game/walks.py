"""Deals played by chance: every table of rule 1, and habits that lead into all corners of the rules."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.actions import LOOK, Blind, Call, Cut, Exchange, Look, Whist
from game.cards import Card, pack
from game.deal import Deal
from game.rules import FRAP, KHRAP, Rules, Variant, packs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.actions import Action
    from game.events import Event

TABLES: Final = tuple(
    (variant, seats, size)
    for variant in (FRAP, KHRAP)
    for seats in range(2, variant.most_seats + 1)
    for size in packs(seats)
)
"""Every game, number of players and pack that rule 1 allows."""

NAMES: Final = tuple(f"10000000{number:03}" for number in range(13))
"""Player ids above 32 bits, one more than any table seats."""


def table_name(table: tuple[Variant, int, int]) -> str:
    variant, seats, size = table
    return f"{variant.name}-{seats}-{size}"


@dataclass(frozen=True, slots=True)
class Seeded:
    """Chance of a seed: the same seed shuffles the same way."""

    seed: int

    def reshuffle(self, number: int, discards: tuple[Card, ...]) -> tuple[Card, ...]:
        return shuffled(discards, f"{self.seed}/{number}")


def shuffled(cards: Sequence[Card], seed: str) -> tuple[Card, ...]:
    mixed = sorted(cards)
    random.Random(seed).shuffle(mixed)
    return tuple(mixed)


def start(table: tuple[Variant, int, int], seed: int, rules: Rules | None = None, carried: int = 0) -> Deal:
    variant, seats, size = table
    rules = rules or Rules()
    return Deal.start(
        variant,
        rules,
        NAMES[:seats],
        seed % seats,
        carried,
        (rules.ante,) * seats,
        shuffled(pack(size), f"{seed}/deck"),
        Seeded(seed),
    )


@dataclass(frozen=True, slots=True)
class Step:
    before: Deal
    seat: int
    action: Action
    after: Deal
    events: tuple[Event, ...]


def walk(deal: Deal, seed: int) -> Iterator[Step]:
    """Play on to the end. The seed also sets the habits: how often one looks, calls, whists, exchanges all, cuts in."""
    chance = random.Random(f"{seed}/{deal.variant.name}/{len(deal.seats)}/{len(deal.setup.deck)}")
    habits = {
        Look: chance.choice([0.05, 0.3, 0.8]),
        Call: chance.choice([0.05, 0.4, 0.9]),
        Blind: chance.choice([0.05, 0.6]),
        Whist: chance.choice([0.1, 0.5, 0.95]),
        Cut: chance.choice([0.1, 0.6, 0.95]),
    }
    exchanges_all = chance.random()
    while not deal.over:
        looks = [seat for seat in range(len(deal.seats)) if LOOK in deal.legal(seat)]
        seat = chance.choice(deal.to_act)
        if looks and chance.random() < habits[Look]:
            seat = chance.choice(looks)
            action: Action = LOOK
        else:
            legal = deal.legal(seat)
            eager = [a for a in legal if chance.random() < habits.get(type(a), 0)]
            reserved = [a for a in legal if type(a) not in habits]
            action = chance.choice(eager or reserved or legal)
            if isinstance(action, Exchange) and chance.random() < exchanges_all:
                action = legal[-1]
        after, events = deal.apply(seat, action)
        yield Step(deal, seat, action, after, events)
        deal = after


def played(deal: Deal, seed: int) -> Deal:
    for step in walk(deal, seed):
        deal = step.after
    return deal


def states(deal: Deal, seed: int) -> list[Deal]:
    """Every deal on the way, the first and the last included."""
    return [deal, *(step.after for step in walk(deal, seed))]
