"""Who comes late, leaves or cannot be reached while a deal runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.tables.commands import (
    Act,
    AddComputer,
    Back,
    Left,
    Reachable,
    Remove,
    Sit,
    Stand,
    StartDeal,
    Unreachable,
)
from bot.tables.decision import Reason, Said
from bot.tables.state import Book, Ending, Phase
from game.actions import CALL, CUT, LOOK, PASS, WHIST
from tests.bot.tables.table_world import (
    ANNA,
    BORIS,
    BY,
    DINA,
    GALYA,
    World,
    players,
    refused,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.commands import Command


def test_late_comers_play_from_the_next_deal() -> None:
    world = World().opened(BORIS).started()
    assert world.do(Sit(GALYA)).said is Said.SEATED_NEXT
    assert world.do(AddComputer(ANNA)).said is Said.COMPUTER_ADDED
    assert world.do(Sit(DINA)).said is Said.SEATED_NEXT
    assert world.do(Stand(DINA)).said is Said.STOOD
    world.finish()
    assert players(world) == [ANNA.id, BORIS.id, GALYA.id, "c1"]
    world.do(StartDeal(GALYA))
    assert world.deal.seats == (ANNA.id, BORIS.id, GALYA.id, "c1")
    assert world.open_table.book is Book.COMPUTERS


@pytest.mark.parametrize("leave", [lambda who: Stand(BY[who]), Left, lambda who: Remove(ANNA, who)])
def test_who_leaves_is_played_for_and_stands_up_at_the_end(leave: Callable[[str], Command]) -> None:
    world = World().opened(BORIS, GALYA).started()
    reply = world.do(leave(BORIS.id))
    assert reply.said in (Said.STANDS_AFTER, Said.REMOVED_AFTER)
    assert refused(world, Act(BORIS, *world.turn, PASS)).reason is Reason.STOOD_UP
    assert refused(world, Back(BORIS)).reason is Reason.STOOD_UP
    world.finish()
    assert BORIS.id not in players(world)
    assert BORIS.id in json.loads(world.archive[0])["seats"]


def test_who_sits_down_again_in_the_deal_plays_on() -> None:
    world = World().opened(BORIS).started()
    world.do(Stand(BORIS))
    assert world.do(Sit(BORIS)).said is Said.SEATED
    while world.asked != BORIS.id:
        world.act(world.asked, PASS)
    world.act(BORIS.id, PASS)


def test_leaving_ends_the_turn_at_any_moment() -> None:
    """In every phase, on turn and out of turn: the deal goes on to its end."""
    for steps in range(14):
        for on_turn in (True, False):
            world = World(steps).opened(BORIS, computers=2, clock=None).started()
            for _ in range(steps):
                _somebody_acts(world)
            if world.open_table.phase is not Phase.DEAL:
                continue
            asked = world.asked in BY
            gone = world.asked if asked and on_turn else next(p for p in BY if p != world.asked)
            world.do(Left(gone))
            while world.open_table.phase is Phase.DEAL:
                _somebody_acts(world)
            assert gone not in players(world)


def _somebody_acts(world: World) -> None:
    if world.open_table.phase is not Phase.DEAL:
        return
    if world.open_table.computer_at is not None:
        world.computer_move()
        return
    legal = world.deal.legal(world.deal.to_act[0])
    world.act(
        world.asked, LOOK if LOOK in legal else next(a for a in (CALL, WHIST, CUT, *legal) if a in legal)
    )


def test_who_blocks_the_bot_is_played_for_until_they_can_be_reached() -> None:
    world = World().opened(BORIS, clock=60).started()
    asked = world.asked
    world.do(Unreachable(asked))
    assert world.open_table.deadline is None
    assert world.open_table.computer_at is not None
    world.do(Reachable(asked))
    assert world.open_table.deadline == world.now + 60_000
    assert world.open_table.computer_at is None


def test_the_owner_leaves_in_the_deal() -> None:
    world = World().opened(BORIS).started()
    world.do(Stand(ANNA))
    assert world.open_table.owner == BORIS.id


def test_a_table_without_people_plays_its_deal_out_and_closes() -> None:
    world = World().opened(BORIS, computers=1).started()
    world.do(Left(ANNA.id))
    world.do(Left(BORIS.id))
    world.finish()
    assert (world.open_table.phase, world.open_table.ending) == (Phase.CLOSED, Ending.EMPTY)
    assert len(world.archive) == 1
