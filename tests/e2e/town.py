"""A whole town for a test: a Telegram with people in it, a Redis, and the bot, all talking real HTTP.

When a town closes, all that was shown in it is looked through: no card went to anybody who may not know it, no press was
left without an answer, and every account is right to the last unit.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.app import serve as serve_bot
from bot.sandbox.person import Sandbox
from bot.sandbox.server import Options, serve
from bot.settings import Settings
from bot.store import Store, open_store
from bot.tables.deals import deal_of
from bot.tables.state import Book, Phase, Table, TableKey
from tests.e2e.buttons import press_something, pressable
from tests.e2e.secrecy import Truth, Witness, check
from tests.e2e.shown import all_shown

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from bot.sandbox.person import Group, Message, Person
    from bot.sandbox.telegram import Telegram
    from tests.bot.store.servers import Servers

PATIENCE = 15.0
"""Seconds until something that must happen has not."""


@dataclass(slots=True)
class Town:
    """People's side of Telegram, and what the bot keeps."""

    telegram: Sandbox
    store: Store
    settings: Settings
    behind: Telegram = field(repr=False)
    """The sandbox itself."""
    witness: Witness = field(repr=False)
    lost_answers: bool = False
    """Presses without an answer are part of the test."""
    leaks: bool = False
    """The test has shown somebody what they may not know, and has seen that it was noticed."""
    cards_shown: int = 0
    """How many messages with cards were looked through, once the town is closed."""
    _moves: list[tuple[float, float]] = field(default_factory=list)
    """From which moment of the town's clock on it was so many seconds ahead."""

    async def until(
        self, what: str, happens: Callable[[], Awaitable[Any]], patience: float = PATIENCE
    ) -> Any:  # noqa: ANN401 - whatever the question gives
        """Ask until the answer is true, whenever the bot has come to rest; gives that answer."""
        last: object = None
        try:
            async with asyncio.timeout(patience):
                while True:
                    last = await happens()
                    if last:
                        return last
                    await self.rest()
        except TimeoutError:
            raise AssertionError(f"it never came about that {what}") from None

    async def rest(self) -> None:
        """Wait until the bot has handled all updates and makes no call."""
        await self.telegram.quiet(2.0, settle=0.05)

    async def sees(self, person: Person, place: Group | Person, words: str) -> Message:
        """Wait until the person sees these words there; gives the newest message that has them."""

        async def look() -> Message | None:
            messages = await person.see(place)
            return next((message for message in reversed(messages) if words in message.text), None)

        found: Message = await self.until(f"{person.name} sees {words!r}", look)
        return found

    async def button(self, person: Person, place: Group | Person, label: str) -> Message:
        """Wait until the person has this button there; gives its message."""

        async def look() -> Message | None:
            messages = await person.see(place)
            return next((message for message in reversed(messages) if label in pressable(message)), None)

        found: Message = await self.until(f"{person.name} has a button {label!r}", look)
        return found

    async def press(self, person: Person, place: Group | Person, label: str) -> str:
        """Press the newest such button as soon as it is there; gives the answer's words."""
        message = await self.button(person, place, label)
        answer = await person.press(place, label, key=message.key)
        assert answer.answered
        return answer.text or answer.url or ""

    async def people(self, *names: str, started: bool = True) -> list[Person]:
        """Some who read English."""
        return [await self.telegram.person(name, language="en", started=started) for name in names]

    async def sit(
        self, group: Group, people: list[Person], game: str = "frap", *, thread: int | None = None
    ) -> None:
        """The first opens a table, the others sit down at it."""
        await people[0].say(group, f"/{game}", thread=thread)
        await self.until("the table is open", partial(self._open, group, thread or 0))
        for number, person in enumerate(people[1:], start=2):
            await self.press(person, group, "Sit down")
            await self.until(f"{number} sit", partial(self._seated, group, thread or 0, number))

    async def _open(self, group: Group, thread: int) -> bool:
        home = await self.store.groups.home(group.id)
        table = (await self.store.tables.load(TableKey(home, thread))).table
        return table is not None and table.phase is Phase.LOBBY

    async def _seated(self, group: Group, thread: int, number: int) -> bool:
        return len((await self.table(group, thread)).seats) == number

    async def deal(self, group: Group, host: Person) -> None:
        """Begin a deal."""
        await self.press(host, group, "Deal")

    async def dealt(
        self, *names: str, bot: str = "member", kind: str = "supergroup"
    ) -> tuple[Group, list[Person]]:
        """A group of these people, at whose table the first to act in the first deal is asked."""
        people = await self.people(*names)
        group = await self.telegram.group("Friday", *people, bot=bot, kind=kind)
        await self.sit(group, people)
        await self.deal(group, people[0])
        await self.question(await self.asked(group, people))
        return group, people

    async def asked(self, group: Group, people: list[Person], thread: int = 0) -> Person:
        """Who is to act, as soon as it is one of these people."""

        async def look() -> Person | None:
            table = await self.table(group, thread)
            deal = deal_of(table)
            if table.phase is not Phase.DEAL or deal is None:
                return None
            turns = {deal.seats[seat] for seat in deal.to_act}
            return next((person for person in people if str(person.id) in turns), None)

        found: Person = await self.until("somebody is asked", look)
        return found

    async def question(self, person: Person, label: str = "Pass") -> Message:
        """Wait until the person's hand asks them; gives the hand."""
        return await self.button(person, person, label)

    async def play_out(
        self, place: Group | Person, people: list[Person], *, thread: int = 0, seed: int = 5
    ) -> Table:
        """Everybody presses what they are offered until the deal is over; gives the table then."""
        chance = random.Random(seed)

        async def over() -> Table | None:
            for person in people:
                await press_something(person, chance)
            table = await self.table(place, thread)
            return None if table.phase is Phase.DEAL else table

        over_table: Table = await self.until("the deal is over", over, patience=60)
        return over_table

    async def advance(self, seconds: float) -> None:
        """Let time pass, for the bot as well."""
        since = self.behind.clock.now() + seconds  # no later than what is shown next
        await self.telegram.advance(seconds)
        self._moves.append((since, self.behind.clock.offset))

    async def table(self, place: Group | Person | int, thread: int = 0) -> Table:
        """Read the table as it is kept."""
        home = await self.store.groups.home(place if isinstance(place, int) else place.id)
        table = (await self.store.tables.load(TableKey(home, thread))).table
        assert table is not None
        return table

    async def calls(self, method: str | None = None, **params: object) -> list[dict[str, Any]]:
        """All calls of the bot, or those of a method, with these parameters."""
        return [
            call
            for call in await self.telegram.journal()
            if method in {None, call["method"]}
            and all(str(call["params"].get(name)) == str(value) for name, value in params.items())
        ]

    def _wall(self, at: float) -> float:
        offset = next((offset for since, offset in reversed(self._moves) if since <= at), 0.0)
        return at - offset

    async def inspect(self) -> None:
        """Fail where anything shown, answered or booked so far was wrong."""
        await self.telegram.quiet(5.0, settle=0.1)
        truth = Truth.of(self.witness.lines())
        shown = await all_shown(self.telegram, self.behind, self._wall)
        token = self.settings.bot_token.get_secret_value()
        assert not [one for one in shown if token in one.text]
        homes = {chat: await self.store.groups.home(chat) for chat in self.behind.world.chats}
        self.cards_shown = check(truth, shown, lambda chat: homes[chat])
        silent = [press for press in self.behind.presses.values() if press.answer is None]
        assert self.lost_answers or not silent, f"{len(silent)} presses have no answer"
        for group in truth.groups:
            await self.sound_accounts(group)

    async def sound_accounts(self, group: int) -> None:
        """Fail unless all that was won was lost or lies in a pot."""
        for book in Book:
            balances = await self.store.ledger.balances(group, book)
            assert sum(balances.values()) == 0, balances
            assert await self.store.ledger.audit(group, book) == []
            assert await self.store.scores.audit(group, book) == []


@asynccontextmanager
async def town(
    redis: Servers, *, limits: bool = False, bot: bool = True, **settings: object
) -> AsyncIterator[Town]:
    """Run everything in this process; the computers think no time unless told otherwise.

    Without ``bot`` it is for the test to run it.
    """
    async with serve(Options(bare=True, limits=limits)) as telegram, Sandbox(telegram.url) as people:
        wanted = Settings.model_validate(
            {
                "bot_token": telegram.token,
                "telegram_api_url": telegram.url,
                "redis_url": redis.url,
                "flood_limits": limits,
                "computer_delay": 0,
                **settings,
            }
        )
        witness = Witness(redis)
        try:
            async with open_store(wanted) as store:
                here = Town(people, store, wanted, telegram.telegram, witness)
                async with AsyncExitStack() as stack:
                    if bot:
                        await stack.enter_async_context(running_bot(here))
                    yield here
                    if not here.leaks:
                        await here.inspect()
        finally:
            witness.close()


@asynccontextmanager
async def running_bot(here: Town) -> AsyncIterator[asyncio.Event]:
    """Run the bot beside the test, by the town's clock; gives what stops it."""
    stop = asyncio.Event()
    running = asyncio.ensure_future(
        serve_bot(here.settings, stop, clock=lambda: round(here.behind.clock.now() * 1000))
    )
    try:
        yield stop
    finally:
        stop.set()
        await running
