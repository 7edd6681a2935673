"""Rules 1 to 9 and what happens across deals, as docs/rules.md numbers them."""

from __future__ import annotations

import pytest

from game.actions import (
    BLIND,
    CALL,
    DECLINE,
    LOOK,
    PASS,
    WHIST,
)
from game.cards import Card, pack, parse, rank
from game.deal import Deal
from game.errors import (
    BadNotation,
    BadRules,
    GameError,
    IllegalCall,
    NotYourTurn,
    TableFull,
    WrongPhase,
)
from game.rules import FRAP, KHRAP, Rules, Variant, packs
from game.shuffle import Shuffle
from game.table import Pot, Table
from game.view import Outcome, Stage
from tests.game.laying import STAY, TWO, acts, called, in_turn, laid, plain
from tests.game.walks import NAMES, Seeded, played


@pytest.mark.parametrize(("variant", "most"), [(FRAP, 12), (KHRAP, 10)])
def test_rule_01_a_table_has_two_to_twelve_or_ten_players(variant: Variant, most: int) -> None:
    for seats in (0, 1, most + 1):
        with pytest.raises(BadRules):
            plain(variant, seats, size=52)
    for seats in range(2, most + 1):
        assert len(plain(variant, seats).view(None).seats) == seats
    table = Table(variant, Rules())
    for player in range(most):
        table = table.sit(str(player))
        assert table.may_deal is (player >= 1)
    with pytest.raises(TableFull):
        table.sit("one more")
    assert table.sit("0") == table


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (2, {32}),
        (3, {32}),
        (4, {32}),
        (5, {36, 52}),
        (6, {36, 52}),
        (7, {52}),
        (8, {52}),
        (9, {52}),
        (10, {52}),
    ],
)
def test_rule_01_the_pack_follows_from_the_number_of_players(seats: int, sizes: set[int]) -> None:
    assert set(packs(seats)) == sizes
    for size in (32, 36, 52):
        for variant in (FRAP, KHRAP):
            if size in sizes:
                assert plain(variant, seats, size=size).to_act == (0,)
            else:
                with pytest.raises(BadRules):
                    plain(variant, seats, size=size)


def test_rule_01_packs_begin_with_the_seven_the_six_and_the_two() -> None:
    assert packs(5)[0] == 36
    for size, lowest in ((32, "7c"), (36, "6c"), (52, "2c")):
        assert len(set(pack(size))) == size
        assert min(map(rank, pack(size))) == rank(parse(lowest))
    with pytest.raises(BadNotation):
        pack(54)


def test_rule_01_a_deck_holds_every_card_once() -> None:
    deck = pack(32)
    for broken in (deck[1:], (*deck[1:], deck[1]), (*deck[1:], Card(0))):
        with pytest.raises(GameError):
            Deal.start(FRAP, Rules(), NAMES[:2], 0, 0, (5, 5), broken, Seeded(1))


def test_rule_02_the_deal_goes_clockwise_after_a_redeal_too() -> None:
    table = Table(FRAP, Rules(), NAMES[:3])
    first = table.deal(Shuffle(bytes(32)))
    assert first.dealer == Shuffle(bytes(32)).lot(3)
    redeal = in_turn(first, *[PASS] * 9)
    assert redeal.result
    assert redeal.result.outcome is Outcome.REDEAL
    second = table.after(redeal).deal(Shuffle(bytes(32)))
    assert second.dealer == (first.dealer + 1) % 3
    third = table.after(redeal).after(played(second, 5)).deal(Shuffle(bytes(32)))
    assert third.dealer == (first.dealer + 2) % 3


@pytest.mark.parametrize("dealer", range(4))
def test_rule_02_order_is_clockwise_from_the_dealers_left(dealer: int) -> None:
    deal = Deal.start(FRAP, Rules(), NAMES[:4], dealer, 0, (5,) * 4, pack(32), Seeded(1))
    for place in range(1, 5):
        assert deal.to_act == ((dealer + place) % 4,)
        deal = in_turn(deal, PASS)


def test_rule_03_every_player_puts_in_the_ante() -> None:
    view = plain(FRAP, 4, rules=Rules(ante=7)).view(None)
    assert view.pot == 28
    assert [seat.paid for seat in view.seats] == [7, 7, 7, 7]
    with pytest.raises(GameError):
        Deal.start(FRAP, Rules(), NAMES[:2], 0, 0, (5, 4), pack(32), Seeded(1))
    with pytest.raises(BadRules):
        Rules(ante=0)


def test_rule_03_whoever_was_in_a_thrown_in_deal_has_paid_and_who_joins_pays() -> None:
    table = Table(KHRAP, Rules(), NAMES[:2])
    table = table.after(in_turn(table.deal(Shuffle(bytes(32))), *[PASS] * 4)).sit(NAMES[2])
    assert table.antes == (0, 0, 5)
    deal = table.deal(Shuffle(bytes(32)))
    assert deal.view(None).pot == 30 + 5
    assert table.stand(NAMES[0]).sit(NAMES[0]).antes == (0, 5, 0)


def test_rule_03_antes_paid_ahead_serve_one_deal_only() -> None:
    table = Table(FRAP, Rules(), NAMES[:2], pot=Pot(10, frozenset(NAMES[:2]), NAMES[:2]))
    deal = table.deal(Shuffle(bytes(32)))
    caller = deal.to_act[0]
    over = acts(
        deal, (caller, LOOK), (caller, CALL), (1 - caller, PASS), (caller, STAY), (1 - caller, DECLINE)
    )
    assert table.after(over).antes == (5, 5)


@pytest.mark.parametrize(("variant", "size"), [(FRAP, 4), (KHRAP, 5)])
def test_rule_04_cards_go_round_one_at_a_time(variant: Variant, size: int) -> None:
    deal = plain(variant, 3)
    for seat in range(3):
        deal, _ = deal.apply(seat, LOOK)
        assert deal.view(seat).hand == pack(32)[seat : 3 * size : 3]
    assert deal.view(None).indicator == pack(32)[3 * size]
    assert deal.view(None).stock == 32 - 3 * size - 1


def test_rule_05_a_hand_is_face_down_until_its_owner_looks_even_out_of_turn() -> None:
    deal = plain(FRAP, 3)
    assert [deal.view(seat).hand for seat in range(3)] == [None] * 3
    deal, _ = deal.apply(2, LOOK)
    assert deal.to_act == (0,)
    assert [deal.view(seat).hand is None for seat in range(3)] == [True, True, False]
    assert [seat.looked for seat in deal.view(None).seats] == [False, False, True]
    with pytest.raises(WrongPhase):
        deal.apply(2, LOOK)


def test_rule_05_one_looks_in_whisting_too_but_not_at_a_folded_hand_nor_later() -> None:
    deal = in_turn(plain(FRAP, 4), BLIND, PASS)
    assert deal.legal(1) == ()
    with pytest.raises(WrongPhase):
        deal.apply(1, LOOK)
    # Late, and of no use: the blind call stands.
    deal, _ = deal.apply(0, LOOK)
    deal, _ = deal.apply(3, LOOK)
    deal = in_turn(deal, PASS, PASS)
    view = deal.view(None)
    assert view.stage is Stage.BLIND_DISCARD
    assert view.seats[0].blind
    with pytest.raises(WrongPhase):
        deal.apply(2, LOOK)


def test_rule_06_an_open_call_needs_a_look() -> None:
    deal = plain(FRAP, 2)
    with pytest.raises(IllegalCall):
        deal.apply(0, CALL)
    assert set(deal.legal(0)) == {LOOK, BLIND, PASS}


def test_rule_06_a_blind_call_needs_none() -> None:
    deal = in_turn(plain(FRAP, 2), LOOK)
    with pytest.raises(IllegalCall):
        deal.apply(0, BLIND)
    assert set(deal.legal(0)) == {CALL, PASS}


def test_rule_06_nobody_whists_before_a_call_and_nobody_calls_after_one() -> None:
    deal = plain(FRAP, 3)
    with pytest.raises(GameError):
        deal.apply(0, WHIST)
    deal = called(deal)
    assert deal.view(None).caller == 0
    for call in (CALL, BLIND):
        with pytest.raises(GameError):
            deal.apply(1, call)


def test_rule_06_one_bids_in_turn() -> None:
    deal = plain(FRAP, 3)
    for action in (PASS, BLIND):
        with pytest.raises(NotYourTurn):
            deal.apply(1, action)


@pytest.mark.parametrize(("variant", "rounds"), [(FRAP, 3), (KHRAP, 2)])
def test_rule_07_a_round_passed_out_costs_an_ante_and_turns_another_trump(
    variant: Variant, rounds: int
) -> None:
    deal = plain(variant, 3)
    for passed in range(1, rounds):
        before = deal.view(None)
        deal = in_turn(deal, PASS, PASS, PASS)
        view = deal.view(None)
        assert view.round == passed + 1
        assert view.pot == 15 + 15 * passed
        assert view.dead_indicators == (*before.dead_indicators, before.indicator)
        assert view.indicator == pack(32)[3 * variant.hand_size + passed]
        assert (view.stock, view.discards) == (before.stock - 1, before.discards + 1)
        assert view.to_act == (0,)


def test_rule_07_a_suit_passed_before_may_be_called() -> None:
    deal = laid(FRAP, TWO, "7h 7s 8h")
    deal = in_turn(deal, PASS, PASS, PASS, PASS, LOOK)
    assert deal.view(None).trump == parse("7h") // 13
    assert CALL in deal.legal(0)


def test_rule_07_whoever_passed_unseen_may_still_call_blind_in_a_later_round() -> None:
    deal = in_turn(plain(KHRAP, 2), PASS, PASS)
    assert BLIND in deal.legal(0)


@pytest.mark.parametrize(("variant", "rounds"), [(FRAP, 3), (KHRAP, 2)])
def test_rule_08_the_last_round_passed_out_throws_the_cards_in(variant: Variant, rounds: int) -> None:
    deal = in_turn(plain(variant, 2), *[PASS] * (2 * rounds))
    result = deal.result
    assert result
    assert (result.outcome, result.round) == (Outcome.REDEAL, rounds)
    assert result.net == (-5 * (rounds + 1),) * 2
    assert result.pot == 10 * (rounds + 1)
    assert result.penalties == result.tricks == (0, 0)


def test_rule_09_everyone_else_answers_from_the_callers_left_earlier_passers_included() -> None:
    deal = in_turn(plain(FRAP, 4), PASS, PASS, LOOK, CALL)
    asked: list[int] = []
    for _ in range(3):
        asked.extend(deal.to_act)
        assert {PASS, WHIST} <= set(deal.legal(deal.to_act[0]))
        deal = in_turn(deal, WHIST)
    assert asked == [3, 0, 1]


def test_rule_09_a_pass_puts_the_hand_into_the_discards_and_stands() -> None:
    deal = called(plain(FRAP, 3))
    deal, _ = deal.apply(1, PASS)
    view = deal.view(1)
    assert view.discards == 4
    assert not view.hand
    assert view.seats[1].folded
    for action in (WHIST, PASS):
        with pytest.raises(NotYourTurn):
            deal.apply(1, action)


def test_the_pot_is_divided_equally_among_the_last_players_and_the_rest_stays() -> None:
    shares, pot = Pot(20, frozenset(NAMES[:3]), NAMES[:3]).divide()
    assert shares == dict.fromkeys(NAMES[:3], 6)
    assert (pot.amount, pot.prepaid) == (2, frozenset())
    assert Pot(20).divide() == ({}, Pot(20))


def test_the_next_deal_starts_with_the_pot_that_was_left_and_another_table_takes_it_over() -> None:
    table = Table(FRAP, Rules(), NAMES[:2])
    over = in_turn(table.deal(Shuffle(bytes(32))), *[PASS] * 6)
    table = table.after(over)
    other = Table(FRAP, Rules(), (NAMES[0], NAMES[5])).with_pot(table.pot)
    deal = other.deal(Shuffle(bytes(32)))
    assert deal.view(None).carried == 40
    assert other.antes == (0, 5)
