"""Rules 15 to 18 and the payouts of both games."""

from __future__ import annotations

import pytest

from game.actions import (
    BLIND,
    CALL,
    CUT,
    DECLINE,
    DISCARDS,
    DRAW_STOCK,
    LOOK,
    PASS,
    PLAYS,
    WHIST,
    Play,
)
from game.cards import parse, text
from game.errors import (
    BadRules,
    IllegalCard,
)
from game.rules import FRAP, KHRAP, BlindPenalty, Rules, Variant
from tests.game.laying import STAY, TWO, acts, called, in_turn, laid, plain, plays


def test_rule_15_the_caller_leads_and_then_who_took_the_trick() -> None:
    deal = in_turn(called(laid(FRAP, TWO, "Ks")), WHIST, STAY, STAY)
    assert deal.to_act == (0,)
    assert len(deal.legal(0)) == 4
    deal = plays(deal, "7c Kc")
    assert deal.to_act == (1,)
    (taken,) = deal.view(None).taken
    assert (taken.leader, taken.winner) == (0, 1)


def test_rule_15_the_first_cutter_leads() -> None:
    deal = in_turn(called(plain(FRAP, 4)), WHIST, PASS, PASS, STAY, STAY)
    deal = acts(deal, (3, CUT), (2, CUT), (3, DRAW_STOCK))
    deal = in_turn(deal, deal.legal(3)[0])
    deal = in_turn(deal, deal.legal(2)[0])
    assert deal.to_act == (3,)


def test_rule_15_follow_suit_else_trump_else_anything_and_no_need_to_beat() -> None:
    hands = ("As Kc 8d 7c", "Ks 7s Ah 9c", "Kh 7h 8c 9d", "Qd Jd Td 9s")
    deal = in_turn(called(laid(FRAP, hands, "8h")), WHIST, WHIST, WHIST, STAY, STAY, STAY, STAY)

    def may(seat: int) -> set[str]:
        return {text(action.card) for action in deal.legal(seat) if isinstance(action, Play)}

    deal = plays(deal, "As")
    assert may(1) == {"Ks", "7s"}
    with pytest.raises(IllegalCard):
        deal.apply(1, PLAYS[parse("Ah")])
    deal = plays(deal, "7s")
    assert may(2) == {"Kh", "7h"}
    with pytest.raises(IllegalCard):
        deal.apply(2, PLAYS[parse("8c")])
    deal = plays(deal, "7h")
    assert may(3) == {"9s"}
    deal = plays(deal, "9s")
    # The lowest trump took the ace; seat 2 leads a diamond, which seat 0 follows though it could not beat.
    deal = plays(deal, "9d Qd")
    assert may(0) == {"8d"}
    deal = plays(deal, "8d")
    assert may(1) == {"Ah"}


def test_rule_15_without_suit_and_trump_anything_goes_and_wins_nothing() -> None:
    deal = in_turn(called(laid(FRAP, ("7d 8d 7s 8s", "Ac Kc As Ks"), "7h")), WHIST, STAY, STAY)
    deal = plays(deal, "7d")
    assert len(deal.legal(1)) == 4
    deal = plays(deal, "Ac")
    assert deal.to_act == (0,)


@pytest.mark.parametrize(("variant", "duty"), [(FRAP, 2), (KHRAP, 3)])
def test_rule_16_the_caller_owes_two_tricks_or_three_and_the_others_one(variant: Variant, duty: int) -> None:
    deal = in_turn(called(plain(variant, 3)), WHIST, PASS)
    assert [seat.duty for seat in deal.view(None).seats] == [duty, 1, 0]


NO_TRICK = "7c Kc Ac 8c Ad 7d Kd 8d"


@pytest.mark.parametrize(
    ("reading", "indicator", "blind", "one_trick", "times"),
    [
        ("book", "Ks", False, False, 2),
        ("book", "Ks", False, True, 1),
        ("book", "As", False, True, 1),
        ("book", "Ks", True, False, 2),
        ("book", "Ks", True, True, 4),
        ("book", "As", True, False, 2),
        ("book", "As", True, True, 3),
        ("doubled", "Ks", False, False, 2),
        ("doubled", "Ks", False, True, 1),
        ("doubled", "Ks", True, False, 4),
        ("doubled", "Ks", True, True, 2),
        ("doubled", "As", True, False, 4),
        ("doubled", "As", True, True, 3),
    ],
)
@pytest.mark.parametrize("limit", [None, 0, 11, 12, 1000])
def test_rule_17_what_a_failed_caller_pays(
    *, reading: str, indicator: str, blind: bool, one_trick: bool, times: int, limit: int | None
) -> None:
    rules = Rules(blind_penalty=BlindPenalty(reading), penalty_limit=limit)
    if blind:
        deal = in_turn(laid(FRAP, TWO, indicator, rules=rules, carried=2), BLIND, WHIST)
        away = "7c" if one_trick else indicator
        deal = in_turn(deal, DISCARDS[parse(away)], STAY, STAY)
        deal = plays(deal, f"{indicator} Kc 8c Ac Ad 7d Kd 8d" if one_trick else NO_TRICK)
    else:
        first = "7s 8c 7d 8d" if one_trick else TWO[0]
        deal = in_turn(
            called(laid(FRAP, (first, TWO[1]), indicator, rules=rules, carried=2)), WHIST, STAY, STAY
        )
        deal = plays(deal, "7s Kc 8c Ac Ad 7d Kd 8d" if one_trick else NO_TRICK)
    result = deal.result
    assert result
    assert result.tricks == ((1, 3) if one_trick else (0, 4))
    penalty = 12 * times if limit is None else min(12 * times, limit)
    assert result.penalties == (penalty, 0)
    assert result.pot == penalty


def test_rule_17_the_ace_counts_that_was_turned_up_last() -> None:
    deal = in_turn(laid(FRAP, TWO, "As Ks"), PASS, PASS, BLIND, WHIST, DISCARDS[parse("7c")], STAY, STAY)
    deal = plays(deal, "Ks Kc 8c Ac Ad 7d Kd 8d")
    assert deal.result
    assert deal.result.penalties == (4 * 20, 0)


def test_rule_17_a_whister_without_a_trick_pays_the_pot_and_a_passer_nothing() -> None:
    hands = ("Ah Kh Qh Jh", "7c 8c 9c Tc", "7d 8d 9d Td")
    deal = in_turn(called(laid(FRAP, hands, "7h")), WHIST, PASS, STAY, STAY, DECLINE)
    deal = plays(deal, "Ah 7c Kh 8c Qh 9c Jh Tc")
    assert deal.result
    assert deal.result.penalties == (0, 15, 0)


def test_rule_17_the_limit_is_not_below_nothing() -> None:
    with pytest.raises(BadRules):
        Rules(penalty_limit=-1)


@pytest.mark.parametrize("pot", range(15, 24))
def test_rule_18_units_that_do_not_divide_stay_in_the_pot(pot: int) -> None:
    deal = in_turn(called(laid(FRAP, TWO, "Ks", carried=pot - 10)), WHIST, STAY, STAY)
    deal = plays(deal, NO_TRICK)
    assert deal.result
    assert deal.result.net == (-5 - 2 * pot, 4 * (pot // 4) - 5)
    assert deal.result.pot == pot % 4 + 2 * pot
    assert sum(deal.result.net) + deal.result.pot == pot - 10


def test_frap_a_failed_caller_keeps_the_quarters_taken() -> None:
    deal = in_turn(called(laid(FRAP, ("7s 8c 7d 8d", TWO[1]), "Ks", carried=2)), WHIST, STAY, STAY)
    deal = plays(deal, "7s Kc 8c Ac Ad 7d Kd 8d")
    assert deal.result
    assert deal.result.net == (3 - 5 - 12, 9 - 5)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_frap_unopposed_takes_the_whole_pot_in_any_round(rounds: int) -> None:
    deal = in_turn(plain(FRAP, 2), *[PASS] * (2 * rounds - 2), LOOK, CALL, PASS, STAY, DECLINE)
    assert deal.result
    assert (deal.result.round, deal.result.net, deal.result.pot) == (rounds, (5 * rounds, -5 * rounds), 0)


@pytest.mark.parametrize(("rounds", "prize", "left"), [(1, 13, 0), (2, 11, 12)])
def test_khrap_unopposed_takes_the_pot_or_half_of_it(rounds: int, prize: int, left: int) -> None:
    hands = ("7c 8c 7d 8d 7s", "Ac Ad Kd Kc 8s")
    deal = laid(KHRAP, hands, "Kh Qh", carried=3)
    deal = in_turn(deal, *[PASS] * (2 * rounds - 2), LOOK, CALL, PASS, STAY, DECLINE)
    assert deal.result
    assert (deal.result.net, deal.result.pot) == ((prize - 5 * rounds, -5 * rounds), left)


def test_khrap_whoever_takes_three_takes_the_pot() -> None:
    deal = in_turn(called(laid(KHRAP, ("Ac Kc Ad 7d 7s", "Ah Kh 9c 8d 8s"), "7h")), WHIST, STAY, STAY)
    deal = plays(deal, "Ac 9c Ad 8d Kc Kh Ah 7d 8s 7s")
    assert deal.result
    assert deal.result.tricks == (2, 3)
    assert deal.result.net == (-5 - 10, 10 - 5)


def test_khrap_where_nobody_takes_three_the_pot_stays() -> None:
    hands = ("Ac Kc 7d 8d 7s", "8c 8s Ad Kd 9s", "7c 9c 9d Td As")
    deal = in_turn(called(laid(KHRAP, hands, "7h")), WHIST, WHIST, STAY, STAY, STAY)
    deal = plays(deal, "Ac 8c 7c Kc 8s 9c 7d Ad 9d Kd Td 8d 9s As 7s")
    assert deal.result
    assert deal.result.tricks == (2, 2, 1)
    assert deal.result.pot == 15 + 15
