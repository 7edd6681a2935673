"""The end of a deal, and the next one."""

from __future__ import annotations

import json

from bot.tables.commands import (
    Close,
    SetRule,
    Sit,
    Stand,
    StartDeal,
)
from bot.tables.decision import Reason
from bot.tables.state import Phase, Starter
from game import record
from game.view import Outcome
from tests.bot.tables.table_world import (
    ANNA,
    BORIS,
    DINA,
    GALYA,
    World,
    crowd,
    players,
    refused,
)


def test_rules_do_not_change_in_a_deal() -> None:
    world = World().opened(BORIS).started()
    assert refused(world, SetRule(ANNA, "ante", "7")).reason is Reason.DEAL_RUNNING
    assert refused(world, Close(ANNA)).reason is Reason.DEAL_RUNNING


def test_the_end_of_a_deal() -> None:
    world = World().opened(BORIS, GALYA, next_deal=10).started()
    secret = world.open_table.deal
    world.finish()
    table = world.open_table
    assert secret is not None
    assert table.phase is Phase.PAYOUT
    assert table.deal == world.archive[0]
    kept = json.loads(world.archive[0])
    assert record.load(kept) == world.deal
    assert kept["names"] == {ANNA.id: "Анна", BORIS.id: "Борис", GALYA.id: "Галя"}
    assert (kept["table"], kept["number"], kept["book"], kept["forced"]) == (1, 1, "people", False)
    assert kept["time"] == world.now // 1000
    assert world.deal.result is not None
    assert world.deal.result.outcome is Outcome.REDEAL
    assert set(table.people_pot.prepaid) == set(table.people_pot.players) == {ANNA.id, BORIS.id, GALYA.id}
    world.do(SetRule(ANNA, "ante", "6"))
    dealer = table.dealer
    world.do(StartDeal(ANNA))
    assert world.deal.setup.antes == (0, 0, 0)
    order = [ANNA.id, BORIS.id, GALYA.id] * 2
    assert world.open_table.dealer == order[order.index(dealer or "") + 1]


def test_the_deal_goes_round_as_people_come_and_go() -> None:
    world = World(3).opened(BORIS, GALYA, DINA, starter=Starter.SEATED)
    sitting = players(world)
    dealer = ""
    for number in range(8):
        world.do(StartDeal(BORIS))
        assert number == 0 or world.open_table.dealer == dealer
        now = world.open_table.dealer or ""
        dealer = sitting[(sitting.index(now) + 1) % len(sitting)]
        world.finish()
    for late in crowd(4):
        world.do(StartDeal(BORIS))
        assert world.open_table.dealer == dealer
        world.do(Sit(late))
        sitting.append(late.id)
        dealer = sitting[(sitting.index(dealer) + 1) % len(sitting)]
        world.finish()
    for early in (GALYA, DINA):
        world.do(StartDeal(BORIS))
        assert world.open_table.dealer == dealer
        world.do(Stand(early))
        dealer = sitting[(sitting.index(dealer) + 1) % len(sitting)]
        if dealer == early.id:
            dealer = sitting[(sitting.index(dealer) + 1) % len(sitting)]
        sitting.remove(early.id)
        world.finish()
    world.do(Stand(ANNA))
    if dealer == ANNA.id:
        dealer = sitting[(sitting.index(dealer) + 1) % len(sitting)]
    world.do(StartDeal(BORIS))
    assert world.open_table.dealer == dealer


def test_every_deal_has_a_seed_of_its_own() -> None:
    world = World().opened(BORIS)
    seeds = {world.open_table.seed}
    for _ in range(3):
        world.started().finish()
        seeds.add(world.open_table.seed)
    assert len(seeds) == 4
    shown = [json.loads(line)["proof"]["seed"] for line in world.archive]
    assert world.open_table.seed not in shown
    assert len(set(shown)) == 3
