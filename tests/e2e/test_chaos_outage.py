"""Redis or Telegram is away for a while: nobody loses by it, and nothing has to be started again."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.state import Phase
from tests.e2e.steady import play_deal, question
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.bot.store.servers import Process

MINUTE = 60.0


async def nothing() -> None:
    return


async def dealt(here: Town) -> tuple[Group, list[Person]]:
    people = await here.people("Anna", "Boris", "Clara")
    group = await here.telegram.group("Cards", *people)
    await here.sit(group, people)
    await here.deal(group, people[0])
    await here.asked(group, people)
    await here.rest()
    return group, people


async def asked_person(here: Town, group: Group, people: list[Person]) -> Person:
    asked = question(await here.table(group))
    assert asked is not None
    return next(person for person in people if str(person.id) == asked[0])


async def test_while_redis_hangs_a_press_is_answered_and_then_the_deal_goes_on(redis: Process) -> None:
    async with town(redis) as here:
        group, people = await dealt(here)
        player = await asked_person(here, group, people)
        hand = await here.question(player)
        redis.kill(signal.SIGSTOP)
        try:
            answer = await player.press(player, "Pass", key=hand.key, wait=20)
        finally:
            redis.resume()
        assert answer.answered
        assert answer.alert
        await play_deal(here, group, people, nothing)


@pytest.mark.parametrize(
    "fault",
    [{"status": 502}, {"garbage": True}, {"drop": True}, {"garbage_after": True}, {"drop_after": True}],
    ids=lambda fault: next(iter(fault)),
)
async def test_while_telegram_fails_nobody_misses_a_turn(redis: Process, fault: dict[str, object]) -> None:
    async with town(redis) as here:
        people = await here.people("Anna", "Boris", "Clara")
        group = await here.telegram.group("Cards", *people)
        await here.sit(group, people)
        for method in ("sendMessage", "editMessageText"):
            await here.telegram.fault(method=method, count=None, **fault)
        await people[0].press(group, "Deal")
        await here.until("it deals", lambda: phase(here, group, Phase.DEAL))
        await here.advance(5 * MINUTE)
        await here.rest()
        table = await here.table(group)
        assert question(table) is not None
        assert not any(seat.missed for seat in table.seats), "nobody was asked yet"
        await here.telegram.no_faults()
        await play_deal(here, group, people, nothing)
        assert not any(seat.missed for seat in (await here.table(group)).seats)


async def test_a_message_that_hangs_holds_up_neither_the_other_messages_nor_the_deal(redis: Process) -> None:
    async with town(redis) as here:
        group, people = await dealt(here)
        await here.telegram.fault(method="editMessageText", chat=group.id, count=1, hang=True)
        await play_deal(here, group, people, nothing)
        calls = await here.calls()
        hung = next(place for place, call in enumerate(calls) if call.get("error") == "hung")
        given_up = next(
            (place for place, call in enumerate(calls) if place > hung and edits(call, group)), len(calls)
        )
        meanwhile = calls[hung:given_up]
        assert len([call for call in meanwhile if call["method"] == "sendMessage"]) > 5
        assert len([call for call in meanwhile if call["method"] == "answerCallbackQuery"]) > 5


def edits(call: dict[str, Any], group: Group) -> bool:
    return bool(call["method"] == "editMessageText" and call["params"].get("chat_id") == str(group.id))


async def phase(here: Town, group: Group, wanted: Phase) -> bool:
    return (await here.table(group)).phase is wanted
