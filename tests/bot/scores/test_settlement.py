from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.scores.settlement import MOST_EXACT, owed, transfers
from bot.tables.reckoning import spread

if TYPE_CHECKING:
    from bot.scores.seasons import Transfer

SMALL = st.lists(st.sampled_from([-5, -3, -2, -1, 1, 2, 3, 4]), min_size=1, max_size=7)
ANY = st.lists(st.integers(-(10**70), 10**70), min_size=1, max_size=30)


def of(amounts: list[int]) -> dict[str, int]:
    """Somebody more evens it out."""
    owing = {f"{number:02}": amount for number, amount in enumerate(amounts)} | {"rest": -sum(amounts)}
    return {player: amount for player, amount in owing.items() if amount}


def square(owing: dict[str, int], payments: tuple[Transfer, ...]) -> bool:
    left = dict(owing)
    for one in payments:
        assert int(one.amount) > 0
        assert owing[one.payer] < 0 < owing[one.payee]
        left[one.payer] += int(one.amount)
        left[one.payee] -= int(one.amount)
    return not any(left.values())


def fewest(amounts: tuple[int, ...]) -> int:
    """By trying every way to part the players into groups that are square among themselves."""
    full = (1 << len(amounts)) - 1

    @cache
    def groups(left: int) -> int:
        if not left:
            return 0
        first = left & -left
        others = left ^ first
        best, chosen = -len(amounts), others
        while True:
            group = chosen | first
            if not sum(amount for place, amount in enumerate(amounts) if group >> place & 1):
                best = max(best, 1 + groups(left ^ group))
            if not chosen:
                return best
            chosen = (chosen - 1) & others

    return len(amounts) - groups(full)


@given(SMALL)
@settings(max_examples=300, deadline=None)
def test_payments_are_the_fewest_there_can_be(amounts: list[int]) -> None:
    owing = of(amounts)
    payments = transfers(owing)
    assert square(owing, payments)
    assert len(payments) == fewest(tuple(owing.values()))


@given(ANY)
@settings(max_examples=100, deadline=None)
def test_any_number_of_players_and_any_amounts_come_out_even(amounts: list[int]) -> None:
    owing = of(amounts)
    payments = transfers(owing)
    assert square(owing, payments)
    assert len(payments) <= max(len(owing) - 1, 0)
    assert payments == transfers(dict(reversed(owing.items())))


def test_pairs_that_match_are_found_in_a_crowd() -> None:
    owing = {f"p{number:02}": (-1) ** number * (1 + number // 2) for number in range(2 * MOST_EXACT)}
    assert len(transfers(owing)) == MOST_EXACT


def test_what_does_not_sum_to_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="zero"):
        transfers({"1": 5, "2": -4})


@given(st.integers(0, 10**30), st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=8))
def test_a_waiting_pot_counts_as_its_last_players(pot: int, amounts: list[int]) -> None:
    balances = {str(number): amount for number, amount in enumerate(amounts)}
    balances["0"] -= sum(amounts) + pot
    owing = owed(balances, [(pot, ("0", "1"))])
    assert sum(owing.values()) == 0
    assert owing.get("1", 0) == balances["1"] + pot // 2


@given(st.integers(1, 10**15), st.integers(1, 40))
def test_a_correction_from_all_others_sums_to_zero_and_differs_by_a_unit_at_most(
    amount: int, number: int
) -> None:
    others = [str(place) for place in range(number)]
    changes = spread(amount, "x", others)
    assert sum(changes.values()) == 0
    assert changes["x"] == amount
    paid = [-changes.get(other, 0) for other in others]
    assert max(paid) - min(paid) <= 1
