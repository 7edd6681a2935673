"""People who play deal after deal at several tables, and how long each waits for what comes of a press."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bot.presenter.wanted import group_messages
from bot.screens.money import Unit
from bot.tables.deals import deal_of
from bot.tables.state import Phase
from tests.e2e.buttons import hand_presses, pressable
from tests.e2e.steady import ASIDE, chosen, question

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Message, Person
    from bot.tables.state import Table
    from tests.e2e.town import Town

PATIENCE: Final = 60.0
SEATS: Final = 3


@dataclass(frozen=True, slots=True)
class Wait:
    """Seconds, of one press."""

    at: float
    """When it was pressed, monotonic."""
    answer: float
    """Until the button was no longer turning."""
    screen: float
    """Until the group saw the table as it was by then."""
    hand: float
    """Until whoever is asked next could press."""

    @property
    def longest(self) -> float:
        return max(self.answer, self.screen, self.hand)


@dataclass(slots=True)
class Playing:
    """One table."""

    here: Town
    group: Group
    people: list[Person]
    pause: float
    """Seconds that they think."""
    waits: list[Wait] = field(default_factory=list)
    deals: int = 1

    async def play(self, enough: asyncio.Event) -> None:
        """Play until it is enough and the deal is over."""
        table = await self.here.table(self.group)
        while True:
            asked = question(table)
            if asked is not None:
                table = await self._move(table, asked)
            elif enough.is_set():
                return
            else:
                table = await self._deal()
            await asyncio.sleep(self.pause)

    async def _move(self, before: Table, asked: tuple[str, int, int]) -> Table:
        person = self._whose(asked)
        message, label = await self._offered(person, asked)
        begun = time.monotonic()
        answer = await person.press(person, label, key=message.key, wait=PATIENCE)
        assert (answer.answered, answer.text) == (True, None), answer
        answered = time.monotonic()
        after = await self.here.table(self.group)
        assert moves(after) == moves(before) + 1, "each press is done, and done once"
        return await self._noticed(after, begun, answered)

    async def _deal(self) -> Table:
        host = self.people[0]
        (message, *_) = [one for one in reversed(await host.see(self.group)) if "Deal" in pressable(one)]
        begun = time.monotonic()
        answer = await host.press(self.group, "Deal", key=message.key, wait=PATIENCE)
        assert (answer.answered, answer.text) == (True, None), answer
        answered = time.monotonic()
        after = await self.here.table(self.group)
        self.deals += 1
        assert (after.phase, after.deal_number) == (Phase.DEAL, self.deals), (
            "each press is done, and done once"
        )
        return await self._noticed(after, begun, answered)

    async def _noticed(self, table: Table, begun: float, answered: float) -> Table:
        """Wait until everybody has seen what came of the press."""
        shown = group_messages(table, self.group.id, None, Unit.KOPECKS)[0].screen.text
        await self.people[-1].until(
            self.group, lambda messages: any(one.text == shown for one in messages), seconds=PATIENCE
        )
        seen = time.monotonic()
        asked = question(table)
        if asked is not None:
            await self._offered(self._whose(asked), asked)
        ready = time.monotonic()
        self.waits.append(Wait(begun, answered - begun, seen - begun, ready - begun))
        return table

    def _whose(self, asked: tuple[str, int, int]) -> Person:
        (person,) = [one for one in self.people if str(one.id) == asked[0]]
        return person

    async def _offered(self, person: Person, asked: tuple[str, int, int]) -> tuple[Message, str]:
        """Wait for the hand that puts this question; gives it and the label of the button to press."""
        found: list[tuple[Message, str]] = []

        def sees(messages: list[Message]) -> bool:
            for message in reversed(messages):
                offered = [
                    one
                    for one in hand_presses(message)
                    if (one[1].deal, one[1].turn) == asked[1:] and one[1].verb not in ASIDE
                ]
                if offered:
                    found.append((message, chosen(offered, asked)[0]))
                    return True
            return False

        await person.until(person, sees, seconds=PATIENCE)
        return found[0]


def moves(table: Table) -> int:
    deal = deal_of(table)
    assert deal is not None
    return len(deal.actions)


async def seated(here: Town, tables: int, pause: float) -> list[Playing]:
    """So many tables, each in a group of its own, with the first deal begun."""
    return list(await asyncio.gather(*(_table(here, number, pause) for number in range(tables))))


async def _table(here: Town, number: int, pause: float) -> Playing:
    people = await here.people(*(f"P{number}.{seat}" for seat in range(SEATS)))
    group = await here.telegram.group(f"Group {number}", *people)
    await here.sit(group, people)
    await here.deal(group, people[0])
    await here.until("it deals", lambda: _dealing(here, group))
    return Playing(here, group, people, pause)


async def _dealing(here: Town, group: Group) -> bool:
    return (await here.table(group)).phase is Phase.DEAL
