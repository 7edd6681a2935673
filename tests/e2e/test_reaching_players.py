from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.state import Phase
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.bot.store.servers import Process


async def seated(here: Town, group: Group) -> list[str]:
    return [seat.player for seat in (await here.table(group)).seats]


async def test_who_has_not_pressed_start_gets_the_link_that_seats_them(here: Town) -> None:
    anna, boris = [*await here.people("Anna"), *await here.people("Boris", started=False)]
    group = await here.telegram.group("Friday", anna, boris)
    await here.sit(group, [anna])
    link = await here.press(boris, group, "Sit down")
    assert link.startswith("https://t.me/")
    assert await seated(here, group) == [str(anna.id)]
    await boris.open(link)
    await here.sees(boris, boris, "You are at the table in “Friday”")
    assert await seated(here, group) == [str(anna.id), str(boris.id)]
    await here.sees(anna, group, "2. Boris")


async def test_a_typed_word_is_answered_with_that_link_too(here: Town) -> None:
    anna, boris = [*await here.people("Anna"), *await here.people("Boris", started=False)]
    group = await here.telegram.group("Friday", anna, boris)
    await here.sit(group, [anna])
    await boris.say(group, "/sit")
    told = await here.sees(boris, group, "press Start")
    answer = await boris.press(group, "Sit down", key=told.key)
    assert answer.url is not None
    await boris.open(answer.url)
    await here.sees(anna, group, "2. Boris")


async def test_opening_a_table_unknown_to_the_bot_seats_nobody(here: Town) -> None:
    anna = (await here.people("Anna", started=False))[0]
    group = await here.telegram.group("Friday", anna)
    await anna.say(group, "/frap")
    await here.sees(anna, group, "At the table: 0 of 12")
    await anna.open(await here.press(anna, group, "Sit down"))
    await here.sees(anna, group, "1. Anna · hosts the table")


async def test_a_link_is_answered_whenever_and_by_whomever_it_is_opened(here: Town) -> None:
    anna, boris, clara = [*await here.people("Anna"), *await here.people("Boris", "Clara", started=False)]
    group = await here.telegram.group("Friday", anna, boris)
    await here.sit(group, [anna])
    link = await here.press(boris, group, "Sit down")
    for _ in range(2):
        await boris.open(link)
        await here.rest()
    told = [message.text for message in await boris.see(boris) if "You are at the table" in message.text]
    assert len(told) == 2
    await clara.open(link)
    await here.sees(clara, clara, "You are not a member of that group")
    for garbage in ("sit_", "sit_1_2_3", "sit_-1_0_1", f"sit_{group.id}_0_99", "x" * 64, "sit_--5_0_1", "0"):
        before = len(await boris.see(boris))
        await boris.start(garbage)
        await here.rest()
        assert len(await boris.see(boris)) == before + 2, garbage
    await anna.say(group, "/close")
    await here.sees(anna, group, "The table is closed")
    await boris.open(link)
    await here.sees(boris, boris, "That table is gone")


@pytest.mark.parametrize("status", ["left", "kicked"])
async def test_who_is_no_longer_in_the_group_cannot_sit_by_a_link(here: Town, status: str) -> None:
    anna, boris = [*await here.people("Anna"), *await here.people("Boris", started=False)]
    group = await here.telegram.group("Friday", anna, boris)
    await here.sit(group, [anna])
    link = await here.press(boris, group, "Sit down")
    await group.set_member(boris, status)
    await boris.open(link)
    await here.sees(boris, boris, "You are not a member of that group")
    assert await seated(here, group) == [str(anna.id)]


async def test_the_group_is_told_of_a_player_who_blocks_the_bot_and_the_deal_goes_on(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara")
    quitter = await here.asked(group, people)
    others = [person for person in people if person is not quitter]
    await quitter.block()
    await here.sees(others[0], group, f"{quitter.name} has blocked the bot")
    table = await here.play_out(group, others)
    assert table.phase is Phase.PAYOUT
    await quitter.unblock()
    await here.rest()
    await here.deal(group, people[0])
    await here.sees(quitter, quitter, "deal 2")


async def test_a_deleted_account_is_played_for(here: Town) -> None:
    people = await here.people("Anna", "Boris", "Clara")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    await people[2].delete_account()
    await here.deal(group, people[0])
    await here.sees(people[0], group, "Clara has blocked the bot")
    assert (await here.play_out(group, people[:2])).phase is Phase.PAYOUT


async def test_a_player_who_leaves_the_group_stands_up_when_the_deal_is_over(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara")
    quitter = await here.asked(group, people)
    others = [person for person in people if person is not quitter]
    await here.question(quitter)
    await group.leave(quitter)
    await here.until("the bot plays for them", lambda: leaving(here, group, quitter))
    table = await here.play_out(group, others)
    assert str(quitter.id) not in {seat.player for seat in table.seats}
    await here.sees(others[0], group, f"− {quitter.name}")


async def leaving(here: Town, group: Group, person: Person) -> bool:
    seat = (await here.table(group)).seat(str(person.id))
    return seat is None or seat.leaving


NASTY = {
    "markup": "<b>&_*[x](y)`",
    "newlines": "one\ntwo\n\nthree",
    "right to left": "\u202eevil\u202c שלום",
    "emoji": "😀" * 64,
    "invisible": "\u200b\u200d\u2060",
    "accents": "Z" + "\u0301" * 40,
    "mention": "@durov #tag /frap t.me/x",
    "marks": "►★✓💤⛔🤖",
    "letter": "H\u3164",
}


async def test_any_name_is_one_line_on_every_screen(here: Town) -> None:
    people = [await here.telegram.person(name, language="en", started=True) for name in NASTY.values()]
    empty = await here.telegram.person("", language="en", started=True)
    people.append(empty)
    group = await here.telegram.group("<b>Friday</b> & *co* \u202e", *people)
    await here.sit(group, people)
    lobby = await here.sees(people[0], group, "Ready to deal")
    for number in range(1, len(people) + 1):
        assert sum(line.startswith(f"{number}. ") for line in lobby.text.splitlines()) == 1
    await here.deal(group, people[0])
    running = await here.sees(people[0], group, "deal 1")
    assert running.text.count("\n") == (await here.sees(people[1], group, "deal 1")).text.count("\n")
    table = await here.play_out(group, people)
    assert table.phase is Phase.PAYOUT
    for label in ("Course of the deal", "Score", "Check the shuffle"):
        await here.press(people[0], group, label)
    await here.sees(people[0], group, "Seed, opened after it")
    for message in await people[0].see(group):
        linked = {entity["type"] for entity in message.body.get("entities", []) if message.sender < 10**6}
        assert not linked & {"mention", "hashtag", "url", "text_link"}


async def test_two_people_of_one_name_are_told_apart(here: Town) -> None:
    people = await here.people("Anna", "Anna", "anna")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    lobby = await here.sees(people[0], group, "Ready to deal")
    assert "1. Anna ·" in lobby.text
    assert "2. Anna ²" in lobby.text
    assert "3. anna ³" in lobby.text
    await here.deal(group, people[0])
    await here.sees(people[0], group, "Anna ²")


async def test_people_and_groups_with_the_largest_ids_play(here: Town) -> None:
    people = [
        await here.telegram.person(f"P{number}", language="en", started=True, id=(1 << 52) - 1 - number)
        for number in range(2)
    ]
    group = await here.telegram.group("Friday", *people, id=-1003999999999)
    await here.sit(group, people)
    await here.deal(group, people[0])
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT


async def test_an_anonymous_admin_runs_the_table_and_sits_as_themselves(redis: Process) -> None:
    async with town(redis, default_language="en") as here:
        await anonymously(here)


async def anonymously(here: Town) -> None:
    creator, anna, boris = await here.people("Creator", "Anna", "Boris")
    group = await here.telegram.group("Friday", creator, anna, boris)
    await group.set_member(creator, "creator", is_anonymous=True)
    await creator.say(group, "/frap")
    await here.sees(anna, group, "At the table: 0 of 12")
    await creator.say(group, "/sit")
    await here.sees(creator, group, "Switch off “Remain anonymous”")
    for person in (anna, boris):
        await here.press(person, group, "Sit down")
    await here.until("two sit", lambda: has_seats(here, group, 2))
    await here.press(creator, group, "Sit down")
    await here.until("the admin sits as themselves", lambda: has_seats(here, group, 3))
    assert str(creator.id) in await seated(here, group)
    await creator.say(group, "/deal")
    await here.sees(anna, group, "deal 1")
    await creator.say(group, "/close")
    await here.sees(anna, group, "Close the table?")
    await here.press(creator, group, "Yes, close")
    await here.sees(anna, group, "closed in the middle of a deal")


async def has_seats(here: Town, group: Group, number: int) -> bool:
    return len(await seated(here, group)) == number
