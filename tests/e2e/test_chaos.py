"""Ten tables of people who press anything, while everything breaks that can break.

Longer with CHAOS_SECONDS=300 in the environment, otherwise with CHAOS_SEED=7.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.operating.audit import faults
from bot.sandbox.person import Impossible
from bot.screens.buttons import HandVerb, TablePress, TableVerb
from bot.tables.state import Book, Phase
from tests.bot.store.proxy import Proxy, running_proxy
from tests.e2e.buttons import hand_presses
from tests.e2e.processes import Fleet, fleet
from tests.e2e.road import Road, road
from tests.e2e.steady import play_deal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.sandbox.person import Group, Person
    from tests.bot.store.servers import Process
    from tests.e2e.town import Town

SECONDS = float(os.environ.get("CHAOS_SECONDS", "25"))
SEED = int(os.environ.get("CHAOS_SEED", "1"))
TABLES = 10
PEOPLE = 3
HARMLESS = {
    TableVerb.SIT,
    TableVerb.DEAL,
    TableVerb.BACK,
    TableVerb.HAND,
    TableVerb.TRICK,
    TableVerb.SCORE,
    TableVerb.CHECK,
    TableVerb.RULES,
}
"""What is pressed in the group: nothing that ends the table."""
SELDOM = {HandVerb.MARK: 0.3, HandVerb.NOW: 0.05, HandVerb.PACK: 0.0}
"""How often these are thought of, where others always are."""
BACKLOG = 30
"""So many updates on their way are enough: more would be a queue and no chaos."""
FAULTS: list[dict[str, object]] = [
    {"drop_after": True},
    {"drop": True},
    {"status": 502},
    {"garbage": True},
    {"garbage_after": True},
    {"retry_after": 1},
    {"delay": 0.5},
]
METHODS = ("sendMessage", "editMessageText", "answerCallbackQuery", "deleteMessage")


async def press_anything(group: Group, person: Person, chance: random.Random) -> None:
    """Press one of the buttons in view, without waiting for what comes of it, now and then twice."""
    place, found = await offered(group, person, chance)
    if not found:
        return
    key, label = chance.choice(found)
    with suppress(Impossible):  # it has gone since
        for _ in range(2 if chance.random() < 0.1 else 1):
            await person.press(place, label, key=key, wait=0)


async def offered(
    group: Group, person: Person, chance: random.Random
) -> tuple[Group | Person, list[tuple[str, str]]]:
    """Where to press, and what is there: mostly the newest hand that asks, else the table."""
    if chance.random() < 0.9:
        for message in reversed(await person.see(person)):
            hand = [
                (message.key, label)
                for label, press in hand_presses(message)
                if chance.random() < SELDOM.get(press.verb, 1.0)
            ]
            if hand:
                return person, hand
    found = []
    for message in (await person.see(group))[-3:]:
        for row in message.buttons:
            for button in row:
                data = str(button.get("callback_data", ""))
                if data.startswith("t:") and TablePress.unpack(data).verb in HARMLESS:
                    found.append((message.key, str(button["text"])))
    return group, found


async def play(
    here: Town, group: Group, people: list[Person], chance: random.Random, over: asyncio.Event
) -> None:
    while not over.is_set():
        if here.behind.updates.unconfirmed < BACKLOG:
            await press_anything(group, chance.choice(people), chance)
        await asyncio.sleep(chance.uniform(0, 0.2))


class Chaos:
    """Whatever can break, one thing after the other."""

    def __init__(self, ships: Fleet, redis: Process, proxy: Proxy, way: Road, chance: random.Random) -> None:
        self._ships = ships
        self._redis = redis
        self._proxy = proxy
        self._way = way
        self._chance = chance
        self.done = {"kills": 0, "cuts": 0, "pauses": 0, "faults": 0}

    async def run(self, over: asyncio.Event) -> None:
        self._way.trouble = 0.08
        while not over.is_set():
            await asyncio.sleep(self._chance.uniform(0, 0.4))
            await self._chance.choices(
                (self._kill, self._cut, self._pause, self._fault), weights=(4, 6, 1, 8)
            )[0]()
        self._way.trouble = 0.0

    async def _kill(self) -> None:
        bot = self._chance.choice(self._ships.bots)
        await asyncio.to_thread(bot.kill)
        bot.start()
        self.done["kills"] += 1

    async def _cut(self) -> None:
        """The next scripts are carried out, and nobody hears of it."""
        self._proxy.lose_reply("EVALSHA", times=self._chance.randint(1, 3))
        self.done["cuts"] += 1

    async def _pause(self) -> None:
        self._redis.kill(signal.SIGSTOP)
        try:
            await asyncio.sleep(self._chance.uniform(0.1, 1.0))
        finally:
            self._redis.resume()
        self.done["pauses"] += 1

    async def _fault(self) -> None:
        fault = self._chance.choice(FAULTS)
        await self._ships.here.telegram.fault(
            method=self._chance.choice(METHODS), count=self._chance.randint(1, 3), **fault
        )
        self.done["faults"] += 1


async def furnished(ships: Fleet) -> list[tuple[Group, list[Person]]]:
    """Ten groups, in each some people at a table, and at some a computer."""
    rooms = []
    for number in range(TABLES):
        people = await ships.here.people(*(f"Player{number}{letter}" for letter in "ABCDE"[:PEOPLE]))
        group = await ships.here.telegram.group(f"Group {number}", *people)
        await ships.here.sit(group, people, "khrap" if number % 2 else "frap")
        rooms.append((group, people))
    return rooms


@pytest.fixture
async def ships(redis: Process, tmp_path: Path) -> AsyncIterator[tuple[Fleet, Proxy, Road]]:
    """Two bots that share everything, and are reached by webhook."""
    async with (
        running_proxy(redis.port) as proxy,
        road(random.Random(SEED)) as way,
        fleet(redis, tmp_path, redis_url=proxy.url) as ships,
    ):
        for _ in range(2):
            bot = ships.bot(
                webhook_url=way.url, webhook_secret="agreed", webhook_listen=f"127.0.0.1:{way.port()}"
            )
            bot.start()
        yield ships, proxy, way
        for bot in ships.bots:
            bot.close()


async def dealt(ships: Fleet, rooms: list[tuple[Group, list[Person]]]) -> int:
    """How many deals have begun at all tables."""
    return sum([(await ships.here.table(group)).deal_number for group, _ in rooms])


@pytest.mark.timeout(180 + 1.5 * SECONDS)
async def test_whatever_breaks_nothing_is_lost(ships: tuple[Fleet, Proxy, Road], redis: Process) -> None:
    crew, proxy, way = ships
    rooms = await furnished(crew)
    chaos = Chaos(crew, redis, proxy, way, random.Random(SEED))
    over = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        for number, (group, people) in enumerate(rooms):
            tasks.create_task(play(crew.here, group, people, random.Random(SEED * 1000 + number), over))
        tasks.create_task(chaos.run(over))
        await asyncio.sleep(SECONDS)
        over.set()
    await crew.here.telegram.no_faults()
    assert min(chaos.done.values()) > 0, chaos.done
    for bot in crew.bots:
        bot.kill()
        bot.start()
    await every_table_goes_on(crew, rooms)
    await crew.here.telegram.quiet(20.0)
    assert [fault async for fault in faults(crew.here.store)] == []
    await nothing_is_lost(crew, rooms)
    assert crew.errors() == []
    await crew.here.inspect()


async def every_table_goes_on(crew: Fleet, rooms: list[tuple[Group, list[Person]]]) -> None:
    """Everywhere a deal is played to its end, begun where none runs."""

    async def finish(group: Group, people: list[Person]) -> None:
        table = await crew.here.table(group)
        if table.phase is not Phase.DEAL:
            await crew.here.deal(group, people[0])
            await crew.here.until("it deals", partial(deals, crew, group))
        await play_deal(crew.here, group, people, nothing)

    await asyncio.gather(*(finish(group, people) for group, people in rooms))


async def deals(crew: Fleet, group: Group) -> bool:
    return (await crew.here.table(group)).phase is Phase.DEAL


async def nothing() -> None:
    return


async def nothing_is_lost(crew: Fleet, rooms: list[tuple[Group, list[Person]]]) -> None:
    """Every deal that was begun has its record and its booking, but for those still played."""
    for group, _ in rooms:
        table = await crew.here.table(group)
        over = table.deal_number - (table.phase is Phase.DEAL)
        assert await crew.here.store.deals.count(group.id) == over
        booked = [
            entry
            for book in Book
            for entry in await crew.here.store.ledger.entries(group.id, book, count=100_000)
            if entry.kind == "deal"
        ]
        assert len(booked) == over
