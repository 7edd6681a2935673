"""People who do the same in the same deal, whatever happens to the bot meanwhile."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from bot.sandbox.person import Impossible
from bot.screens.buttons import HandVerb
from bot.tables.deals import deal_of
from bot.tables.state import Phase
from tests.e2e.buttons import hand_presses

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.sandbox.person import Group, Message, Person
    from bot.screens.buttons import HandPress
    from bot.tables.state import Table
    from tests.e2e.town import Town

Result = TypeVar("Result")
ASIDE = {HandVerb.MARK, HandVerb.BACK, HandVerb.NOW, HandVerb.PACK}
"""What moves nothing on."""
AGAIN = 3.0
"""Seconds after which somebody whose press has done nothing presses again."""


def question(table: Table) -> tuple[str, int, int] | None:
    """Whom the table waits for first, and in which deal and turn; none where it waits for nobody."""
    deal = deal_of(table)
    if table.phase is not Phase.DEAL or deal is None or not deal.to_act:
        return None
    return deal.seats[deal.to_act[0]], table.deal_number, deal.turn


def chosen(offered: list[tuple[str, HandPress]], asked: tuple[str, int, int]) -> tuple[str, HandPress]:
    """Choose the same whenever the same is offered."""
    offered = sorted(offered, key=lambda one: one[1].pack())
    return offered[int.from_bytes(sha256(repr(asked).encode()).digest()[:4]) % len(offered)]


async def find(person: Person, asked: tuple[str, int, int]) -> tuple[Message, str]:
    """Wait for the hand that puts this question; gives it and the label of the button to press."""

    async def look() -> tuple[Message, str] | None:
        for message in reversed(await person.see(person)):
            offered = [
                (label, press)
                for label, press in hand_presses(message)
                if (press.deal, press.turn) == asked[1:] and press.verb not in ASIDE
            ]
            if offered:
                return message, chosen(offered, asked)[0]
        return None

    return await soon(look, 60)


async def play_deal(
    here: Town, group: Group, people: list[Person], meanwhile: Callable[[], Awaitable[object]]
) -> None:
    """Play the running deal to its end; ``meanwhile`` happens right after each press, before anything has come of it."""
    by_id = {str(person.id): person for person in people}
    while (asked := question(await here.table(group))) is not None:
        before = (await here.table(group)).deal
        if (person := by_id.get(asked[0])) is not None:
            message, label = await find(person, asked)
            before = (await here.table(group)).deal
            with suppress(Impossible):  # the message has changed while the finger came down
                await person.press(person, label, key=message.key, wait=0)
            await meanwhile()
        try:
            await soon(partial(moved_on, here, group, before), AGAIN)
        except TimeoutError:
            continue


async def moved_on(here: Town, group: Group, before: str | None) -> bool:
    return (await here.table(group)).deal != before


async def soon(happens: Callable[[], Awaitable[Result | None]], seconds: float) -> Result:
    """Ask until the answer is true; raises :class:`TimeoutError`."""
    async with asyncio.timeout(seconds):
        while True:
            if answer := await happens():
                return answer
            await asyncio.sleep(0.01)
