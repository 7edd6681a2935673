"""Calls of one moment travel together; each has its own reply, its own error and its own end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.store import Committed, Store, StoreBroken
from bot.tables.state import TableKey
from tests.bot.store.conftest import KEY, a_table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis import Redis

    from tests.bot.store.servers import Process

MANY = 60


async def test_each_of_many_calls_gets_its_own_reply(store: Store) -> None:
    keys = [TableKey(-1000 - number, 0) for number in range(MANY)]
    done = await asyncio.gather(
        *(
            store.tables.commit(key, 0, a_table(number=place + 1, key=key), update_id=None, wake_at=None)
            for place, key in enumerate(keys)
        )
    )
    assert done == [Committed(1)] * MANY
    loaded = await asyncio.gather(*(store.tables.load(key) for key in keys))
    assert [one.table and one.table.number for one in loaded] == list(range(1, MANY + 1))


async def test_an_error_is_only_its_own(
    redis: Process, raw: Redis, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    store = await open_stores(redis.url)
    await store.tables.commit(KEY, 0, a_table(), update_id=None, wake_at=None)
    raw.set("u:{5}", "no hash")
    good, bad, well = await asyncio.gather(
        store.tables.load(KEY), store.people.get(5), store.people.get(6), return_exceptions=True
    )
    assert isinstance(bad, StoreBroken)
    assert not isinstance(good, BaseException)
    assert good.version == 1
    assert not isinstance(well, BaseException)


async def test_scripts_that_the_server_has_lost_are_loaded_again(
    redis: Process, raw: Redis, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    store = await open_stores(redis.url)
    raw.script_flush()
    keys = [TableKey(-2000 - number, 0) for number in range(MANY)]
    loaded = await asyncio.gather(*(store.tables.load(key) for key in keys))
    assert {one.version for one in loaded} == {0}


async def test_who_stops_waiting_takes_nobody_along(
    redis: Process, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    store = await open_stores(redis.url)
    leaving = asyncio.ensure_future(store.tables.load(KEY))
    staying = asyncio.ensure_future(store.tables.load(KEY))
    await asyncio.sleep(0)
    leaving.cancel()
    assert (await staying).version == 0
    assert leaving.cancelled()


@pytest.mark.parametrize("number", [1, 2, MANY])
async def test_calls_of_one_moment_are_one_exchange(
    number: int, redis: Process, raw: Redis, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    """Each alone would take a connection of its own."""
    store = await open_stores(redis.url)
    await store.people.get(1)
    before = raw.info("stats")["total_connections_received"]
    await asyncio.gather(*(store.people.get(user) for user in range(number)))
    assert raw.info("stats")["total_connections_received"] == before
