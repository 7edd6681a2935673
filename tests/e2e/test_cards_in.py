"""Where a person wants to look at their cards; the private chat stays the place of record."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.state import CardsIn, Phase
from bot.texts import Texts
from tests.e2e.buttons import hand_presses, press_something
from tests.e2e.hands_here import forgotten, gone, hands_here, my_cards, press_here

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town


async def looks_in(here: Town, person: Person, where: CardsIn, language: str = "en") -> None:
    """Choose it in the settings."""
    t = Texts(language)
    names = {
        CardsIn.PRIVATE: t("in this chat"),
        CardsIn.GROUP: t("in the group"),
        CardsIn.BOTH: t("in both"),
    }
    await person.say(person, "/settings")
    await here.press(person, person, f"{t('My cards')}: {t('in both')}")
    page = await here.button(person, person, names[where])
    for sentence in ("In this chat: never in the group.", "In both: in the group as well, and always here."):
        assert t(sentence) in page.text
    await here.press(person, person, names[where])
    await here.button(person, person, f"{t('My cards')}: {names[where]}")


async def to_chat(here: Town, person: Person) -> list[dict[str, Any]]:
    """What was sent or edited in the person's private chat, of hands."""
    return [
        call
        for call in await here.telegram.journal()
        if call["method"] in {"sendMessage", "editMessageText"}
        and str(call["params"]["chat_id"]) == str(person.id)
        and "deal" in str(call["params"].get("text"))
    ]


async def rung(here: Town, person: Person, skip: int) -> bool:
    """Whether a hand with a sound has come, past so many."""
    new = (await to_chat(here, person))[skip:]
    return any(
        call["method"] == "sendMessage" and call["params"].get("disable_notification") != "true"
        for call in new
    )


async def dealt_to_both(here: Town) -> tuple[Group, Person, Person]:
    """A deal in which the first to act looks at their cards in the group alone; gives them first."""
    group, people = await here.dealt("Anna", "Boris")
    asked = await here.asked(group, people)
    other = next(person for person in people if person is not asked)
    await looks_in(here, asked, CardsIn.GROUP)
    await my_cards(here, asked, group)
    await here.rest()
    return group, asked, other


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_each_place_is_explained_and_kept(here: Town, language: str) -> None:
    person = await here.telegram.person("Анна", language=language, started=True)
    await looks_in(here, person, CardsIn.GROUP, language)
    assert (await here.store.people.get(person.id)).cards_in is CardsIn.GROUP
    await here.rest()
    answer = await person.forge(person, (await person.see(person))[-1].key, "m:mine:cards=nowhere")
    assert answer.answered
    assert (await here.store.people.get(person.id)).cards_in is CardsIn.GROUP


async def test_while_a_hand_is_seen_in_the_group_the_private_chat_is_left_alone(here: Town) -> None:
    group, one, other = await dealt_to_both(here)
    before = await to_chat(here, one)
    chance = random.Random(7)

    async def over() -> bool:
        await press_something(other, chance)
        for message in await hands_here(one, group):
            offered = [label for label, press in hand_presses(message) if press.turn]
            if offered:
                await one.press(group, chance.choice(offered), key=message.key)
        if (await here.table(group)).phase is not Phase.DEAL:
            return True
        assert await to_chat(here, one) == before
        return False

    await here.until("the deal is over", over, patience=40)
    await gone(here, one, group)
    await here.sees(one, one, "The deal is over.")
    after = (await to_chat(here, one))[len(before) :]
    assert [call["method"] for call in after] == ["editMessageText"]
    await here.deal(group, other if (await here.table(group)).owner == str(other.id) else one)
    await here.asked(group, [one, other])
    await here.sees(one, one, "deal 2")


async def test_a_hand_that_is_lost_in_the_group_is_in_the_private_chat_at_once(here: Town) -> None:
    group, one, other = await dealt_to_both(here)
    await press_here(here, one, group, "Pass")
    await here.rest()
    before = await to_chat(here, one)
    await here.telegram.fault(
        method="editEphemeralMessageText", count=1, status=400, description="Bad Request: message not found"
    )
    await here.press(other, other, "Pass")
    await here.until("it rings in the private chat", partial(rung, here, one, len(before)))
    await forgotten(here, one, group)
    await here.press(one, one, "Pass")


async def test_a_question_that_nobody_answers_in_the_group_is_put_in_the_private_chat(here: Town) -> None:
    group, one, other = await dealt_to_both(here)
    await press_here(here, one, group, "Pass")
    await here.press(other, other, "Pass")
    before = await to_chat(here, one)
    await here.asked(group, [one])
    await here.rest()
    assert await to_chat(here, one) == before
    await here.advance(21)
    await here.until("it rings in the private chat", partial(rung, here, one, len(before)))
    await here.press(one, one, "Pass")
    await gone(here, one, group)
    assert (await here.play_out(group, [one, other])).phase is Phase.PAYOUT


async def test_whoever_presses_in_the_private_chat_sees_their_cards_there_again(here: Town) -> None:
    group, one, other = await dealt_to_both(here)
    stale = await here.question(one)
    await press_here(here, one, group, "Pass")
    await here.rest()
    answer = await one.press(one, "Pass", key=stale.key)
    assert answer.text
    await gone(here, one, group)
    await here.sees(one, one, "You have passed.")
    assert (await here.play_out(group, [one, other])).phase is Phase.PAYOUT


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_while_the_bot_is_out_of_the_group_hands_say_that_the_table_waits(
    here: Town, language: str
) -> None:
    t = Texts(language)
    waits = t("⏸ The table waits: I cannot write in the group now.")
    people = [await here.telegram.person(name, language=language, started=True) for name in ("Анна", "Борис")]
    group = await here.telegram.group("Пятница", *people)
    await people[0].say(group, "/frap")
    await here.press(people[1], group, t("Sit down"))
    await here.press(people[0], group, t("Deal"))
    asked = await here.asked(group, people)
    await here.question(asked, t("Pass"))
    await group.set_bot("kicked")
    for person in people:
        await here.sees(person, person, waits)
    other = next(person for person in people if person is not asked)
    await here.press(asked, asked, t("Pass"))
    await here.question(other, t("Pass"))
    await group.set_bot("member")

    async def goes_on() -> bool:
        seen = [message for person in people for message in await person.see(person)]
        return not any(waits in message.text for message in seen)

    await here.until("no hand says so any more", goes_on)
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT
