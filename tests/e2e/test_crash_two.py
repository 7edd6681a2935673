"""Several bots on one Redis."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.operating.audit import faults
from bot.tables.state import Book
from bot.updates.polling import PEACE
from game.rules import FRAP
from tests.e2e.processes import Fleet, fleet
from tests.e2e.road import road
from tests.e2e.steady import play_deal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.bot.store.servers import Process

FREE = 4
DEALS = 3


@pytest.fixture
async def pair(redis: Process, tmp_path: Path) -> AsyncIterator[Fleet]:
    """Two bots that get every update by chance, and every tenth both."""
    async with road(random.Random(2)) as way, fleet(redis, tmp_path) as ships:
        way.trouble = 0.1
        for _ in range(2):
            listen = f"127.0.0.1:{way.port()}"
            ships.bot(webhook_url=way.url, webhook_secret="agreed", webhook_listen=listen).start()
        await ships.here.until("a bot receives", lambda: receives(ships))
        yield ships
        await ships.here.telegram.quiet(10.0)
        assert ships.errors() == []
        await ships.here.inspect()
        assert len(way.taken) == len(ships.bots), "both have had their part"
        for bot in ships.bots:
            bot.close()


async def test_two_bots_serve_one_group_and_nothing_happens_twice(pair: Fleet) -> None:
    here = pair.here
    people = await here.people("Anna", "Boris", "Clara")
    group = await here.telegram.group("Cards", *people)
    await here.sit(group, people)
    for _ in range(DEALS):
        await here.deal(group, people[0])
        await here.until("it deals", lambda: running(pair, group.id))
        await play_deal(here, group, people, nothing)
    await here.telegram.quiet(10.0)
    assert [fault async for fault in faults(here.store)] == []
    assert await here.store.deals.count(group.id) == DEALS
    entries = await here.store.ledger.entries(group.id, Book.PEOPLE)
    assert [entry.deal for entry in entries if entry.kind == "deal"] == list(range(1, DEALS + 1))
    for person in people:
        hands = [message for message in await person.see(person) if "Cards" in message.text]
        assert len(hands) == 1, "one hand, however many bots"
    tables = await here.calls("sendMessage", chat_id=group.id)
    assert len(tables) == DEALS + 1, "the welcome, and one message a deal"


async def receives(ships: Fleet) -> bool:
    return bool(ships.here.behind.webhook.url)


async def running(pair: Fleet, group: int) -> bool:
    table = await pair.here.table(group)
    return table.deadline is not None


async def nothing() -> None:
    return


async def test_fifty_presses_of_ten_people_for_the_last_four_seats(pair: Fleet) -> None:
    here = pair.here
    people = await here.people(*(f"Player{number}" for number in range(FRAP.most_seats - FREE + 10)))
    group = await here.telegram.group("Cards", *people)
    sitting, eager = people[: FRAP.most_seats - FREE], people[-10:]
    await here.sit(group, sitting)
    lobby = await here.button(eager[0], group, "Sit down")
    answers = await asyncio.gather(
        *(person.press(group, "Sit down", key=lobby.key, wait=30) for person in eager for _ in range(5))
    )
    assert all(answer.answered for answer in answers)
    seats = [seat.player for seat in (await here.table(group)).seats]
    assert len(seats) == len(set(seats)) == FRAP.most_seats
    assert set(seats) <= {str(person.id) for person in (*sitting, *eager)}


async def test_a_second_bot_that_polls_says_so_and_stops_and_the_first_goes_on(
    redis: Process, tmp_path: Path
) -> None:
    async with fleet(redis, tmp_path) as ships:
        first = ships.bot()
        first.start()
        people = await ships.here.people("Anna")
        group = await ships.here.telegram.group("Cards", *people)
        await people[0].say(group, "/frap")
        await ships.here.until("it has answered", lambda: answers(ships, group.id, 2))
        await ships.here.until("it has received in peace", lambda: in_peace(ships))
        second = ships.bot()
        second.start()
        assert await asyncio.to_thread(second.status, 60) == 1
        assert "another copy of the bot" in second.log.splitlines()[-1]
        assert first.running
        await people[0].say(group, "/table")
        await ships.here.until("the first answers", lambda: answers(ships, group.id, 3))


async def in_peace(ships: Fleet) -> bool:
    """Whether the first to receive has begun long enough ago not to be taken for the newcomer."""
    (begun,) = await ships.here.calls("deleteWebhook")
    return ships.here.behind.clock.now() - float(begun["at"]) > PEACE


async def answers(ships: Fleet, group: int, number: int) -> bool:
    """Whether the group has so many messages of the bot, with its welcome."""
    return len(await ships.here.calls("sendMessage", chat_id=group)) >= number
