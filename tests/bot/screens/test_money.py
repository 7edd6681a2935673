from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.money import EXACT_BELOW, Unit, figure, moved, standing
from bot.texts import Texts

RU, EN = Texts("ru"), Texts("en")
NB = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("amount", "russian", "english"),
    [
        (0, "0", "0"),
        (25, "+25", "+25"),
        (-5, "−5", "−5"),
        (1234, f"+1{NB}234", "+1,234"),
        (-1234567, f"−1{NB}234{NB}567", "−1,234,567"),
        (10**15 - 1, f"+999{NB}999{NB}999{NB}999{NB}999", "+999,999,999,999,999"),
        (10**15, "+1·10¹⁵", "+1·10¹⁵"),
        (1_250_000_000_000_000_000, "+1,25·10¹⁸", "+1.25·10¹⁸"),
        (-(10**65), "−1·10⁶⁵", "−1·10⁶⁵"),
        (1_999 * 10**20, "+1,99·10²³", "+1.99·10²³"),
    ],
)
def test_money_that_moves(amount: int, russian: str, english: str) -> None:
    assert moved(amount, RU) == russian
    assert moved(amount, EN) == english


@pytest.mark.parametrize(
    ("amount", "russian", "english"),
    [
        (0, "0 копеек", "0 kopecks"),
        (1, "1 копейка", "1 kopeck"),
        (2, "2 копейки", "2 kopecks"),
        (11, "11 копеек", "11 kopecks"),
        (21, "21 копейка", "21 kopecks"),
        (55, "55 копеек", "55 kopecks"),
        (-3, "−3 копейки", "−3 kopecks"),
        (10**15, "1·10¹⁵ копеек", "1·10¹⁵ kopecks"),
        (10**15 + 1, "1·10¹⁵ копеек", "1·10¹⁵ kopecks"),
        (-(10**17) - 22, "−1·10¹⁷ копеек", "−1·10¹⁷ kopecks"),
    ],
)
def test_money_that_stands(amount: int, russian: str, english: str) -> None:
    assert standing(amount, RU, Unit.KOPECKS) == russian.replace(" ", NB)
    assert standing(amount, EN, Unit.KOPECKS) == english.replace(" ", NB)


def test_units() -> None:
    assert standing(3, RU, Unit.POINTS) == f"3{NB}очка"
    assert standing(5, RU, Unit.CHIPS) == f"5{NB}фишек"
    assert standing(1, EN, Unit.POINTS) == f"1{NB}point"


@given(st.integers(-EXACT_BELOW + 1, EXACT_BELOW - 1))
def test_exact_below_the_limit(amount: int) -> None:
    digits = figure(amount, RU).replace("−", "-").replace(NB, "")
    assert int(digits) == amount


@given(st.integers(min_value=EXACT_BELOW), st.sampled_from([1, -1]))
def test_short_above_it(amount: int, sign: int) -> None:
    text = figure(sign * amount, EN)
    assert len(text) <= 14
    assert text.startswith("−") == (sign < 0)
    head, _, power = text.lstrip("−").partition("·10")
    exponent = int(power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")))
    assert exponent == len(str(amount)) - 1
    assert head.replace(".", "") == str(amount)[: len(head.replace(".", ""))]
