"""Tables and deals to be shown: the same seed gives the same scene."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.tables.state import Phase, Pot, Seat, Table, TableRules
from game.actions import LOOK, Action
from game.players import POLICIES
from game.record import dump
from game.rules import VARIANTS, BlindPenalty, Rules
from game.shuffle import Proof, Shuffle
from game.table import Pot as GamePot
from game.table import Table as GameTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from game.deal import Deal
    from game.view import Stage

NOW = 1_790_000_000_000
SEED = bytes(range(32))

FOUR = (
    Seat("1001", "Анна"),
    Seat("1002", "Борис"),
    Seat("c1", "jack", computer=True),
    Seat("1003", "Галя"),
)
NASTY = (
    Seat("2001", "<b>&amp; _*`[x](y)"),
    Seat("2002", "Анна\nМария\r\tЛуиза Вторая"),
    Seat("2003", "\u202eannA\u2066\u200f"),
    Seat("2004", "🎉" * 64),
    Seat("2005", "\u200b\u200d\u2060"),
    Seat("2006", ""),
    Seat("2007", "Анна"),
    Seat("2008", "Анна"),
    Seat("2009", "محمد عبد الله بن سليمان"),
    Seat("2010", "@durov t.me/spam #tag /start", away=True),
    Seat("2011", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢LGO"),
    Seat("c1", "jack", computer=True),
)


@dataclass(frozen=True)
class Scene:
    """A table and the deal on it."""

    table: Table
    deal: Deal


def table_of(seats: tuple[Seat, ...], game: str = "frap", pot: int = 35, ante: int = 5) -> Table:
    lying = Pot(str(pot))
    return Table(
        group=-1003999999999,
        thread=0,
        number=3,
        game=game,
        owner=seats[0].player if seats else "1001",
        language="ru",
        phase=Phase.LOBBY,
        opened=NOW,
        touched=NOW,
        seats=seats,
        rules=TableRules(ante=ante),
        people_pot=lying,
        computer_pot=lying,
        seed=SEED.hex(),
    )


def dealt(table: Table, number: int = 7, seed: int = 0) -> Scene:
    players = tuple(seat.player for seat in table.seats)
    shuffle = Shuffle(seed.to_bytes(32, "big"))
    rules = Rules(table.rules.ante, BlindPenalty.BOOK, None)
    pot = GamePot(int(table.people_pot.amount))
    deal = GameTable(VARIANTS[table.game], rules, players, 2 % len(players), pot).deal(shuffle)
    running = replace(
        table,
        phase=Phase.DEAL,
        deal_number=number,
        deadline=NOW + 45_000,
        names=tuple((seat.player, seat.name) for seat in table.seats),
    )
    return scene(running, deal, shuffle)


def scene(table: Table, deal: Deal, shuffle: Shuffle) -> Scene:
    record = json.dumps(dump(deal, {"proof": Proof.of(shuffle).dump()}))
    table = replace(table, deal=record)
    if deal.result is not None:
        left = Pot(str(deal.result.pot))
        place = (deal.dealer + 1) % len(deal.seats)
        table = replace(
            table, phase=Phase.PAYOUT, people_pot=left, computer_pot=left, deadline=None, next_dealer=place
        )
    return Scene(table, deal)


def act(at: Scene, seat: int, action: Action) -> Scene:
    fields = json.loads(at.table.deal or "{}")
    shuffle = Proof.load(fields["proof"]).shuffle
    deal, _ = at.deal.apply(seat, action)
    return scene(at.table, deal, shuffle)


def played(at: Scene, policy: str = "steady", seed: int = 1) -> Iterator[Scene]:
    """Every scene of the deal to its end, a player of this policy on each seat."""
    players = [POLICIES[policy](seed + seat) for seat in range(len(at.deal.seats))]
    yield at
    while not at.deal.over:
        seat = at.deal.to_act[0]
        view = at.deal.view(seat)
        if LOOK in view.legal and policy == "steady":
            at = act(at, seat, LOOK)
            view = at.deal.view(seat)
        at = act(at, seat, players[seat].decide(view))
        yield at


def until(scenes: Iterator[Scene], found: Callable[[Scene], bool]) -> Scene | None:
    return next((at for at in scenes if found(at)), None)


def stage_of(at: Scene) -> Stage:
    return at.deal.view(None).stage
