"""Servers that are gone for a while, full, or killed in the middle of the work."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest

from bot.store import Committed, Store, StoreUnavailable, open_store
from bot.tables.state import Book, TableKey
from tests.bot.store.conftest import KEY, Clock, a_table, pay, settings_for
from tests.bot.store.servers import Process, running, running_sentinel, valkey

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
    from pathlib import Path


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """One that may be killed."""
    with running(valkey(), tmp_path / "server") as server:
        yield server


@pytest.fixture
async def store(server: Process, clock: Clock) -> AsyncIterator[Store]:
    async with open_store(settings_for(server.url), clock) as store:
        yield store


async def when_back(ask: Callable[[], Awaitable[object]]) -> object:
    while True:
        try:
            return await ask()
        except StoreUnavailable:
            await asyncio.sleep(0.02)


async def test_a_server_that_is_gone_is_found_again(store: Store, server: Process) -> None:
    await store.tables.commit(KEY, 0, a_table(), update_id=1, wake_at=None)
    server.kill()
    with pytest.raises(StoreUnavailable):
        await store.tables.load(KEY)
    server.start()
    await when_back(store.ping)
    assert (await store.tables.load(KEY, 1)).repeated


async def test_a_server_that_hangs_is_given_up(store: Store, server: Process) -> None:
    server.kill(signal.SIGSTOP)
    try:
        with pytest.raises(StoreUnavailable):
            await store.tables.load(KEY)
    finally:
        server.resume()
    await when_back(store.ping)


async def test_a_full_server_refuses_and_keeps_what_it_has(store: Store, server: Process) -> None:
    await store.tables.commit(KEY, 0, a_table(), update_id=1, wake_at=None)
    with server.client() as client:
        client.config_set("maxmemory", "1")
        with pytest.raises(StoreUnavailable):
            await store.tables.commit(KEY, 1, a_table(), update_id=2, wake_at=None, bookings=(pay(5),))
        client.config_set("maxmemory", "0")
    loaded = await store.tables.load(KEY, 2)
    assert (loaded.version, loaded.repeated) == (1, False)


async def test_what_was_acknowledged_outlives_a_kill(store: Store, server: Process) -> None:
    acknowledged = [0] * 4
    killed = asyncio.Event()

    async def book(thread: int) -> None:
        key = TableKey(KEY.group, thread)
        table = a_table(key=key)
        while True:
            try:
                done = await store.tables.commit(
                    key,
                    acknowledged[thread],
                    table,
                    update_id=None,
                    wake_at=None,
                    bookings=(pay(1, payee=f"p:{10 + thread}"),),
                )
            except StoreUnavailable:
                return
            assert isinstance(done, Committed)
            acknowledged[thread] = done.version
            if sum(acknowledged) >= 40 and not killed.is_set():
                killed.set()
                server.kill()

    await asyncio.gather(*(book(thread) for thread in range(4)))
    server.start()
    await when_back(store.ping)
    balances = await store.ledger.balances(KEY.group, Book.PEOPLE)
    for thread, version in enumerate(acknowledged):
        loaded = await store.tables.load(TableKey(KEY.group, thread))
        # One more may have been written whose reply was lost.
        assert loaded.version in (version, version + 1)
        assert balances.get(f"p:{10 + thread}", 0) == loaded.version
    assert await store.ledger.audit(KEY.group, Book.PEOPLE) == []


async def test_a_primary_found_through_sentinel(tmp_path: Path, clock: Clock) -> None:
    with running_sentinel(tmp_path) as (_, sentinel):
        url = f"redis+sentinel://127.0.0.1:1,127.0.0.1:{sentinel.port}/cards"
        async with open_store(settings_for(url), clock) as store:
            done = await store.tables.commit(KEY, 0, a_table(), update_id=1, wake_at=None)
            assert done == Committed(1)
            assert (await store.tables.load(KEY, 1)).repeated
