"""Rules 10 to 14: the exchange and cutting in."""

from __future__ import annotations

import pytest

from game.actions import (
    BLIND,
    CALL,
    CUT,
    DECLINE,
    DISCARDS,
    DRAW_STOCK,
    DRAW_TRUMP,
    LOOK,
    PASS,
    WHIST,
    Exchange,
)
from game.cards import parse
from game.errors import (
    GameError,
    IllegalCard,
    NotYourTurn,
)
from game.rules import FRAP, KHRAP, Variant
from game.view import Outcome, Stage
from tests.game.laying import FOUR, STAY, TWO, acts, called, cards, exchange, in_turn, laid, plain


def test_rule_10_the_blind_caller_takes_the_indicator_sees_the_cards_and_discards_one() -> None:
    deal = in_turn(laid(FRAP, TWO, "As Kh"), BLIND, WHIST)
    assert deal.view(0).hand == tuple(sorted(cards("7c 8c 7d 8d As")))
    assert deal.view(None).indicator_taken
    assert len(deal.legal(0)) == 5
    with pytest.raises(IllegalCard):
        deal.apply(0, DISCARDS[parse("Ac")])
    deal = in_turn(deal, DISCARDS[parse("7c")])
    assert deal.view(None).discards == 1
    # Then the exchange, like everybody else's.
    deal = in_turn(deal, exchange("8c"))
    assert deal.view(0).hand == tuple(sorted(cards("7d 8d As Kh")))


def test_rule_10_even_where_nobody_whists() -> None:
    deal = in_turn(plain(FRAP, 2), BLIND, PASS)
    assert deal.view(None).stage is Stage.BLIND_DISCARD
    deal = in_turn(deal, deal.legal(0)[0])
    assert deal.view(None).stage is Stage.EXCHANGE


@pytest.mark.parametrize("number", range(5))
def test_rule_11_one_exchanges_none_to_all_cards(number: int) -> None:
    deal = in_turn(called(laid(FRAP, TWO, "7h Kh Qh Jh Th")), WHIST)
    away = cards("7c 8c 7d 8d")[:number]
    deal = in_turn(deal, Exchange(tuple(sorted(away))))
    assert deal.view(0).hand == tuple(
        sorted((*cards("7c 8c 7d 8d")[number:], *cards("Kh Qh Jh Th")[:number]))
    )
    assert deal.view(0).discarded == tuple(sorted(away))
    assert deal.view(None).seats[0].exchanged == number


def test_rule_11_in_order_from_the_dealers_left_not_from_the_caller() -> None:
    deal = in_turn(plain(FRAP, 4), PASS, PASS, LOOK, CALL, WHIST, WHIST, PASS)
    asked: list[int] = []
    while deal.view(None).stage is Stage.EXCHANGE:
        asked.extend(deal.to_act)
        deal = in_turn(deal, STAY)
    assert asked == [0, 2, 3]


@pytest.mark.parametrize("away", ["Ac", "7c 7c", "7c 8c 7d 8d Ac"])
def test_rule_11_only_own_cards_each_once(away: str) -> None:
    deal = in_turn(called(laid(FRAP, TWO, "7h")), WHIST)
    with pytest.raises(IllegalCard):
        deal.apply(0, exchange(away))


def test_rule_12_the_discards_of_others_become_the_stock_in_the_middle_of_a_draw() -> None:
    hands = ("7c 7d 7s 8c", "8d 8s 9c 9d", "9s Tc Td Ts", "Jc Jd Js Qc")
    deal = in_turn(called(laid(FRAP, hands, "Ah")), WHIST, WHIST, WHIST)
    deal = in_turn(deal, *[exchange(hand) for hand in hands])
    (pile,) = deal.reshuffles
    assert set(pile) == {card for hand in hands[:3] for card in cards(hand)}
    drawn = deal.view(3).hand or ()
    assert len(set(drawn) & set(pile)) == 1
    assert pile[0] in drawn
    assert (deal.view(None).stock, deal.view(None).discards) == (11, 4)


def test_rule_12_no_reshuffle_before_a_card_is_missing() -> None:
    # 36 cards, five hands of five and an indicator: ten in the stock, drawn to the last card by two.
    deal = in_turn(called(plain(KHRAP, 5, size=36)), WHIST, WHIST, WHIST, WHIST)
    for _ in range(2):
        deal = in_turn(deal, Exchange(deal.view(deal.to_act[0]).hand or ()))
    assert (deal.view(None).stock, deal.reshuffles) == (0, ())
    deal = in_turn(deal, STAY)
    assert deal.reshuffles == ()
    deal = in_turn(deal, Exchange((deal.view(3).hand or ())[:1]))
    assert len(deal.reshuffles) == 1


def test_rule_12_nobody_asks_for_more_cards_than_there_are() -> None:
    # Ten players of Khrap, all in: one card in the stock, none in the discards.
    deal = in_turn(called(plain(KHRAP, 10)), *[WHIST] * 9)
    hand = deal.view(0).hand or ()
    assert {len(action.cards) for action in deal.legal(0) if isinstance(action, Exchange)} == {0, 1}
    with pytest.raises(IllegalCard):
        deal.apply(0, Exchange(hand[:2]))
    deal = in_turn(deal, Exchange(hand[:1]))
    # Now the stock is empty and the pile holds one card, so the next may ask for one.
    assert {len(action.cards) for action in deal.legal(1) if isinstance(action, Exchange)} == {0, 1}


def test_rule_13_all_who_passed_are_asked_at_once_and_the_first_to_speak_is_first() -> None:
    deal = in_turn(called(laid(FRAP, FOUR, "Kh Jh Jc Jd Js Kc Kd Ks Qc Qd")), PASS, PASS, PASS, STAY)
    assert deal.to_act == (1, 2, 3)
    assert deal.view(None).cuts_left == 5
    deal = acts(deal, (3, CUT), (1, DECLINE), (2, CUT))
    assert [seat.cutter for seat in deal.view(None).seats] == [None, None, 1, 0]
    assert deal.to_act == (3,)
    deal = in_turn(deal, DRAW_TRUMP)
    assert deal.view(3).hand == tuple(sorted(cards("Kh Jh Jc Jd Js")))
    with pytest.raises(IllegalCard):
        deal.apply(3, DISCARDS[parse("Kd")])
    deal = in_turn(deal, DISCARDS[parse("Jd")])
    # The second is not asked for a draw.
    assert deal.to_act == (2,)
    assert deal.view(2).hand == tuple(sorted(cards("Kc Kd Ks Qc Qd")))
    deal = in_turn(deal, DISCARDS[parse("Qc")])
    assert deal.view(None).stage is Stage.PLAY


def test_rule_13_a_cutter_who_passed_unseen_looks_by_taking_part_and_other_passers_never_do() -> None:
    deal = in_turn(called(plain(FRAP, 4)), PASS, PASS, WHIST, STAY, STAY)
    assert [seat.looked for seat in deal.view(None).seats] == [True, False, False, True]
    deal = in_turn(acts(deal, (1, CUT), (2, DECLINE)), DRAW_STOCK)
    assert [seat.looked for seat in deal.view(None).seats] == [True, True, False, True]


def test_rule_13_an_answer_about_cutting_in_stands() -> None:
    deal = in_turn(called(plain(FRAP, 4)), PASS, PASS, PASS, STAY)
    deal = acts(deal, (2, DECLINE))
    for action in (CUT, DECLINE):
        with pytest.raises(NotYourTurn):
            deal.apply(2, action)
    with pytest.raises(GameError):
        deal.apply(0, CUT)


def test_rule_13_a_first_cutter_who_leaves_the_indicator_leaves_it_to_nobody() -> None:
    deal = in_turn(called(laid(FRAP, FOUR, "Kh Jh Jc Jd Js Kc")), PASS, PASS, PASS, STAY)
    deal = in_turn(acts(deal, (3, CUT), (1, DECLINE), (2, CUT)), DRAW_STOCK)
    assert deal.view(3).hand == tuple(sorted(cards("Jh Jc Jd Js Kc")))
    deal = in_turn(deal, DISCARDS[parse("Jd")])
    assert deal.view(None).stage is Stage.CUT_DISCARD
    assert not deal.view(None).indicator_taken


def test_rule_13_after_a_blind_caller_there_is_no_indicator_to_take() -> None:
    deal = in_turn(plain(FRAP, 3), BLIND, PASS, PASS)
    deal = in_turn(deal, deal.legal(0)[0], STAY)
    deal = acts(deal, (2, CUT), (1, CUT))
    assert deal.view(None).stage is Stage.CUT_DISCARD
    assert len(deal.legal(2)) == 5


def test_rule_13_the_window_closes_when_all_places_are_taken() -> None:
    # Ten players of Khrap, eight passed: 52 - 1 - 10 cards make six places.
    deal = in_turn(called(plain(KHRAP, 10)), WHIST, *[PASS] * 8)
    deal = in_turn(deal, STAY, STAY)
    assert deal.view(None).cuts_left == 6
    deal = acts(deal, (9, DECLINE), *[(seat, CUT) for seat in (8, 3, 7, 4, 6)])
    assert deal.to_act == (2, 5)
    assert deal.view(None).cuts_left == 1
    deal = acts(deal, (5, CUT))
    assert deal.view(None).stage is Stage.CUT_DRAW
    assert deal.legal(2) == ()
    with pytest.raises(GameError):
        deal.apply(2, CUT)


def test_rule_13_a_cutter_owes_a_trick() -> None:
    deal = in_turn(called(plain(FRAP, 2)), PASS, STAY, CUT)
    assert [seat.duty for seat in deal.view(None).seats] == [2, 1]


@pytest.mark.parametrize("variant", [FRAP, KHRAP], ids=lambda variant: variant.name)
def test_rule_14_unopposed_no_cards_are_played(variant: Variant) -> None:
    deal = in_turn(called(plain(variant, 3)), PASS, PASS)
    assert not deal.over
    deal = in_turn(deal, STAY, DECLINE, DECLINE)
    assert deal.result
    assert deal.result.outcome is Outcome.UNOPPOSED
    assert deal.result.tricks == (0, 0, 0)
    assert deal.result.net == (10, -5, -5)
    assert deal.result.pot == 0
