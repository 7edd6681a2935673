"""Pots between tables, and books apart. That money is conserved is checked at every step of every test."""

from __future__ import annotations

import json

from bot.tables.commands import Close, Divide, Open, Remove, Sit, StartDeal
from bot.tables.decision import Reason, Said
from bot.tables.state import Book, Ending, Pot, TableRules
from tests.bot.tables.table_world import ANNA, BORIS, DINA, GALYA, KEY, World, refused

PEOPLE_FRAP = (Book.PEOPLE, "frap")


def thrown_in() -> World:
    """A deal of three that everybody passed: the antes of four rounds lie in the pot, one of them paid ahead."""
    return World().opened(BORIS, GALYA).started().finish()


def test_a_thrown_in_deal_costs_an_ante_a_round_and_one_ahead() -> None:
    world = thrown_in()
    assert world.balances[Book.PEOPLE] == {
        f"p:{ANNA.id}": -20,
        f"p:{BORIS.id}": -20,
        f"p:{GALYA.id}": -20,
        f"table:{KEY.thread}:1": 60,
    }


def test_a_closing_table_leaves_its_pot_and_the_next_goes_on_with_it() -> None:
    world = thrown_in()
    world.do(Close(ANNA))
    waiting = world.waiting[PEOPLE_FRAP]
    assert waiting.amount == "60"
    assert waiting.prepaid == tuple(sorted([ANNA.id, BORIS.id, GALYA.id]))
    world.opened(BORIS, DINA)
    assert world.waiting[PEOPLE_FRAP] == waiting
    world.do(StartDeal(ANNA))
    assert PEOPLE_FRAP not in world.waiting
    assert world.deal.setup.carried == 60
    assert dict(zip(world.deal.seats, world.deal.setup.antes, strict=True)) == {
        ANNA.id: 0,
        BORIS.id: 0,
        DINA.id: 5,
    }


def test_a_forced_end_is_as_if_the_deal_had_never_been() -> None:
    world = thrown_in()
    world.do(Close(ANNA))
    balances, waiting = dict(world.balances[Book.PEOPLE]), dict(world.waiting)
    world.opened(BORIS).started()
    world.do(Close(ANNA, force=True))
    assert world.open_table.ending is Ending.FORCED
    assert world.open_table.deal is None
    assert world.waiting == waiting
    assert {name: amount for name, amount in world.balances[Book.PEOPLE].items() if amount} == {
        name: amount for name, amount in balances.items() if amount
    }
    assert len(world.archive) == 1


def test_a_table_takes_the_waiting_pot_once() -> None:
    world = World().opened(BORIS).started()
    world.waiting[PEOPLE_FRAP] = Pot("50", players=(DINA.id, GALYA.id), since=5)
    world.balances[Book.PEOPLE]["pot:frap"] += 50
    world.balances[Book.PEOPLE]["p:1"] -= 50
    world.finish()
    world.do(StartDeal(ANNA))
    assert world.deal.setup.carried == 40
    world.finish()
    world.do(Close(ANNA))
    pot = world.waiting[PEOPLE_FRAP]
    assert (pot.amount, pot.players) == (str(50 + 70), (ANNA.id, BORIS.id))


def test_each_game_has_its_pot() -> None:
    world = thrown_in()
    world.do(Close(ANNA))
    world.opened(BORIS, game="khrap").started()
    assert world.deal.setup.carried == 0
    world.do(Close(ANNA, force=True))
    assert world.waiting[PEOPLE_FRAP].amount == "60"


def test_a_deal_with_a_computer_is_in_the_other_book() -> None:
    world = World().opened(BORIS, computers=1).started().finish()
    assert not any(world.balances[Book.PEOPLE].values())
    assert "c:1" in world.balances[Book.COMPUTERS]
    assert json.loads(world.archive[0])["book"] == "computers"
    world.do(Remove(ANNA, "c1"))
    world.do(StartDeal(ANNA))
    assert world.deal.setup.carried == 0
    assert world.deal.setup.antes == (5, 5)
    world.finish()
    pots = world.open_table.people_pot, world.open_table.computer_pot
    world.do(Close(ANNA))
    assert (world.waiting.get((Book.PEOPLE, "frap")), world.waiting.get((Book.COMPUTERS, "frap"))) == tuple(
        pot if int(pot.amount) else None for pot in pots
    )


def test_a_waiting_pot_is_divided_and_the_rest_stays() -> None:
    world = World().opened(BORIS, GALYA).started().finish()
    assert refused(world, Divide(ANNA, "frap", Book.PEOPLE, admin=True)).reason is Reason.TABLE_OPEN
    world.do(Close(ANNA))
    world.waiting[PEOPLE_FRAP] = Pot("62", world.waiting[PEOPLE_FRAP].prepaid, (ANNA.id, BORIS.id, GALYA.id))
    world.balances[Book.PEOPLE]["pot:frap"] += 2
    world.balances[Book.PEOPLE]["p:1"] -= 2
    assert refused(world, Divide(DINA, "frap", Book.PEOPLE)).reason is Reason.NOT_OWNER
    reply = world.do(Divide(BORIS, "frap", Book.PEOPLE))
    assert (reply.said, reply.rest) == (Said.DIVIDED, 2)
    assert dict(reply.shares) == {ANNA.id: 20, BORIS.id: 20, GALYA.id: 20}
    pot = world.waiting[PEOPLE_FRAP]
    assert (pot.amount, pot.prepaid) == ("2", ())
    refusal = refused(world, Divide(BORIS, "frap", Book.PEOPLE))
    assert refusal.reason is Reason.NOTHING_TO_DIVIDE
    world.do(Open(ANNA, "frap", "ru", TableRules(), seated=True))
    world.do(Sit(BORIS))
    world.do(StartDeal(ANNA))
    assert world.deal.setup.antes == (5, 5)
    assert world.deal.setup.carried == 2


def test_a_pot_larger_than_64_bits_stays_exact() -> None:
    huge = 10**65 + 7
    world = World()
    world.waiting[PEOPLE_FRAP] = Pot(str(huge), players=("1", "2"))
    world.balances[Book.PEOPLE]["pot:frap"] += huge
    world.balances[Book.PEOPLE]["p:1"] -= huge
    world.opened(BORIS).started().finish()
    world.do(Close(ANNA))
    assert world.waiting[PEOPLE_FRAP].amount == str(huge + 40)


def test_antes_paid_ahead_at_two_tables_stay_paid_when_both_have_closed() -> None:
    world = thrown_in()
    elsewhere = (DINA.id, GALYA.id)
    world.waiting[PEOPLE_FRAP] = Pot("40", elsewhere, elsewhere, since=world.now // 1000 - 60)
    world.balances[Book.PEOPLE].update({"pot:frap": 40, f"p:{DINA.id}": -40})
    world.do(Close(ANNA))
    pot = world.waiting[PEOPLE_FRAP]
    assert pot.amount == "100"
    assert set(pot.prepaid) == {ANNA.id, BORIS.id, GALYA.id, DINA.id}
    assert set(pot.players) == {ANNA.id, BORIS.id, GALYA.id}


def test_a_pot_whose_last_deal_was_earlier_is_put_to_the_later_one() -> None:
    world = thrown_in()
    world.waiting[PEOPLE_FRAP] = Pot("7", (), (DINA.id, GALYA.id), since=world.now // 1000 + 60)
    world.balances[Book.PEOPLE].update({"pot:frap": 7, f"p:{DINA.id}": -7})
    world.do(Close(ANNA))
    pot = world.waiting[PEOPLE_FRAP]
    assert (pot.amount, pot.players) == ("67", (DINA.id, GALYA.id))
    assert set(pot.prepaid) == {ANNA.id, BORIS.id}, "Galya has played since, and pays again"
