"""What a picture shows, as plain figures: at most eight lines, and as many points as a curve has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.scores.curve import Point

MOST_LINES: Final = 8
"""More cannot be told apart; the rest is added up in one line."""
_HIGHEST: Final = 10**100


class Line(Struct, frozen=True):
    """How one player stood: as many values as the plot has steps."""

    name: str
    otherwise: str
    """What to write where the font has no sign of the name."""
    last: str
    """How they stand now, as it is written beside the line."""
    values: list[float]
    colour: int = 0
    """Of the eight that there are; the same people have the same in every picture."""
    others: bool = False
    """Several players added up."""


class Plot(Struct, frozen=True):
    """A picture to be drawn, all its words included."""

    title: str
    subtitle: str
    steps: list[float]
    """The deals, or the moments, at which values were taken."""
    lines: list[Line]
    pots: list[float]
    """What the deals left in the pot; empty: no such layer."""
    steps_word: str
    """What the steps are."""
    pots_word: str


def standing_lines(
    points: Mapping[int, Point], now: Mapping[str, str], deals: int
) -> tuple[list[float], dict[str, list[int]], list[int]]:
    """Give the steps from 0 to the last deal, how each player stood at each of them, and the pots.

    Before their first deal a player stands at 0. ``now`` closes the curve, whose last point may lie further back.
    """
    steps = [0, *points]
    money: dict[str, list[int]] = {player: [0] for player in now}
    pots = [0]
    for point in points.values():
        for player, line in money.items():
            line.append(int(point.money.get(player, "0")))
        pots.append(int(point.pot))
    last = {player: int(amount) for player, amount in now.items()}
    if steps[-1] != deals or any(line[-1] != last[player] for player, line in money.items()):
        steps.append(max(deals, steps[-1]))
        pots.append(pots[-1])
        for player, line in money.items():
            line.append(last[player])
    return [float(step) for step in steps], money, pots


def most_telling(money: Mapping[str, Sequence[int]]) -> tuple[list[str], list[str]]:
    """Choose whose lines are drawn, the highest first, and who are added up: those nearest to 0 of too many."""
    far = sorted(money, key=lambda player: (-abs(money[player][-1]), player))
    drawn = far if len(far) <= MOST_LINES else far[: MOST_LINES - 1]
    return sorted(drawn, key=lambda player: (-money[player][-1], player)), far[len(drawn) :]


def added(lines: Iterable[Sequence[int]]) -> list[int]:
    return [sum(at) for at in zip(*lines, strict=True)]


def drawable(values: Iterable[int]) -> list[float]:
    """Make numbers that can be drawn of amounts that may outgrow them."""
    return [float(max(-_HIGHEST, min(_HIGHEST, value))) for value in values]
