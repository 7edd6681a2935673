from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.screens.cards import face
from bot.tables.deals import deal_of
from game import record
from game.actions import LOOK
from tests.e2e.secrecy import Leak

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town


async def a_deal(here: Town) -> tuple[Group, list[Person]]:
    group, people = await here.dealt("Anna", "Boris", "Clara")
    for person in people:
        await here.press(person, person, "Look at my cards")
    await here.rest()
    return group, people


async def hand_of(here: Town, group: Group, person: Person) -> list[str]:
    deal = deal_of(await here.table(group))
    assert deal is not None
    return [face(card) for card in deal.view(deal.seats.index(str(person.id))).hand or ()]


async def slip(here: Town, chat: int, text: str) -> None:
    """Send with the bot's own token what the bot would not."""
    url = f"{here.settings.telegram_api_url}/bot{here.settings.bot_token.get_secret_value()}/sendMessage"
    async with aiohttp.ClientSession() as session:
        await session.post(url, json={"chat_id": chat, "text": text})


async def noticed(here: Town, what: str) -> None:
    """Fail unless the inspection of the town finds a leak; then it needs no other."""
    with pytest.raises(Leak, match=what):
        await here.inspect()
    here.leaks = True


async def test_a_hand_in_the_group_would_be_noticed(here: Town) -> None:
    group, people = await a_deal(here)
    await slip(here, group.id, f"Frap, deal 1: {(await hand_of(here, group, people[1]))[0]}")
    await noticed(here, "was shown")


async def test_a_card_shown_to_another_player_would_be_noticed(here: Town) -> None:
    group, people = await a_deal(here)
    await slip(here, people[0].id, f"Frap, deal 1: {(await hand_of(here, group, people[1]))[0]}")
    await noticed(here, "was shown")


async def test_a_card_shown_before_it_is_played_would_be_noticed_though_it_is_played_later(
    here: Town,
) -> None:
    group, people = await a_deal(here)
    card = (await hand_of(here, group, people[1]))[0]
    await slip(here, group.id, f"Frap, deal 1: {card}")
    await here.play_out(group, people)
    await noticed(here, "was shown")


async def test_a_hand_that_lies_face_down_is_nobodys_not_even_its_holders(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    await here.rest()
    deal = deal_of(await here.table(group))
    assert deal is not None
    mine = record.load(record.dump(deal)).apply(deal.seats.index(str(people[0].id)), LOOK)[0]
    hand = mine.view(deal.seats.index(str(people[0].id))).hand
    assert hand
    await slip(here, people[0].id, f"Frap, deal 1: {' '.join(face(card) for card in hand)}")
    await noticed(here, "was shown")


async def test_a_seed_before_its_deal_is_over_would_be_noticed(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    await slip(here, group.id, (await here.table(group)).seed)
    await noticed(here, "a seed")


async def test_ones_own_cards_and_what_lies_on_the_table_are_no_secret(here: Town) -> None:
    group, people = await a_deal(here)
    await slip(here, people[1].id, f"Frap, deal 1: {' '.join(await hand_of(here, group, people[1]))}")
    deal = deal_of(await here.table(group))
    assert deal is not None
    await slip(here, group.id, f"Frap, deal 1: {face(deal.view(None).indicator)}")


async def test_asking_around_tells_nobody_a_card(here: Town) -> None:
    group, people = await a_deal(here)
    outsider = (await here.people("Olga"))[0]
    await group.join(outsider)
    for label in ("My cards", "Shuffle"):
        answer = await here.press(outsider, group, label)
        assert answer
    await outsider.say(group, "/hand")
    await here.sees(outsider, group, "You have no cards in this deal")
    await outsider.say(outsider, "/hand")
    await here.sees(outsider, outsider, "You have no cards in this deal")
    for person in people:
        await person.say(group, "/hand")
        await here.until("the hand stands below", partial(below, person))
        await person.say(person, "/hand")
    await here.play_out(group, people)
    for label in ("Course of the deal", "Check the shuffle", "Score"):
        await here.press(outsider, group, label)
    await here.sees(outsider, group, "Seed, opened after it")
    await here.inspect()
    assert here.cards_shown > 10


async def below(person: Person) -> bool:
    return any("deal 1" in message.text for message in (await person.see(person))[-2:])
