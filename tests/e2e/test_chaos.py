"""Ten tables of people who press anything, while everything breaks that can break.

Longer with CHAOS_SECONDS=300 in the environment, otherwise with CHAOS_SEED=7.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import pytest

from bot.operating.audit import faults
from bot.sandbox.journal import KEPT
from bot.sandbox.person import Impossible
from bot.screens.buttons import HandVerb, TablePress, TableVerb
from bot.tables.state import Book, Phase
from tests.bot.store.proxy import Proxy, running_proxy
from tests.e2e.buttons import hand_presses
from tests.e2e.chaos import Chaos
from tests.e2e.processes import Fleet, fleet
from tests.e2e.road import Road, road
from tests.e2e.secrecy import Truth
from tests.e2e.steady import play_deal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
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
SELDOM = {HandVerb.MARK: 0.3, HandVerb.NOW: 0.05, HandVerb.PACK: 0.0, TableVerb.RULES: 0.05}
"""How often these are thought of, where others always are."""
BACKLOG = 30
"""So many updates on their way are enough: more would be a queue and no chaos."""
EACH = max(1, SECONDS // 50)
"""So often each kind of mishap happens at least, however long that takes."""
Button: TypeAlias = tuple["Group | Person", str, str]
"""In which chat, the key of its message, and its label."""


async def press_anything(group: Group, person: Person, chance: random.Random) -> None:
    """Press one of the buttons in view, without waiting for what comes of it, now and then twice."""
    found = await offered(group, person, chance)
    if not found:
        return
    place, key, label = chance.choice(found)
    with suppress(Impossible):  # it has gone since
        for _ in range(2 if chance.random() < 0.1 else 1):
            await person.press(place, label, key=key, wait=0)


async def offered(group: Group, person: Person, chance: random.Random) -> list[Button]:
    """What to press: mostly of a hand that asks, in the private chat or in the group, else of the table."""
    here = await person.see(group)
    if chance.random() < 0.9:
        for place, messages in ((person, await person.see(person)), (group, here)):
            for message in reversed(messages):
                hand: list[Button] = [
                    (place, message.key, label)
                    for label, press in hand_presses(message)
                    if chance.random() < SELDOM.get(press.verb, 1.0)
                ]
                if hand:
                    return hand
    table = [
        (group, message.key, str(button["text"]), TablePress.unpack(button["callback_data"]).verb)
        for message in here
        for row in message.buttons
        for button in row
        if str(button.get("callback_data", "")).startswith(f"{TablePress.__prefix__}:")
    ]
    likely: list[Button] = [one[:3] for one in table if one[3] is TableVerb.DEAL]
    if likely and chance.random() < 0.7:
        return likely
    return [one[:3] for one in table if one[3] in HARMLESS and chance.random() < SELDOM.get(one[3], 1.0)]


async def play(
    here: Town, group: Group, people: list[Person], chance: random.Random, over: asyncio.Event
) -> None:
    while not over.is_set():
        if here.behind.updates.unconfirmed < BACKLOG:
            await press_anything(group, chance.choice(people), chance)
        await asyncio.sleep(chance.uniform(0, 0.2))


async def furnished(ships: Fleet) -> list[tuple[Group, list[Person]]]:
    """Ten groups, in each some people at a table, and at every third a computer."""
    rooms = []
    for number in range(TABLES):
        people = await ships.here.people(*(f"Player{number}{letter}" for letter in "ABCDE"[:PEOPLE]))
        group = await ships.here.telegram.group(f"Group {number}", *people)
        await ships.here.sit(group, people, "khrap" if number % 2 else "frap")
        if number % 3 == 0:
            await ships.here.press(people[0], group, "+ Computer")
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


@pytest.mark.timeout(180 + 1.5 * SECONDS)
async def test_whatever_breaks_nothing_is_lost(
    ships: tuple[Fleet, Proxy, Road], redis: Process, record_property: Callable[[str, object], None]
) -> None:
    crew, proxy, way = ships
    rooms = await furnished(crew)
    chaos = Chaos(crew, redis, proxy, way, random.Random(SEED))
    over = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        for number, (group, people) in enumerate(rooms):
            tasks.create_task(play(crew.here, group, people, random.Random(SEED * 1000 + number), over))
        tasks.create_task(chaos.run(over))
        await asyncio.sleep(SECONDS)
        async with asyncio.timeout(SECONDS):
            while min(chaos.counted().values()) < EACH:  # noqa: ASYNC110 - some are told by other processes
                await asyncio.sleep(0.5)
        over.set()
    mishaps = chaos.counted()
    moves = actions(crew, rooms)
    deals = [await crew.here.store.deals.count(group.id) for group, _ in rooms]
    record_property("chaos", {"seconds": SECONDS, **mishaps, "actions": moves, "deals": deals})
    await crew.here.telegram.no_faults()
    await way.empty()
    for bot in crew.bots:
        bot.kill()
        bot.start()
    await every_table_goes_on(crew, rooms)
    await crew.here.telegram.quiet(20.0)
    assert [fault async for fault in faults(crew.here.store)] == []
    await nothing_is_lost(crew, rooms)
    assert crew.errors() == []
    await crew.here.inspect()
    assert crew.here.cards_shown > SECONDS
    assert crew.here.behind.journal.last < KEPT, "all that was shown has been looked through"
    assert min(moves) > SECONDS // 10, moves
    assert min(deals) >= SECONDS // 300, deals


def actions(crew: Fleet, rooms: list[tuple[Group, list[Person]]]) -> list[int]:
    """How many actions each table has come to, in all its deals."""
    stories = Truth.of(crew.here.witness.lines()).stories
    return [
        sum(story.moments[-1][1] for story in stories if story.group == group.id and story.moments)
        for group, _ in rooms
    ]


async def every_table_goes_on(crew: Fleet, rooms: list[tuple[Group, list[Person]]]) -> None:
    """Everywhere a deal is played to its end, begun where none runs."""

    async def finish(group: Group, people: list[Person]) -> None:
        before = await crew.here.store.deals.count(group.id)
        if not await deals(crew, group):
            await crew.here.deal(group, people[0])
            await crew.here.until("it deals", partial(deals, crew, group))
        await play_deal(crew.here, group, people, nothing)
        assert await crew.here.store.deals.count(group.id) == before + 1

    await asyncio.gather(*(finish(group, people) for group, people in rooms))


async def deals(crew: Fleet, group: Group) -> bool:
    return (await crew.here.table(group)).phase is Phase.DEAL


async def nothing() -> None:
    return


async def nothing_is_lost(crew: Fleet, rooms: list[tuple[Group, list[Person]]]) -> None:
    """Every deal that was begun has its one record and its one booking, and the ledger summed anew is what it was."""
    store = crew.here.store
    for group, _ in rooms:
        begun = list(range(1, (await crew.here.table(group)).deal_number + 1))
        records = [json.loads(text)["number"] for text in await store.deals.part(group.id, 0, 100_000)]
        assert records == begun
        booked = []
        for book in Book:
            entries = await store.ledger.entries(group.id, book, count=100_000)
            booked += [entry.deal or 0 for entry in entries if entry.kind == "deal"]
            live = await store.ledger.balances(group.id, book)
            assert sum(live.values()) == 0
            assert await store.ledger.rebuild(group.id, book) == live
        assert sorted(booked) == begun
