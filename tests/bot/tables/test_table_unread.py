"""Moves made without reading the table again: what others did meanwhile counts all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from redis import Redis

from bot.store import keys
from bot.tables.commands import Act, StartDeal
from bot.tables.deals import deal_of
from bot.tables.decision import Reason, Refusal, Said
from bot.tables.service import Tables
from bot.tables.state import Phase
from game.actions import LOOK, PASS
from tests.bot.tables.table_world import ANNA, BORIS, GALYA, KEY
from tests.bot.tables.test_table_service import (
    BY,
    asked,
    check_money,
    opened,
    processes,
    table_of,
    turn_of,
)

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables.commands import Person
    from bot.tables.decision import Reply


class Server:
    """Counts what is asked of the server beside looking at the table."""

    def __init__(self, folder: Path) -> None:
        self.client = Redis(unix_socket_path=str(next(folder.rglob("*.sock"))), decode_responses=True)

    def scripts(self) -> int:
        return int(self.client.info("commandstats")["cmdstat_evalsha"]["calls"])


async def passes(tables: Tables, update_id: int | None = None) -> Reply:
    table = await table_of(tables)
    return await tables.run(KEY, Act(asked(table), *turn_of(table), PASS), update_id)


async def looks(tables: Tables, person: Person) -> Reply:
    return await tables.run(KEY, Act(person, *turn_of(await table_of(tables)), LOOK))


async def started(tables: Tables, *guests: Person) -> None:
    """So that its last changes were all of this process."""
    await opened(tables, *guests)
    await tables.run(KEY, StartDeal(ANNA))


async def actions_of(tables: Tables) -> list[tuple[str, str]]:
    deal = deal_of(await table_of(tables))
    assert deal is not None
    return [(deal.seats[seat], type(action).__name__) for seat, action in deal.actions]


async def test_a_move_is_one_call_where_nobody_else_moves(tmp_path: Path) -> None:
    async with processes(tmp_path, 1) as (_, stores):
        tables, server = Tables(stores[0]), Server(tmp_path)
        await started(tables, BORIS, GALYA)
        await passes(tables)
        table = await table_of(tables)
        before = server.scripts()
        assert (await tables.run(KEY, Act(asked(table), *turn_of(table), PASS))).said is Said.MOVED
        assert server.scripts() == before + 1


async def test_a_move_made_elsewhere_is_not_lost(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (_, stores):
        first, second = (Tables(store) for store in stores)
        await started(first, BORIS, GALYA)
        await passes(first)
        done = [
            await looks(second, GALYA),
            await passes(second),
            await passes(first),
            await looks(first, ANNA),
        ]
        assert [reply.said for reply in done] == [Said.LOOKED, Said.MOVED, Said.MOVED, Said.LOOKED]
        actions = await actions_of(first)
        assert [name for _, name in actions] == ["Pass", "Look", "Pass", "Pass", "Look"]
        assert actions == await actions_of(second)


async def test_a_button_of_a_turn_that_another_process_has_ended_is_stale(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (_, stores):
        first, second = (Tables(store) for store in stores)
        await started(first, BORIS, GALYA)
        await passes(first)
        table = await table_of(first)
        press = Act(asked(table), *turn_of(table), PASS)
        await passes(second)
        with pytest.raises(Refusal) as refused:
            await first.run(KEY, press)
        assert refused.value.reason is Reason.STALE
        assert len(await actions_of(first)) == 2


async def test_a_button_of_a_turn_that_only_another_process_knows_is_good(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (_, stores):
        first, second = (Tables(store) for store in stores)
        await started(first, BORIS, GALYA)
        await passes(first)
        await passes(second)
        table = await table_of(second)
        assert (await first.run(KEY, Act(asked(table), *turn_of(table), PASS))).said is Said.MOVED


async def test_a_move_delivered_again_counts_once(tmp_path: Path) -> None:
    async with processes(tmp_path, 1) as (_, stores):
        tables = Tables(stores[0])
        await started(tables, BORIS, GALYA)
        await passes(tables)
        table = await table_of(tables)
        press = Act(asked(table), *turn_of(table), PASS)
        assert (await tables.run(KEY, press, 9)).said is Said.MOVED
        assert (await tables.run(KEY, press, 9)).said is Said.REPEATED
        # The same update, as if it meant another move: it has been committed, and is not again.
        table = await table_of(tables)
        other = Act(asked(table), *turn_of(table), PASS)
        assert (await tables.run(KEY, other, 9)).said is Said.REPEATED
        assert len(await actions_of(tables)) == 2


async def test_what_a_server_has_lost_is_not_built_upon(tmp_path: Path) -> None:
    """A server that takes over may lack the last change, and have another one in its place, of the same number."""
    async with processes(tmp_path, 2) as (_, stores):
        first, second = (Tables(store) for store in stores)
        client = Server(tmp_path).client
        await started(first, BORIS, GALYA)
        await passes(first)
        kept = client.hgetall(keys.table(KEY))
        await looks(first, GALYA)
        client.delete(keys.table(KEY))
        for field, text in kept.items():
            client.hset(keys.table(KEY), field, text)
        await passes(second)
        assert [name for _, name in await actions_of(second)] == ["Pass", "Pass"]
        await looks(first, ANNA)
        assert [name for _, name in await actions_of(first)] == ["Pass", "Pass", "Look"]


async def test_deals_played_by_turns_in_two_processes_are_booked_once(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (_, stores):
        both = [Tables(store) for store in stores]
        await opened(both[0], BORIS, GALYA)
        for number in range(1, 4):
            await both[number % 2].run(KEY, StartDeal(ANNA))
            for move in range(400):
                table = await table_of(both[0])
                deal = deal_of(table)
                if table.phase is not Phase.DEAL or deal is None:
                    break
                place = deal.to_act[0]
                action = deal.legal(place)[move % len(deal.legal(place))]
                # Long runs in one process, then in the other.
                tables = both[move // 5 % 2]
                await tables.run(KEY, Act(BY[deal.seats[place]], *turn_of(table), action))
            assert (await table_of(both[0])).phase is Phase.PAYOUT
            assert await stores[0].deals.count(KEY.group) == number
            await check_money(stores[1], both[1])
