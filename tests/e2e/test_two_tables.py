"""Somebody who sits at two tables of one group at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town


async def test_one_cut_is_for_every_table_that_waits(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people, topics=("Cards", "More cards"))
    threads = list(group.topics.values())
    for thread in threads:
        await here.sit(group, people, thread=thread)
    anna = people[0]
    await anna.say(anna, "/cut by the lake")
    await here.sees(anna, anna, "Your words go into the next shuffle")
    cuts = [(await here.table(group, thread)).cuts for thread in threads]
    assert cuts == [((str(anna.id), "by the lake"),)] * 2


async def test_hands_of_two_topics_are_told_apart_by_their_names(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people, topics=("Cards", "More cards"))
    for name, thread in group.topics.items():
        await here.telegram.inject({"message": began(group, people[0], thread, name)})
        await here.sit(group, people, thread=thread)
        await people[0].say(group, "/deal", thread=thread)
        await here.asked(group, people, thread=thread)
    for name in group.topics:
        await here.sees(people[1], people[1], f"“{name} · Friday”")
    await here.telegram.inject({"message": began(group, people[0], group.topics["Cards"], "Old", "edited")})
    await here.sees(people[1], people[1], "“Old · Friday”")


async def test_an_older_topic_tells_its_name_when_a_table_opens_there(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people, topics=("Cards",))
    thread = group.topics["Cards"]
    first = began(group, people[0], thread, "Cards")
    word = {key: value for key, value in first.items() if key != "forum_topic_created"}
    entity = {"type": "bot_command", "offset": 0, "length": 5}
    word |= {"message_id": 901, "text": "/frap", "entities": [entity], "reply_to_message": first}
    await here.telegram.inject({"message": word})
    await here.press(people[1], group, "Sit down")
    await here.deal(group, people[0])
    await here.sees(people[1], people[1], "“Cards · Friday”")


def began(group: Group, by: Person, thread: int, name: str, how: str = "created") -> dict[str, Any]:
    """The service message with which a topic begins, or gets another name."""
    return {
        "message_id": thread,
        "date": 1,
        "chat": {"id": group.id, "type": "supergroup", "title": group.title, "is_forum": True},
        "from": {"id": by.id, "is_bot": False, "first_name": by.name, "language_code": "en"},
        "message_thread_id": thread,
        "is_topic_message": True,
        f"forum_topic_{how}": {"name": name, "icon_color": 7322096},
    }
