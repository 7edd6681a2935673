"""How long players wait while the processes that serve them are started anew, beside the same players left in peace.

Two real processes by webhook, a real Redis, people at tables; a wait is from the press to the last of three: the button is
answered, the group sees the table as it then is, and whoever is asked next can press.

The people are one process, beside everything else on this machine: where that stands still itself for want of a processor, it is
told in the last column, and what it has waited tells little of the bot.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from bot.memory import settle
from tests.bot.store.servers import running, valkey
from tests.deploy.playing import Wait, seated
from tests.deploy.replicas import (
    Entry,
    Fleet,
    Maker,
    behind_a_service,
    behind_caddy,
    complaints,
    settings_of,
)
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager


TURN = 0.01


async def measure(
    name: str,
    way: AbstractAsyncContextManager[tuple[Fleet, Entry]],
    here: Town,
    chosen: argparse.Namespace,
    *,
    killed: bool,
) -> None:
    async with way as (fleet, entry):
        tables = await seated(here, chosen.tables, chosen.pause)
        enough = asyncio.Event()
        pauses: list[tuple[float, float]] = []
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play(enough))
            group.create_task(notice_pauses(pauses, enough))
            await asyncio.sleep(2)  # until everything has been used once
            peace = time.monotonic()
            await asyncio.sleep(chosen.seconds)
            restarts = time.monotonic()
            for _ in range(chosen.rounds):
                async for status in fleet.lose() if killed else fleet.restart():
                    if status not in (0, -signal.SIGKILL):
                        raise SystemExit(f"a bot has ended with {status}")
            over = time.monotonic()
            enough.set()
        waits = [wait for table in tables for wait in table.waits]
        calm = [wait for wait in waits if peace <= wait.at and wait.at + wait.longest < restarts]
        rolling = [wait for wait in waits if restarts <= wait.at + wait.longest and wait.at <= over]
        report("left in peace", calm, [length for at, length in pauses if peace <= at < restarts])
        report(name, rolling, [length for at, length in pauses if restarts <= at <= over])
        ratio = max(wait.longest for wait in rolling) / max(wait.longest for wait in calm)
        print(f"| ratio of the longest | | | | | {ratio:.1f} | | |", flush=True)
    failed = Counter(entry.failures)
    print(f"{name}: failed deliveries {dict(failed)}; logged: {complaints(fleet)}", file=sys.stderr)


async def notice_pauses(pauses: list[tuple[float, float]], enough: asyncio.Event) -> None:
    """Note when, and for how many seconds, this process was not given a turn."""
    while not enough.is_set():
        at = time.monotonic()
        await asyncio.sleep(TURN)
        pauses.append((at, time.monotonic() - at - TURN))


def report(name: str, waits: list[Wait], pauses: list[float]) -> None:
    print(
        f"| {name} | {len(waits)} | {1000 * statistics.median(wait.longest for wait in waits):,.0f} "
        f"| {worst(waits, 'answer')} | {worst(waits, 'screen')} | {worst(waits, 'hand')} "
        f"| {sum(wait.longest > 1 for wait in waits)} | {1000 * max(pauses):,.0f} |",
        flush=True,
    )


def worst(waits: list[Wait], what: str) -> str:
    return f"{1000 * max(getattr(wait, what) for wait in waits):,.0f}"


async def run(chosen: argparse.Namespace) -> None:
    print(
        "| | presses | median ms | longest answer | longest screen | longest next hand | over a second | own pause |"
    )
    print("| --- " + "| ---: " * 7 + "|")
    ways: dict[str, tuple[Callable[[Maker], AbstractAsyncContextManager[tuple[Fleet, Entry]]], bool]] = {
        "restarted, as in Kubernetes": (behind_a_service, False),
        "restarted, behind Caddy": (behind_caddy, False),
        "kill -9, behind Caddy": (behind_caddy, True),
        "kill -9, with its machine": (behind_a_service, True),
    }
    for name, (way, killed) in ways.items():
        if chosen.only and chosen.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder, running(valkey(), Path(folder) / "valkey") as redis:
            async with town(redis, bot=False) as here:
                here.lost_answers = True
                maker = Maker(settings_of(here, redis.url), Path(folder))
                await measure(name, way(maker), here, chosen, killed=killed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--pause", type=float, default=0.3, help="seconds that a player thinks")
    parser.add_argument("--seconds", type=float, default=8.0, help="in peace before the restarts")
    parser.add_argument("--rounds", type=int, default=1, help="restarts of both")
    parser.add_argument("--only", default="", help="a word of the ways to measure")
    settle()
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
