"""The clock of the machine is put right, backwards: what a table waits for between deals does not wait for it to catch up."""

from __future__ import annotations

import pytest

from bot.tables.clock import MINUTE, SECOND, due, wake_at
from bot.tables.commands import Close, Freshen, NextDeal
from bot.tables.decision import Reason
from bot.tables.state import Ending, Phase
from tests.bot.tables.table_world import BORIS, DINA, World, refused

YEAR = 365 * 24 * 60 * MINUTE


def test_the_next_deal_begins_after_its_pause() -> None:
    world = World().opened(BORIS, next_deal=30).started().finish()
    world.now -= 60 * MINUTE
    assert due(world.table, world.now) == Freshen(1)
    world.do(Freshen(1))
    assert world.open_table.next_deal_at == world.now + 30 * SECOND
    assert due(world.table, world.now) is None
    world.now += 30 * SECOND
    assert due(world.table, world.now) == NextDeal(1, 1)


@pytest.mark.parametrize("warned", [False, True])
@pytest.mark.parametrize("played", [False, True])
def test_an_idle_table_closes_all_the_same(*, warned: bool, played: bool) -> None:
    world = World().opened(BORIS)
    if played:
        world.started().finish()
    if warned:
        world.wake()
    world.now -= YEAR
    assert due(world.table, world.now) == Freshen(1)
    world.do(Freshen(1))
    assert wake_at(world.table) == world.now + 20 * MINUTE
    world.wake()
    world.wake()
    assert (world.open_table.phase, world.open_table.ending) == (Phase.CLOSED, Ending.IDLE)


def test_anybody_may_close_a_table_that_everybody_has_forgotten() -> None:
    world = World().opened(BORIS)
    world.now -= YEAR
    world.do(Freshen(1))
    world.now += 59 * MINUTE
    assert refused(world, Close(DINA)).reason is Reason.NOT_OWNER
    world.now += MINUTE
    world.do(Close(DINA))
    assert world.open_table.phase is Phase.CLOSED


def test_a_clock_that_is_a_little_behind_another_machines_changes_nothing() -> None:
    world = World().opened(BORIS)
    world.now -= 5 * SECOND
    assert due(world.table, world.now) is None
