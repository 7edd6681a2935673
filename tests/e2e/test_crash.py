"""Bots that are killed with -9, and what must not come of it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.tables.state import Book, Phase
from tests.e2e.processes import ROOT, Fleet, fleet
from tests.e2e.steady import play_deal, question, soon

if TYPE_CHECKING:
    from pathlib import Path

    from bot.sandbox.person import Group, Person
    from bot.tables.state import Table
    from tests.bot.store.servers import Process

KILLS = int(os.environ.get("CRASH_KILLS", "100"))
DEALS = 4


async def gathered(ships: Fleet, *names: str) -> tuple[Group, list[Person]]:
    """Some people at a table, the first deal begun."""
    here = ships.here
    people = [
        await here.telegram.person(name, language="en", started=True, id=1000 + number)
        for number, name in enumerate(names)
    ]
    group = await here.telegram.group("Cards", *people, id=-1005000000001)
    await here.sit(group, people)
    return group, people


async def records(ships: Fleet, group: Group) -> list[dict[str, Any]]:
    """All finished deals, in order, without the time at which they ended."""
    texts = await ships.here.store.deals.part(group.id, 0, 1000)
    return [{name: value for name, value in json.loads(text).items() if name != "time"} for text in texts]


async def evening(redis: Process, folder: Path, kills: int) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Play some deals while the bot is killed so many times; gives the records and the balances."""
    with redis.client() as client:
        client.flushall()
    chance = random.Random(54)
    left = kills
    async with fleet(redis, folder) as ships:
        bot = ships.bot(seed="the same pack")
        bot.start()
        group, people = await gathered(ships, "Anna", "Boris", "Clara", "Dora")

        async def kill() -> None:
            nonlocal left
            while left:
                left -= 1
                await asyncio.sleep(chance.uniform(0, 0.06))
                bot.kill()
                bot.start()
                if chance.random() < 0.7:
                    return

        for number in range(1, DEALS + 1):
            await ships.here.deal(group, people[0])
            await kill()
            await ships.here.until("the deal has begun", partial(has_begun, ships, group, number))
            await play_deal(ships.here, group, people, kill)
        assert left == 0, "more deals are needed for so many kills"
        assert ships.errors() == []
        await ships.here.inspect()
        balances = await ships.here.store.ledger.balances(group.id, Book.PEOPLE)
        return await records(ships, group), balances


async def has_begun(ships: Fleet, group: Group, number: int) -> bool:
    table = await ships.here.table(group)
    return table.phase is Phase.DEAL and table.deal_number == number


async def test_a_hundred_kills_change_nothing_in_the_deals(redis: Process, tmp_path: Path) -> None:
    quiet = await evening(redis, tmp_path / "quiet", 0)
    killed = await evening(redis, tmp_path / "killed", KILLS)
    assert len(quiet[0]) == DEALS
    assert killed == quiet


async def asked_in(ships: Fleet, group: Group) -> Table:
    """The table, as soon as its question has been put to somebody."""

    async def look() -> Table | None:
        table = await ships.here.table(group)
        asked = question(table)
        if asked is None:
            return None
        shown = (await ships.here.store.screens.load(table.key)).get(f"hand:{asked[0]}")
        return table if shown is not None and shown.asked == f"{asked[1]}:{asked[2]}" else None

    table: Table = await ships.here.until("a question is put", look)
    return table


async def turned(ships: Fleet, group: Group, before: Table) -> tuple[Table, set[int | None]]:
    """The table once the question is another one, and all deadlines that the old one had until then."""
    deadlines = set()

    async def look() -> Table | None:
        table = await ships.here.table(group)
        if question(table) != question(before):
            return table
        deadlines.add(table.deadline)
        return None

    return await soon(look, 30), deadlines


async def test_a_turn_clock_goes_on_over_a_kill_and_runs_out_when_it_was_to(
    redis: Process, tmp_path: Path
) -> None:
    async with fleet(redis, tmp_path) as ships:
        bot = ships.bot()
        bot.start()
        group, people = await gathered(ships, "Anna", "Boris", "Clara")
        await ships.here.deal(group, people[0])
        before = await asked_in(ships, group)
        assert before.deadline is not None
        bot.kill()
        bot.put_clock(30)
        bot.start()
        await people[0].say(group, "/table")
        await ships.here.until("the bot is back", lambda: answered(ships, group))
        assert (await ships.here.table(group)).deadline == before.deadline
        bot.put_clock(61)
        after, deadlines = await turned(ships, group, before)
        assert deadlines <= {before.deadline}
        assert [seat.missed for seat in after.seats if seat.missed] == [1]
        assert ships.errors() == []
        await ships.here.inspect()


async def answered(ships: Fleet, group: Group) -> bool:
    """Whether the table's message has been sent a second time."""
    return len(await ships.here.calls("sendMessage", chat_id=group.id)) >= 3


async def test_a_bot_that_was_down_too_long_gives_a_fresh_turn(redis: Process, tmp_path: Path) -> None:
    async with fleet(redis, tmp_path) as ships:
        bot = ships.bot()
        bot.start()
        group, people = await gathered(ships, "Anna", "Boris", "Clara")
        await ships.here.deal(group, people[0])
        before = await asked_in(ships, group)
        bot.kill()
        bot.put_clock(600)
        bot.start()

        async def fresh() -> Table | None:
            table = await ships.here.table(group)
            return table if table.deadline != before.deadline else None

        after: Table = await ships.here.until("the turn is fresh", fresh)
        assert question(after) == question(before)
        assert not any(seat.missed for seat in after.seats)
        assert after.deadline is not None
        assert before.deadline is not None
        assert after.deadline - before.deadline >= 600_000 - 60_000
        await ships.here.inspect()


async def test_the_bot_as_operators_start_it_is_killed_and_goes_on(redis: Process, tmp_path: Path) -> None:
    async with fleet(redis, tmp_path) as ships:
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "BOT_TOKEN": ships.here.settings.bot_token.get_secret_value(),
            "TELEGRAM_API_URL": ships.here.settings.telegram_api_url,
            "REDIS_URL": redis.url,
            "FLOOD_LIMITS": "false",
        }

        def start() -> subprocess.Popen[bytes]:
            return subprocess.Popen([sys.executable, "-m", "bot"], cwd=tmp_path, env=environment)

        bot = start()
        try:
            group, people = await gathered(ships, "Anna", "Boris")
            await ships.here.deal(group, people[0])
            before = await asked_in(ships, group)
            bot.kill()
            bot.wait()
            bot = start()
            await play_deal(ships.here, group, people, nothing)
            assert (await ships.here.table(group)).deal_number == before.deal_number
            assert len(await records(ships, group)) == 1
        finally:
            bot.terminate()
            assert bot.wait(20) == 0
        await ships.here.inspect()


async def nothing() -> None:
    return
