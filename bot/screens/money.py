"""Money on screens: with its word where it stands, with its sign where it moves. Whole units, exact to 10^15."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from babel.numbers import format_decimal, get_decimal_symbol

if TYPE_CHECKING:
    from bot.texts import Texts

EXACT_BELOW: Final = 10**15
REMEMBERED: Final = 4096
"""Amounts as they were written."""
MINUS: Final = "\N{MINUS SIGN}"
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Unit(Enum):
    """What a group counts in."""

    KOPECKS = "kopecks"
    POINTS = "points"
    CHIPS = "chips"


def unit_of(name: str) -> Unit:
    """Read what is kept for a group; kopecks where it has chosen nothing."""
    return Unit(name) if name in {unit.value for unit in Unit} else Unit.KOPECKS


def counted(unit: Unit, t: Texts) -> str:
    """What the bare figures of a page are."""
    match unit:
        case Unit.KOPECKS:
            return t("kopecks")
        case Unit.POINTS:
            return t("points")
        case _:
            return t("chips")


def figure(amount: int, t: Texts) -> str:
    """Write the bare number; from 10^15 on its first digits and their power of ten, such as 1.25·10¹⁷."""
    sign = MINUS if amount < 0 else ""
    size = abs(amount)
    if size < EXACT_BELOW:
        return sign + _grouped(size, t.language)
    digits = str(size)
    fraction = digits[1:3].rstrip("0")
    head = digits[0] + (get_decimal_symbol(t.locale) + fraction if fraction else "")
    return f"{sign}{head}·10{str(len(digits) - 1).translate(_RAISED)}"


@lru_cache(REMEMBERED)
def _grouped(size: int, language: str) -> str:
    return format_decimal(size, locale=language)


def moved(amount: int, t: Texts) -> str:
    """Write money that changes hands: +25, −5, 0."""
    return f"+{figure(amount, t)}" if amount > 0 else figure(amount, t)


def standing(amount: int, t: Texts, unit: Unit) -> str:
    """Write money that lies somewhere: 55 kopecks."""
    number = figure(amount, t)
    # Of a power of ten the word does not go by the last digits, which nobody sees.
    quantity = min(abs(amount), EXACT_BELOW)
    match unit:
        case Unit.KOPECKS:
            text = t.n("{n} kopeck", "{n} kopecks", quantity, n=number)
        case Unit.POINTS:
            text = t.n("{n} point", "{n} points", quantity, n=number)
        case _:
            text = t.n("{n} chip", "{n} chips", quantity, n=number)
    return text.replace(" ", _NO_BREAK)
