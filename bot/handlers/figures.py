"""What screens and pictures of the scores are made of, read for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from bot.charts.plot import Line, Plot, added, drawable, most_telling, standing_lines
from bot.scores.bookkeeping import lies_on_table
from bot.scores.tally import BOTH, NOTHING, Period
from bot.screens.dates import day_text
from bot.screens.money import counted, moved, unit_of
from bot.screens.names import called
from bot.screens.pots import Waiting
from bot.screens.score import Standing
from bot.screens.wording import DOT
from bot.tables.state import Book, TableKey

if TYPE_CHECKING:
    from bot.scores.scorebook import Scorebook
    from bot.scores.tally import Tally
    from bot.screens.money import Unit
    from bot.screens.score_buttons import Board
    from bot.store import Store
    from bot.texts import Texts

WIDEST_BESIDE: Final = 12
"""Columns of a name beside a line of a picture."""


async def unit_in(store: Store, group: int) -> Unit:
    """What the group counts in."""
    return unit_of((await store.groups.get(group)).unit)


async def shared_unit(store: Store, groups: list[int]) -> Unit | None:
    """What all the groups count in; none where that differs, and of no group."""
    units = set(await asyncio.gather(*(unit_in(store, group) for group in groups)))
    return units.pop() if len(units) == 1 else None


async def standing_of(store: Store, group: int, board: Board, title: str = "") -> Standing | None:
    """The figures of the board asked for; none where that season is not over, or never was."""
    if board.season:
        season = await store.scores.season(group, board.book, board.season)
        if season is None:
            return None
        slots = f"{board.game}:"
        rows = {
            name.removeprefix(slots): tally
            for name, tally in season.tallies.items()
            if name.startswith(slots)
        }
        return Standing(rows, season.names, season.since, season.deals, season.number, title=title)
    book, waiting, balances = await asyncio.gather(
        store.scores.read(group, board.book),
        waiting_pots(store, group, board.book),
        store.ledger.balances(group, board.book),
    )
    stretch = book.course.stretch(board.period)
    return Standing(
        {player: book.tally(board.game, player, board.period) for player in book.standings.ever},
        book.names,
        stretch.since,
        stretch.deals,
        book.course.season.number,
        waiting,
        sum(amount for account, amount in balances.items() if lies_on_table(account)),
        title,
    )


async def waiting_pots(store: Store, group: int, book: Book) -> list[Waiting]:
    pots = (await store.tables.load(TableKey(group, 0))).pots
    return [
        Waiting(game, int(pot.amount), pot.since)
        for (of, game), pot in sorted(pots.items(), key=str)
        if of is book and int(pot.amount)
    ]


async def chart_of(store: Store, group: int, board: Board, t: Texts, title: str) -> Plot | None:
    """The balances over the deals of a period; none where nothing has been played."""
    book, points = await asyncio.gather(
        store.scores.read(group, board.book), store.scores.curve(group, board.book, board.period)
    )
    stretch, now = book.course.stretch(board.period), book.standings.of(board.period)
    if not now:
        return None
    steps, money, pots = standing_lines(points, now, stretch.deals)
    names = called([(player, book.names.get(player, "")) for player in sorted(money)], t, WIDEST_BESIDE)
    drawn, rest = most_telling(money)
    colours = {player: number for number, player in enumerate(sorted(drawn))}
    lines = [_line(names[player], player, money[player], t, colour=colours[player]) for player in drawn]
    if rest:
        label = t.n("{n} more", "{n} more", len(rest))
        lines.append(_line(label, "", added(money[player] for player in rest), t, others=True))
    period = {
        Period.EVENING: t("Evening"),
        Period.SEASON: t("Season {number}", number=stretch.number),
        Period.ALL: t("All time"),
    }[board.period]
    since = t("since {date}", date=day_text(stretch.since, t)) if stretch.since else ""
    return Plot(
        title or t("Score"),
        DOT.join(part for part in (period, since, counted(await unit_in(store, group), t)) if part),
        steps,
        lines,
        drawable(pots),
        t("deals"),
        t("pot after the deal"),
    )


def _line(
    name: str, player: str, values: list[int], t: Texts, *, colour: int = 0, others: bool = False
) -> Line:
    otherwise = t("Player {digits}", digits=player[-4:])
    return Line(name, otherwise, moved(values[-1], t), drawable(values), colour, others)


async def trend_of(store: Store, groups: list[int], player: str, name: str, t: Texts) -> Plot | None:
    """How one player has stood over time, in one group or over all of theirs."""
    curves = await asyncio.gather(*(store.scores.curve(group, Book.PEOPLE, Period.ALL) for group in groups))
    books = await asyncio.gather(*(store.scores.read(group, Book.PEOPLE) for group in groups))
    moments: list[tuple[int, int, int]] = []
    for place, (points, book) in enumerate(zip(curves, books, strict=True)):
        if player not in book.standings.ever:
            continue
        moments += [(point.at, place, int(point.money.get(player, "0"))) for point in points.values()]
        moments.append((book.course.last, place, int(book.standings.ever[player])))
    if not moments:
        return None
    now: dict[int, int] = {}
    values = [0]
    for _, place, money in sorted(moments):
        now[place] = money
        values.append(sum(now.values()))
    first, last = min(moments)[0], max(moments)[0]
    span = f"{day_text(first, t)} – {day_text(last, t)}"
    unit = await shared_unit(store, groups)
    if unit is not None:
        span += DOT + counted(unit, t)
    called_ = called([(player, name)], t)[player]
    line = _line(called_, player, values, t)
    steps = [float(step) for step in range(len(values))]
    return Plot(called_, span, steps, [line], [], t("from the first deal to the last"), "")


def shares(book: Scorebook, player: str) -> dict[Period, Tally]:
    return {period: book.tally(BOTH, player, period) for period in Period}


async def own_figures(store: Store, groups: list[int], player: str) -> dict[int, Tally]:
    """A person's figures over all time in each group where they have played."""
    books = await asyncio.gather(*(store.scores.read(group, Book.PEOPLE) for group in groups))
    tallies = {group: book.tally(BOTH, player, Period.ALL) for group, book in zip(groups, books, strict=True)}
    return {group: tally for group, tally in tallies.items() if tally != NOTHING}
