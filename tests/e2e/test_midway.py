"""What may happen in the middle of a deal: a new name, a clock put back, a slow store, messages that hang."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from bot.tables.state import Book, Phase
from tests.bot.store.proxy import running_proxy
from tests.e2e.steady import play_deal
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.sandbox.person import Group, Person
    from tests.bot.store.servers import Process

HOUR = 3600.0
LAG = 0.03
"""Seconds that every answer of a slow store takes."""


async def nothing() -> None:
    return


async def test_a_new_name_in_the_middle_of_a_deal_is_on_every_screen_and_in_the_books(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara")
    asked = await here.asked(group, people)
    await asked.rename(first_name="Zoe <b>", last_name=None)
    await here.press(asked, asked, "Pass")
    other = next(person for person in people if person is not asked)
    await here.sees(other, group, "Zoe <b>")
    table = await here.play_out(group, people)
    assert dict(table.names)[str(asked.id)] == "Zoe <b>"
    newest = (await here.sees(other, group, "Next dealer")).text
    assert "Zoe <b>" in newest
    assert asked.name not in newest
    await other.say(group, "/score")
    await here.sees(other, group, "Zoe <b>")
    balances = await here.store.ledger.balances(group.id, Book.PEOPLE)
    assert sum(balances.values()) == 0


async def test_a_clock_that_is_put_back_makes_nobody_wait_for_it(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    await here.asked(group, people)
    await here.rest()
    await here.advance(-HOUR)

    async def soon_up() -> bool:
        table = await here.table(group)
        assert table.deadline is not None
        return table.deadline - round(here.behind.clock.now() * 1000) <= 61_000

    await here.until("the turn is no longer than a turn", soon_up)
    turn = (await here.table(group)).deal
    await here.advance(61)

    async def moved_on() -> bool:
        return (await here.table(group)).deal != turn

    await here.until("the clock runs out", moved_on)
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT


async def test_computers_play_on_though_the_clock_is_put_back(redis: Process) -> None:
    async with town(redis, computer_delay=3) as here:
        (anna,) = await here.people("Anna")
        group = await here.telegram.group("Friday", anna)
        await here.sit(group, [anna])
        await here.press(anna, group, "+ Computer")
        await here.deal(group, anna)
        await here.press(anna, anna, "Look at my cards")
        await here.question(anna)
        await here.press(anna, anna, "Pass")
        before = (await here.table(group)).deal
        await here.advance(-HOUR)

        async def moved_on() -> bool:
            return (await here.table(group)).deal != before

        await here.until("the computer has moved", moved_on)


@asynccontextmanager
async def slow_town(redis: Process) -> AsyncIterator[Town]:
    async with running_proxy(redis.port) as proxy:
        proxy.lag = LAG
        async with town(redis, redis_url=proxy.url) as here:
            yield here


async def test_a_slow_store_slows_the_deal_and_spoils_nothing(redis: Process) -> None:
    async with slow_town(redis) as here:
        group, people = await here.dealt("Anna", "Boris", "Clara")
        await play_deal(here, group, people, nothing)
        assert (await here.table(group)).phase is Phase.PAYOUT


async def test_messages_to_one_player_that_hang_hold_up_nobody_else(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara")
    await here.rest()
    asked = await here.asked(group, people)
    for method in ("sendMessage", "editMessageText"):
        await here.telegram.fault(method=method, chat=asked.id, count=None, hang=True)
    await here.press(asked, asked, "Pass")
    await two_pass(here, group, [person for person in people if person is not asked])
    assert len(await hung(here)) == 1, "it has not been given up yet, and nobody has waited for that"
    await here.telegram.no_faults()
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT


async def hung(here: Town) -> list[dict[str, Any]]:
    return [call for call in await here.calls() if call.get("error") == "hung"]


async def two_pass(here: Town, group: Group, people: list[Person]) -> None:
    for _ in people:
        person = await here.asked(group, people)
        await here.question(person)
        await here.press(person, person, "Pass")


async def test_words_that_look_like_cards_and_buttons_move_nothing(here: Town) -> None:
    group, people = await here.dealt("Call", "Pass")
    asked = await here.asked(group, people)
    before = (await here.table(group)).deal
    for place in (group, asked):
        for words in ("Pass", "pass", "7♦", "A♠ K♠", "Call", "h:1:2:3", "/pass", "/7♦", "1"):
            await asked.say(place, words)
    await here.rest()
    assert (await here.table(group)).deal == before
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT
