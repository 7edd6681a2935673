from __future__ import annotations

from typing import TYPE_CHECKING

from bot.screens.buttons import TablePress, TableVerb
from bot.tables.state import Phase, TableKey
from tests.e2e.buttons import live_tables

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town

MINUTE = 60


async def forged(here: Town, person: Person, group: Group, verb: TableVerb, arg: str = "") -> str:
    """Press what is not offered to this person; gives the answer."""
    table = await here.table(group)
    data = TablePress(group=table.group, thread=table.thread, number=table.number, verb=verb, arg=arg)
    message = await here.button(person, group, "Score")
    answer = await person.forge(group, message.key, data.pack())
    assert answer.answered
    return answer.text or ""


async def test_a_bystanders_presses_change_nothing_and_are_told_why(here: Town) -> None:
    anna, boris, olga = await here.people("Anna", "Boris", "Olga")
    group = await here.telegram.group("Friday", anna, boris, olga)
    await here.sit(group, [anna, boris])
    before = await here.table(group)
    messages = len(await olga.see(group))
    only_hosts = "Only the host of the table and the group's admins can do that."
    sit_first = "You are not at this table. Press “Sit down” first."
    assert await forged(here, olga, group, TableVerb.SET, "ante=10") == only_hosts
    assert await forged(here, olga, group, TableVerb.REMOVE, str(anna.id)) == only_hosts
    assert await forged(here, olga, group, TableVerb.CLOSE) == only_hosts
    for label in ("Deal", "+ Computer", "Stand up"):
        assert await here.press(olga, group, label) == sit_first
    assert await here.table(group) == before
    assert len(await olga.see(group)) == messages


async def test_a_second_command_shows_the_table_that_is_there(here: Town) -> None:
    anna, boris = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", anna, boris)
    await here.sit(group, [anna, boris])
    first = await here.button(anna, group, "Deal")
    await boris.say(group, "/khrap")

    async def shown_below() -> bool:
        tables = live_tables(await anna.see(group))
        return len(tables) == 1 and tables[0].key != first.key

    await here.until("the table stands below, and only there has buttons", shown_below)
    assert (await here.table(group)).game == "frap"
    assert "2. Boris" in (await here.button(anna, group, "Deal")).text


async def test_an_idle_table_says_so_and_closes_by_itself(here: Town) -> None:
    anna, boris = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", anna, boris)
    await here.sit(group, [anna, boris])
    await here.rest()
    await here.advance(21 * MINUTE)
    await here.sees(anna, group, "unless somebody plays")
    await here.advance(6 * MINUTE)
    await here.sees(anna, group, "The table closed by itself")
    await boris.say(group, "/khrap")
    await here.sees(anna, group, "1. Boris · hosts the table")


async def test_somebody_who_does_anything_keeps_an_idle_table_open(here: Town) -> None:
    anna, boris = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", anna, boris)
    await here.sit(group, [anna])
    await here.rest()
    await here.advance(21 * MINUTE)
    await here.sees(anna, group, "unless somebody plays")
    await here.press(boris, group, "Sit down")
    await here.sees(anna, group, "Ready to deal")
    await here.advance(10 * MINUTE)
    await here.rest()
    assert (await here.table(group)).phase is Phase.LOBBY


async def test_anybody_may_close_a_table_that_everybody_has_forgotten(here: Town) -> None:
    anna, boris, olga = await here.people("Anna", "Boris", "Olga")
    group = await here.telegram.group("Friday", anna, boris, olga)
    await here.sit(group, [anna, boris])
    await forged(here, anna, group, TableVerb.SET, "clock=none")
    await here.deal(group, anna)
    await here.sees(olga, group, "deal 1")
    await here.rest()
    await olga.say(group, "/close")
    await here.sees(olga, group, "Only the host")
    await here.advance(61 * MINUTE)
    await olga.say(group, "/close")
    await here.press(olga, group, "Yes, close")
    await here.sees(anna, group, "that deal does not count")


async def test_rights_are_asked_for_at_every_press(here: Town) -> None:
    anna, boris, olga = await here.people("Anna", "Boris", "Olga")
    group = await here.telegram.group("Friday", anna, boris, olga)
    await group.set_member(olga, "administrator")
    await here.sit(group, [anna, boris])
    await olga.say(group, "/setup")
    await here.button(olga, group, "Ante: 5\xa0kopecks")
    await here.press(olga, group, "Ante: 5\xa0kopecks")
    page = await here.button(olga, group, "10\xa0kopecks")
    await group.set_member(olga, "member")
    answer = await olga.press(group, "10\xa0kopecks", key=page.key)
    assert answer.answered
    assert "Only the host" in (answer.text or "")
    assert (await here.table(group)).rules.ante == 5
    await group.set_member(boris, "administrator")
    answer = await boris.press(group, "10\xa0kopecks", key=page.key)
    assert "Changed" in (answer.text or "")
    assert (await here.table(group)).rules.ante == 10


async def test_thirty_presses_on_a_public_button_bring_one_message(here: Town) -> None:
    anna, boris = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", anna, boris)
    await here.sit(group, [anna, boris])
    await here.rest()
    for label in ("Score", "Table rules"):
        table = await here.button(anna, group, label)
        before = len(await anna.see(group))
        for number in range(30):
            await (anna, boris)[number % 2].press(group, label, key=table.key)
        await here.rest()
        assert len(await anna.see(group)) <= before + 1


async def test_a_former_button_of_the_rules_opens_nothing_at_the_next_table(here: Town) -> None:
    anna = (await here.people("Anna"))[0]
    group = await here.telegram.group("Friday", anna)
    await here.sit(group, [anna])
    old = await here.button(anna, group, "Table rules")
    stale = next(b["callback_data"] for row in old.buttons for b in row if b["text"] == "Table rules")
    await anna.say(group, "/close")
    await here.sees(anna, group, "The table is closed")
    await here.sit(group, [anna])
    live = await here.button(anna, group, "Table rules")
    answer = await anna.forge(group, live.key, stale)
    assert answer.answered
    assert "out of date" in (answer.text or "")
    await here.rest()
    assert not any("Changed by the host" in message.text for message in await anna.see(group))
    assert "Table rules" in (await here.button(anna, group, "Table rules")).labels


async def test_the_group_and_each_hand_speak_their_language(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    boris = await here.telegram.person("Борис", language="ru", started=True)
    group = await here.telegram.group("Friday", anna, boris)
    await here.sit(group, [anna, boris])
    await anna.say(group, "/language")
    await here.press(anna, group, "Русский")
    await here.press(anna, group, "Сдавать")
    await here.sees(anna, group, "сдача 1")
    await here.sees(boris, boris, "сдача 1")
    await here.sees(anna, anna, "deal 1")
    await boris.say(group, "/language")
    assert await here.press(boris, group, "English") == "Это могут только админы группы."
    await boris.say(boris, "/language")
    await here.press(boris, boris, "English")
    await here.sees(boris, boris, "deal 1")


async def test_nobody_is_tied_to_a_table_that_is_gone(here: Town) -> None:
    anna, boris = await here.people("Anna", "Boris")
    one, two = [await here.telegram.group(title, anna, boris) for title in ("One", "Two")]
    await here.sit(one, [anna, boris])
    await here.deal(one, anna)
    await here.sit(two, [boris, anna], "khrap")
    await anna.say(one, "/close")
    await here.press(anna, one, "Yes, close")
    await here.sees(boris, one, "that deal does not count")
    await here.deal(two, boris)
    assert (await here.play_out(two, [anna, boris])).phase is Phase.PAYOUT
    assert (await here.store.tables.load(TableKey(one.id, 0))).pots == {}
