"""One's own cards in the group itself, which nobody else there sees."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from bot.sandbox.presses import Press
from bot.screens.buttons import HandPress, HandVerb
from bot.screens.cards import face
from bot.tables.deals import deal_of
from bot.tables.state import Phase, Table, TableKey
from tests.e2e.secrecy import Leak
from tests.e2e.town import Town, hand_presses, pressable, running_bot, town

if TYPE_CHECKING:
    from bot.sandbox.person import Answer, Group, Message, Person
    from tests.bot.store.servers import Process

HERE = "Here are your cards"
ELSEWHERE = "they are in our private chat"


async def a_deal(
    here: Town, *names: str, bot: str = "member", kind: str = "supergroup"
) -> tuple[Group, list[Person]]:
    people = await here.people(*names)
    group = await here.telegram.group("Friday", *people, bot=bot, kind=kind)
    await here.sit(group, people)
    await here.deal(group, people[0])
    await here.question(await here.asked(group, people))
    return group, people


async def hands_here(person: Person, group: Group) -> list[Message]:
    return [message for message in await person.see(group) if message.only_me and hand_presses(message)]


async def my_cards(here: Town, person: Person, group: Group) -> Message:
    """Press the button, and wait for the one hand that this brings."""
    before = {message.key for message in await hands_here(person, group)}
    assert HERE in await here.press(person, group, "My cards")

    async def alone() -> Message | None:
        found = await hands_here(person, group)
        return found[0] if len(found) == 1 and found[0].key not in before else None

    found: Message = await here.until(f"{person.name} has one hand in the group", alone)
    return found


async def press_here(here: Town, person: Person, group: Group, label: str) -> Answer:
    """Press a button of the hand in the group as soon as it is there."""

    async def offered() -> str | None:
        return next((m.key for m in await hands_here(person, group) if label in pressable(m)), None)

    key: str = await here.until(f"{person.name} has {label!r} in the group", offered)
    answer = await person.press(group, label, key=key)
    assert answer.answered
    return answer


async def gone(here: Town, person: Person, group: Group) -> None:
    async def none_left() -> bool:
        return not await hands_here(person, group)

    await here.until(f"{person.name} has no hand in the group any more", none_left)


async def forgotten(here: Town, person: Person, group: Group, thread: int = 0) -> None:
    key = TableKey(await here.store.groups.home(group.id), thread)

    async def unknown() -> bool:
        return f"here:{person.id}" not in await here.store.screens.load(key)

    await here.until("the hand in the group is forgotten", unknown)


async def bare(here: Town, group: Group, person: Person, thread: int = 0) -> list[str]:
    deal = deal_of(await here.table(group, thread))
    assert deal is not None
    return [face(card) for card in deal.view(deal.seats.index(str(person.id))).hand or ()]


def hands_among(seen: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What shows buttons of a hand in a group."""
    return [
        one
        for one in seen
        if one["chat"] < 0
        and any(
            str(button.get("callback_data", "")).startswith("h:")
            for row in one.get("reply_markup", {}).get("inline_keyboard", [])
            for button in row
        )
    ]


async def ephemeral_calls(here: Town, person: Person) -> list[dict[str, Any]]:
    return [
        call
        for call in await here.telegram.journal()
        if str(call["params"].get("receiver_user_id")) == str(person.id)
        or f'"receiver_user_id":{person.id}'
        in str(call["params"].get("ephemeral_message_parameters")).replace(" ", "")
    ]


@pytest.mark.parametrize("bot", ["member", "administrator"])
async def test_a_whole_deal_is_played_in_the_group_and_nobody_else_sees_a_card(here: Town, bot: str) -> None:
    group, people = await a_deal(here, "Anna", "Boris", "Clara", bot=bot)
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
    group, people = await a_deal(here, "Anna", "Boris")
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
    group, people = await a_deal(here, "Anna", "Boris")
    await people[1].say(group, "/hand")

    async def shown() -> bool:
        return len(await hands_here(people[1], group)) == 1

    await here.until("the cards are there", shown)
    await press_here(here, people[1], group, "Look at my cards")
    assert not hands_among(await people[0].seen())


async def test_a_lost_hand_comes_at_the_next_press(here: Town) -> None:
    group, people = await a_deal(here, "Anna", "Boris")
    anna = people[0]
    await here.telegram.fault(method="sendMessage", chat=group.id, lost=True)
    assert HERE in await here.press(anna, group, "My cards")
    assert not await hands_here(anna, group)
    await here.button(anna, anna, "What now?")
    await my_cards(here, anna, group)


async def test_after_the_app_was_restarted_the_hand_comes_at_the_next_press(here: Town) -> None:
    group, people = await a_deal(here, "Anna", "Boris")
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
    group, people = await a_deal(here, "Anna", "Boris")
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
    group, people = await a_deal(here, "Anna", "Boris")
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
            group, people = await a_deal(here, "Anna", "Boris")
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
    group, people = await a_deal(here, "Anna", "Boris")
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
    group, people = await a_deal(here, "Anna", "Boris")
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


async def test_nobody_plays_from_another_persons_hand(here: Town) -> None:
    group, people = await a_deal(here, "Anna", "Boris")
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
    group, people = await a_deal(here, "Anna", "Boris")
    anna = people[0]
    hand = await my_cards(here, anna, group)
    number = (await here.table(group)).number
    public = {message.key for message in await people[1].see(group)}
    forged = [f"t:{group.id}:0:{number}:{verb}:" for verb in ("score", "hand", "rules", "check", "stand")]
    lost = HandPress(group=group.id, thread=0, number=number, deal=1, turn=0, verb=HandVerb.PACK)
    for data in (*forged, "m:help:", "m:mine:cards=off", "m:set:unit=chips", lost.pack(), "h:", "x"):
        answer = await anna.forge(group, hand.key, data)
        assert answer.text, data
    await here.rest()
    assert {message.key for message in await people[1].see(group)} == public
    assert len((await here.table(group)).seats) == 2


async def test_whoever_wants_their_cards_in_private_only_has_them_there(here: Town) -> None:
    group, people = await a_deal(here, "Anna", "Boris")
    anna = people[0]
    await my_cards(here, anna, group)
    await anna.say(anna, "/settings")
    await here.press(anna, anna, "My cards: in the group, too")
    await here.press(anna, anna, "in this chat only")
    await here.button(anna, anna, "My cards: in this chat only")
    await gone(here, anna, group)
    assert await here.press(anna, group, "My cards") == "Your cards are in our private chat."
    await anna.say(group, "/hand")
    await here.sees(anna, group, "Your cards are in our private chat.")
    assert not await hands_here(anna, group)
    await here.press(anna, anna, "My cards: in this chat only")
    await here.press(anna, anna, "in the group, too")
    await here.button(anna, anna, "My cards: in the group, too")
    await my_cards(here, anna, group)


async def test_who_leaves_takes_no_cards_along(here: Town) -> None:
    group, people = await a_deal(here, "Anna", "Boris", "Clara", bot="administrator")
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


async def test_after_a_migration_the_hand_comes_at_the_next_press(here: Town) -> None:
    group, people = await a_deal(here, "Anna", "Boris", kind="group")
    await here.rest()
    first = await here.asked(group, people)
    await my_cards(here, first, group)
    await group.migrate()
    await forgotten(here, first, group)
    await my_cards(here, first, group)
    await press_here(here, first, group, "Pass")
    await here.play_out(group, people)
    await gone(here, first, group)


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
    group, people = await a_deal(here, "Anna", "Boris")
    for person in people:
        await my_cards(here, person, group)
    await people[0].say(group, "/close")
    await here.press(people[0], group, "Yes, close")
    for person in people:
        await gone(here, person, group)


async def test_an_outage_of_these_messages_holds_up_nothing_else(here: Town) -> None:
    group, people = await a_deal(here, "Anna", "Boris")
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
    group, people = await a_deal(here, "Anna", "Boris", bot=bot)
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
