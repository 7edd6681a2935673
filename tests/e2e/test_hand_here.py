"""One's own cards in the group itself, which nobody else there sees."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.screens.buttons import HandPress, HandVerb
from bot.tables.state import Phase, Table
from tests.e2e.buttons import hand_presses
from tests.e2e.hands_here import (
    ELSEWHERE,
    bare,
    ephemeral_calls,
    forgotten,
    gone,
    hands_among,
    hands_here,
    my_cards,
    press_here,
)
from tests.e2e.secrecy import Leak

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town


@pytest.mark.parametrize("bot", ["member", "administrator"])
async def test_a_whole_deal_is_played_in_the_group_and_nobody_else_sees_a_card(here: Town, bot: str) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara", bot=bot)
    outsider = (await here.people("Olga"))[0]
    await group.join(outsider)
    for person in people:
        await my_cards(here, person, group)
        await press_here(here, person, group, "Look at my cards")

    async def shows_cards(person: Person) -> bool:
        cards = await bare(here, group, person)
        return any(all(card in one.text for card in cards) for one in await hands_here(person, group))

    for person in people:
        await here.until("the hand in the group shows the cards", partial(shows_cards, person))

    async def over() -> Table | None:
        for person in people:
            for message in await hands_here(person, group):
                offered = [
                    label
                    for label, press in hand_presses(message)
                    if press.verb not in {HandVerb.NOW, HandVerb.MARK, HandVerb.BACK}
                ]
                if offered:
                    assert (await person.press(group, offered[0], key=message.key)).answered
        table = await here.table(group)
        return table if table.phase is not Phase.DEAL else None

    await here.until("the deal is over", over, patience=60)
    for person in people:
        await gone(here, person, group)
        await forgotten(here, person, group)
        await here.sees(person, person, "The deal is over")  # the place of record
    assert not hands_among(await outsider.seen())
    for person in people:
        shown = hands_among(await person.seen())
        assert shown
        assert all(one["only_me"] for one in shown)


async def test_the_private_hand_and_the_one_in_the_group_agree(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    first = await here.asked(group, people)
    second = next(person for person in people if person is not first)
    for person in people:
        await my_cards(here, person, group)
    await here.press(first, first, "Pass")
    await press_here(here, second, group, "Pass")

    async def agree(person: Person) -> bool:
        mine = [message for message in await person.see(person) if hand_presses(message)]
        here_too = await hands_here(person, group)
        labels = {label for label in mine[-1].labels if label != "To the table"} if mine else set()
        return (
            len(mine) == len(here_too) == 1
            and labels == set(here_too[0].labels)
            and mine[0].text == here_too[0].text
        )

    for person in people:
        await here.until("both show the same", partial(agree, person))


async def test_a_command_that_nobody_sees_shows_the_cards_in_the_group(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    await people[1].say(group, "/hand")

    async def shown() -> bool:
        return len(await hands_here(people[1], group)) == 1

    await here.until("the cards are there", shown)
    await press_here(here, people[1], group, "Look at my cards")
    assert not hands_among(await people[0].seen())


async def test_nobody_plays_from_another_persons_hand(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    first = await here.asked(group, people)
    second = next(person for person in people if person is not first)
    hand = await my_cards(here, first, group)
    other = await my_cards(here, second, group)
    press = next(press for label, press in hand_presses(hand) if label == "Pass")
    before = (await here.table(group)).deal
    answer = await second.forge(group, other.key, press.pack())
    assert "not your turn" in (answer.text or "")
    assert (await here.table(group)).deal == before


async def test_only_buttons_of_a_hand_do_something_in_it(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    anna = people[0]
    hand = await my_cards(here, anna, group)
    number = (await here.table(group)).number
    public = {message.key for message in await people[1].see(group)}
    forged = [f"t:{group.id}:0:{number}:{verb}:" for verb in ("score", "hand", "rules", "check", "stand")]
    lost = HandPress(group=group.id, thread=0, number=number, deal=1, turn=0, verb=HandVerb.PACK)
    for data in (*forged, "m:help:", "m:mine:cards=private", "m:set:unit=chips", lost.pack(), "h:", "x"):
        answer = await anna.forge(group, hand.key, data)
        assert answer.text, data
    await here.rest()
    assert {message.key for message in await people[1].see(group)} == public
    assert len((await here.table(group)).seats) == 2


async def test_whoever_wants_their_cards_in_private_only_has_them_there(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    anna = people[0]
    await my_cards(here, anna, group)
    await anna.say(anna, "/settings")
    await here.press(anna, anna, "My cards: in both")
    await here.press(anna, anna, "in this chat")
    await here.button(anna, anna, "My cards: in this chat")
    await gone(here, anna, group)
    assert await here.press(anna, group, "My cards") == "Your cards are in our private chat."
    await anna.say(group, "/hand")
    await here.sees(anna, group, "Your cards are in our private chat.")
    assert not await hands_here(anna, group)
    await here.press(anna, anna, "My cards: in this chat")
    await here.press(anna, anna, "in both")
    await here.button(anna, anna, "My cards: in both")
    await my_cards(here, anna, group)


async def test_who_leaves_takes_no_cards_along(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara", bot="administrator")
    for person in people:
        await my_cards(here, person, group)
    await here.press(people[1], group, "Stand up")
    await gone(here, people[1], group)
    answer = await people[1].press(group, "My cards")
    assert ELSEWHERE in (answer.text or "")
    await group.leave(people[2])
    await forgotten(here, people[2], group)
    tried = len(await ephemeral_calls(here, people[2]))
    await here.play_out(group, people[:1])
    assert len(await ephemeral_calls(here, people[2])) == tried


async def test_in_a_topic_the_hand_stands_in_it(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people, topics=("Cards", "Other"))
    cards = group.topics["Cards"]
    await here.sit(group, people, thread=cards)
    await here.deal(group, people[0])
    await here.question(await here.asked(group, people, thread=cards))
    for person in people:
        hand = await my_cards(here, person, group)
        assert hand.thread == cards
    assert (await here.play_out(group, people, thread=cards)).phase is Phase.PAYOUT
    for person in people:
        await gone(here, person, group)


async def test_a_table_that_closes_takes_the_hands_away(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    for person in people:
        await my_cards(here, person, group)
    await people[0].say(group, "/close")
    await here.press(people[0], group, "Yes, close")
    for person in people:
        await gone(here, person, group)


async def slip(here: Town, group: Group, receiver: Person, text: str, **more: object) -> None:
    """Show with the bot's own token what the bot would not."""
    url = f"{here.settings.telegram_api_url}/bot{here.settings.bot_token.get_secret_value()}/sendMessage"
    body = {
        "chat_id": group.id,
        "text": text,
        "ephemeral_message_parameters": {"receiver_user_id": receiver.id},
    }
    async with aiohttp.ClientSession() as session:
        await session.post(url, json=body | more)


@pytest.mark.parametrize("bot", ["member", "administrator"])
async def test_a_hand_shown_to_another_would_be_noticed_even_where_telegram_refuses_it(
    here: Town, bot: str
) -> None:
    group, people = await here.dealt("Anna", "Boris", bot=bot)
    for person in people:
        await here.press(person, person, "Look at my cards")
    await here.rest()
    cards = " ".join(await bare(here, group, people[0]))
    await slip(here, group, people[0], f"Frap, deal 1: {cards}")
    await here.inspect()
    await slip(here, group, people[1], f"Frap, deal 1: {cards}")
    with pytest.raises(Leak, match="was shown"):
        await here.inspect()
    here.leaks = True
