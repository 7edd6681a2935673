from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.screens.buttons import TableVerb
from bot.tables.state import Phase
from tests.e2e.buttons import live_tables
from tests.e2e.test_groups import sent_to

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town

MINUTE = 60


async def a_forum(here: Town, *names: str) -> tuple[Group, list[Person], int]:
    people = await here.people(*names)
    group = await here.telegram.group("Friday", *people, topics=("Cards", "Other"))
    return group, people, group.topics["Cards"]


async def threads(here: Town, group: Group) -> list[Any]:
    calls = await sent_to(here, group.id)
    return [call["params"].get("message_thread_id") for call in calls if call["method"] == "sendMessage"]


async def is_paused(here: Town, group: Group, thread: int) -> bool:
    return (await here.table(group, thread)).paused


async def test_all_that_is_said_in_a_topic_stays_there(here: Town) -> None:
    group, people, cards = await a_forum(here, "Anna", "Boris")
    await here.rest()
    welcome = len(await threads(here, group))
    await people[0].say(group, "/deal", thread=cards)
    await here.sees(people[0], group, "There is no table here")
    await here.sit(group, people, thread=cards)
    await here.deal(group, people[0])
    asked = await here.asked(group, people, thread=cards)
    await here.question(asked)
    await here.advance(61)
    await here.play_out(group, people, thread=cards)
    for label in ("Course of the deal", "Check the shuffle", "Score", "Table rules"):
        await here.press(people[0], group, label)
        await here.rest()
    for word in ("/help", "/rules", "/score", "/cut x", "/table", "/hand"):
        await people[1].say(group, word, thread=cards)
        await here.rest()
    await here.advance(21 * MINUTE)
    await here.sees(people[0], group, "unless somebody plays")
    await here.advance(6 * MINUTE)
    await here.sees(people[0], group, "The table closed by itself")
    assert set((await threads(here, group))[welcome:]) == {str(cards)}


async def test_each_topic_has_a_table_of_its_own_and_general_goes_without_a_number(here: Town) -> None:
    group, people, cards = await a_forum(here, "Anna", "Boris")
    await here.sit(group, people[:1], thread=cards)
    await here.sit(group, people[1:], "khrap")
    await here.sees(people[0], group, "1. Boris · hosts the table")
    assert (await here.table(group, cards)).game == "frap"
    assert (await here.table(group)).game == "khrap"
    sent = [
        call for call in await sent_to(here, group.id) if "Khrap · ante" in call["params"].get("text", "")
    ]
    assert sent
    assert all("message_thread_id" not in call["params"] for call in sent)
    tables = live_tables(await people[0].see(group))
    assert {message.thread for message in tables} == {None, cards}
    topic = next(message for message in tables if message.thread == cards)
    await people[1].press(group, "Sit down", key=topic.key)
    await here.until("both sit in the topic", lambda: both_sit(here, group, cards))
    assert len((await here.table(group)).seats) == 1


async def both_sit(here: Town, group: Group, thread: int) -> bool:
    return len((await here.table(group, thread)).seats) == 2


async def test_a_closed_topic_pauses_its_table_alone_until_it_is_open_again(here: Town) -> None:
    group, people, cards = await a_forum(here, "Anna", "Boris", "Clara", "Dora")
    other = group.topics["Other"]
    await here.sit(group, people[:2], thread=cards)
    await here.deal(group, people[0])
    await here.play_out(group, people, thread=cards)
    await people[2].say(group, "/frap", thread=other)
    await here.sees(people[2], group, "1. Clara · hosts the table")
    await group.close_topic(cards)
    await here.press(people[0], group, "Deal")
    await here.until("the table waits", lambda: is_paused(here, group, cards))
    await here.rest()
    tried = len(await sent_to(here, group.id, tried=True))
    await here.advance(10 * MINUTE)
    await here.rest()
    assert len(await sent_to(here, group.id, tried=True)) == tried
    elsewhere = next(m for m in live_tables(await people[3].see(group)) if m.thread == other)
    await people[3].press(group, "Sit down", key=elsewhere.key)
    await here.sees(people[2], group, "2. Dora")
    await group.close_topic(cards, closed=False)
    await here.telegram.inject(reopened(group, people[0], cards))
    await here.until("the clock runs again", lambda: runs(here, group, cards))
    assert (await here.play_out(group, people, thread=cards)).phase is Phase.PAYOUT

    async def paid_out() -> bool:
        shown = [m for m in await people[0].see(group) if m.thread == cards and "deal 2" in m.text]
        return bool(shown) and "Next dealer" in shown[-1].text

    await here.until("the topic sees what the second deal came to", paid_out)


def reopened(group: Group, by: Person, thread: int) -> dict[str, Any]:
    """The service message that Telegram sends then."""
    return {
        "message": {
            "message_id": 999_999,
            "date": 1,
            "chat": {"id": group.id, "type": "supergroup", "title": group.title, "is_forum": True},
            "from": {"id": by.id, "is_bot": False, "first_name": by.name},
            "message_thread_id": thread,
            "is_topic_message": True,
            "forum_topic_reopened": {},
        }
    }


async def runs(here: Town, group: Group, thread: int) -> bool:
    return (await here.table(group, thread)).deadline is not None


async def test_a_topic_that_was_deleted_pauses_its_table_for_good(here: Town) -> None:
    group, people, cards = await a_forum(here, "Anna", "Boris")
    await here.sit(group, people, thread=cards)
    await here.deal(group, people[0])
    await here.question(await here.asked(group, people, thread=cards))
    chat = here.behind.world.chat(group.id)
    del chat.topics[cards]
    for posted in [one for one in chat.messages.values() if one.body.get("message_thread_id") == cards]:
        del chat.messages[posted.key]
    asked = await here.asked(group, people, thread=cards)
    await here.press(asked, asked, "Pass")
    await here.until("the table waits", lambda: is_paused(here, group, cards))
    await here.rest()
    tried = len(await sent_to(here, group.id, tried=True))
    await here.advance(60 * MINUTE)
    await here.rest()
    assert len(await sent_to(here, group.id, tried=True)) == tried
    await here.sit(group, people, "khrap")
    await here.deal(group, people[0])
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT


async def test_a_forged_page_of_the_rules_does_not_stop_the_table(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    table = await here.button(people[1], group, "Table rules")
    number = (await here.table(group)).number
    for page in ("nothing", "ante=5", "x" * 20, "done", "players", "close", ""):
        data = f"t:{group.id}:0:{number}:{TableVerb.RULES}:{page.replace(':', '')}"
        answer = await people[1].forge(group, table.key, data)
        assert answer.answered, page
        await here.rest()
    await here.deal(group, people[0])
    await here.sees(people[0], group, "deal 1")
