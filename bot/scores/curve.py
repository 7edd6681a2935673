"""The balances of a stretch of deals as a few points, however many deals there were.

Every ``stride``-th deal leaves a point. Where that gets too many, the stride doubles and every second point goes, which
ones being known without reading them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_POINTS: Final = 240
"""More than a phone's screen tells apart."""


class Stretch(Struct, frozen=True, array_like=True):
    """A season, an evening, or all time: how far it has come."""

    number: int = 0
    """Which season or evening it is."""
    since: int = 0
    """Unix milliseconds of its first deal or, for a season, of the settling before it."""
    deals: int = 0
    stride: int = 1


class Point(Struct, frozen=True, array_like=True):
    """How everybody stood after a deal. Money as decimal text."""

    at: int
    pot: str
    """What that deal left in the pot."""
    money: dict[str, str]
    """By player."""


def further(stretch: Stretch) -> tuple[Stretch, bool, Iterator[int]]:
    """Count one deal more; tells whether it leaves a point, and the points that go, each by its number of deals."""
    deals, stride = stretch.deals + 1, stretch.stride
    if deals % stride:
        return replace(stretch, deals=deals), False, iter(())
    if deals // stride < MOST_POINTS:
        return replace(stretch, deals=deals), True, iter(())
    wider = 2 * stride
    return replace(stretch, deals=deals, stride=wider), deals % wider == 0, iter(range(stride, deals, wider))
