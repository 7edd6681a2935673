"""Pots without a limit grow beyond what a float can tell; a computer player sits at such tables as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game.actions import LOOK
from game.deal import Deal
from game.players import Steady
from game.rules import VARIANTS, Rules, packs
from game.shuffle import Shuffle

if TYPE_CHECKING:
    from game.actions import Action

AT_MOST = 2**400
"""A pot that needs no measures."""


def decisions(
    game: str, seats: int, times: int, *, limit: int | None, number: int
) -> list[tuple[int, Action]]:
    """All that is decided in a deal in which all money is so many times as much."""
    shuffle = Shuffle(number.to_bytes(32, "big"))
    rules = Rules(5 * times, penalty_limit=None if limit is None else limit * times)
    names = tuple(map(str, range(seats)))
    deck = shuffle.deck(packs(seats)[0])
    antes = (rules.ante,) * seats
    deal = Deal.start(VARIANTS[game], rules, names, 0, 40 * times, antes, deck, shuffle)
    while deal.to_act:
        seat = deal.to_act[0]
        deal, _ = deal.apply(seat, Steady().decide(deal.view(seat)))
    return list(deal.actions)


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("limit", [None, 60])
def test_the_size_of_the_money_changes_no_decision(game: str, limit: int | None) -> None:
    for number in range(20):
        usual = decisions(game, 4, AT_MOST, limit=limit, number=number)
        assert decisions(game, 4, AT_MOST**5, limit=limit, number=number) == usual


def test_a_small_ante_beside_a_pot_beyond_all_bounds_is_weighed() -> None:
    shuffle = Shuffle(bytes(32))
    deal = Deal.start(
        VARIANTS["khrap"], Rules(), ("1", "2"), 0, 10**1300, (5, 5), shuffle.deck(packs(2)[0]), shuffle
    )
    view = deal.apply(1, LOOK)[0].view(1)
    assert Steady().decide(view) in view.legal
