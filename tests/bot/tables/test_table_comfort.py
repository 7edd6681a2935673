"""Tables that open with computers, people who want silence, and people who want to be forgotten."""

from __future__ import annotations

import dataclasses
import json

import pytest

from bot.tables.commands import Forget, Open, Rename, Sit, StartDeal
from bot.tables.decision import Said
from bot.tables.state import CardsIn, Phase, TableKey, TableRules
from tests.bot.tables.table_world import ANNA, BORIS, GALYA, World


def test_a_table_opens_with_computers() -> None:
    world = World()
    world.key = TableKey(int(ANNA.id), 0)
    world.do(Open(ANNA, "khrap", "ru", TableRules(clock=None), seated=True, computers=3))
    table = world.open_table
    assert table.key.practice
    assert [seat.player for seat in table.seats] == [ANNA.id, "c1", "c2", "c3"]
    assert len({seat.name for seat in table.seats}) == 4
    world.do(StartDeal(ANNA))
    assert world.open_table.phase is Phase.DEAL
    assert world.open_table.deadline is None


def test_quiet_is_known_from_sitting_down_and_changes_later() -> None:
    world = World().opened()
    world.do(Sit(dataclasses.replace(BORIS, quiet=True)))
    seat = world.open_table.seat(BORIS.id)
    assert seat is not None
    assert seat.quiet
    world.do(Rename(BORIS))
    assert world.open_table.seat(BORIS.id) == seat, "a press says nothing of it"
    world.do(Rename(dataclasses.replace(BORIS, quiet=False)))
    seat = world.open_table.seat(BORIS.id)
    assert seat is not None
    assert not seat.quiet


def test_where_cards_are_looked_at_is_known_from_sitting_down_and_changes_later() -> None:
    world = World().opened()
    world.do(Sit(dataclasses.replace(BORIS, cards_in=CardsIn.GROUP)))
    world.do(Rename(BORIS))
    seats = [world.open_table.seat(BORIS.id)]
    world.do(Rename(dataclasses.replace(BORIS, cards_in=CardsIn.BOTH)))
    seats.append(world.open_table.seat(BORIS.id))
    assert [seat and seat.cards_in for seat in seats] == [CardsIn.GROUP, CardsIn.BOTH]


@pytest.mark.parametrize("when", [Phase.LOBBY, Phase.DEAL, Phase.PAYOUT])
def test_forgotten_at_any_time(when: Phase) -> None:
    world = World().opened(BORIS, GALYA)
    if when is not Phase.LOBBY:
        world.started()
    if when is Phase.PAYOUT:
        world.finish()
    world.do(Forget(BORIS.id))
    if when is Phase.DEAL:
        world.finish()
    table = world.open_table
    assert table.seat(BORIS.id) is None
    assert BORIS.name not in str(table.names)
    assert BORIS.name not in (table.deal or "")
    if when is Phase.DEAL:
        assert json.loads(world.archive[-1])["names"] == {
            ANNA.id: ANNA.name,
            BORIS.id: "",
            GALYA.id: GALYA.name,
        }


def test_where_there_is_no_table_nobody_need_be_forgotten() -> None:
    assert World().do(Forget(BORIS.id)).said is Said.NOTHING
