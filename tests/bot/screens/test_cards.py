from __future__ import annotations

from itertools import pairwise

import pytest

from bot.screens.cards import by_suit, face, sorted_hand, suit_order
from game.cards import pack, parse, suit

RED = {1, 2}


def test_faces() -> None:
    assert [face(parse(text)) for text in ("As", "Th", "2c", "Kd")] == ["A♠", "10♥", "2♣", "K♦"]
    assert len({face(card) for card in pack(52)}) == 52


@pytest.mark.parametrize("trump", range(4))
def test_suits_alternate_and_trumps_are_last(trump: int) -> None:
    order = suit_order(trump)
    assert sorted(order) == [0, 1, 2, 3]
    assert order[-1] == trump
    assert all((one in RED) != (other in RED) for one, other in pairwise(order))


def test_a_hand_is_sorted() -> None:
    hand = [parse(text) for text in ("2c", "Ah", "Td", "As", "7h", "Kd")]
    assert [face(card) for card in sorted_hand(tuple(hand), 2)] == ["A♠", "K♦", "10♦", "2♣", "A♥", "7♥"]
    assert by_suit(tuple(hand), 2) == "A♠   K♦ 10♦   2♣   A♥ 7♥"


def test_cards_keep_their_places_when_one_goes() -> None:
    hand = list(sorted_hand(pack(36)[::3], 0))
    for gone in hand:
        assert sorted_hand(tuple(card for card in hand if card != gone), 0) == tuple(
            card for card in hand if card != gone
        )
    assert suit(hand[-1]) == 0
