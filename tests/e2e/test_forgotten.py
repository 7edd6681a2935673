"""Who has asked to be forgotten is named nowhere any more, however long they have played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.store import keys
from bot.tables.state import Book

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.bot.store.servers import Process
    from tests.e2e.town import Town

NAME = "Annushka"


async def forgotten(here: Town, person: Person) -> None:
    await person.say(person, "/forget")
    await here.press(person, person, "Forget me")
    await here.sees(person, person, "Forgotten.")

    async def done() -> bool:
        return not (await here.store.people.get(person.id)).started

    await here.until("they are forgotten", done)


async def played(here: Town, people: list[Person], group: Group) -> None:
    await here.sit(group, people)
    await here.deal(group, people[0])
    await here.play_out(group, people)
    await people[0].say(group, "/close")
    await here.sees(people[0], group, "The table is closed")


async def test_scores_and_seasons_say_the_same_of_them_without_their_name(here: Town) -> None:
    people = await here.people(NAME, "Boris", "Clara")
    group = await here.telegram.group("Friday", *people)
    await played(here, people, group)
    await people[0].say(group, "/settle")
    await here.press(people[0], group, "Book it (admins)")
    await here.sees(people[0], group, "Season 1 is settled")
    await played(here, people, group)
    before = await here.store.scores.read(group.id, Book.PEOPLE)
    assert NAME in before.names.values()
    await forgotten(here, people[0])
    after = await here.store.scores.read(group.id, Book.PEOPLE)
    assert (after.standings, after.scores, after.course) == (before.standings, before.scores, before.course)
    boris = people[1]
    for word in ("/score", "/ledger", "/history", "/settle", "/records"):
        await here.advance(30)
        newest = (await boris.last(group)).key
        await boris.say(group, word)

        async def answered(newest: str = newest) -> bool:
            return (await boris.last(group)).sender != boris.id and (await boris.last(group)).key != newest

        await here.until(f"{word} is answered", answered)
        assert NAME not in (await boris.last(group)).text, word
    (season,) = await here.store.scores.seasons(group.id, Book.PEOPLE, range(1, 2))
    assert NAME not in season.names.values()
    assert sorted(season.names) == sorted(str(person.id) for person in people)


async def test_the_oldest_deal_is_not_overlooked(here: Town, redis: Process) -> None:
    people = await here.people(NAME, "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    records = [json.dumps({"names": {str(people[0].id): NAME}}), *["{}"] * 1100]
    with redis.client() as client:
        client.rpush(keys.deals(group.id), *records)
    await forgotten(here, people[0])
    (oldest,) = await here.store.deals.part(group.id, 0, 1)
    assert json.loads(oldest) == {"names": {str(people[0].id): ""}}
