from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.store import Committed, Store
from bot.store.wakeups import LEASE
from bot.tables.state import TableKey
from tests.bot.store.conftest import KEY, Clock, a_table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

OVER = 0
"""A lease that is over at once, as that of a process which died long ago."""


async def change(store: Store, version: int, key: TableKey = KEY) -> int:
    done = await store.tables.commit(key, version, a_table(key=key), update_id=None, wake_at=None)
    assert isinstance(done, Committed)
    return done.version


async def test_a_changed_table_is_due_once(store: Store) -> None:
    assert await store.wakeups.next_due() is None
    version = await change(store, 0)
    assert (await store.wakeups.claim(5))[0] == [KEY]
    assert (await store.wakeups.claim(5))[0] == []
    await store.wakeups.settle(KEY, version, None)
    assert (await store.wakeups.claim(5))[0] == []
    assert await store.wakeups.next_due() is None


async def test_it_wakes_when_it_is_due_again(store: Store, clock: Clock) -> None:
    version = await change(store, 0)
    await store.wakeups.claim(5)
    await store.wakeups.settle(KEY, version, clock.now + 60_000)
    clock.now += 59_999
    assert await store.wakeups.next_due() == clock.now + 1
    assert (await store.wakeups.claim(5))[0] == []
    clock.now += 1
    assert (await store.wakeups.claim(5))[0] == [KEY]


async def test_a_change_while_it_is_shown_makes_it_due_again(store: Store, clock: Clock) -> None:
    version = await change(store, 0)
    await store.wakeups.claim(5)
    await change(store, version)
    assert (await store.wakeups.claim(5))[0] == [], "the lease lasts"
    await store.wakeups.settle(KEY, version, clock.now + 60_000)
    assert (await store.wakeups.claim(5))[0] == [KEY]


async def test_so_does_waking_it(store: Store) -> None:
    version = await change(store, 0)
    await store.wakeups.claim(5)
    await store.wakeups.wake(KEY)
    await store.wakeups.settle(KEY, version, None)
    assert (await store.wakeups.claim(5))[0] == [KEY]


async def test_a_table_of_a_process_that_died_is_due_again(
    url: str, open_stores: Callable[[str], Awaitable[Store]], clock: Clock
) -> None:
    dead, alive = await open_stores(url), await open_stores(url)
    version = await change(alive, 0)
    assert (await dead.wakeups.claim(5, lease=OVER))[0] == [KEY]
    assert (await alive.wakeups.claim(5))[0] == [KEY]
    await dead.wakeups.settle(KEY, version, clock.now + 60_000)
    due = await dead.wakeups.next_due()
    assert due is not None
    assert clock.now < due <= clock.now + LEASE, "the dead one has settled nothing"
    await alive.wakeups.settle(KEY, version, clock.now + 5)
    assert await alive.wakeups.next_due() == clock.now + 5, "it was the living one that settled it"


async def test_a_lease_keeps_others_away_and_can_be_renewed(
    url: str, open_stores: Callable[[str], Awaitable[Store]], clock: Clock
) -> None:
    one, other = await open_stores(url), await open_stores(url)
    version = await change(one, 0)
    assert await one.wakeups.attend(KEY) is not None
    assert await other.wakeups.attend(KEY) is None
    assert (await other.wakeups.claim(5))[0] == []
    assert await one.wakeups.attend(KEY) is not None
    await one.wakeups.wake(KEY)
    await one.wakeups.settle(KEY, version, clock.now + 60_000)
    assert (await other.wakeups.claim(5))[0] == [KEY], "woken while leased"
    await other.wakeups.settle(KEY, version, clock.now + 60_000)
    assert await one.wakeups.attend(KEY, lease=OVER) is not None, "due or not"
    assert (await other.wakeups.claim(5))[0] == [KEY], "whoever leased it has died, so it may be half shown"


async def test_every_table_is_claimed_by_one(
    url: str, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    stores = [await open_stores(url) for _ in range(3)]
    tables = [TableKey(-1000 - number, number % 3) for number in range(60)]
    for key in tables:
        await change(stores[0], 0, key)

    async def work(store: Store) -> list[TableKey]:
        mine = []
        while some := (await store.wakeups.claim(4))[0]:
            assert len(some) <= 4
            mine += some
            for key in some[::2]:
                await store.wakeups.settle(key, 1, None)
        return mine

    claimed = [key for mine in await asyncio.gather(*map(work, stores)) for key in mine]
    assert sorted(claimed) == sorted(tables)


async def test_what_nothing_is_known_of_can_be_woken(store: Store) -> None:
    await store.wakeups.wake(KEY)
    assert (await store.wakeups.claim(1))[0] == [KEY]
    await store.wakeups.settle(KEY, 0, None)
    assert await store.wakeups.next_due() is None
