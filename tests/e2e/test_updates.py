from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.deals import deal_of
from bot.tables.state import Phase
from tests.e2e.test_groups import sent_to
from tests.e2e.town import Town, running_bot, town

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.bot.store.servers import Process


async def actions(here: Town, group: Group) -> int:
    deal = deal_of(await here.table(group))
    assert deal is not None
    return len(deal.actions)


async def test_an_update_that_comes_twice_counts_once(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    await people[0].say(group, "/deal")
    await here.sees(people[0], group, "deal 1")
    asked = await here.asked(group, people)
    await here.press(asked, asked, "Pass")
    await here.rest()
    done, messages = await actions(here, group), len(await sent_to(here, group.id))
    last = here.behind.updates.box.confirmed
    for update in range(last - 6, last + 1):
        await here.telegram.repeat(update)
    await here.rest()
    assert await actions(here, group) == done
    assert len(await sent_to(here, group.id)) <= messages
    assert (await here.table(group)).deal_number == 1


@pytest.mark.logs_errors
async def test_an_update_that_cannot_be_read_stops_nobody(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    poison: list[dict[str, Any]] = [
        {"message": {"message_id": "x", "chat": 5}},
        {"callback_query": {"id": 1}},
        {"message": rich(group, people[0])},
        {
            "my_chat_member": {
                "chat": {"id": group.id, "type": "supergroup"},
                "new_chat_member": {"status": "queen"},
            }
        },
        {"something_new": {"from": {"id": people[0].id}}},
    ]
    for update in poison:
        await here.telegram.inject(update)
    await here.sit(group, people)
    await here.deal(group, people[0])
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT
    assert len(await here.store.setaside.latest(10)) >= 3


def rich(group: Group, person: Person) -> dict[str, Any]:
    return {
        "message_id": 77,
        "date": 1,
        "chat": {"id": group.id, "type": "supergroup", "title": "Friday"},
        "from": {"id": person.id, "is_bot": False, "first_name": "A"},
        "rich_message": {"blocks": [{"type": "hologram", "text": {"type": "smell"}}]},
    }


async def test_after_a_downtime_only_what_is_still_valid_counts_and_nobody_is_flooded(redis: Process) -> None:
    async with town(redis, bot=False, limits=True) as here:
        async with running_bot(here):
            group, people = await here.dealt("Anna", "Boris")
            asked = await here.asked(group, people)
            hand = await here.question(asked)
            await here.rest()
        done = await actions(here, group)
        for _ in range(10):
            await asked.press(asked, "Pass", key=hand.key, wait=0)
        for number in range(20):
            await people[number % 2].say(group, "/table")
        before = len(await sent_to(here, group.id))
        async with running_bot(here):
            await here.until("the first press has counted", lambda: counted(here, group, done))
            await here.rest()
            assert await actions(here, group) == done + 1
            assert len(await sent_to(here, group.id)) - before <= 6
            await here.inspect()


async def counted(here: Town, group: Group, done: int) -> bool:
    return await actions(here, group) > done


async def test_presses_that_telegram_has_dropped_meanwhile_are_missed_by_nobody(redis: Process) -> None:
    async with town(redis, bot=False) as here:
        async with running_bot(here):
            group, people = await here.dealt("Anna", "Boris")
            asked = await here.asked(group, people)
            hand = await here.question(asked)
            await here.rest()
        here.lost_answers = True
        await asked.press(asked, "Pass", key=hand.key, wait=0)
        await here.advance(600)
        async with running_bot(here):
            # Nobody is punished for the bot's own outage: the question stands, for a full turn.
            await here.rest()
            assert await actions(here, group) == 0
            await here.until("the clock runs anew", lambda: fresh(here, group))
            await here.play_out(group, people)
            await here.inspect()


async def fresh(here: Town, group: Group) -> bool:
    deadline = (await here.table(group)).deadline
    return deadline is not None and deadline > here.behind.clock.now() * 1000
