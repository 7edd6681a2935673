"""A group that plays for months: deals, people who come and go, pots divided, corrections, settlings. No I/O."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

from bot.scores.facts import facts_of
from bot.scores.settlement import owed, transfers
from bot.store.bookings import Booking
from bot.tables import accounts
from bot.tables.reckoning import spread
from bot.tables.state import Book
from game import record
from game.commands.simulate import play
from game.players import POLICIES
from game.rules import FRAP, KHRAP, VARIANTS, BlindPenalty, Rules
from game.shuffle import Shuffle
from game.table import Pot, Table

MINUTE = 60_000
HOUR = 60 * MINUTE
START = 1_800_000_000_000
NAMES = ("Аня", "Борис", "Галя", "Дина", "Ева", "Фёдор", "Глеб", "Ира")


@dataclass
class Months:
    """What happened, as bookings with the records of their deals."""

    chance: random.Random
    now: int = START
    pots: dict[str, Pot] = field(default_factory=lambda: {"frap": Pot(), "khrap": Pot()})
    balances: dict[str, int] = field(default_factory=dict)
    happened: list[tuple[Booking, str]] = field(default_factory=list)
    """With the record of a deal, empty for anything else."""

    def book(self, booking: Booking, text: str = "") -> None:
        for account, change in booking.postings:
            self.balances[account] = self.balances.get(account, 0) + change
        self.happened.append((booking, text))

    def deal(self) -> None:
        variant = self.chance.choice((FRAP, KHRAP))
        players = tuple(
            self.chance.sample([str(100 + n) for n in range(len(NAMES))], self.chance.randint(2, 5))
        )
        rules = Rules(self.chance.choice((1, 5)), BlindPenalty.BOOK, 200)
        table = Table(variant, rules, players, 0, self.pots[variant.name])
        policy = self.chance.choice(("steady", "random"))
        seats = [POLICIES[policy](self.chance.getrandbits(32)) for _ in players]
        deal = play(table.deal(Shuffle(self.chance.randbytes(32))), seats)
        assert deal.result is not None
        self.pots[variant.name] = table.after(deal).pot
        self.now += self.chance.choice((2, 3, 5)) * MINUTE
        postings = (
            *((f"p:{player}", net) for player, net in zip(players, deal.result.net, strict=True)),
            (f"pot:{variant.name}", deal.result.pot - deal.setup.carried),
        )
        text = json.dumps(record.dump(deal))
        self.book(
            Booking(Book.PEOPLE, "deal", postings, variant.name, self.now, 1, 1, facts=facts_of(deal)), text
        )

    def divide(self) -> None:
        game = self.chance.choice(list(VARIANTS))
        shares, rest = self.pots[game].divide()
        if any(shares.values()):
            self.pots[game] = rest
            self.book(accounts.divided(Book.PEOPLE, game, shares, self.now))

    def correct(self) -> None:
        players = [account[2:] for account in self.balances if account.startswith("p:")]
        if len(players) > 1:
            gains, *others = self.chance.sample(players, self.chance.randint(2, len(players)))
            self.book(
                accounts.corrected(spread(self.chance.randint(1, 99), gains, others), "1", "why", self.now)
            )

    def settle(self) -> None:
        people = {name[2:]: money for name, money in self.balances.items() if name.startswith("p:")}
        owing = owed(people, [(pot.amount, pot.players) for pot in self.pots.values()])
        payments = transfers(owing)
        if payments:
            self.book(accounts.settled(payments, "1", self.now))
            people = {name[2:]: money for name, money in self.balances.items() if name.startswith("p:")}
            assert owed(people, [(pot.amount, pot.players) for pot in self.pots.values()]) == {}

    def rest(self) -> None:
        """Until another evening, or not quite."""
        self.now += self.chance.choice((1, 5, 7, 20)) * HOUR


def months(deals: int, seed: int) -> Months:
    world = Months(random.Random(seed))
    while sum(1 for _, text in world.happened if text) < deals:
        world.deal()
        if world.chance.random() < 0.06:
            world.rest()
        if world.chance.random() < 0.02:
            world.chance.choice((world.divide, world.correct, world.settle))()
    return world
