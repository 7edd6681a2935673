from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from game.errors import BadNotation, BadRules, DealRunning, TableFull
from game.players import Random, Steady
from game.rules import FRAP, KHRAP, Rules, Variant
from game.shuffle import Shuffle
from game.table import Pot, Table
from game.view import Outcome, Stage

if TYPE_CHECKING:
    from game.deal import Deal


def shuffle(number: int = 0) -> Shuffle:
    return Shuffle(hashlib.sha256(str(number).encode()).digest())


def seated(players: str, variant: Variant = FRAP) -> Table:
    return Table(variant, Rules(), tuple(players))


def passed_out(deal: Deal) -> Deal:
    while not deal.over:
        seat = deal.to_act[0]
        passing = next(action for action in deal.legal(seat) if type(action).__name__ == "Pass")
        deal, _ = deal.apply(seat, passing)
    return deal


def played(deal: Deal) -> Deal:
    player = Random(5)
    while not deal.over:
        seat = deal.to_act[0]
        deal, _ = deal.apply(seat, player.decide(deal.view(seat)))
    return deal


def played_to_a_redeal_or_not(table: Table, outcome: Outcome) -> Deal:
    for number in range(100):
        deal = played(table.deal(shuffle(number)))
        if deal.result is not None and deal.result.outcome is outcome:
            return deal
    raise AssertionError(outcome)


@pytest.mark.parametrize(("variant", "most"), [(FRAP, 12), (KHRAP, 10)])
def test_a_table_has_two_seats_at_least_and_a_last_one(variant: Variant, most: int) -> None:
    table = Table(variant, Rules())
    for number in range(most):
        assert table.may_deal == (number >= 2)
        table = table.sit(str(number))
    assert table.deal(shuffle()).seats == tuple(map(str, range(most)))
    with pytest.raises(TableFull):
        table.sit("late")
    assert table.sit("3") == table


def test_too_few_players_are_not_dealt() -> None:
    with pytest.raises(BadRules):
        seated("a").deal(shuffle())


def test_nobody_sits_twice() -> None:
    assert seated("ab").sit("a").seats == ("a", "b")
    with pytest.raises(BadRules):
        Table(FRAP, Rules(), ("a", "a"))


def test_standing_without_a_seat_changes_nothing() -> None:
    assert seated("ab").stand("c") == seated("ab")


@pytest.mark.parametrize(
    ("players", "rule", "cards"),
    [(2, 52, 32), (4, 52, 32), (5, 36, 36), (5, 52, 52), (6, 36, 36), (6, 52, 52), (7, 36, 52), (12, 36, 52)],
)
def test_packs(players: int, rule: int, cards: int) -> None:
    table = Table(FRAP, Rules(), tuple(map(str, range(players))), pack=rule)
    assert table.pack_size == cards
    assert len(table.deal(shuffle()).setup.deck) == cards


def test_the_pack_of_five_and_six_is_36_cards_unless_agreed() -> None:
    assert seated("abcde").pack_size == 36


def test_the_first_dealer_is_drawn_and_then_the_deal_goes_round_redeals_included() -> None:
    table = seated("abc")
    deal = table.deal(shuffle(3))
    assert deal.dealer == shuffle(3).lot(3)
    dealers = [deal.dealer]
    for number in range(5):
        over = passed_out(deal) if number % 2 else played(deal)
        table = table.after(over)
        deal = table.deal(shuffle(number))
        dealers.append(deal.dealer)
    first = dealers[0]
    assert dealers == [(first + step) % 3 for step in range(6)]


def dealt_by(table: Table, player: str) -> Table:
    """The table after a deal that this player dealt."""
    placed = Table(table.variant, table.rules, table.seats, table.seats.index(player))
    return placed.after(passed_out(placed.deal(shuffle())))


def next_dealer(table: Table) -> str:
    deal = table.deal(shuffle())
    return deal.seats[deal.dealer]


@pytest.mark.parametrize(
    ("dealer", "leaving", "joining", "following"),
    [
        ("a", "", "", "b"),
        ("d", "", "", "a"),
        ("b", "b", "", "c"),
        ("b", "c", "", "d"),
        ("b", "bc", "", "d"),
        ("b", "cb", "", "d"),
        ("b", "a", "", "c"),
        ("b", "cda", "xy", "x"),
        ("d", "d", "", "a"),
        ("d", "da", "", "b"),
        ("d", "", "x", "x"),
        ("d", "d", "x", "x"),
        ("c", "d", "", "a"),
        ("c", "d", "x", "x"),
        ("a", "bcd", "x", "x"),
    ],
)
def test_the_next_dealer_sits_clockwise_from_the_last_even_if_that_one_left(
    dealer: str, leaving: str, joining: str, following: str
) -> None:
    table = dealt_by(seated("abcd"), dealer)
    for player in leaving:
        table = table.stand(player)
    for player in joining:
        table = table.sit(player)
    assert next_dealer(table) == following


def test_a_table_that_everybody_left_draws_its_dealer_again() -> None:
    table = dealt_by(seated("ab"), "a").stand("a").stand("b").sit("c").sit("d").sit("e")
    assert table.deal(shuffle(8)).dealer == shuffle(8).lot(3)


def test_players_of_a_thrown_in_deal_have_paid_for_the_next_one_and_joiners_have_not() -> None:
    table = seated("abc")
    table = table.after(passed_out(table.deal(shuffle())))
    assert table.pot == Pot(15 + 3 * 15, frozenset("abc"), ("a", "b", "c"))
    table = table.sit("d").stand("b")
    deal = table.deal(shuffle(1))
    assert deal.setup.antes == (0, 0, 5)
    assert deal.setup.carried == 60


def test_a_player_back_before_the_next_deal_has_still_paid() -> None:
    table = seated("abc")
    table = table.after(passed_out(table.deal(shuffle()))).stand("a").sit("a")
    assert table.seats == ("b", "c", "a")
    assert table.antes == (0, 0, 0)


def test_prepaid_antes_hold_for_one_deal() -> None:
    table = seated("abc")
    table = table.after(passed_out(table.deal(shuffle())))
    over = played_to_a_redeal_or_not(table, Outcome.PLAYED)
    table = table.after(over)
    assert table.pot.prepaid == frozenset()
    assert table.antes == (5, 5, 5)


def test_who_sat_out_the_next_deal_pays_again() -> None:
    table = seated("abc")
    table = table.after(passed_out(table.deal(shuffle()))).stand("c")
    table = table.after(passed_out(table.deal(shuffle(1)))).sit("c")
    assert table.antes == (0, 0, 5)


def test_a_deal_is_taken_back_once_it_is_over_and_from_its_own_table() -> None:
    table = seated("abc")
    deal = table.deal(shuffle())
    with pytest.raises(DealRunning):
        table.after(deal)
    with pytest.raises(BadNotation):
        table.sit("d").after(passed_out(deal))


@pytest.mark.parametrize(
    ("amount", "players", "share", "rest"),
    [(36, 3, 12, 0), (25, 4, 6, 1), (2, 3, 0, 2), (10**70 + 1, 2, 5 * 10**69, 1)],
)
def test_a_divided_pot_leaves_what_does_not_divide(amount: int, players: int, share: int, rest: int) -> None:
    names = tuple(map(str, range(players)))
    shares, pot = Pot(amount, frozenset(names), names).divide()
    assert shares == dict.fromkeys(names, share)
    assert pot == Pot(rest, frozenset(), names)


def test_a_pot_without_a_deal_before_it_stays() -> None:
    assert Pot(7).divide() == ({}, Pot(7))


def test_a_new_table_goes_on_with_the_groups_pot() -> None:
    old = seated("abc")
    old = old.after(passed_out(old.deal(shuffle())))
    new = seated("cx").with_pot(old.pot)
    deal = new.deal(shuffle(2))
    assert deal.setup.carried == 60
    assert deal.setup.antes == (0, 5)


@pytest.mark.parametrize("variant", [FRAP, KHRAP])
def test_money_is_kept_from_deal_to_deal(variant: Variant) -> None:
    table = seated("abcde", variant)
    balance = dict.fromkeys("abcdefg", 0)
    for number in range(60):
        deal = played(table.deal(shuffle(number)))
        assert deal.result is not None
        for player, net in zip(deal.seats, deal.result.net, strict=True):
            balance[player] += net
        table = table.after(deal)
        if number % 7 == 3:
            table = table.stand(table.seats[number % len(table.seats)])
        if number % 5 == 2:
            table = table.sit("fg"[number % 2])
        if number % 11 == 10:
            shares, pot = table.pot.divide()
            table = table.with_pot(pot)
            for player, share in shares.items():
                balance[player] += share
        assert sum(balance.values()) + table.pot.amount == 0
        if len(table.seats) < 3:
            table = table.sit("a").sit("b").sit("c")


def test_a_deal_of_the_table_starts_with_bidding() -> None:
    view = seated("ab").deal(shuffle()).view(0)
    assert view.stage is Stage.BIDDING
    assert Steady().decide(view) in view.legal
