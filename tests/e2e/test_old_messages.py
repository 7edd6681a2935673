"""Messages so old that Telegram does not show them to bots any more, groups that get another name, words in capitals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.screens.buttons import TablePress, TableVerb
from bot.tables.state import TableKey

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town


def by(person: Person) -> dict[str, Any]:
    return {"id": person.id, "is_bot": False, "first_name": person.name, "language_code": "en"}


async def press_an_old_message(here: Town, group: Group, person: Person, verb: TableVerb) -> str:
    """Press a button of the table under a message of which only the id is known; gives the answer."""
    number = (await here.table(group)).number
    data = TablePress(group=group.id, thread=0, number=number, verb=verb).pack()
    old = {"chat": {"id": group.id, "type": "supergroup", "title": group.title}, "message_id": 1, "date": 0}
    name = f"old-{verb.value}"
    press = {"id": name, "from": by(person), "chat_instance": "1", "message": old, "data": data}
    await here.telegram.inject({"callback_query": press})

    async def answered() -> list[dict[str, Any]]:
        return await here.calls("answerCallbackQuery", callback_query_id=name)

    (call,) = await here.until("it is answered", answered)
    return str(call["params"].get("text", ""))


async def test_the_buttons_of_a_table_work_however_old_its_message_is(here: Town) -> None:
    anna, boris, clara = people = await here.people("Anna", "Boris", "Clara")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, [anna, boris])
    assert await press_an_old_message(here, group, clara, TableVerb.SIT)
    assert len((await here.table(group)).seats) == len(people)
    await press_an_old_message(here, group, anna, TableVerb.DEAL)
    await here.asked(group, people)
    assert await press_an_old_message(here, group, boris, TableVerb.HAND) == (
        "Your cards are in our private chat."
    )
    assert "trick" in await press_an_old_message(here, group, boris, TableVerb.TRICK)
    await press_an_old_message(here, group, clara, TableVerb.STAND)
    assert next(seat for seat in (await here.table(group)).seats if seat.player == str(clara.id)).leaving


async def test_hands_name_the_group_as_it_is_called_now(here: Town) -> None:
    anna, boris = people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    await here.deal(group, anna)
    await here.sees(boris, boris, "“Friday”")
    renamed = {
        "message_id": 999,
        "date": here.store.clock() // 1000,
        "chat": {"id": group.id, "type": "supergroup", "title": "Saturday"},
        "from": by(anna),
        "new_chat_title": "Saturday",
    }
    await here.telegram.inject({"message": renamed})
    await here.sees(boris, boris, "“Saturday”")


async def test_a_word_for_groups_is_known_in_capitals_as_well(here: Town) -> None:
    (anna,) = await here.people("Anna")
    await anna.say(anna, "/FRAP")
    await here.sees(anna, anna, "This works in a group")


async def test_a_channel_opens_no_table_since_all_channels_are_one_sender(here: Town) -> None:
    anna, boris = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", anna, boris)
    written = {
        "message_id": 900_001,
        "date": 1,
        "chat": {"id": group.id, "type": "supergroup", "title": group.title},
        "from": {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"},
        "sender_chat": {"id": -1001777000777, "type": "channel", "title": "News"},
        "text": "/frap",
        "entities": [{"type": "bot_command", "offset": 0, "length": 5}],
    }
    await here.telegram.inject({"message": written})
    await here.sees(anna, group, "от имени канала")
    assert (await here.store.tables.load(TableKey(group.id, 0))).table is None
