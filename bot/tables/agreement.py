"""The rules a table agrees on, as texts of buttons and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from bot.tables.decision import Reason, Refusal
from bot.tables.state import Starter, TableRules
from game.players import POLICIES
from game.rules import BlindPenalty

if TYPE_CHECKING:
    from collections.abc import Callable

NONE: Final = "none"
MOST_ANTE: Final = 10**6
MOST_LIMIT: Final = 10**12
CLOCK: Final = range(15, 86400 + 1)
PAUSE: Final = range(5, 3600 + 1)


def _number(text: str, allowed: range) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(allowed[-1])) and int(text) in allowed:
        return int(text)
    raise ValueError


def _ante(rules: TableRules, text: str) -> TableRules:
    return replace(rules, ante=_number(text, range(1, MOST_ANTE + 1)))


def _pack(rules: TableRules, text: str) -> TableRules:
    return replace(rules, pack=_number(text, range(36, 52 + 1, 16)))


def _blind_penalty(rules: TableRules, text: str) -> TableRules:
    return replace(rules, blind_penalty=BlindPenalty(text))


def _penalty_limit(rules: TableRules, text: str) -> TableRules:
    return replace(
        rules, penalty_limit=None if text == NONE else str(_number(text, range(1, MOST_LIMIT + 1)))
    )


def _clock(rules: TableRules, text: str) -> TableRules:
    return replace(rules, clock=None if text == NONE else _number(text, CLOCK))


def _computers(rules: TableRules, text: str) -> TableRules:
    return replace(rules, computers={"on": True, "off": False}[text])


def _strength(rules: TableRules, text: str) -> TableRules:
    if text not in POLICIES:
        raise ValueError
    return replace(rules, strength=text)


def _next_deal(rules: TableRules, text: str) -> TableRules:
    return replace(rules, next_deal=None if text == NONE else _number(text, PAUSE))


def _starter(rules: TableRules, text: str) -> TableRules:
    return replace(rules, starter=Starter(text))


RULES: Final[dict[str, Callable[[TableRules, str], TableRules]]] = {
    "ante": _ante,
    "pack": _pack,
    "blind_penalty": _blind_penalty,
    "penalty_limit": _penalty_limit,
    "clock": _clock,
    "computers": _computers,
    "strength": _strength,
    "next_deal": _next_deal,
    "starter": _starter,
}


def check_rules(rules: TableRules) -> None:
    """Raise :class:`Refusal` with ``BAD_RULE`` for rules that nobody can have agreed on."""
    for rule, value in (
        ("ante", rules.ante),
        ("pack", rules.pack),
        ("penalty_limit", rules.penalty_limit),
        ("clock", rules.clock),
        ("strength", rules.strength),
        ("next_deal", rules.next_deal),
    ):
        with_rule(rules, rule, NONE if value is None else str(value))


def with_rule(rules: TableRules, rule: str, value: str) -> TableRules:
    """Change one rule: a number as its digits, ``none`` where that is a choice, ``on`` or ``off``, or an enum's value.

    Raises :class:`Refusal` with ``BAD_RULE`` for an unknown name or a value out of its bounds.
    """
    try:
        return RULES[rule](rules, value)
    except (KeyError, ValueError):
        raise Refusal(Reason.BAD_RULE, rule=rule) from None
