"""Opening, seats, rules and who may do what, between deals."""

from __future__ import annotations

import pytest

from bot.tables.agreement import with_rule
from bot.tables.commands import (
    AddComputer,
    Back,
    Close,
    Left,
    Open,
    Remove,
    SetRule,
    Sit,
    Stand,
    StartDeal,
    Unreachable,
)
from bot.tables.decision import Reason, Refusal, Said
from bot.tables.state import Ending, Phase, Starter, TableRules
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


def test_the_opener_owns_the_table_and_sits_first() -> None:
    world = World().opened()
    assert world.open_table.owner == ANNA.id
    assert players(world) == [ANNA.id]
    assert world.open_table.phase is Phase.LOBBY


def test_an_opener_the_bot_may_not_write_to_owns_the_table_unseated() -> None:
    world = World()
    assert world.do(Open(ANNA, "frap", "ru", TableRules(), seated=False)).said is Said.OPENED
    assert (world.open_table.owner, players(world)) == (ANNA.id, [])
    assert world.do(Sit(ANNA)).said is Said.SEATED


def test_a_second_table_is_the_one_that_is_there() -> None:
    world = World().opened(BORIS)
    reply = world.do(Open(BORIS, "khrap", "en", TableRules(ante=9), seated=True))
    assert reply.said is Said.SHOWN
    assert (world.open_table.game, world.open_table.number) == ("frap", 1)


def test_a_closed_table_is_opened_anew_under_the_next_number() -> None:
    world = World().opened(BORIS)
    world.do(Close(ANNA))
    assert world.open_table.ending is Ending.ASKED
    assert refused(world, Sit(GALYA)).reason is Reason.NO_TABLE
    assert refused(world, Sit(GALYA, number=1)).reason is Reason.STALE
    world.do(Open(BORIS, "khrap", "en", TableRules(ante=9), seated=True))
    table = world.open_table
    assert (table.number, table.game, table.owner, table.rules.ante) == (2, "khrap", BORIS.id, 9)
    assert refused(world, Sit(GALYA, number=1)).reason is Reason.STALE


def test_there_is_no_other_game() -> None:
    assert (
        refused(World(), Open(ANNA, "poker", "ru", TableRules(), seated=True)).reason is Reason.UNKNOWN_GAME
    )


@pytest.mark.parametrize(("game", "most"), [("frap", 12), ("khrap", 10)])
def test_the_last_seat_is_the_last(game: str, most: int) -> None:
    world = World().opened(game=game)
    guests = crowd(most)
    for guest in guests[:-1]:
        assert world.do(Sit(guest)).said is Said.SEATED
    refusal = refused(world, Sit(guests[-1]))
    assert (refusal.reason, refusal.limit) == (Reason.TABLE_FULL, most)
    assert refused(world, AddComputer(ANNA)).reason is Reason.TABLE_FULL
    world.do(StartDeal(ANNA))
    assert len(world.deal.seats) == most
    assert refused(world, Sit(guests[-1])).reason is Reason.TABLE_FULL
    world.do(Stand(guests[0]))
    assert world.do(Sit(guests[-1])).said is Said.SEATED_NEXT
    assert refused(world, Sit(guests[0])).reason is Reason.TABLE_FULL
    world.finish()
    assert len(players(world)) == most
    assert players(world)[-1] == guests[-1].id


def test_nobody_sits_twice_or_stands_up_twice() -> None:
    world = World().opened(BORIS)
    assert world.do(Sit(BORIS)).said is Said.SEATED_ALREADY
    assert world.do(Stand(BORIS)).said is Said.STOOD
    assert refused(world, Stand(BORIS)).reason is Reason.NOT_SEATED
    assert refused(world, Back(BORIS)).reason is Reason.NOT_SEATED
    assert players(world) == [ANNA.id]


def test_the_next_person_owns_the_table_when_the_owner_goes() -> None:
    world = World().opened(BORIS, GALYA, computers=1)
    world.do(Unreachable(BORIS.id))
    world.do(Left(ANNA.id))
    assert world.open_table.owner == GALYA.id
    world.do(Stand(GALYA))
    assert world.open_table.owner == BORIS.id
    world.do(Stand(BORIS))
    assert world.open_table.phase is Phase.LOBBY


def test_who_sits_first_runs_a_table_whose_owner_does_not_sit() -> None:
    world = World()
    world.do(Open(ANNA, "frap", "ru", TableRules(), seated=False))
    world.do(Sit(BORIS))
    world.do(Sit(GALYA))
    assert refused(world, StartDeal(GALYA)).reason is Reason.NOT_OWNER
    assert world.do(StartDeal(BORIS)).said is Said.DEALT


def test_computers_have_names_of_their_own() -> None:
    world = World().opened(computers=11)
    names = [seat.name for seat in world.open_table.seats]
    assert len(set(names)) == len(names)
    world.do(Remove(ANNA, "c3"))
    assert world.do(AddComputer(ANNA)).player == "c3"


def test_computers_need_the_rule_and_somebody_seated() -> None:
    world = World().opened(computers=0)
    assert refused(world, AddComputer(BORIS)).reason is Reason.NOT_SEATED
    assert world.do(AddComputer(BORIS, admin=True)).said is Said.COMPUTER_ADDED
    world.do(SetRule(ANNA, "computers", "off"))
    assert refused(world, AddComputer(ANNA)).reason is Reason.COMPUTERS_OFF


def test_only_the_owner_and_admins_remove_and_set_rules() -> None:
    world = World().opened(BORIS, GALYA)
    assert refused(world, Remove(BORIS, GALYA.id)).reason is Reason.NOT_OWNER
    assert refused(world, SetRule(BORIS, "ante", "50")).reason is Reason.NOT_OWNER
    assert refused(world, Remove(ANNA, DINA.id)).reason is Reason.NOT_AT_TABLE
    assert world.do(Remove(DINA, GALYA.id, admin=True)).said is Said.REMOVED
    assert world.do(SetRule(DINA, "ante", "50", admin=True)).said is Said.RULE_SET
    assert world.open_table.rules.ante == 50


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        ("ante", ["1", "1000000"], ["0", "1000001", "-5", "5.0", "", "٥", "five", "9" * 5000]),
        ("pack", ["36", "52"], ["32", "37"]),
        ("blind_penalty", ["book", "doubled"], ["BOOK", ""]),
        ("penalty_limit", ["none", "1", "1000000000000"], ["0", "1000000000001", "-1"]),
        ("clock", ["none", "15", "86400"], ["14", "86401", "60s"]),
        ("computers", ["on", "off"], ["true"]),
        ("strength", ["steady", "random"], ["strong"]),
        ("next_deal", ["none", "5", "3600"], ["4", "3601"]),
        ("starter", ["owner", "seated"], ["all"]),
        ("colour", [], ["red"]),
    ],
)
def test_rules_keep_their_bounds(rule: str, good: list[str], bad: list[str]) -> None:
    for value in good:
        with_rule(TableRules(), rule, value)
    for value in bad:
        with pytest.raises(Refusal) as refusal:
            with_rule(TableRules(), rule, value)
        assert (refusal.value.reason, refusal.value.rule) == (Reason.BAD_RULE, rule)


def test_seconds_are_seconds() -> None:
    world = World().opened(BORIS, clock=45, next_deal=30).started()
    assert world.open_table.deadline == world.now + 45_000
    world.finish()
    assert world.open_table.next_deal_at == world.now + 30_000


def test_who_may_start() -> None:
    world = World().opened()
    refusal = refused(world, StartDeal(ANNA))
    assert (refusal.reason, refusal.limit) == (Reason.TOO_FEW, 2)
    world.do(Sit(BORIS))
    assert refused(world, StartDeal(BORIS)).reason is Reason.NOT_OWNER
    assert refused(world, StartDeal(GALYA)).reason is Reason.NOT_SEATED
    world.do(SetRule(ANNA, "starter", Starter.SEATED.value))
    assert refused(world, StartDeal(GALYA)).reason is Reason.NOT_SEATED
    assert world.do(StartDeal(BORIS)).said is Said.DEALT
    assert refused(world, StartDeal(ANNA)).reason is Reason.DEAL_RUNNING


def test_later_deals_are_started_by_anybody_seated() -> None:
    world = World().opened(BORIS).started().finish()
    assert refused(world, StartDeal(GALYA)).reason is Reason.NOT_SEATED
    assert world.do(StartDeal(BORIS)).said is Said.DEALT


def test_computers_do_not_play_among_themselves() -> None:
    world = World()
    world.do(Open(ANNA, "frap", "ru", TableRules(), seated=False))
    world.do(AddComputer(ANNA))
    world.do(AddComputer(ANNA))
    assert refused(world, StartDeal(ANNA)).reason is Reason.NO_PERSON
