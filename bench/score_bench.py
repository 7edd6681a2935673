"""What the score costs after many deals: /score, the chart and the commit of a deal, after 100 deals and after 100,000.

Medians of one run against a server of the bot's own; calls to Redis are counted. A ratio near 1 is what is wanted.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.charts.painter import Painter
from bot.handlers.figures import chart_of, standing_of, unit_in
from bot.scores.facts import facts_of
from bot.scores.tally import Period
from bot.screens.score import board_screen
from bot.screens.score_buttons import Board
from bot.settings import Settings
from bot.store import Booking, Store, open_store
from bot.store.connection import Connection
from bot.tables.state import Book
from bot.texts import Texts
from game.commands.simulate import play
from game.players import POLICIES
from game.rules import FRAP, Rules
from game.shuffle import Shuffle
from game.table import Table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

GROUP: Final = -1003999999999
PLAYERS: Final = 8
MINUTE: Final = 60_000
AN_EVENING: Final = 50
"""Deals."""
BATCH: Final = 500
Work: TypeAlias = "Callable[[], Awaitable[object]]"


def bookings() -> Iterator[Booking]:
    """Deals without end: some hundred played ones over and over, evening after evening."""
    chance = random.Random(1)
    table = Table(FRAP, Rules(penalty_limit=500), tuple(str(100 + number) for number in range(PLAYERS)))
    seats = [POLICIES["random"](chance.getrandbits(32)) for _ in table.seats]
    deals = []
    for _ in range(300):
        deal = play(table.deal(Shuffle(chance.randbytes(32))), seats)
        table = table.after(deal)
        deals.append(deal)
    at = 1_700_000_000_000
    for number, deal in enumerate(itertools.cycle(deals)):
        at += 12 * 60 * MINUTE if number % AN_EVENING == 0 else 2 * MINUTE
        if deal.result is not None:
            nets = tuple(
                (f"p:{player}", net) for player, net in zip(deal.seats, deal.result.net, strict=True)
            )
            postings = (*nets, ("pot:frap", deal.result.pot - deal.setup.carried))
            yield Booking(Book.PEOPLE, "deal", postings, "frap", at, 1, number + 1, facts=facts_of(deal))


async def measured(work: Work, times: int, calls: list[str]) -> tuple[float, float]:
    """Give the median time in milliseconds, and the calls to Redis of one."""
    await work()
    spent = []
    calls.clear()
    for _ in range(times):
        start = time.perf_counter()
        await work()
        spent.append(1000 * (time.perf_counter() - start))
    return statistics.median(spent), len(calls) / times


def counted(calls: list[str]) -> None:
    """Note every call to Redis from now on."""
    run, read = Connection.run, Connection.read

    async def counted_run(self: Connection, script: str, keys: list[str], *args: str | int) -> object:
        calls.append(script)
        return await run(self, script, keys, *args)

    async def counted_read(self: Connection, *command: str | int) -> object:
        calls.append(str(command[0]))
        return await read(self, *command)

    Connection.run, Connection.read = counted_run, counted_read  # type: ignore[assignment,method-assign] # counts the round trips


async def costs(
    store: Store, painter: Painter, more: Iterator[Booking], calls: list[str]
) -> dict[str, tuple[float, float]]:
    t = Texts("ru")
    chart = Board(period=Period.ALL)

    async def shown(board: Board) -> None:
        at = await standing_of(store, GROUP, board)
        assert at is not None
        board_screen(GROUP, board, at, t, await unit_in(store, GROUP))

    async def picture() -> None:
        plot = await chart_of(store, GROUP, chart, t, str(time.perf_counter()))
        if plot is not None:
            await painter.paint(plot)

    return {
        "/score": await measured(lambda: shown(Board()), 50, calls),
        "/score, all time": await measured(lambda: shown(chart), 50, calls),
        "chart, its figures": await measured(lambda: chart_of(store, GROUP, chart, t, ""), 50, calls),
        "chart, drawn": await measured(picture, 5, calls),
        "commit of a deal": await measured(
            lambda: store.ledger.post(GROUP, (next(more),), update_id=None), 50, calls
        ),
    }


async def run(few: int, many: int) -> None:
    calls: list[str] = []
    counted(calls)
    with tempfile.TemporaryDirectory() as folder, Painter() as painter:
        settings = Settings.model_validate({"bot_token": "1:bench", "data_dir": Path(folder)})
        async with open_store(settings) as store:
            more = bookings()
            found = []
            booked = 0
            for target in (few, many):
                while booked < target:
                    batch = tuple(itertools.islice(more, min(BATCH, target - booked)))
                    await store.ledger.post(GROUP, batch, update_id=None)
                    booked += len(batch)
                found.append(await costs(store, painter, more, calls))
    print(f"{'':20} {few:>14,} deals {many:>14,} deals   ratio   calls")
    for name, (first, first_calls) in found[0].items():
        last, last_calls = found[1][name]
        numbers = f"{first:>17.2f} ms {last:>17.2f} ms {last / first:>7.2f}"
        print(f"{name:20} {numbers}   {first_calls:g} and {last_calls:g}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.score_bench", description=__doc__)
    parser.add_argument("--few", type=int, default=100)
    parser.add_argument("--many", type=int, default=100_000)
    chosen = parser.parse_args()
    asyncio.run(run(chosen.few, chosen.many))
    return 0


if __name__ == "__main__":
    sys.exit(main())
