from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.state import Phase
from tests.e2e.buttons import live_tables

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Message, Person
    from tests.e2e.town import Town


async def sent_to(here: Town, chat: int, *, tried: bool = False) -> list[dict[str, Any]]:
    """Messages and edits that went to a chat, or were tried."""
    return [
        call
        for call in await here.telegram.journal()
        if call["method"] in {"sendMessage", "editMessageText", "editMessageReplyMarkup"}
        and str(call["params"]["chat_id"]) == str(chat)
        and (tried or call["ok"])
    ]


@pytest.mark.parametrize("signals", ["in order", "reversed", "the new group's alone", "none"])
async def test_a_group_that_becomes_a_supergroup_plays_on(here: Town, signals: str) -> None:
    group, people = await here.dealt("Anna", "Boris", kind="group")
    home = group.id
    await here.play_out(group, people)
    await here.deal(group, people[0])
    await here.question(await here.asked(group, people))
    await here.rest()
    books = await here.store.ledger.entries(home, (await here.table(group)).book)
    if signals == "reversed":
        await here.telegram.fault(method="getUpdates", reverse=True)
    await group.migrate()
    if signals in {"none", "the new group's alone"}:
        pending = here.behind.updates.box.pending
        for update in [one for one in pending.values() if one.kind == "message"]:
            if signals == "none" or "migrate_to_chat_id" in update.payload:
                del pending[update.id]
    asked = await here.asked(home_group(group, home), people)
    await here.press(asked, asked, "Pass")
    await here.sees(people[0], group, "deal 2")
    assert await here.store.groups.home(group.id) == home
    table = await here.play_out(group, people)
    assert table.phase is Phase.PAYOUT
    assert (await here.store.ledger.entries(home, table.book))[: len(books)] == books
    await here.deal(group, people[0])
    await here.sees(people[0], group, "deal 3")
    await here.play_out(group, people)
    await here.advance(26 * 60)
    await here.sees(people[0], group, "unless somebody plays")
    await here.rest()
    assert [message.text.split("\n")[0] for message in live_tables(await people[0].see(group))] == [
        (await here.sees(people[0], group, "deal 3")).text.split("\n")[0]
    ]


def home_group(group: Group, home: int) -> Group:
    return type(group)(group.sandbox, home, group.title)


async def test_a_bot_that_was_removed_waits_in_silence_and_goes_on_when_it_is_back(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    before = live_tables(await people[0].see(group))
    await group.set_bot("kicked")
    await here.rest()
    tried = len(await sent_to(here, group.id, tried=True))
    asked = await here.asked(group, people)
    await here.advance(300)
    await here.rest()
    await here.press(asked, asked, "Pass")
    await here.rest()
    assert len(await sent_to(here, group.id, tried=True)) == tried
    assert (await here.table(group)).deadline is None
    await group.set_bot("member")
    await here.sees(people[0], group, "Then everybody presses")
    await here.until("the table stands below, and only there", lambda: stands_below(group, people[0], before))
    assert (await here.table(group)).deadline is not None
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT


async def stands_below(group: Group, person: Person, before: list[Message]) -> bool:
    tables = live_tables(await person.see(group))
    return len(tables) == 1 and tables[0].key != before[0].key


async def test_a_bot_that_may_not_write_pauses_and_does_not_try_again_and_again(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    await here.rest()
    await group.set_bot("restricted", can_send_messages=False)
    await here.rest()
    tried = len(await sent_to(here, group.id, tried=True))
    await here.advance(3600)
    await here.rest()
    assert len(await sent_to(here, group.id, tried=True)) == tried
    await group.set_bot("member")
    await here.until("the clock runs again", lambda: has_deadline(here, group))
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT


async def has_deadline(here: Town, group: Group) -> bool:
    return (await here.table(group)).deadline is not None


async def test_where_nobody_may_write_for_a_while_a_word_brings_the_table_back(here: Town) -> None:
    """Of changed permissions of the whole group a bot is told nothing."""
    group, people = await here.dealt("Anna", "Boris")
    await here.rest()
    chat = here.behind.world.chat(group.id)
    chat.permissions = {"can_send_messages": False}
    for method in ("editMessageText", "sendMessage"):
        await here.telegram.fault(
            method=method,
            chat=group.id,
            count=None,
            status=400,
            description="Bad Request: CHAT_WRITE_FORBIDDEN",
        )
    await waits_in_silence(here, group, people)
    chat.permissions = {}
    await here.telegram.no_faults()
    await people[0].say(group, "/table")
    await here.until("the table goes on", lambda: has_deadline(here, group))
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT


async def waits_in_silence(here: Town, group: Group, people: list[Person]) -> None:
    """The next move goes unshown; from then on the table waits, and nothing more is tried."""
    asked = await here.asked(group, people)
    await here.press(asked, asked, "Pass")
    await here.until("the table waits", lambda: is_paused(here, group))
    tried = len(await sent_to(here, group.id, tried=True))
    await here.advance(600)
    await here.rest()
    assert len(await sent_to(here, group.id, tried=True)) == tried


async def is_paused(here: Town, group: Group) -> bool:
    return (await here.table(group)).paused


async def test_a_disbanded_group_is_left_alone(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    await here.rest()
    await here.telegram.post("disband", chat=group.id)
    await waits_in_silence(here, group, people)


async def test_everything_works_by_words_in_privacy_mode(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.telegram.post("bot", privacy_mode=True)
    bot = (await here.telegram.get("world"))["bot"]["username"]
    await people[0].say(group, "hello everybody")
    await people[0].say(group, f"/frap@{bot}")
    await here.sees(people[0], group, "1. Anna")
    await people[1].say(group, "/SIT")
    await here.sees(people[0], group, "2. Boris")
    await people[0].say(group, "/cut a word of mine")
    await here.sees(people[0], group, "Your words go into the next shuffle")
    await people[0].say(group, "/deal")
    await here.sees(people[0], group, "deal 1")
    await people[1].say(group, "/stand")
    await here.sees(people[0], group, "− Boris")
    await people[1].say(group, "/sit")
    await here.play_out(group, people)
    for word, told in (("/score", "Score"), ("/rules", "Frap"), ("/help", ""), ("/back", "")):
        await people[1].say(group, word)
        await here.sees(people[1], group, told)
    await people[0].say(group, "/close")
    await here.sees(people[0], group, "The table is closed")
