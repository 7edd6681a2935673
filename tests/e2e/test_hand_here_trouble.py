"""Hands in the group that get lost, come late or cannot be shown at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.sandbox.presses import Press
from tests.e2e.buttons import hand_presses
from tests.e2e.hands_here import (
    ELSEWHERE,
    HERE,
    bare,
    ephemeral_calls,
    forgotten,
    gone,
    hands_here,
    my_cards,
    press_here,
)
from tests.e2e.town import Town, running_bot, town

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Message, Person
    from tests.bot.store.servers import Process


async def test_a_lost_hand_comes_at_the_next_press(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    anna = people[0]
    await here.telegram.fault(method="sendMessage", chat=group.id, lost=True)
    assert HERE in await here.press(anna, group, "My cards")
    assert not await hands_here(anna, group)
    await here.button(anna, anna, "What now?")
    await my_cards(here, anna, group)


async def test_after_the_app_was_restarted_the_hand_comes_at_the_next_press(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    first = await here.asked(group, people)
    await my_cards(here, first, group)
    await first.restart_app()
    assert not await hands_here(first, group)
    await here.press(first, first, "Pass")
    await forgotten(here, first, group)
    tried = len(await ephemeral_calls(here, first))
    second = next(person for person in people if person is not first)
    await here.press(second, second, "Pass")
    await here.question(first)
    await here.rest()
    assert len(await ephemeral_calls(here, first)) == tried
    await my_cards(here, first, group)
    await press_here(here, first, group, "Pass")


@pytest.mark.parametrize(
    "fault",
    [
        {"status": 400, "description": "Bad Request: EPHEMERAL_NOT_SUPPORTED"},
        {"status": 404},
        {"status": 403},
        {"status": 500},
        {"retry_after": 1},
        {"drop": True},
    ],
    ids=str,
)
async def test_where_it_cannot_be_shown_the_press_says_where_the_cards_are(
    here: Town, fault: dict[str, Any]
) -> None:
    group, people = await here.dealt("Anna", "Boris")
    anna = people[0]
    before = {message.key for message in await anna.see(anna)}
    await here.rest()
    await here.telegram.fault(method="sendMessage", chat=group.id, **fault)
    table = await here.button(anna, group, "My cards")
    answer = await anna.press(group, "My cards", key=table.key)
    assert answer.alert
    assert ELSEWHERE in (answer.text or "")
    assert not await hands_here(anna, group)

    async def anew() -> bool:
        return any(message.key not in before and hand_presses(message) for message in await anna.see(anna))

    await here.until("the hand has come anew", anew)
    assert not (await here.table(group)).paused


async def test_a_press_that_waited_too_long_is_answered_all_the_same(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    anna = people[0]
    here.lost_answers = True
    table = await here.button(anna, group, "My cards")
    update = a_press(here, group, anna, table, seconds_ago=20)
    await here.telegram.inject(update)

    async def refused() -> list[str]:
        calls = await here.calls("sendMessage", chat_id=group.id)
        return [call["error"] for call in calls if not call["ok"]]

    assert await here.until("Telegram has refused", refused) == ["Bad Request: QUERY_ID_INVALID"]
    await here.rest()
    answers = await here.calls("answerCallbackQuery", callback_query_id=update["callback_query"]["id"])
    assert [ELSEWHERE in call["params"]["text"] for call in answers] == [True]


def a_press(
    here: Town, group: Group, person: Person, message: Message, *, seconds_ago: float
) -> dict[str, Any]:
    """A press of "My cards" as the bot gets it after it was away for a while."""
    posted = here.behind.world.chat(group.id).messages[message.key]
    data = next(
        button["callback_data"] for row in message.buttons for button in row if button["text"] == "My cards"
    )
    press = Press("77", person.id, group.id, message.key, here.behind.clock.now() - seconds_ago, data)
    here.behind.presses[press.id] = press
    user = here.behind.world.person(person.id).user()
    query = {"id": press.id, "from": user, "message": posted.body_copy(), "chat_instance": "1", "data": data}
    return {"callback_query": query}


async def test_a_bot_that_was_away_takes_up_the_hands_in_the_group_again(redis: Process) -> None:
    async with town(redis, bot=False) as here:
        async with running_bot(here):
            group, people = await here.dealt("Anna", "Boris")
            first = await here.asked(group, people)
            hand = await my_cards(here, first, group)
            await here.rest()
        async with running_bot(here):
            await here.press(first, first, "Look at my cards")

            async def looked() -> bool:
                cards = await bare(here, group, first)
                return any(all(card in one.text for card in cards) for one in await hands_here(first, group))

            await here.until("the hand in the group shows the cards", looked)
            assert [one.key for one in await hands_here(first, group)] == [hand.key]
            await here.play_out(group, people)
            await gone(here, first, group)


async def test_a_stale_button_in_the_group_is_answered_and_the_hand_goes(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    first = await here.asked(group, people)
    hand = await my_cards(here, first, group)
    old = next(press for label, press in hand_presses(hand) if label == "Pass")
    await here.telegram.fault(method="deleteEphemeralMessage", count=1, status=500)
    await here.play_out(group, people)
    await forgotten(here, first, group)
    assert await hands_here(first, group)  # the bot could not take it away
    answer = await first.forge(group, hand.key, old.pack())
    assert "out of date" in (answer.text or "")
    await gone(here, first, group)


async def test_a_hand_in_the_group_that_was_forgotten_is_kept_up_to_date_again_once_it_is_used(
    here: Town,
) -> None:
    group, people = await here.dealt("Anna", "Boris")
    first = await here.asked(group, people)
    second = next(person for person in people if person is not first)
    hand = await my_cards(here, first, group)
    await here.telegram.fault(method="editEphemeralMessageText", count=1, status=500)
    await here.press(first, first, "Look at my cards")
    await forgotten(here, first, group)
    await first.press(group, "Pass", key=hand.key)
    await here.press(second, second, "Pass")

    async def asked_again() -> bool:
        return any("Your turn to speak" in one.text for one in await hands_here(first, group))

    await here.until("it asks again", asked_again)
    assert [one.key for one in await hands_here(first, group)] == [hand.key]


async def test_after_a_migration_the_hand_comes_at_the_next_press(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", kind="group")
    await here.rest()
    first = await here.asked(group, people)
    await my_cards(here, first, group)
    await group.migrate()
    await forgotten(here, first, group)
    await my_cards(here, first, group)
    await press_here(here, first, group, "Pass")
    await here.play_out(group, people)
    await gone(here, first, group)


async def test_an_outage_of_these_messages_holds_up_nothing_else(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    for person in people:
        await my_cards(here, person, group)
    await here.telegram.fault(method="editEphemeralMessageText", count=None, hang=True)
    asked = await here.asked(group, people)
    await here.press(asked, asked, "Pass")
    await here.question(next(person for person in people if person is not asked))
    await here.telegram.no_faults()
    await here.play_out(group, people)
    edits = await here.calls("editEphemeralMessageText")
    assert len(edits) <= 2


async def test_within_limits_a_hand_in_the_group_takes_nothing_from_the_table(redis: Process) -> None:
    async with town(redis, limits=True) as here:
        people = await here.people("Anna", "Boris")
        group = await here.telegram.group("Friday", *people)
        await here.sit(group, people)
        await here.deal(group, people[0])
        for person in people:
            await my_cards(here, person, group)
        shown = 0

        async def often() -> bool:
            nonlocal shown
            shown += HERE in await here.press(people[0], group, "My cards")
            return shown > 20  # more than a group takes in a minute

        await here.until("the cards have been shown often", often)
        await here.play_out(group, people)
        assert not [call for call in await here.telegram.journal() if call["status"] == 429]
