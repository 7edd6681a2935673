"""How fast the core is, beside two yardsticks of the same run: one thread, CPU time, medians of interleaved blocks.

A ratio is of whole games or deals; in brackets, of single moves, since a deal here has many more than some games there.
The yardsticks need the packages of the ``bench`` dependency group; without them their rows are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import statistics
import sys
import time
from typing import TYPE_CHECKING, TypeAlias

from bench.yardsticks import openspiel_game, pokerkit_hand
from game import record
from game.players import Steady
from game.rules import FRAP, KHRAP, Rules, Variant
from game.shuffle import Shuffle
from game.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.deal import Deal

Once: TypeAlias = "Callable[[random.Random], int]"
"""Does the measured thing once and gives the number of moves in it."""


def dealt(variant: Variant, seats: int, chance: random.Random) -> Deal:
    table = Table(variant, Rules(), tuple(map(str, range(seats))))
    return table.deal(Shuffle(chance.randbytes(32)))


def random_deal(variant: Variant, seats: int) -> Once:
    def play(chance: random.Random) -> int:
        deal = dealt(variant, seats, chance)
        while deal.to_act:
            seat = deal.to_act[0]
            deal, _ = deal.apply(seat, chance.choice(deal.legal(seat)))
        return len(deal.actions)

    return play


def positions(variant: Variant, seats: int, number: int) -> list[tuple[Deal, int]]:
    """Moments of random deals at which a seat is asked, the same every run."""
    chance = random.Random(1)
    found: list[tuple[Deal, int]] = []
    while len(found) < number:
        deal = dealt(variant, seats, chance)
        while deal.to_act:
            seat = deal.to_act[0]
            found.append((deal, seat))
            deal, _ = deal.apply(seat, chance.choice(deal.legal(seat)))
    return found


def seen(places: list[tuple[Deal, int]]) -> Once:
    def look(chance: random.Random) -> int:
        deal, seat = places[chance.randrange(len(places))]
        deal.legal(seat)
        deal.view(seat)
        return 1

    return look


def replayed(variant: Variant, seats: int) -> Once:
    texts = []
    for number in range(50):
        chance = random.Random(number)
        deal = dealt(variant, seats, chance)
        while deal.to_act:
            seat = deal.to_act[0]
            deal, _ = deal.apply(seat, chance.choice(deal.legal(seat)))
        texts.append(json.dumps(record.dump(deal)))

    def replay(chance: random.Random) -> int:
        return len(record.load(json.loads(texts[chance.randrange(len(texts))])).actions)

    return replay


def decided(places: list[tuple[Deal, int]]) -> Once:
    views = [deal.view(seat) for deal, seat in places]
    player = Steady()

    def decide(chance: random.Random) -> int:
        player.decide(views[chance.randrange(len(views))])
        return 1

    return decide


def measure(things: dict[str, Once], rounds: int, seconds: float) -> dict[str, tuple[float, float]]:
    """Times and moves a second of CPU, the median of the blocks."""
    blocks: dict[str, list[tuple[float, float]]] = {name: [] for name in things}
    for number in range(rounds + 1):
        for name, once in things.items():
            chance = random.Random(hashlib.sha256(f"{name} {number}".encode()).digest())
            times = moves = 0
            started = time.process_time()
            while (spent := time.process_time() - started) < (seconds if number else 0.1):
                moves += once(chance)
                times += 1
            if number:  # the first block warms up
                blocks[name].append((times / spent, moves / spent))
    return {
        name: (statistics.median(rate for rate, _ in rates), statistics.median(rate for _, rate in rates))
        for name, rates in blocks.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="blocks of each row")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of a block")
    chosen = parser.parse_args()
    yardsticks: dict[str, Once] = {}
    missing = []
    for name, make in (
        ("PokerKit hold'em, 6 seats, to the showdown", pokerkit_hand),
        ("OpenSpiel python_liars_poker", lambda: openspiel_game("python_liars_poker")),
        ("OpenSpiel python_kuhn_poker", lambda: openspiel_game("python_kuhn_poker")),
    ):
        try:
            yardsticks[name] = make()
        except ImportError as error:
            missing.append(f"{name} is left out: {error}")
    places = positions(KHRAP, 4, 2000)
    deals = {
        f"{variant.name}, {seats} seats, random deals": random_deal(variant, seats)
        for variant in (FRAP, KHRAP)
        for seats in (4, 6)
    }
    parts = {
        "legal and view of one seat": seen(places),
        "replay of a record, JSON included": replayed(KHRAP, 4),
        "decision of the steady player": decided(places),
    }
    rates = measure(deals | parts | yardsticks, chosen.rounds, chosen.seconds)
    widths = " | ".join(["---", *["---:"] * (2 + len(yardsticks))])
    print(
        " | ".join(
            ["| played", "a second", "moves a second", *(f"to {name.split(',')[0]}" for name in yardsticks)]
        ),
        "|",
    )
    print(f"| {widths} |")
    for name in deals | yardsticks:
        ratios = [
            f"{rates[name][0] / rates[other][0]:.2f}× ({rates[name][1] / rates[other][1]:.1f}×)"
            for other in yardsticks
        ]
        print(" | ".join([f"| {name}", *(f"{rate:,.0f}" for rate in rates[name]), *ratios]), "|")
    print("\n| done | a second | µs |\n| --- | ---: | ---: |")
    for name in parts:
        print(f"| {name} | {rates[name][0]:,.0f} | {1e6 / rates[name][0]:.1f} |")
    for line in missing:
        print(line, file=sys.stderr)


if __name__ == "__main__":
    main()
