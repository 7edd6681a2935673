"""Draws one picture: a plot as JSON comes in, a PNG goes out. A process of its own, so that nothing waits for it."""

from __future__ import annotations

import io
import math
import sys
from typing import TYPE_CHECKING, Final

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, get_font
from matplotlib.ticker import FuncFormatter, MaxNLocator, SymmetricalLogLocator
from msgspec.json import decode

from bot.charts.plot import Plot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

WIDTH, HEIGHT = 7.2, 8.6
"""Inches; at :data:`DPI` 1080 by 1290 pixels, which a phone shows at less than a third."""
DPI: Final = 150
GROUND: Final = "#1e2733"
"""A dark card of its own: it reads alike in a dark and in a light chat."""
INK: Final = "#e8edf2"
FAINT: Final = "#8d9aa8"
GRID: Final = "#33404f"
POT: Final = "#c9a227"
COLOURS: Final = (
    "#56b4e9",
    "#e69f00",
    "#2fbf8f",
    "#f0e442",
    "#d96fae",
    "#ff7043",
    "#9fa8ff",
    "#c0ca9a",
)
"""Told apart by those who see colours differently; the dashes tell them apart without any."""
DASHES: Final = ("-", "--", "-", "--", "-", "--", "-", "--")
GAP: Final = 0.113
"""Between names beside their lines, as a part of the height; nine such fit."""
NARROWEST: Final = 0.06
"""Between steps of a scale, likewise."""
SMALL, NORMAL, LARGE = 15, 18, 23
MOST_BESIDE: Final = 17
"""Signs of a figure in the small size that stand beside a line; longer figures are written smaller."""
WIDEST_RANGE: Final = 1e6
"""From so many times the smallest step on, a straight scale shows one line only."""


def draw(plot: Plot) -> bytes:
    """Give the picture as a PNG."""
    figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DPI, facecolor=GROUND)
    FigureCanvasAgg(figure)
    figure.text(0.04, 0.955, seen(plot.title), color=INK, fontsize=LARGE, weight="bold", va="center")
    figure.text(0.04, 0.912, seen(plot.subtitle), color=FAINT, fontsize=NORMAL, va="center")
    upper = figure.add_axes((0.135, 0.29, 0.545, 0.59) if plot.pots else (0.135, 0.1, 0.545, 0.78))
    lowest = upper
    _money(upper, plot)
    if plot.pots:
        upper.tick_params(labelbottom=False)
        lowest = figure.add_axes((0.135, 0.1, 0.545, 0.125), sharex=upper)
        _pots(lowest, plot)
    lowest.set_xlabel(plot.steps_word, color=FAINT, fontsize=SMALL)
    lowest.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", facecolor=GROUND)
    return buffer.getvalue()


def _money(axes: Axes, plot: Plot) -> None:
    _dress(axes)
    axes.axhline(0, color=FAINT, linewidth=1.2)
    values = [value for line in plot.lines for value in line.values]
    for line in plot.lines:
        axes.plot(
            plot.steps,
            line.values,
            color=FAINT if line.others else COLOURS[line.colour % len(COLOURS)],
            linestyle=":" if line.others else DASHES[line.colour % len(DASHES)],
            linewidth=3.2,
            solid_capstyle="round",
        )
    _scale(axes, values)
    start, end = plot.steps[0], plot.steps[-1]
    axes.set_xlim(start, end if end > start else start + 1)
    axes.margins(y=0.06)
    if axes.get_yscale() == "linear":
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    else:
        _thin(axes)
    _names(axes, plot)


def _pots(axes: Axes, plot: Plot) -> None:
    _dress(axes)
    axes.fill_between(plot.steps, plot.pots, color=POT, alpha=0.45, linewidth=0, step="pre")
    axes.step(plot.steps, plot.pots, color=POT, linewidth=1.6, where="pre")
    axes.yaxis.set_major_locator(MaxNLocator(2, integer=True))
    _scale(axes, plot.pots)
    axes.set_ylim(bottom=0)
    axes.set_title(seen(plot.pots_word), color=POT, fontsize=SMALL, loc="left", pad=8)


def _names(axes: Axes, plot: Plot) -> None:
    """Write each name beside the end of its line, moved apart where lines end close to each other."""
    to_axes = axes.transData + axes.transAxes.inverted()
    ends = [float(to_axes.transform((plot.steps[-1], line.values[-1]))[1]) for line in plot.lines]
    for number, (place, line) in enumerate(zip(apart(ends, GAP), plot.lines, strict=True)):
        colour = FAINT if line.others else COLOURS[line.colour % len(COLOURS)]
        axes.plot(
            (1.0, 1.03),
            (ends[number], place),
            transform=axes.transAxes,
            color=colour,
            linewidth=1,
            clip_on=False,
        )
        name = seen(line.name)
        axes.text(
            1.04,
            place + 0.021,
            name if name.strip("…") else line.otherwise,
            transform=axes.transAxes,
            color=colour,
            fontsize=NORMAL,
            va="center",
        )
        axes.text(
            1.04,
            place - 0.025,
            line.last,
            transform=axes.transAxes,
            color=INK,
            fontsize=SMALL * MOST_BESIDE / max(MOST_BESIDE, len(line.last)),
            va="center",
        )


def apart(places: Sequence[float], gap: float) -> list[float]:
    """Move places between 0 and 1 so that no two are closer than ``gap``, keeping their order and moving them little."""
    order = sorted(range(len(places)), key=lambda number: places[number])
    moved = [places[number] for number in order]
    for _ in range(200):
        for at in range(1, len(moved)):
            short = gap - (moved[at] - moved[at - 1])
            if short > 1e-6:  # noqa: PLR2004 - nothing that could be seen
                moved[at - 1] -= short / 2
                moved[at] += short / 2
        if moved:
            moved[0] = max(moved[0], 0.0)
            moved[-1] = min(moved[-1], 1.0)
    result = [0.0] * len(places)
    for number, place in zip(order, moved, strict=True):
        result[number] = place
    return result


def _dress(axes: Axes) -> None:
    axes.set_facecolor(GROUND)
    axes.grid(color=GRID, linewidth=1)
    axes.tick_params(colors=FAINT, labelsize=SMALL, length=0)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: amount(value)))
    for side in axes.spines.values():
        side.set_visible(False)


def _scale(axes: Axes, values: Sequence[float]) -> None:
    largest = max((abs(value) for value in values), default=0.0)
    usual = sorted(abs(value) for value in values if value)
    if usual and largest > WIDEST_RANGE * usual[len(usual) // 10]:
        axes.set_yscale("symlog", linthresh=max(usual[len(usual) // 10], 1.0))
        axes.yaxis.set_major_locator(_few_powers(axes))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: amount(value)))


def _few_powers(axes: Axes) -> SymmetricalLogLocator:
    locator = SymmetricalLogLocator(axes.yaxis.get_transform())
    locator.set_params(numticks=6)
    return locator


def _thin(axes: Axes) -> None:
    """Leave out steps of the scale whose figures would cover each other: those beside 0 go first."""
    to_axes = axes.transData + axes.transAxes.inverted()
    kept: list[tuple[float, float]] = []
    for value in sorted(axes.get_yticks(), key=lambda value: (value != 0, -abs(value))):
        place = float(to_axes.transform((0.0, value))[1])
        if 0 <= place <= 1 and all(abs(place - other) >= NARROWEST for _, other in kept):
            kept.append((float(value), place))
    axes.set_yticks(sorted(value for value, _ in kept))


def amount(value: float) -> str:
    """Write an amount on an axis, short."""
    size = abs(value)
    sign = "\N{MINUS SIGN}" if value < 0 else ""
    if size >= 1e7:  # noqa: PLR2004 - from here on digits are too many
        power = math.floor(math.log10(size))
        return f"{sign}{size / 10**power:.3g}·$10^{{{power}}}$"
    return f"{sign}{size:,.0f}".replace(",", "\N{NO-BREAK SPACE}")


def seen(text: str) -> str:
    """Leave out what the font has no sign for; empty where nothing is left."""
    font = get_font([mpl.font_manager.findfont(FontProperties(family="DejaVu Sans"))])
    signs = font.get_charmap()
    kept = "".join(sign for sign in text if ord(sign) in signs and sign.isprintable())
    return kept.strip().replace("$", r"\$")


def main() -> None:
    mpl.rcParams["font.family"] = ["DejaVu Sans"]
    sys.stdout.buffer.write(draw(decode(sys.stdin.buffer.read(), type=Plot)))


if __name__ == "__main__":
    main()
