"""Calls of one moment travel together; each has its own reply, its own error and its own end."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest

from bot.store import Committed, Store, StoreBroken, StoreUnavailable
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


async def test_calls_that_wait_go_together(
    redis: Process, raw: Redis, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    """While two exchanges are on their way, what else is asked waits and is one more."""
    store = await open_stores(redis.url)
    await asyncio.gather(store.people.get(1), _later(store, 2), _later(store, 3))
    before = raw.info("stats")["total_connections_received"]
    for _ in range(3):
        await asyncio.gather(*(_after_turns(store, turns) for turns in range(MANY)))
    assert raw.info("stats")["total_connections_received"] == before


async def _later(store: Store, user: int) -> None:
    await asyncio.sleep(0)
    await store.people.get(user)


async def _after_turns(store: Store, turns: int) -> None:
    for _ in range(turns):
        await asyncio.sleep(0)
    await store.people.get(turns)


async def test_nobody_waits_longer_than_the_time_of_a_call(
    redis: Process, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    """Neither those on their way nor those who wait behind them, when the server stops answering."""
    store = await open_stores(redis.url)
    await store.people.get(1)
    redis.kill(signal.SIGSTOP)
    try:
        asked = [asyncio.ensure_future(_after_turns(store, turns)) for turns in range(20)]
        done = await asyncio.gather(*asked, return_exceptions=True)
    finally:
        redis.resume()
    assert all(isinstance(one, StoreUnavailable) for one in done)
    assert (await store.people.get(1)).language is None
