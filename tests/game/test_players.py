from __future__ import annotations

import hashlib
import statistics
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bench.strength import equity
from game.actions import (
    BLIND,
    CALL,
    CUT,
    DECLINE,
    LOOK,
    PASS,
    WHIST,
    Call,
    Discard,
    Draw,
    Exchange,
    Look,
    Play,
)
from game.cards import Card, pack, parse
from game.deal import Deal
from game.players import POLICIES, Random, Steady
from game.players.odds import distribution
from game.rules import FRAP, KHRAP, VARIANTS, Rules, Variant, packs
from game.shuffle import Shuffle
from game.view import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.actions import Action
    from game.players import Player
    from game.view import View


def cards(text: str) -> list[Card]:
    return [parse(card) for card in text.split()]


def stacked(
    variant: Variant, hands: Sequence[str], rest: str = "", *, size: int = 32, rules: Rules | None = None
) -> Deal:
    """A deal in which seat 1, left of the dealer, gets the first hand, and so on; ``rest`` is the indicator and the stock."""
    given = [cards(hand) for hand in hands]
    deck = [hand[place] for place in range(variant.hand_size) for hand in given]
    deck += cards(rest)
    deck += [card for card in pack(size) if card not in deck]
    count = len(hands)
    shuffle = Shuffle(bytes(32))
    names = tuple(map(str, range(count)))
    return Deal.start(variant, rules or Rules(), names, 0, 30, (5,) * count, tuple(deck), shuffle)


def after(deal: Deal, *steps: tuple[int, Action]) -> Deal:
    for seat, action in steps:
        if LOOK in deal.legal(seat) and action is not PASS:
            deal, _ = deal.apply(seat, LOOK)
        deal, _ = deal.apply(seat, action)
    return deal


def decision(deal: Deal, seat: int) -> Action:
    """What the steady player does, once it has looked."""
    player = Steady()
    if player.decide(deal.view(seat)) is LOOK:
        deal, _ = deal.apply(seat, LOOK)
    return player.decide(deal.view(seat))


def walk(deal: Deal, players: Sequence[Player]) -> Iterator[tuple[View, Action]]:
    while deal.to_act:
        seat = deal.to_act[0]
        view = deal.view(seat)
        action = players[seat].decide(view)
        yield view, action
        deal, _ = deal.apply(seat, action)


def started(variant: Variant, seats: int, number: int, carried: int = 30) -> Deal:
    shuffle = Shuffle(hashlib.sha256(f"{variant.name} {seats} {number}".encode()).digest())
    names = tuple(map(str, range(seats)))
    deck = shuffle.deck(packs(seats)[0])
    return Deal.start(variant, Rules(), names, number % seats, carried, (5,) * seats, deck, shuffle)


@pytest.mark.parametrize("variant", [FRAP, KHRAP])
@pytest.mark.parametrize("policy", sorted(POLICIES))
@pytest.mark.parametrize("seats", [2, 4, 6, 10])
def test_every_answer_is_legal_and_every_deal_ends(variant: Variant, policy: str, seats: int) -> None:
    players = [POLICIES[policy](seat) for seat in range(seats)]
    for number in range(8):
        for view, action in walk(started(variant, seats, number), players):
            assert action in view.legal


@pytest.mark.parametrize("variant", [FRAP, KHRAP])
def test_the_steady_player_answers_among_random_ones(variant: Variant) -> None:
    players: list[Player] = [Steady(), Random(1), Steady(), Random(2), Random(3)]
    for number in range(40):
        for view, action in walk(started(variant, 5, number), players):
            assert action in view.legal


def test_the_random_player_does_everything_there_is_to_do() -> None:
    players = [Random(seat) for seat in range(4)]
    seen: Counter[type] = Counter()
    for number in range(120):
        for _, action in walk(started(FRAP, 4, number), players):
            seen[type(action)] += 1
    assert {
        Look,
        Call,
        Exchange,
        Discard,
        Draw,
        Play,
        type(BLIND),
        type(CUT),
        type(DECLINE),
        type(WHIST),
    } <= set(seen)


def test_the_random_player_repeats_itself_from_its_seed() -> None:
    def told(seed: int) -> list[Action]:
        return [
            action for _, action in walk(started(KHRAP, 4, 3), [Random(seed + seat) for seat in range(4)])
        ]

    assert told(1) == told(1)
    assert told(1) != told(50)


def test_the_steady_player_looks_first_never_calls_blind_and_decides_by_the_view_alone() -> None:
    for number in range(40):
        for view, action in walk(started(FRAP, 4, number), [Steady()] * 4):
            assert action is not BLIND
            if LOOK in view.legal:
                assert action is LOOK
            assert Steady().decide(replace(view)) == action


def test_it_calls_on_the_best_hand_and_passes_the_worst() -> None:
    deal = stacked(FRAP, ["As Ks Qs Ad", "7c 8d 9h 7d", "8c Td Jh 8h"], "7s")
    assert decision(deal, 1) is CALL
    deal, _ = deal.apply(1, PASS)
    assert decision(deal, 2) is PASS


def test_it_whists_on_a_sure_trick_and_passes_without_one_when_many_are_in() -> None:
    deal = stacked(FRAP, ["Ks Qs Kd Jd", "As Js Ac Kc", "7c 8d 9h 7d", "Ts Ah Kh Qh"], "7s")
    deal = after(deal, (1, CALL))
    assert decision(deal, 2) is WHIST
    deal = after(deal, (2, WHIST))
    assert decision(deal, 3) is PASS


def test_it_keeps_trumps_and_aces_and_exchanges_the_rest() -> None:
    deal = stacked(FRAP, ["As 8s Ad 7c", "Ks Qs Kd Kh"], "7s")
    deal = after(deal, (1, CALL), (0, WHIST))
    assert decision(deal, 1) == Exchange((parse("7c"),))


def test_it_cuts_in_against_a_lone_caller_and_not_against_a_crowd() -> None:
    hands = ["As Ks Ad Kd", "Qs Js Ac Kc", "Ts 9s Ah Kh", "7c 8d 9h 7d"]
    deal = after(stacked(FRAP, hands, "7s"), (1, CALL), (2, WHIST), (3, WHIST), (0, PASS))
    while deal.view(None).stage is Stage.EXCHANGE:
        deal, _ = deal.apply(deal.to_act[0], Exchange(()))
    assert decision(deal, 0) is DECLINE
    deal = after(stacked(FRAP, ["As Ks Ad Kd", "7c 8d 9h 7d"], "Qs"), (1, CALL), (0, PASS), (1, Exchange(())))
    assert decision(deal, 0) is CUT
    deal, _ = deal.apply(0, CUT)
    assert decision(deal, 0) == Draw(trump=True)


def in_play(first: str, second: str, *, variant: Variant = FRAP) -> Deal:
    """Seat 1 has called and leads, seat 0 has whisted; spades are trumps."""
    deal = after(stacked(variant, [first, second], "7s"), (1, CALL), (0, WHIST))
    return after(deal, (1, Exchange(())), (0, Exchange(())))


def test_it_wins_cheaply() -> None:
    deal = after(in_play("Jd 8c 9c Tc", "Ad Kd Qd 8h"), (1, Play(parse("Jd"))))
    assert decision(deal, 0) == Play(parse("Qd"))


def test_it_throws_its_lowest_where_it_cannot_win() -> None:
    deal = after(in_play("Ad 8c 9c Tc", "Kd Jd 8d 8h"), (1, Play(parse("Ad"))))
    assert decision(deal, 0) == Play(parse("8d"))


def test_it_trumps_with_its_lowest_trump_that_wins() -> None:
    deal = after(in_play("Ad 8c 9c Tc", "As 8s Qh 8h"), (1, Play(parse("Ad"))))
    assert decision(deal, 0) == Play(parse("8s"))


def test_it_gives_away_a_worthless_card_before_a_good_one() -> None:
    deal = after(in_play("Ad 8c 9c Tc", "Ac Qh Jh 8h"), (1, Play(parse("Ad"))))
    assert decision(deal, 0) == Play(parse("8h"))


def test_it_leads_a_card_that_nothing_can_beat() -> None:
    deal = in_play("As 8c 9h Td", "Ks Qs Kd Kh")
    assert decision(deal, 1) == Play(parse("As"))


def test_it_never_trumps_with_a_trump_too_low_when_a_higher_one_wins() -> None:
    deal = stacked(FRAP, ["Ad 7c 8c 9c", "9s 8h 9h Th", "Ts 8s Jh Qh"], "7s")
    deal = after(deal, (1, CALL), (2, WHIST), (0, WHIST))
    for seat in (1, 2, 0):
        deal = after(deal, (seat, Exchange(())))
    deal = after(deal, (1, Play(parse("Ad"))), (2, Play(parse("9s"))))
    assert decision(deal, 0) == Play(parse("Ts"))


def test_a_distribution_of_tricks() -> None:
    assert distribution([]) == [1.0]
    assert distribution([0.5, 0.5]) == [0.25, 0.5, 0.25]
    assert distribution([1.0, 0.0, 0.25]) == [0.0, 0.75, 0.25, 0.0]


@pytest.mark.parametrize("game", sorted(VARIANTS))
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_steady_player_clearly_beats_random_ones(game: str, seats: int) -> None:
    gains = []
    for number in range(120):
        deal = started(VARIANTS[game], seats, number)
        seat = number % seats
        field: list[Player] = [Random(number * seats + other) for other in range(seats)]
        instead: list[Player] = [Random(number * seats + other) for other in range(seats)]
        instead[seat] = Steady()
        gains.append(equity(deal, instead, seat) - equity(deal, field, seat))
    error = statistics.stdev(gains) / len(gains) ** 0.5
    assert statistics.mean(gains) > 2 * error
    assert statistics.mean(gains) > 1
