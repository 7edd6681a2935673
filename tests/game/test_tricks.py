"""Rule 15 against an oracle that reads it aloud."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, permutations

from game.cards import Card, pack, parse, rank, suit, text
from game.tricks import legal_cards, winner


def _revoke_oracle(hand: tuple[Card, ...], led: int | None, trump: int) -> set[Card]:
    """Rule 15 read aloud, card by card."""
    allowed = set()
    for card in hand:
        leads = led is None
        follows = suit(card) == led
        void = not any(suit(other) == led for other in hand)
        trumps = void and suit(card) == trump
        throws = void and not any(suit(other) == trump for other in hand)
        if leads or follows or trumps or throws:
            allowed.add(card)
    return allowed


def test_legal_cards_match_the_oracle_for_all_hands_led_suits_and_trumps() -> None:
    # A hand's suits decide; each combination of suits stands for its hands, with ranks that differ in every one.
    chance = random.Random(15)
    hands = 0
    for size in range(1, 7):
        for suits in combinations_with_replacement(range(4), size):
            for _ in range(3):
                ranks = chance.sample(range(13), size)
                hand = tuple(sorted(Card(13 * s + r) for s, r in zip(suits, ranks, strict=True)))
                for trump in range(4):
                    for led in (None, 0, 1, 2, 3):
                        assert set(legal_cards(hand, led, trump)) == _revoke_oracle(hand, led, trump)
                        hands += 1
    assert hands == 3 * 5 * 4 * sum(
        1 for n in range(1, 7) for _ in combinations_with_replacement(range(4), n)
    )


def _beats(card: Card, other: Card, led: int, trump: int) -> bool:
    def strength(one: Card) -> tuple[bool, bool, int]:
        return (suit(one) == trump, suit(one) == led, rank(one))

    return strength(card) > strength(other)


def test_the_winner_of_every_trick_of_two_and_of_many_of_more() -> None:
    for trump in range(4):
        for first, second in permutations(pack(52), 2):
            expected = 9 if _beats(second, first, suit(first), trump) else 4
            assert winner([(4, first), (9, second)], trump) == expected
    chance = random.Random(1)
    for _ in range(3000):
        cards = chance.sample(pack(52), chance.randint(1, 12))
        trump = chance.randrange(4)
        best = cards[0]
        for card in cards[1:]:
            if _beats(card, best, suit(cards[0]), trump):
                best = card
        assert winner(list(enumerate(cards)), trump) == cards.index(best)


def test_parsing_gives_back_every_card() -> None:
    assert [parse(text(card)) for card in pack(52)] == list(pack(52))
