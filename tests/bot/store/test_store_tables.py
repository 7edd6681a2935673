from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from bot.store import Booking, Committed, Conflict, Repeated, Store, StoreBroken
from bot.tables.state import Book, Pot, Seat, TableKey
from tests.bot.store.conftest import KEY, Clock, a_table, pay

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis import Redis

    from tests.bot.store.servers import Process

HUGE = 10**70
WAITING = (Book.PEOPLE, "frap")


async def commit(store: Store, version: int, **more: object) -> Committed | Conflict | Repeated:
    args: dict[str, object] = {"update_id": None, "wake_at": None} | more
    table = args.pop("table", a_table())
    return await store.tables.commit(KEY, version, table, **args)  # type: ignore[arg-type] # args of many kinds


async def test_nothing_is_kept_at_first(store: Store) -> None:
    loaded = await store.tables.load(KEY, 5)
    assert (loaded.table, loaded.version, loaded.pots, loaded.repeated) == (None, 0, {}, False)
    assert loaded.chat == KEY.group


async def test_a_table_comes_back_as_it_was(store: Store) -> None:
    table = replace(
        a_table(), seats=(Seat("1", "Аня 🂡"), Seat("c1", "", computer=True)), deal='{"x": "\\u0000"}'
    )
    assert await commit(store, 0, table=table, wake_at=99) == Committed(1)
    loaded = await store.tables.load(KEY)
    assert (loaded.table, loaded.version, loaded.wake_at) == (table, 1, 99)


async def test_everything_is_written_together(store: Store) -> None:
    pot = Pot(str(HUGE), ("1",), ("1", "2"), 5)
    done = await commit(
        store, 0, bookings=(pay(HUGE), pay(1)), waiting={WAITING: pot}, pots_version=0, archive='{"deal": 1}'
    )
    assert done == Committed(1)
    loaded = await store.tables.load(KEY)
    assert loaded.pots == {WAITING: pot}
    assert await store.ledger.balances(KEY.group, Book.PEOPLE) == {"p:1": -HUGE - 1, "p:2": HUGE + 1}
    assert await store.deals.latest(KEY.group) == ['{"deal": 1}']
    assert (await store.wakeups.claim(5))[0] == [KEY]


async def test_nothing_is_written_in_a_conflict(store: Store) -> None:
    await commit(store, 0)
    late = await commit(
        store,
        0,
        table=a_table(number=2),
        update_id=7,
        bookings=(pay(5),),
        waiting={WAITING: Pot("5")},
        pots_version=0,
        archive="{}",
    )
    assert late == Conflict()
    loaded = await store.tables.load(KEY, 7)
    assert (loaded.table, loaded.version, loaded.pots, loaded.repeated) == (a_table(), 1, {}, False)
    assert await store.ledger.balances(KEY.group, Book.PEOPLE) == {}
    assert await store.deals.count(KEY.group) == 0


async def test_an_update_counts_once(store: Store) -> None:
    assert await commit(store, 0, update_id=7, bookings=(pay(5),)) == Committed(1)
    assert (await store.tables.load(KEY, 7)).repeated
    assert not (await store.tables.load(KEY, 8)).repeated
    assert await commit(store, 1, update_id=7, bookings=(pay(5),)) == Repeated()
    assert await store.ledger.balances(KEY.group, Book.PEOPLE) == {"p:1": -5, "p:2": 5}


async def test_a_waiting_pot_is_taken_once(store: Store) -> None:
    await commit(store, 0, waiting={WAITING: Pot("5")}, pots_version=0)
    other = TableKey(KEY.group, 8)
    mine, theirs = await store.tables.load(KEY), await store.tables.load(other)
    taken = {"update_id": None, "wake_at": None, "waiting": {WAITING: Pot()}}
    first = await store.tables.commit(
        other,
        0,
        a_table(key=other),
        pots_version=theirs.pots_version,
        **taken,  # type: ignore[arg-type] # as above
    )
    assert first == Committed(1)
    assert await commit(store, 1, waiting={WAITING: Pot()}, pots_version=mine.pots_version) == Conflict()
    assert (await store.tables.load(KEY)).pots == {}


async def test_waiting_pots_need_the_version_they_were_read_with(store: Store) -> None:
    with pytest.raises(ValueError, match="version"):
        await commit(store, 0, waiting={WAITING: Pot("5")})


async def test_a_table_that_is_taken_away_keeps_its_version(store: Store) -> None:
    await commit(store, 0)
    assert await commit(store, 1, table=None) == Committed(2)
    loaded = await store.tables.load(KEY)
    assert (loaded.table, loaded.version) == (None, 2)


async def test_a_group_that_moved_is_written_to_at_its_new_address(store: Store) -> None:
    await commit(store, 0)
    await store.groups.moved(KEY.group, -100999)
    loaded = await store.tables.load(KEY)
    assert (loaded.chat, loaded.table) == (-100999, a_table())


async def test_many_processes_and_one_table(url: str, open_stores: Callable[[str], Awaitable[Store]]) -> None:
    """Every process moves money until it has won ten times; no win is lost and none counts twice."""
    stores = [await open_stores(url) for _ in range(5)]

    async def play(store: Store) -> None:
        won = 0
        while won < 10:
            loaded = await store.tables.load(KEY)
            number = loaded.table.number + 1 if loaded.table else 1
            done = await commit(store, loaded.version, table=a_table(number=number), bookings=(pay(1),))
            won += isinstance(done, Committed)

    await asyncio.gather(*(play(store) for store in stores))
    loaded = await stores[0].tables.load(KEY)
    assert loaded.version == 50
    assert loaded.table == a_table(number=50)
    assert await stores[0].ledger.balances(KEY.group, Book.PEOPLE) == {"p:1": -50, "p:2": 50}
    assert await stores[0].ledger.audit(KEY.group, Book.PEOPLE) == []


async def test_tables_of_one_group_share_its_ledger(
    url: str, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    """Tables do not conflict with each other, however they book at the same time."""
    stores = [await open_stores(url) for _ in range(4)]

    async def book(store: Store, thread: int) -> None:
        key = TableKey(KEY.group, thread)
        for version in range(8):
            done = await store.tables.commit(
                key,
                version,
                a_table(key=key),
                update_id=None,
                wake_at=None,
                bookings=(pay(HUGE, payee=f"p:{10 + thread}"), pay(1, book=Book.COMPUTERS)),
            )
            assert done == Committed(version + 1)

    await asyncio.gather(*(book(store, thread) for thread, store in enumerate(stores)))
    balances = await stores[0].ledger.balances(KEY.group, Book.PEOPLE)
    assert balances == {"p:1": -32 * HUGE} | {f"p:{10 + thread}": 8 * HUGE for thread in range(4)}
    for book_ in Book:
        assert await stores[0].ledger.audit(KEY.group, book_) == []


async def test_no_record_falls_out(
    redis: Process, raw: Redis, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    store = await open_stores(redis.url)
    await commit(store, 0, archive="0")
    (name,) = raw.scan_iter("*:deals:*")
    raw.rpush(name, *(str(number) for number in range(1, 5000)))
    await commit(store, 1, archive="5000")
    assert await store.deals.count(KEY.group) == 5001
    assert await store.deals.latest(KEY.group, 2, skip=1) == ["4999", "4998"]
    assert await store.deals.part(KEY.group, 0, 2) == ["0", "1"]


async def test_what_cannot_be_read_is_told_as_such(
    redis: Process, raw: Redis, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    store = await open_stores(redis.url)
    await commit(store, 0)
    (name,) = raw.scan_iter("*:t:*")
    raw.hset(name, "s", '{"group": "x"}')
    with pytest.raises(StoreBroken):
        await store.tables.load(KEY)
    raw.delete(name)
    raw.set(name, "no hash")
    with pytest.raises(StoreBroken):
        await store.tables.load(KEY)


def test_a_booking_sums_to_zero() -> None:
    with pytest.raises(ValueError, match="zero"):
        Booking(Book.PEOPLE, "deal", (("p:1", -5), ("p:2", 4)), "frap", 1)


async def test_the_queue_keeps_the_time_of_a_commit(store: Store, clock: Clock) -> None:
    await commit(store, 0)
    assert await store.wakeups.next_due() == clock.now
