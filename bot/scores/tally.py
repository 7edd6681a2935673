"""What is counted of a player, over all time, in a season and in an evening."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from game.view import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.scores.facts import Facts, Part

BOTH: Final = "both"
"""Stands for a game's name where deals of both games are counted together."""


class Period(Enum):
    """What time a figure is about."""

    EVENING = "evening"
    """From a deal on until six hours pass without one."""
    SEASON = "season"
    """From one settling of accounts to the next."""
    ALL = "all"


class Tally(Struct, frozen=True, array_like=True):
    """Counts and money of one player. Money as decimal text, in whole units."""

    money: str = "0"
    """All that came and went but for settling: deals, pots divided, corrections."""
    deals: int = 0
    won: int = 0
    """Deals that brought more than they cost."""
    calls: int = 0
    """Blind ones included."""
    calls_kept: int = 0
    blinds: int = 0
    blinds_kept: int = 0
    whists: int = 0
    whists_kept: int = 0
    cuts: int = 0
    cuts_kept: int = 0
    pot: str = "0"
    """The most taken from a pot in one deal."""
    penalty: str = "0"
    """The largest."""
    streak: int = 0
    """Deals won in a row, or lost below zero. A deal thrown in, or one that came out even, breaks neither."""


NOTHING: Final = Tally()


def paid(tally: Tally, change: int) -> Tally:
    """Add money that no deal brought."""
    return replace(tally, money=str(int(tally.money) + change))


def played(tally: Tally, facts: Facts, part: Part, net: int) -> Tally:
    """Add a deal."""
    called, blind = part.role in {"b", "c"}, part.role == "b"
    whisted, cut = part.role == "w", part.role == "x"
    return Tally(
        money=str(int(tally.money) + net),
        deals=tally.deals + 1,
        won=tally.won + (net > 0),
        calls=tally.calls + called,
        calls_kept=tally.calls_kept + (called and part.kept),
        blinds=tally.blinds + blind,
        blinds_kept=tally.blinds_kept + (blind and part.kept),
        whists=tally.whists + whisted,
        whists_kept=tally.whists_kept + (whisted and part.kept),
        cuts=tally.cuts + cut,
        cuts_kept=tally.cuts_kept + (cut and part.kept),
        pot=str(max(int(tally.pot), int(part.prize))),
        penalty=str(max(int(tally.penalty), int(part.penalty))),
        streak=_streak(tally.streak, 0 if facts.outcome == Outcome.REDEAL.value else net),
    )


def joined(tallies: Iterable[Tally]) -> Tally:
    """Add up figures of several groups. A streak runs through none of them."""
    total = NOTHING
    for one in tallies:
        total = Tally(
            money=str(int(total.money) + int(one.money)),
            deals=total.deals + one.deals,
            won=total.won + one.won,
            calls=total.calls + one.calls,
            calls_kept=total.calls_kept + one.calls_kept,
            blinds=total.blinds + one.blinds,
            blinds_kept=total.blinds_kept + one.blinds_kept,
            whists=total.whists + one.whists,
            whists_kept=total.whists_kept + one.whists_kept,
            cuts=total.cuts + one.cuts,
            cuts_kept=total.cuts_kept + one.cuts_kept,
            pot=str(max(int(total.pot), int(one.pot))),
            penalty=str(max(int(total.penalty), int(one.penalty))),
        )
    return total


def _streak(before: int, net: int) -> int:
    if net > 0:
        return max(before, 0) + 1
    return min(before, 0) - 1 if net < 0 else before


class Score(Struct, frozen=True, array_like=True):
    """A player's tallies in one game, or in both. Those of a season or evening that is over are read as empty."""

    ever: Tally = NOTHING
    season: int = 0
    """Which season the next one is of."""
    in_season: Tally = NOTHING
    evening: int = 0
    in_evening: Tally = NOTHING
