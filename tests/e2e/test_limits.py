from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.buttons import hand_presses
from tests.e2e.test_groups import sent_to
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.sandbox.person import Person
    from tests.bot.store.servers import Process


@pytest.fixture
async def strict(redis: Process) -> AsyncIterator[Town]:
    """A town in which Telegram's limits hold, and the bot keeps to them."""
    async with town(redis, limits=True) as one:
        yield one


async def refused(here: Town) -> list[dict[str, Any]]:
    return [call for call in await here.telegram.journal() if call["status"] == 429]


async def test_after_a_429_a_chat_is_left_alone_and_all_others_are_not(strict: Town) -> None:
    here = strict
    people = await here.people("Anna", "Boris", "Clara", "Dora")
    one, two = [await here.telegram.group(title, *people) for title in ("One", "Two")]
    await here.sit(one, people[:2])
    await here.deal(one, people[0])
    await here.question(await here.asked(one, people))
    await here.telegram.fault(chat=one.id, retry_after=30)
    await here.advance(20)
    asked = await here.asked(one, people)
    await here.press(asked, asked, "Pass")
    await here.until("Telegram has asked to wait", lambda: refused(here))
    held = len(await sent_to(here, one.id, tried=True))
    await here.sit(two, people[2:])
    await here.deal(two, people[2])
    await here.question(await here.asked(two, people))
    for _ in range(4):  # moves are accepted meanwhile
        asked = await here.asked(one, people)
        key, label = await newest_hand(here, asked)
        await asked.press(asked, label, key=key)
    assert len(await sent_to(here, one.id, tried=True)) == held


async def newest_hand(here: Town, person: Person) -> tuple[str, str]:
    """The key of the hand that asks, and its last button that acts."""

    async def look() -> tuple[str, str] | None:
        for message in reversed(await person.see(person)):
            offered = [label for label, press in hand_presses(message) if press.turn]
            if offered:
                return message.key, offered[-1]
        return None

    found: tuple[str, str] = await here.until(f"{person.name} is asked", look)
    return found


@pytest.mark.parametrize(
    "fault",
    [
        {"status": 500},
        {"status": 502},
        {"drop": True},
        {"drop_after": True},
        {"garbage": True},
        {"retry_after": 1},
    ],
    ids=lambda fault: next(iter(fault)) + str(next(iter(fault.values()))),
)
async def test_a_hand_that_was_lost_comes_all_the_same(here: Town, fault: dict[str, Any]) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    await here.rest()
    for person in people:
        await here.telegram.fault(method="sendMessage", chat=person.id, count=1, **fault)
    await here.deal(group, people[0])
    await here.question(await here.asked(group, people))
    for person in people:
        await here.sees(person, person, "deal 1")


async def test_a_newer_hand_takes_the_place_of_one_that_was_not_delivered(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    first = await here.asked(group, people)
    second = next(person for person in people if person is not first)
    await here.question(first)
    await here.telegram.fault(method="sendMessage", chat=second.id, count=2, status=500)
    await here.telegram.fault(method="editMessageText", chat=second.id, count=2, status=500)
    await here.press(first, first, "Pass")
    await here.question(second)

    async def one_hand() -> bool:
        return sum("deal 1" in message.text for message in await second.see(second)) == 1

    await here.until("the older message is gone", one_hand)


async def test_answers_that_come_too_late_do_not_undo_the_move(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    asked = await here.asked(group, people)
    hand = await here.question(asked)
    here.lost_answers = True
    await here.telegram.fault(
        method="answerCallbackQuery",
        count=1,
        status=400,
        description="Bad Request: query is too old and response timeout expired or query ID is invalid",
    )
    await asked.press(asked, "Pass", key=hand.key, wait=0)
    other = next(person for person in people if person is not asked)
    await here.question(other)


async def test_thirty_words_in_a_row_bring_no_thirty_messages(strict: Town) -> None:
    here = strict
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    await here.rest()
    before = len(await sent_to(here, group.id))
    for number in range(30):
        await people[number % 2].say(
            group, ("/table", "/score", "/deal@nobody_bot", "/close me", "/help")[number % 5]
        )
    await here.rest()
    assert len(await sent_to(here, group.id)) - before <= 8
    assert await refused(here) == []


async def test_updates_of_many_people_at_once_keep_each_ones_order(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people[:1])
    for _ in range(5):
        await people[1].say(group, "/sit")
        await people[1].say(group, "/stand")
    await people[1].say(group, "/sit")
    await here.rest()
    assert len((await here.table(group)).seats) == 2
    times = [call["n"] for call in await sent_to(here, group.id)]
    assert all(one < two for one, two in pairwise(times))
    await asyncio.gather(*(person.say(group, "/deal") for person in people))
    await here.sees(people[0], group, "deal 1")
    assert (await here.table(group)).deal_number == 1
