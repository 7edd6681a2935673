"""Any commands in any order: money, seats and clocks hold at every step."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.tables import deals
from bot.tables.clock import wake_at
from bot.tables.commands import (
    Act,
    AddComputer,
    Back,
    Close,
    Command,
    CutPack,
    Divide,
    ExchangeMarked,
    Freshen,
    Left,
    Mark,
    Open,
    Pause,
    Person,
    Reachable,
    Remove,
    Rename,
    Resume,
    SetLanguage,
    SetRule,
    Sit,
    Stand,
    StartDeal,
    Unreachable,
)
from bot.tables.decision import Refusal
from bot.tables.state import Book, Phase, Starter, Table, TableRules
from game.actions import Exchange
from game.cards import Card
from game.errors import GameError
from game.players import POLICIES
from tests.bot.tables.table_world import World

PEOPLE = [Person(str(70_000_000_000 + number), f"P{number}") for number in range(6)]
SETTINGS = settings(deadline=None, suppress_health_check=list(HealthCheck))


def _rules(chance: Random) -> TableRules:
    return TableRules(
        ante=chance.choice([1, 5, 7]),
        pack=chance.choice([36, 52]),
        penalty_limit=chance.choice([None, "10", "50"]),
        clock=chance.choice([None, 15, 60]),
        strength=chance.choice(list(POLICIES)),
        next_deal=chance.choice([None, 5]),
        starter=chance.choice(list(Starter)),
    )


def _own_action(table: Table, by: Person, chance: Random) -> Command:
    """Something that the person may do in the deal, where they are asked or may look."""
    deal = deals.deal_of(table)
    if deal is None or table.phase is not Phase.DEAL:
        return StartDeal(by, admin=chance.random() < 0.8)
    turn = (table.number, table.deal_number, deal.turn)
    place = chance.choice(deal.to_act)
    if table.seat(deal.seats[place]) is not None and not deal.seats[place].startswith("c"):
        by = Person(deal.seats[place], by.name)
    place = deals.seat_of(deal, by.id) or 0
    legal = deal.legal(place)
    if Exchange(()) in legal or chance.random() < 0.05:
        hand = deal.view(place).hand or (Card(chance.randrange(52)),)
        if chance.random() < 0.5:
            return Mark(by, *turn, chance.choice(hand))
        return ExchangeMarked(by, *turn)
    return Act(by, *turn, chance.choice(legal)) if legal else Sit(by)


def _anything(world: World, chance: Random) -> Command:
    by = chance.choice(PEOPLE)
    game = chance.choice(["frap", "frap", "khrap"])
    table = world.table
    if table is None or (table.phase is Phase.CLOSED and chance.random() < 0.8):
        return Open(by, game, "ru", _rules(chance), seated=chance.random() < 0.9)
    if len(table.seats) < 2 and chance.random() < 0.7:
        return Sit(by)
    if chance.random() < 0.6:
        return _own_action(table, by, chance)
    some = chance.choice([seat.player for seat in table.seats] or [by.id])
    admin = chance.random() < 0.3
    ways: list[Command] = [
        Open(by, game, "ru", _rules(chance), seated=True),
        Sit(by),
        Sit(by),
        Sit(by),
        Stand(by),
        AddComputer(by),
        Remove(by, some, admin),
        SetRule(by, "next_deal", chance.choice(["none", "5"]), admin=admin),
        CutPack(by, "крестик"),
        StartDeal(by, admin=admin),
        Back(by),
        Left(some),
        Unreachable(some),
        Reachable(some),
        Rename(Person(some, "Имя")),
        Pause(),
        Resume(),
        Resume(),
        SetLanguage(chance.choice(["ru", "en"])),
        Freshen(table.number),
        Close(by, admin=admin, force=chance.random() < 0.3),
        Divide(by, game, chance.choice(list(Book)), admin),
    ]
    return chance.choice(ways)


def _step(world: World, chance: Random) -> None:
    before = world.table
    running = before is not None and before.phase is Phase.DEAL
    if chance.random() < (0.5 if running else 0.03) and world.wake() is not None:
        return
    world.now += chance.choice([500, 4000, 4000, 4000, 30_000]) if chance.random() < 0.99 else 2 * 3600 * 1000
    try:
        world.do(_anything(world, chance))
    except (Refusal, GameError):
        assert world.table is before


@settings(SETTINGS, max_examples=300)
@given(st.integers(0, 2**32))
def test_money_seats_and_clocks_hold_whatever_is_done(seed: int) -> None:
    chance = Random(seed)
    world = World(seed)
    for _ in range(150):
        _step(world, chance)


@settings(SETTINGS, max_examples=200)
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(0, 6), st.sampled_from(["frap", "khrap"]))
def test_a_deal_in_any_seating_comes_to_its_end_by_itself(
    seed: int, people: int, computers: int, game: str
) -> None:
    """Whoever comes, goes or is silent: with the clock on, time alone ends every deal."""
    chance = Random(seed)
    world = World(seed)
    rules = TableRules(clock=15, strength=chance.choice(list(POLICIES)))
    world.do(Open(PEOPLE[0], game, "ru", rules, seated=True))
    for person in PEOPLE[1:people]:
        world.do(Sit(person))
    for _ in range(max(computers, 2 - people)):
        world.do(AddComputer(PEOPLE[0]))
    world.do(StartDeal(PEOPLE[0]))
    steps = 0
    while world.open_table.phase is Phase.DEAL:
        steps += 1
        assert steps < 400
        if chance.random() < 0.15:
            player = chance.choice(world.deal.seats)
            ways: list[Command] = [Left(player), Unreachable(player), Reachable(player)]
            world.do(chance.choice(ways))
        elif chance.random() < 0.3:
            try:
                world.do(_own_action(world.open_table, PEOPLE[0], chance))
            except (Refusal, GameError):
                continue
        else:
            world.wake()
    assert len(world.archive) == 1


@pytest.mark.parametrize("game", ["frap", "khrap"])
@pytest.mark.parametrize("computers", [0, 1, 3])
def test_a_silent_table_goes_to_sleep(game: str, computers: int) -> None:
    """Nobody ever answers, and deals follow by themselves: it ends all the same."""
    world = World(3)
    world.do(Open(PEOPLE[0], game, "ru", TableRules(next_deal=5), seated=True))
    world.do(Sit(PEOPLE[1]))
    for _ in range(computers):
        world.do(AddComputer(PEOPLE[0]))
    world.do(StartDeal(PEOPLE[0]))
    for _ in range(1000):
        if wake_at(world.table) is None:
            break
        world.wake()
    assert world.open_table.phase is Phase.CLOSED


def test_a_record_reads_back_as_the_deal_it_was_written_from() -> None:
    chance = Random(5)
    world = World(5)
    world.do(Open(PEOPLE[0], "khrap", "ru", TableRules(strength="random"), seated=True))
    for _ in range(6):
        world.do(AddComputer(PEOPLE[0]))
    for _ in range(5):
        world.do(StartDeal(PEOPLE[0]))
        while world.open_table.phase is Phase.DEAL:
            table = world.open_table
            again = replace(table, deal=f"{table.deal} ")
            assert deals.deal_of(again) == world.deal
            assert deals.deal_of(again) is not world.deal
            if chance.random() < 0.5:
                world.table = again
            world.wake()
