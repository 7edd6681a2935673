"""Whoever has lost a lease writes nothing of a table's messages any more, and a lease of a wrong clock holds up nobody."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.store import Committed, Shown, Store, keys
from bot.store.wakeups import LEASE
from tests.bot.store.conftest import KEY, Clock, a_table
from tests.bot.store.test_store_wakeups import OVER

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis import Redis

    from tests.bot.store.servers import Process

TABLE = "table"


def message(number: int) -> Shown:
    return Shown(chat=KEY.group, message_id=number, digest="")


@pytest.fixture
async def version(store: Store) -> int:
    """A table that is due."""
    done = await store.tables.commit(KEY, 0, a_table(), update_id=None, wake_at=None)
    assert isinstance(done, Committed)
    return done.version


async def taken_over(lost: Store, other: Store) -> None:
    """The other has the table by now, and shows it."""
    assert (await lost.wakeups.claim(1, lease=OVER))[0] == [KEY]
    assert await other.wakeups.attend(KEY) is not None
    assert await other.wakeups.keep(KEY, {TABLE: message(2)})


@pytest.mark.usefixtures("version")
async def test_a_message_is_not_written_down_after_the_lease_was_lost(
    url: str, store: Store, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    other = await open_stores(url)
    await taken_over(store, other)
    assert not await store.wakeups.keep(KEY, {TABLE: message(1), "rules": message(3)})
    assert await other.screens.load(KEY) == {TABLE: message(2)}
    assert await other.wakeups.keep(KEY, {TABLE: None}), "the other has it still"
    assert await other.screens.load(KEY) == {}


async def test_nor_is_it_where_the_lease_is_held_again_after_another_had_it(
    url: str, store: Store, version: int, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    other = await open_stores(url)
    assert await store.wakeups.attend(KEY, lease=OVER) is not None
    assert await other.wakeups.attend(KEY) is not None
    assert await other.wakeups.keep(KEY, {TABLE: message(2)})
    await other.wakeups.settle(KEY, version, None)
    # The message has arrived while the table is taken anew, and knows nothing of the other's.
    again, kept = await asyncio.gather(
        store.wakeups.attend(KEY), store.wakeups.keep(KEY, {TABLE: message(1)})
    )
    assert again is not None
    assert not kept
    assert await other.screens.load(KEY) == {TABLE: message(2)}
    assert await store.wakeups.keep(KEY, {TABLE: message(3)}), "what is known now may be written down"


async def test_a_table_is_not_settled_after_the_lease_was_lost(
    url: str, store: Store, version: int, open_stores: Callable[[str], Awaitable[Store]], clock: Clock
) -> None:
    other = await open_stores(url)
    await taken_over(store, other)
    assert not await store.wakeups.settle(KEY, version, clock.now + 1, {TABLE: message(1)})
    assert await other.screens.load(KEY) == {TABLE: message(2)}
    assert await store.wakeups.attend(KEY) is None, "it is still the other's"
    await other.wakeups.settle(KEY, version, clock.now + 5)
    assert await other.wakeups.next_due() == clock.now + 5


async def test_nor_is_it_where_the_lease_is_held_again_by_another_call(
    url: str, store: Store, version: int, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    other = await open_stores(url)
    assert await store.wakeups.attend(KEY, lease=OVER) is not None
    assert await other.wakeups.attend(KEY) is not None
    await other.wakeups.settle(KEY, version, None, {TABLE: message(2)})
    again, _ = await asyncio.gather(
        store.wakeups.attend(KEY), store.wakeups.settle(KEY, version, None, {TABLE: message(1)})
    )
    assert again is not None
    assert await other.screens.load(KEY) == {TABLE: message(2)}
    assert await other.wakeups.attend(KEY) is None, "it is still held"


async def test_nothing_is_written_down_for_a_table_that_was_given_back(store: Store, version: int) -> None:
    assert (await store.wakeups.claim(1))[0] == [KEY]
    await store.wakeups.settle(KEY, version, None, {TABLE: message(1)})
    assert not await store.wakeups.keep(KEY, {TABLE: message(2)})
    assert await store.screens.load(KEY) == {TABLE: message(1)}


async def test_the_lease_of_a_clock_that_was_put_back_holds_up_nobody(
    redis: Process, raw: Redis, open_stores: Callable[[str], Awaitable[Store]], clock: Clock
) -> None:
    gone, other = await open_stores(redis.url), await open_stores(redis.url)
    done = await gone.tables.commit(KEY, 0, a_table(), update_id=None, wake_at=None)
    assert isinstance(done, Committed)
    assert await gone.wakeups.attend(KEY, lease=3600_000 + LEASE) is not None
    due = await other.wakeups.next_due()
    assert due is not None
    assert due <= clock.now
    assert (await other.wakeups.claim(1))[0] == [KEY]
    assert await gone.wakeups.attend(KEY, lease=3600_000 + LEASE) is None
    assert await other.wakeups.attend(KEY) is not None
    assert raw.hlen(keys.leases(keys.partition(KEY.group))) == 1
