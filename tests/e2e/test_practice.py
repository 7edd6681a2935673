"""A table of one's own against computers, in the private chat."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from bot.sandbox.person import Impossible
from bot.tables.state import Book, Phase, TableKey
from tests.e2e.buttons import press_something, pressable
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from bot.sandbox.person import Person
    from tests.bot.store.servers import Process

DEAL = {"ru": "Сдавать", "en": "Deal"}
NOW = {"ru": "Что делать?", "en": "What now?"}


async def phase(here: Town, person: Person) -> Phase | None:
    table = (await here.store.tables.load(TableKey(person.id, 0))).table
    return None if table is None else table.phase


@pytest.mark.parametrize(("language", "game"), [("ru", "frap"), ("en", "khrap")])
async def test_deal_after_deal_against_computers(here: Town, language: str, game: str) -> None:
    anna = await here.telegram.person("Анна", language=language, started=True)
    await anna.say(anna, "/play" if game == "frap" else "/play khrap")
    lobby = await here.button(anna, anna, DEAL[language])
    assert lobby.text.count("🤖") == 3
    for seed in (7, 8):
        shown = await here.button(anna, anna, DEAL[language])
        await anna.press(anna, DEAL[language], key=shown.key)
        await here.button(anna, anna, NOW[language])
        await here.play_out(anna, [anna], seed=seed)
    await here.button(anna, anna, DEAL[language])
    assert sum((await here.store.ledger.balances(anna.id, Book.COMPUTERS)).values()) == 0
    assert await here.store.ledger.balances(anna.id, Book.PEOPLE) == {}


async def test_the_hand_stands_below_the_table_and_both_are_one_message_each(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    await anna.say(anna, "/play")
    for _ in range(2):
        shown = await here.button(anna, anna, "Deal")
        await anna.press(anna, "Deal", key=shown.key)
        await here.button(anna, anna, "What now?")
        await here.telegram.quiet()
        messages = [message for message in await anna.see(anna) if message.buttons]
        hands = [message for message in messages if "What now?" in message.labels]
        assert len(hands) == 1
        assert (await anna.last(anna)).key == hands[0].key
        await here.play_out(anna, [anna], seed=3)
        await here.button(anna, anna, "Deal")
        await here.telegram.quiet()
        assert not [m for m in await anna.see(anna) if "What now?" in m.labels]


async def test_another_game_takes_the_place_of_a_table_at_rest(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    await anna.say(anna, "/play")
    await here.press(anna, anna, "Play Khrap")
    await here.button(anna, anna, "Play Frap")
    await anna.press(anna, "Deal")
    await here.button(anna, anna, "What now?")
    await anna.say(anna, "/play frap")
    await here.sees(anna, anna, "play it out, or /close it")
    await anna.say(anna, "/close")
    await here.press(anna, anna, "Play again")
    await here.button(anna, anna, "Play Frap")


async def test_typed_words_mean_the_practice_table(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    await anna.say(anna, "/deal")
    await here.sees(anna, anna, "This works in a group")
    await anna.say(anna, "/play")
    first = await here.button(anna, anna, "Deal")
    await anna.say(anna, "/table")

    async def below() -> bool:
        return (await here.button(anna, anna, "Deal")).key != first.key

    await here.until("the table has come down", below)
    await anna.say(anna, "/setup")
    await here.sees(anna, anna, "Table rules")
    await anna.say(anna, "/deal")
    await here.button(anna, anna, "What now?")


async def test_a_stranger_has_no_way_to_a_practice_table(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    boris = await here.telegram.person("Boris", language="en", started=True)
    group = await here.telegram.group("Friday", boris)
    await anna.say(anna, "/play")
    message = await here.button(anna, anna, "Deal")
    data = next(b["callback_data"] for row in message.buttons for b in row if b["text"] == "Deal")
    await boris.say(group, "/frap")
    table = await here.button(boris, group, "Sit down")
    for forged in (data, data.replace(":deal:", ":sit:"), data.replace(":deal:", ":close:")):
        answer = await boris.forge(group, table.key, forged)
        assert answer.text == "This button is out of date: look at the newest message."
    await boris.say(boris, f"/start sit_{anna.id}_0_{(await here.table(anna)).number}")
    await here.sees(boris, boris, "This link does not lead to a table")
    assert await phase(here, anna) is Phase.LOBBY


async def test_who_blocks_the_bot_finds_the_table_again(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    await anna.say(anna, "/play")
    await here.press(anna, anna, "Deal")
    await here.button(anna, anna, "What now?")
    await anna.block()

    await here.telegram.quiet()
    await anna.unblock()
    await anna.start()
    await anna.say(anna, "/play")

    async def goes_on() -> bool:
        await press_something(anna, random.Random(1))
        return any("Deal" in pressable(message) for message in (await anna.see(anna))[-2:])

    await here.until("the table is there again", goes_on)
    await anna.say(anna, "/deal")
    await here.button(anna, anna, "What now?")


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_what_now_is_told_the_presser_alone(here: Town, language: str) -> None:
    anna = await here.telegram.person("Анна", language=language, started=True)
    await anna.say(anna, "/play")
    await here.press(anna, anna, DEAL[language])
    told = set()
    chance = random.Random(5)
    await here.button(anna, anna, NOW[language])
    while await phase(here, anna) is Phase.DEAL:
        with suppress(Impossible):
            answer = await anna.press(anna, NOW[language])
            assert answer.text is not None
            assert len(answer.text) <= 200
            told.add(answer.text)
        await press_something(anna, chance)
        await here.telegram.quiet(2.0, settle=0.05)
    assert len(told) >= 2


async def test_within_telegrams_limits_too(redis: Process) -> None:
    """Table and hand share one chat and its limits."""
    async with town(redis, limits=True, computer_delay=0.2) as here:
        anna = await here.telegram.person("Anna", language="en", started=True)
        await anna.say(anna, "/play")
        await here.press(anna, anna, "Deal")
        await here.button(anna, anna, "What now?")
        chance = random.Random(5)
        for _ in range(8):
            await press_something(anna, chance)
            await here.telegram.quiet(1.0, settle=0.3)
        assert not [call for call in await here.telegram.journal() if call["status"] == 429]
