"""Telegram's limits. Time is made to pass by making what stands in Redis older."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

import pytest

from bot.store import open_store
from tests.bot.store.conftest import settings_for

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from redis import Redis

    from bot.store import Store
    from tests.bot.store.servers import Process

GROUP = -100123


@pytest.fixture
async def store(redis: Process, open_stores: Callable[[str], Awaitable[Store]]) -> Store:
    return await open_stores(redis.url)


def pass_time(raw: Redis, milliseconds: int) -> None:
    for name in raw.scan_iter("{limits}:*"):
        if raw.type(name) == "list":
            entries = [entry.split() for entry in raw.lrange(name, 0, -1)]
            raw.delete(name)
            raw.rpush(name, *(f"{int(at) - milliseconds} {token!s}" for at, token in entries))


class Sent(NamedTuple):
    """When messages went, milliseconds from the first."""

    times: list[float]
    waited: list[float]
    """The same but for what this machine took by itself, be it busy or not."""


async def sent(store: Store, raw: Redis, kind: Literal["group", "private"], messages: int) -> Sent:
    """Send so many messages to one chat as fast as may be."""
    waited = 0.0
    sent = Sent([], [])
    begun = time.monotonic()
    while len(sent.times) < messages:
        wait = await store.limits.take(GROUP, kind)
        if wait == 0:
            sent.waited.append(waited)
            sent.times.append(waited + 1000 * (time.monotonic() - begun))
        else:
            pass_time(raw, wait)
            waited += wait
    return sent


def most_within(times: Sequence[float], window: int) -> int:
    return max(sum(start <= at < start + window for at in times) for start in times)


async def test_a_group_never_falls_silent_for_long_and_gets_no_more_than_twenty_a_minute(
    store: Store, raw: Redis
) -> None:
    times, waited = await sent(store, raw, "group", 70)
    gaps = [after - before for before, after in pairwise(waited)]
    assert most_within(times, 60_000) <= 20
    assert max(gaps) <= 5_000
    assert all(gap <= 1_000 for gap in gaps[:5]), "the first come fast"
    assert min(after - before for before, after in pairwise(times)) >= 900
    assert len(times) / waited[-1] >= 19 / 61_000, "nothing is wasted"


async def test_a_person_gets_bursts_of_three_and_one_a_second(store: Store, raw: Redis) -> None:
    times, waited = await sent(store, raw, "private", 30)
    assert waited[2] < 1_000
    assert most_within(times, 2_900) <= 3
    assert waited[-1] <= 30_000


async def test_all_processes_together_send_no_more_than_thirty_a_second(
    redis: Process, raw: Redis, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    stores = [await open_stores(redis.url) for _ in range(3)]
    # As if all of it happened in one moment: what is done takes time as well.
    waits = await asyncio.gather(
        *(stores[number % 3].limits.take(1000 + number, "private") for number in range(60))
    )
    chats = [name for name in raw.scan_iter("{limits}:*", _type="list") if name != "{limits}:all"]
    times = sorted(int(entry.split()[0]) for name in chats for entry in raw.lrange(name, 0, -1))
    assert len(times) == waits.count(0) >= 28
    assert most_within(times, 1_000) == 28
    assert all(0 <= wait <= 1_000 for wait in waits)


async def test_chats_do_not_wait_for_each_other(store: Store) -> None:
    assert await store.limits.take(GROUP, "group") == 0
    assert await store.limits.take(GROUP, "group") > 0
    assert await store.limits.take(GROUP - 1, "group") == 0


async def test_a_chat_on_hold(store: Store) -> None:
    await store.limits.hold(GROUP, 30)
    await store.limits.hold(GROUP, 1)
    assert 20_000 < await store.limits.take(GROUP, "group") <= 30_000
    assert await store.limits.take(5, "private") == 0


async def test_all_on_hold(store: Store) -> None:
    await store.limits.hold(None, 0.5 + 29.5)
    assert 20_000 < await store.limits.take(5, "private") <= 30_000


async def test_what_waits_reserves_nothing(store: Store, raw: Redis) -> None:
    await store.limits.take(GROUP, "group")
    for _ in range(30):
        assert await store.limits.take(GROUP, "group") > 0
    assert raw.llen("{limits}:all") == 1
    assert raw.llen(f"{{limits}}:{GROUP}") == 1


async def test_something_that_is_done_once_in_a_while(store: Store) -> None:
    assert await store.limits.once("answer", 60)
    assert not await store.limits.once("answer", 60)
    assert await store.limits.once("another answer", 60)


async def test_without_limits_nothing_waits(redis: Process) -> None:
    settings = settings_for(redis.url).model_copy(update={"flood_limits": False})
    async with open_store(settings) as store:
        assert [await store.limits.take(GROUP, "group") for _ in range(30)] == [0] * 30


@pytest.mark.parametrize("kind", ["group", "private"])
async def test_a_clock_set_back_silences_nobody(
    store: Store, raw: Redis, kind: Literal["group", "private"]
) -> None:
    while not await store.limits.take(GROUP, kind):
        pass
    pass_time(raw, -3_600_000)
    assert await store.limits.take(GROUP, kind) == 0
