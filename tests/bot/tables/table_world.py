"""A group with one table, kept in memory: every decision is checked for what must always hold, and then taken over."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec
import pytest

from bot.tables import deals
from bot.tables.clock import deciding, due, wake_at
from bot.tables.commands import (
    Act,
    AddComputer,
    Command,
    ComputerMove,
    Open,
    Person,
    Sit,
    StartDeal,
    TimeUp,
)
from bot.tables.decide import decide
from bot.tables.decision import Context, Refusal, Reply
from bot.tables.places import most_seats, people, pot_of, staying
from bot.tables.state import Book, Phase, Pot, Table, TableKey, TableRules
from game.actions import CALL, LOOK, PASS, WHIST, Exchange
from game.shuffle import check
from game.view import Stage

if TYPE_CHECKING:
    from game.actions import Action
    from game.deal import Deal

KEY = TableKey(-1003999999999, 7)
START = 1_800_000_000_000
_MASK = (1 << 256) - 1

ANNA, BORIS, GALYA, DINA = (
    Person(str(5_000_000_000 + number), name) for number, name in enumerate(["Анна", "Борис", "Галя", "Дина"])
)


BY = {person.id: person for person in (ANNA, BORIS, GALYA, DINA)}


class World:
    def __init__(self, seed: int = 0) -> None:
        self.table: Table | None = None
        self.now = START
        self.waiting: dict[tuple[Book, str], Pot] = {}
        self.balances: dict[Book, defaultdict[str, int]] = {book: defaultdict(int) for book in Book}
        self.archive: list[str] = []
        self.key = KEY
        self._seeds = seed * 1_000_003

    def context(self) -> Context:
        self._seeds += 1
        return Context(self.now, (self._seeds * 0x9E3779B97F4A7C15 & _MASK).to_bytes(32), dict(self.waiting))

    def do(self, command: Command) -> Reply:
        decision = decide(self.key, self.table, command, self.context())
        for booking in decision.bookings:
            assert sum(change for _, change in booking.postings) == 0
            for account, change in booking.postings:
                self.balances[booking.book][account] += change
        self.waiting.update(decision.waiting)
        self.waiting = {of: pot for of, pot in self.waiting.items() if int(pot.amount)}
        if decision.archive is not None:
            self.archive.append(decision.archive)
            check(json.loads(decision.archive))
        self.table = decision.table
        assert decision.reply.table is decision.table
        assert decision.wake_at == wake_at(self.table)
        self.check()
        return decision.reply

    def check(self) -> None:
        table = self.table
        if table is not None:
            assert msgspec.json.decode(msgspec.json.encode(table), type=Table) == table
            check_seats(table)
            check_clocks(table)
        self.check_money()

    def check_money(self) -> None:
        """The ledger says of every pot what lies in it."""
        for book, balances in self.balances.items():
            assert sum(balances.values()) == 0
            for game in ("frap", "khrap"):
                assert balances.get(f"pot:{game}", 0) == int(self.waiting.get((book, game), Pot()).amount)
            lying = {
                name: amount for name, amount in balances.items() if name.startswith("table:") and amount
            }
            expected = {}
            if self.table is not None and int(pot_of(self.table, book).amount):
                expected = {f"table:{KEY.thread}:{self.table.number}": int(pot_of(self.table, book).amount)}
            assert lying == expected

    @property
    def open_table(self) -> Table:
        assert self.table is not None
        return self.table

    @property
    def deal(self) -> Deal:
        deal = deals.deal_of(self.open_table)
        assert deal is not None
        return deal

    def opened(self, *others: Person, computers: int = 0, game: str = "frap", **rules: object) -> World:
        agreed = msgspec.structs.replace(TableRules(), **rules)
        self.do(Open(ANNA, game, "ru", agreed, seated=True))
        for person in others:
            self.do(Sit(person))
        for _ in range(computers):
            self.do(AddComputer(ANNA))
        return self

    def started(self) -> World:
        self.do(StartDeal(ANNA))
        return self

    def act(self, player: str, action: Action) -> Reply:
        return self.do(Act(Person(player, name_of(self.open_table, player)), *self.turn, action))

    @property
    def turn(self) -> tuple[int, int, int]:
        return self.open_table.number, self.open_table.deal_number, self.deal.turn

    @property
    def asked(self) -> str:
        return self.deal.seats[self.deal.to_act[0]]

    def time_up(self) -> Reply:
        deadline = self.open_table.deadline
        assert deadline is not None
        self.now = max(self.now, deadline)
        return self.do(TimeUp(*self.turn))

    def computer_move(self) -> Reply:
        moment = self.open_table.computer_at
        assert moment is not None
        self.now = max(self.now, moment)
        return self.do(ComputerMove(*self.turn))

    def wake(self) -> Reply | None:
        """Let the time pass until the table does something by itself."""
        moment = wake_at(self.table)
        if moment is None:
            return None
        self.now = max(self.now, moment)
        command = due(self.table, self.now)
        assert command is not None
        before = self.table
        reply = self.do(command)
        assert self.table != before, "a timer that changes nothing would be due for ever"
        return reply

    def finish(self) -> World:
        """Everybody lets their time run out until the deal is over."""
        while self.open_table.phase is Phase.DEAL:
            self.wake()
        return self


def name_of(table: Table, player: str) -> str:
    seat = table.seat(player)
    return player if seat is None else seat.name


def check_seats(table: Table) -> None:
    players = [seat.player for seat in table.seats]
    assert len(set(players)) == len(players)
    assert len(staying(table)) <= most_seats(table)
    if table.phase is Phase.CLOSED:
        assert not table.seed
        return
    deal = deals.deal_of(table)
    if table.phase is Phase.DEAL:
        assert deal is not None
        assert not deal.over
        assert deal.seats == tuple(players[: len(deal.seats)])
        assert not table.seed
        assert [player for player, _ in table.names] == list(deal.seats)
    else:
        assert len(table.seed) == 64
        assert not any(seat.leaving for seat in table.seats)
        assert (deal is None) is (table.phase is Phase.LOBBY)
        assert table.phase is Phase.LOBBY or people(table)


def check_clocks(table: Table) -> None:
    """Somebody can act, or a timer runs, or it is over."""
    if table.phase is not Phase.DEAL:
        assert table.deadline is table.computer_at is None
        assert table.paused or table.phase is Phase.CLOSED or wake_at(table) is not None
        return
    deal = deals.deal_of(table)
    assert deal is not None
    assert deal.to_act
    for place in deal.to_act:
        assert deal.legal(place)
    present, others = deciding(table, deal)
    assert (table.computer_at is not None) is (bool(others) and not table.paused)
    clock = table.rules.clock is not None and not table.paused
    assert (table.deadline is not None) is (bool(present) and clock)
    assert table.next_deal_at is table.closes_at is None
    for player, _ in table.marks:
        assert player in [deal.seats[place] for place in deal.to_act]


def refused(world: World, command: Command) -> Refusal:
    before = world.table
    with pytest.raises(Refusal) as refusal:
        world.do(command)
    assert world.table is before
    return refusal.value


def crowd(number: int) -> list[Person]:
    return [Person(str(9_000_000_000 + place), f"P{place}") for place in range(number)]


def players(world: World) -> list[str]:
    return [seat.player for seat in world.open_table.seats]


def called(world: World) -> World:
    """The first to speak looks and calls."""
    world.act(world.asked, LOOK)
    world.act(world.asked, CALL)
    return world


def exchanging(world: World) -> World:
    called(world)
    while world.deal.view(None).stage is Stage.WHISTING:
        world.act(world.asked, WHIST)
    return world


def cutting(seed: int = 0, clock: int | None = 60) -> World:
    """One whister, and two who are asked whether they cut in."""
    world = called(World(seed).opened(BORIS, GALYA, DINA, clock=clock).started())
    world.act(world.asked, WHIST)
    while world.deal.view(None).stage is Stage.WHISTING:
        world.act(world.asked, PASS)
    while world.deal.view(None).stage is Stage.EXCHANGE:
        world.act(world.asked, Exchange(()))
    assert world.deal.view(None).stage is Stage.CUTTING
    return world
