"""The service against a real server: repeats, conflicts, two processes at one table."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from pydantic import SecretStr

from bot.settings import Settings
from bot.store import Store, open_store
from bot.store.embedded import running_server
from bot.tables.clock import due, wake_at
from bot.tables.commands import Act, AddComputer, Close, Command, Divide, Open, Person, Sit, StartDeal, TimeUp
from bot.tables.deals import deal_of
from bot.tables.decision import Reason, Refusal, Reply, Said
from bot.tables.service import Tables
from bot.tables.state import Book, Phase, Table, TableKey, TableRules
from game.actions import PASS
from game.errors import GameError
from tests.bot.tables.table_world import ANNA, BORIS, DINA, GALYA, KEY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from pathlib import Path

BY = {person.id: person for person in (ANNA, BORIS, GALYA, DINA)}
START = 1_800_000_000_000


class Hands:
    """A clock moved by hand."""

    now = START

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def processes(folder: Path, number: int) -> AsyncIterator[tuple[Hands, list[Store]]]:
    """As many processes of the bot, each with its own connection to one server."""
    clock = Hands()
    token = SecretStr("1:token")
    async with running_server(folder, None) as server:
        settings = Settings(_env_file=None, bot_token=token, redis_url=SecretStr(server.url))
        stores = [open_store(settings, clock) for _ in range(number)]
        opened = [await store.__aenter__() for store in stores]
        try:
            yield clock, opened
        finally:
            for store in stores:
                await store.__aexit__(None, None, None)


async def opened(tables: Tables, *others: Person, key: TableKey = KEY, clock: int | None = 60) -> None:
    await tables.run(key, Open(ANNA, "frap", "ru", TableRules(clock=clock), seated=True))
    for person in others:
        await tables.run(key, Sit(person))


async def table_of(tables: Tables, key: TableKey = KEY) -> Table:
    table = await tables.look(key)
    assert table is not None
    return table


def turn_of(table: Table) -> tuple[int, int, int]:
    deal = deal_of(table)
    assert deal is not None
    return table.number, table.deal_number, deal.turn


def asked(table: Table) -> Person:
    deal = deal_of(table)
    assert deal is not None
    return BY[deal.seats[deal.to_act[0]]]


async def outcomes(commands: Iterable[tuple[Tables, Command]]) -> list[Reply | BaseException]:
    return await asyncio.gather(
        *(tables.run(KEY, command) for tables, command in commands), return_exceptions=True
    )


def replies(results: list[Reply | BaseException], said: Said) -> list[Reply]:
    return [result for result in results if isinstance(result, Reply) and result.said is said]


async def check_money(store: Store, tables: Tables, key: TableKey = KEY) -> None:
    table = await table_of(tables, key)
    pots = (await store.tables.load(key)).pots
    for book, pot in ((Book.PEOPLE, table.people_pot), (Book.COMPUTERS, table.computer_pot)):
        balances = await store.ledger.balances(key.group, book)
        assert sum(balances.values()) == 0
        assert balances.get(f"table:{key.thread}:{table.number}", 0) == int(pot.amount)
        waiting = pots.get((book, "frap"))
        assert balances.get("pot:frap", 0) == (int(waiting.amount) if waiting else 0)
        assert await store.ledger.rebuild(key.group, book) == balances


async def time_passes(tables: Tables, clock: Hands, key: TableKey = KEY) -> Reply | None:
    """Do what the table's own times say is due, as whoever attends to it does."""
    command = due(await tables.look(key), clock.now)
    return None if command is None else await tables.run(key, command)


async def play_out(tables: Tables, clock: Hands, key: TableKey = KEY) -> None:
    """Time alone plays the deal."""
    for _ in range(500):
        await time_passes(tables, clock, key)
        table = await table_of(tables, key)
        if table.phase is not Phase.DEAL:
            return
        clock.now = max(clock.now, wake_at(table) or 0)
    pytest.fail("the deal does not end")


async def test_fifty_joins_at_once_fill_four_seats(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (_, stores):
        both = [Tables(store) for store in stores]
        await opened(both[0])
        for _ in range(7):
            await both[0].run(KEY, AddComputer(ANNA))
        guests = [Person(str(6_000_000_000 + number), f"P{number}") for number in range(10)]
        results = await outcomes([(both[number % 2], Sit(guests[number % 10])) for number in range(50)])
        table = await table_of(both[0])
        assert len(table.seats) == 12
        assert len({seat.player for seat in table.seats}) == 12
        assert len(replies(results, Said.SEATED)) == 4
        refusals = [result for result in results if isinstance(result, Refusal)]
        assert {refusal.reason for refusal in refusals} == {Reason.TABLE_FULL}
        assert len(refusals) + len(replies(results, Said.SEATED_ALREADY)) == 46


async def test_an_update_counts_once(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (_, stores):
        both = [Tables(store) for store in stores]
        await opened(both[0], BORIS)
        results = await asyncio.gather(
            *(both[number % 2].run(KEY, AddComputer(ANNA), 77) for number in range(10))
        )
        assert len(replies(list(results), Said.COMPUTER_ADDED)) == 1
        assert len(replies(list(results), Said.REPEATED)) == 9
        assert len((await table_of(both[0])).seats) == 3


async def test_a_move_delivered_again_is_no_stale_button(tmp_path: Path) -> None:
    async with processes(tmp_path, 1) as (_, stores):
        tables = Tables(stores[0])
        await opened(tables, BORIS)
        await tables.run(KEY, StartDeal(ANNA))
        table = await table_of(tables)
        press = Act(asked(table), *turn_of(table), PASS)
        assert (await tables.run(KEY, press, 5)).said is Said.MOVED
        assert (await tables.run(KEY, press, 5)).said is Said.REPEATED
        with pytest.raises(Refusal):
            await tables.run(KEY, press, 6)


async def test_a_double_tap_is_one_move(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (_, stores):
        both = [Tables(store) for store in stores]
        await opened(both[0], BORIS, GALYA)
        await both[0].run(KEY, StartDeal(ANNA))
        table = await table_of(both[0])
        press = Act(asked(table), *turn_of(table), PASS)
        results = await outcomes([(both[number % 2], press) for number in range(8)])
        assert len(replies(results, Said.MOVED)) == 1
        assert all(
            result.reason is Reason.STALE if isinstance(result, Refusal) else isinstance(result, Reply)
            for result in results
        )
        deal = deal_of(await table_of(both[0]))
        assert deal is not None
        assert len(deal.actions) == 1


async def test_a_move_and_the_timer_at_once_are_one(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (clock, stores):
        both = [Tables(store) for store in stores]
        await opened(both[0], BORIS, GALYA, clock=60)
        await both[0].run(KEY, StartDeal(ANNA))
        for move in range(6):
            table = await table_of(both[0])
            clock.now = table.deadline or clock.now
            turn = turn_of(table)
            pair: list[tuple[Tables, Command]] = [
                (both[0], Act(asked(table), *turn, PASS)),
                (both[1], TimeUp(*turn)),
            ]
            results = await outcomes(pair if move % 2 else pair[::-1])
            assert len(replies(results, Said.MOVED)) == 1
            deal = deal_of(await table_of(both[0]))
            assert deal is not None
            assert len(deal.actions) == move + 1


async def test_a_deal_played_by_two_processes_is_booked_once(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (clock, stores):
        both = [Tables(store, computer_delay=0) for store in stores]
        await opened(both[0], BORIS)
        await both[0].run(KEY, AddComputer(ANNA))
        for number in range(1, 4):
            await both[0].run(KEY, StartDeal(ANNA))
            while (await table_of(both[0])).phase is Phase.DEAL:
                clock.now = (await stores[0].tables.load(KEY)).wake_at or clock.now
                await asyncio.gather(*(time_passes(tables, clock) for tables in both * 2))
            assert await stores[0].deals.count(KEY.group) == number
            entries = await stores[0].ledger.entries(KEY.group, Book.COMPUTERS)
            assert [entry.deal for entry in entries if entry.kind == "deal"] == list(range(1, number + 1))
            await check_money(stores[1], both[1])
        results = await outcomes([(tables, Close(ANNA)) for tables in both * 3])
        assert len(replies(results, Said.CLOSED)) == 1
        await check_money(stores[0], both[0])


async def test_two_topics_never_take_one_pot_twice(tmp_path: Path) -> None:
    topics = [TableKey(KEY.group, thread) for thread in range(1, 5)]
    async with processes(tmp_path, 2) as (clock, stores):
        both = [Tables(store) for store in stores]
        await opened(both[0], BORIS)
        await both[0].run(KEY, StartDeal(ANNA))
        await play_out(both[0], clock)
        await both[0].run(KEY, Close(ANNA))
        for key in topics:
            await opened(both[0], BORIS, key=key)
        await asyncio.gather(
            *(both[number % 2].run(key, StartDeal(ANNA)) for number, key in enumerate(topics))
        )
        carried = []
        for key in topics:
            deal = deal_of(await table_of(both[0], key))
            assert deal is not None
            carried.append(deal.setup.carried)
        assert sorted(carried) == [0, 0, 0, 40]
        await asyncio.gather(
            *(both[number % 2].run(key, Close(ANNA, force=True)) for number, key in enumerate(topics))
        )
        pot = (await stores[0].tables.load(KEY)).pots[Book.PEOPLE, "frap"]
        assert pot.amount == "40"
        results = await outcomes([(tables, Divide(BORIS, "frap", Book.PEOPLE)) for tables in both * 2])
        assert len(replies(results, Said.DIVIDED)) == 1
        balances = await stores[0].ledger.balances(KEY.group, Book.PEOPLE)
        assert not any(balances.values())


async def test_what_is_due_outlives_the_process(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (clock, stores):
        first, second = (Tables(store) for store in stores)
        await opened(first, BORIS, clock=60)
        await first.run(KEY, StartDeal(ANNA))
        table = await table_of(first)
        assert await time_passes(second, clock) is None
        assert wake_at(table) == START + 60_000
        clock.now = START + 61_000
        assert due(table, clock.now) == TimeUp(*turn_of(table))
        done = await time_passes(second, clock)
        assert done is not None
        assert done.said is Said.MOVED
        loaded = await stores[0].tables.load(KEY)
        assert (loaded.table, loaded.wake_at) == (done.table, wake_at(done.table))


async def test_refusals_change_nothing_and_every_change_is_told(tmp_path: Path) -> None:
    told: list[tuple[TableKey, Table | None, int]] = []
    async with processes(tmp_path, 1) as (_, stores):
        tables = Tables(stores[0], on_commit=lambda *change: told.append(change))
        await opened(tables, BORIS)
        before = (await stores[0].tables.load(KEY)).version
        assert len(told) == before
        with pytest.raises(Refusal):
            await tables.run(KEY, StartDeal(BORIS))
        await tables.run(KEY, StartDeal(ANNA))
        table = await table_of(tables)
        other = BORIS if asked(table) is ANNA else ANNA
        with pytest.raises(GameError):
            await tables.run(KEY, Act(other, *turn_of(table), PASS))
        loaded = await stores[0].tables.load(KEY)
        assert loaded.version == len(told) == before + 1
        assert told[-1] == (KEY, loaded.table, loaded.version)


async def test_commands_of_a_table_run_in_the_order_they_came(tmp_path: Path) -> None:
    async with processes(tmp_path, 1) as (_, stores):
        tables = Tables(stores[0])
        await opened(tables)
        guests = [Person(str(6_000_000_000 + number), f"P{number}") for number in range(11)]
        await asyncio.gather(*(tables.run(KEY, Sit(guest)) for guest in guests))
        table = await table_of(tables)
        assert [seat.player for seat in table.seats] == [ANNA.id, *(guest.id for guest in guests)]
