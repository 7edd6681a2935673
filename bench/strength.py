"""How strong the computer players are: duplicate deals, the measured seat rotated, paired differences.

One seat plays the measured policy and the rest the field's; then the same deal is played with the field's policy in that
seat too. What a player makes of a deal is the net plus an equal share of the pot left behind, in antes.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
from typing import TYPE_CHECKING

from game.actions import CALL, CUT, DECLINE, LOOK, PASS, WHIST, Action
from game.cards import ACE, rank, suit
from game.deal import Deal
from game.players import Random, Steady
from game.rules import VARIANTS, Rules, packs
from game.shuffle import Shuffle
from game.view import Stage, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.players import Player


class Naive:
    """Calls on two good cards and joins in on one; the rest as the steady player."""

    def __init__(self) -> None:
        self._rest = Steady()

    def decide(self, view: View) -> Action:
        if LOOK in view.legal:
            return LOOK
        good = sum(rank(card) == ACE or suit(card) == view.trump for card in view.hand or ())
        if view.stage is Stage.BIDDING:
            return CALL if good >= view.variant.duty else PASS
        if view.stage is Stage.WHISTING:
            return WHIST if good >= view.variant.duty - 1 else PASS
        if view.stage is Stage.CUTTING:
            return DECLINE if view.cuts_left == 1 else CUT
        return self._rest.decide(view)


def equity(deal: Deal, players: Sequence[Player], seat: int) -> float:
    """Play the deal; what it is worth to the seat, in antes."""
    while deal.to_act:
        asked = deal.to_act[0]
        deal, _ = deal.apply(asked, players[asked].decide(deal.view(asked)))
    assert deal.result is not None
    return (deal.result.net[seat] + deal.result.pot / len(players)) / deal.rules.ante


def paired(game: str, seats: int, deals: int, carried: int, measured: str, field: str) -> list[float]:
    """The differences, one a deal, between the measured policy and the field's in the same seat."""
    variant = VARIANTS[game]
    names = tuple(map(str, range(seats)))
    differences = []
    for number in range(deals):
        shuffle = Shuffle(hashlib.sha256(f"strength {number}".encode()).digest())
        start = Deal.start(
            variant,
            Rules(),
            names,
            number // seats % seats,
            carried,
            (5,) * seats,
            shuffle.deck(packs(seats)[0]),
            shuffle,
        )
        seat = number % seats
        everyone = [player(field, number * seats + other) for other in range(seats)]
        instead = [player(field, number * seats + other) for other in range(seats)]
        instead[seat] = player(measured, number)
        differences.append(equity(start, instead, seat) - equity(start, everyone, seat))
    return differences


def player(name: str, seed: int) -> Player:
    if name == "random":
        return Random(seed)
    return Naive() if name == "naive" else Steady()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--carried", type=int, default=30)
    chosen = parser.parse_args()
    print("| game | seats | measured | field | antes a deal |")
    print("| --- | ---: | --- | --- | ---: |")
    for game in VARIANTS:
        for seats in (2, 4, 6, 8):
            for measured, field in (("steady", "random"), ("steady", "naive"), ("naive", "steady")):
                gains = paired(game, seats, chosen.deals, chosen.carried, measured, field)
                error = statistics.stdev(gains) / len(gains) ** 0.5
                mean = statistics.mean(gains)
                print(f"| {game} | {seats} | {measured} | {field} | {mean:+.2f} ± {error:.2f} |")


if __name__ == "__main__":
    main()
