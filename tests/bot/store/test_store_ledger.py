from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.store import Booking, Committed, Conflict, Repeated, Store, StoreBroken
from bot.tables.state import Book, Pot
from tests.bot.store.conftest import KEY, a_table, pay

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis import Redis

    from tests.bot.store.servers import Process

GROUP = KEY.group
HUGE = 10**70
DIVIDED = Booking(Book.PEOPLE, "divide", (("pot:frap", -6), ("p:1", 3), ("p:2", 3)), "frap", 5)


async def test_a_waiting_pot_is_divided_without_a_table(store: Store) -> None:
    waiting = {(Book.PEOPLE, "frap"): Pot("7")}
    await store.tables.commit(KEY, 0, a_table(), update_id=1, wake_at=None, waiting=waiting, pots_version=0)
    rest = {(Book.PEOPLE, "frap"): Pot("1")}
    assert await store.ledger.post(GROUP, (DIVIDED,), update_id=2, waiting=rest, pots_version=0) == Conflict()
    done = await store.ledger.post(GROUP, (DIVIDED,), update_id=2, waiting=rest, pots_version=1)
    assert isinstance(done, Committed)
    assert await store.ledger.post(GROUP, (DIVIDED,), update_id=2, waiting=rest, pots_version=2) == Repeated()
    loaded = await store.tables.load(KEY, 2)
    assert (loaded.version, loaded.pots, loaded.repeated) == (1, rest, True)
    assert await store.ledger.balances(GROUP, Book.PEOPLE) == {"pot:frap": -6, "p:1": 3, "p:2": 3}


async def test_entries_stand_in_order_with_all_that_is_known_of_them(store: Store) -> None:
    await store.tables.commit(
        KEY,
        0,
        a_table(),
        update_id=None,
        wake_at=None,
        bookings=(pay(HUGE), pay(1), pay(2, book=Book.COMPUTERS)),
    )
    await store.ledger.post(GROUP, (DIVIDED,), update_id=None)
    entries = await store.ledger.entries(GROUP, Book.PEOPLE)
    assert [entry.seq for entry in entries] == [1, 2, 3]
    first, _, last = entries
    assert (first.kind, first.game, first.thread, first.table, first.deal) == ("deal", "frap", 7, 1, 3)
    assert first.changes == (("p:1", -HUGE), ("p:2", HUGE))
    assert (last.kind, last.thread, last.table, last.at) == ("divide", None, None, 5)
    assert await store.ledger.entries(GROUP, Book.PEOPLE, after=1, count=1) == [entries[1]]
    assert await store.ledger.latest(GROUP, Book.PEOPLE, 2) == [entries[2], entries[1]]
    assert len(await store.ledger.entries(GROUP, Book.COMPUTERS)) == 1


async def test_books_do_not_mix(store: Store) -> None:
    await store.ledger.post(GROUP, (pay(5), pay(9, book=Book.COMPUTERS)), update_id=None)
    assert await store.ledger.balances(GROUP, Book.PEOPLE) == {"p:1": -5, "p:2": 5}
    assert await store.ledger.balances(GROUP, Book.COMPUTERS) == {"p:1": -9, "p:2": 9}


async def test_a_sound_ledger_has_no_faults(store: Store) -> None:
    for _ in range(3):
        await store.ledger.post(GROUP, (pay(HUGE), pay(3, payer="p:2", payee="c:1")), update_id=None)
    assert await store.ledger.audit(GROUP, Book.PEOPLE) == []
    assert await store.ledger.audit(GROUP, Book.COMPUTERS) == []


@pytest.fixture
async def damaged(redis: Process, open_stores: Callable[[str], Awaitable[Store]]) -> Store:
    store = await open_stores(redis.url)
    for _ in range(3):
        await store.ledger.post(GROUP, (pay(5),), update_id=None)
    return store


def key(raw: Redis, part: str) -> str:
    (name,) = raw.scan_iter(f"*:{part}:*")
    return str(name)


async def faults(store: Store) -> str:
    return "; ".join([what for book in Book for what in await store.ledger.audit(GROUP, book)])


async def test_a_wrong_balance_is_found_and_rebuilt(damaged: Store, raw: Redis) -> None:
    raw.hset(key(raw, "bal"), "p:2", "16")
    found = await faults(damaged)
    assert "p:2 has 16, and its entries sum to 15" in found
    assert "do not sum to zero" in found
    assert await damaged.ledger.rebuild(GROUP, Book.PEOPLE) == {"p:1": -15, "p:2": 15}
    assert await faults(damaged) == ""
    await damaged.ledger.post(GROUP, (pay(5),), update_id=None)
    assert await faults(damaged) == ""


async def test_lost_balances_are_found_and_rebuilt(damaged: Store, raw: Redis) -> None:
    raw.delete(key(raw, "bal"))
    assert "3 entries, and balances of 0" in await faults(damaged)
    await damaged.ledger.rebuild(GROUP, Book.PEOPLE)
    assert await damaged.ledger.balances(GROUP, Book.PEOPLE) == {"p:1": -15, "p:2": 15}
    assert await faults(damaged) == ""


async def test_a_lost_entry_is_found(damaged: Store, raw: Redis) -> None:
    raw.rpop(key(raw, "led"))
    found = await faults(damaged)
    assert "2 entries, and balances of 3" in found
    assert "p:1 has -15, and its entries sum to -10" in found


async def test_a_changed_entry_is_found(damaged: Store, raw: Redis) -> None:
    entry = raw.lindex(key(raw, "led"), 1)
    raw.lset(key(raw, "led"), 1, str(entry).replace('"-5"', '"-4"').replace('"seq":2', '"seq":9'))
    found = await faults(damaged)
    assert "entry 2 is numbered 9" in found
    assert "entry 2 does not sum to zero" in found


async def test_an_entry_that_cannot_be_read_is_told(damaged: Store, raw: Redis) -> None:
    raw.lset(key(raw, "led"), 1, "{")
    with pytest.raises(StoreBroken):
        await damaged.ledger.entries(GROUP, Book.PEOPLE)
