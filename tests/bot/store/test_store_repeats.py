"""Replies that are lost: redis-py sends the command again, and it must not count twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.store import Committed, Conflict, Repeated, Store, StoreUnavailable
from bot.tables.state import Book
from tests.bot.store.conftest import KEY, a_table, pay
from tests.bot.store.proxy import Proxy, running_proxy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from tests.bot.store.servers import Process


@pytest.fixture
async def proxy(redis: Process) -> AsyncIterator[Proxy]:
    async with running_proxy(redis.port) as proxy:
        yield proxy


@pytest.fixture
async def far(proxy: Proxy, open_stores: Callable[[str], Awaitable[Store]]) -> Store:
    """A store behind the proxy, its scripts loaded."""
    store = await open_stores(proxy.url)
    await store.tables.commit(KEY, 0, a_table(), update_id=1, wake_at=None)
    await store.wakeups.claim(1)
    await store.wakeups.settle(KEY, 1, None)
    return store


async def commit(store: Store, version: int, update_id: int | None) -> Committed | Conflict | Repeated:
    return await store.tables.commit(
        KEY, version, a_table(number=2), update_id=update_id, wake_at=None, bookings=(pay(5),)
    )


@pytest.mark.parametrize(("update_id", "cut"), [(7, True), (None, True), (None, False)])
async def test_a_commit_whose_reply_was_lost_counts_once_and_says_so(
    far: Store, proxy: Proxy, update_id: int | None, *, cut: bool
) -> None:
    proxy.lose_reply("EVALSHA", cut=cut)
    assert await commit(far, 1, update_id) == Committed(2)
    assert proxy.lost
    assert await far.ledger.balances(KEY.group, Book.PEOPLE) == {"p:1": -5, "p:2": 5}
    assert (await far.tables.load(KEY)).version == 2


@pytest.mark.parametrize("update_id", [7, None])
async def test_it_says_so_though_somebody_else_has_committed_since(
    far: Store,
    proxy: Proxy,
    redis: Process,
    open_stores: Callable[[str], Awaitable[Store]],
    update_id: int | None,
) -> None:
    near = await open_stores(redis.url)
    proxy.lose_reply("EVALSHA", meanwhile=lambda: commit(near, 2, 8))
    assert await commit(far, 1, update_id) == Committed(2)
    assert (await far.tables.load(KEY)).version == 3
    assert await far.ledger.balances(KEY.group, Book.PEOPLE) == {"p:1": -10, "p:2": 10}


async def test_a_claim_whose_reply_was_lost_is_not_lost(far: Store, proxy: Proxy) -> None:
    await far.wakeups.wake(KEY)
    proxy.lose_reply("EVALSHA")
    assert (await far.wakeups.claim(5))[0] == [KEY]
    assert proxy.lost
    assert (await far.wakeups.claim(5))[0] == []


async def test_a_message_whose_reservation_was_lost_is_reserved_once(far: Store, proxy: Proxy) -> None:
    assert await far.limits.take(5, "private") == 0
    proxy.lose_reply("EVALSHA")
    assert await far.limits.take(5, "private") == 0
    assert proxy.lost
    assert await far.limits.take(5, "private") == 0
    assert await far.limits.take(5, "private") > 0


async def test_what_is_done_once_is_done_though_the_reply_was_lost(far: Store, proxy: Proxy) -> None:
    await far.limits.once("something", 60)
    proxy.lose_reply("EVALSHA")
    assert await far.limits.once("answer", 60)
    assert proxy.lost


async def test_lost_for_good_it_is_recognised_when_the_update_comes_again(far: Store, proxy: Proxy) -> None:
    proxy.lose_reply("EVALSHA", times=100)
    with pytest.raises(StoreUnavailable):
        await commit(far, 1, 7)
    proxy.lose_reply("EVALSHA", times=0)
    assert (await far.tables.load(KEY, 7)).repeated
    assert await commit(far, 2, 7) == Repeated()
    assert await far.ledger.balances(KEY.group, Book.PEOPLE) == {"p:1": -5, "p:2": 5}


async def test_a_late_reply_is_not_taken_for_that_of_the_next_command(far: Store, proxy: Proxy) -> None:
    proxy.lose_reply("HGETALL", times=100, cut=False)
    with pytest.raises(StoreUnavailable):
        await far.people.get(5)
    proxy.lose_reply("HGETALL", times=0)
    for user in range(20):
        await far.people.seen(user, f"name {user}", None)
    for user in range(20):
        assert (await far.people.get(user)).name == f"name {user}"
