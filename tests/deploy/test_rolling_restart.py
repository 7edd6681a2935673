"""Two processes by webhook are started anew one after the other while people play, and nobody is the worse for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.operating.audit import faults
from bot.tables.state import TableKey
from tests.deploy.playing import seated
from tests.deploy.replicas import Maker, behind_a_service, behind_caddy, complaints, settings_of
from tests.e2e.town import town

if TYPE_CHECKING:
    from pathlib import Path

    from bot.sandbox.person import Group, Person
    from bot.sandbox.updates import Updates
    from tests.bot.store.servers import Process

GROUPS, PEOPLE, TABLES = 12, 10, 4


@pytest.mark.timeout(180)
@pytest.mark.parametrize("way", [behind_caddy, behind_a_service])
async def test_each_press_is_done_once_and_answered_at_the_first_delivery(
    redis: Process, tmp_path: Path, way: Any  # noqa: ANN401 - either
) -> None:  # fmt: skip
    async with town(redis, bot=False) as here:
        maker = Maker(settings_of(here, redis.url), tmp_path)
        async with way(maker) as (fleet, entry):
            tables = await seated(here, TABLES, pause=0.1)
            before = [len(table.waits) for table in tables]
            enough = asyncio.Event()
            async with asyncio.TaskGroup() as group:
                for table in tables:
                    group.create_task(table.play(enough))
                statuses = [status async for status in fleet.restart()]
                enough.set()
            assert statuses == [0, 0]
            assert all(len(table.waits) > number for table, number in zip(tables, before, strict=True))
            assert entry.failures == []
        assert complaints(fleet) == []
        assert await here.store.setaside.count() == 0
        assert [fault async for fault in faults(here.store)] == []


@pytest.mark.timeout(180)
async def test_no_message_is_lost(redis: Process, tmp_path: Path) -> None:
    async with town(redis, bot=False) as here:
        maker = Maker(settings_of(here, redis.url), tmp_path)
        async with behind_caddy(maker) as (fleet, _):
            people = await here.people(*(f"P{number}" for number in range(PEOPLE)))
            groups = [await here.telegram.group(f"G{number}", *people) for number in range(GROUPS)]
            for group in groups:
                await people[0].say(group, "/frap")
            restarted = asyncio.Event()
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(everybody_sits(people, groups, restarted))
                statuses = [status async for status in fleet.restart()]
                restarted.set()
            assert statuses == [0, 0]
            await here.until("all has come in", lambda: all_in(here.behind.updates), patience=60)
        for group in groups:
            table = (await here.store.tables.load(TableKey(group.id, 0))).table
            assert table is not None
            assert sorted(seat.player for seat in table.seats) == sorted(str(one.id) for one in people)
        assert await here.store.setaside.count() == 0
        assert complaints(fleet) == []


async def everybody_sits(people: list[Person], groups: list[Group], restarted: asyncio.Event) -> None:
    """Send updates all the while that processes stop and start."""
    for person in people[1:]:
        for group in groups:
            await person.say(group, "/sit")
            if not restarted.is_set():
                await asyncio.sleep(0.1)  # how briskly they play, no more
    while not restarted.is_set():
        for group in groups:
            await people[0].say(group, "/table")
            await asyncio.sleep(0.1)


async def all_in(updates: Updates) -> bool:
    return not updates.unconfirmed
