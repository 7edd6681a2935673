"""Sitting down in the very moment in which a deal begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.commands import Command, Sit, Stand, StartDeal
from bot.tables.deals import deal_of, seat_of
from bot.tables.decision import Reply, Said
from bot.tables.service import Tables
from tests.bot.tables.table_world import ANNA, BORIS, DINA, GALYA, KEY
from tests.bot.tables.test_table_service import check_money, opened, outcomes, play_out, processes, table_of

if TYPE_CHECKING:
    from pathlib import Path

JOINING = (GALYA, DINA)


async def test_whoever_sits_down_as_a_deal_begins_is_dealt_in_or_told_that_they_wait(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (clock, stores):
        one, other = [Tables(store) for store in stores]
        await opened(one, BORIS)
        told: set[Said] = set()
        for number in range(12):
            start: list[tuple[Tables, Command]] = [(one, StartDeal(ANNA))]
            late: list[tuple[Tables, Command]] = [
                (other if number % 3 else one, Sit(person)) for person in JOINING
            ]
            results = await outcomes(start + late if number % 2 else late + start)
            said = [result.said for result in results if isinstance(result, Reply)]
            begun = said.pop(0 if number % 2 else -1)
            table = await table_of(one)
            deal = deal_of(table)
            assert begun is Said.DEALT
            assert deal is not None
            for person, answer in zip(JOINING, said, strict=True):
                dealt_in = seat_of(deal, person.id) is not None
                assert answer is (Said.SEATED if dealt_in else Said.SEATED_NEXT)
                assert [seat.player for seat in table.seats].count(person.id) == 1
            told |= set(said)
            await play_out(one, clock)
            await check_money(stores[0], one)
            for person in JOINING:
                await one.run(KEY, Stand(person))
        assert told == {Said.SEATED, Said.SEATED_NEXT}
