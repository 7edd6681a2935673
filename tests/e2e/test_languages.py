"""Everybody reads their own language at one table."""

from __future__ import annotations

import random
import re

from bot.tables.state import Phase, TableKey
from tests.e2e.town import Town, press_something

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
LATIN = re.compile("[a-z]{3,}", re.IGNORECASE)


async def test_hands_in_the_players_languages_and_the_table_in_the_groups(here: Town) -> None:
    anna = await here.telegram.person("Анна", language="ru", started=True)
    kate = await here.telegram.person("Kate", language="en", started=True)
    group = await here.telegram.group("2026", anna, kate)
    await anna.say(group, "/khrap")
    await here.button(kate, group, "Сесть")
    await kate.press(group, "Сесть")
    await here.button(anna, group, "Сдавать")
    await anna.press(group, "Сдавать")
    chance = random.Random(6)

    async def over() -> bool:
        for person in (anna, kate):
            await press_something(person, chance)
        table = (await here.store.tables.load(TableKey(group.id, 0))).table
        return table is not None and table.phase is Phase.PAYOUT

    await here.until("the deal is over", over, patience=60)
    await here.telegram.quiet(3.0, settle=0.1)
    for seen in await anna.seen():
        text = without_names(seen.get("text", ""))
        if seen["from"]["is_bot"] and "UTC" not in text:
            assert not LATIN.search(re.sub(r"/\w+|\b[0-9a-f]{8,}\b|Frap & Khrap", "", text)), text
    for seen in await kate.seen():
        if seen["from"]["is_bot"] and seen["chat"] == kate.id:
            assert not CYRILLIC.search(without_names(seen.get("text", ""))), seen["text"]


async def test_a_language_chosen_changes_the_next_screens(here: Town) -> None:
    anna = await here.telegram.person("Анна", language="ru", started=True)
    await anna.say(anna, "/play")
    await here.button(anna, anna, "Сдавать")
    await anna.say(anna, "/language")
    await here.button(anna, anna, "English")
    await anna.press(anna, "English")
    await here.button(anna, anna, "Deal")
    await anna.press(anna, "Deal")
    await here.button(anna, anna, "What now?")


def without_names(text: str) -> str:
    return text.replace("Анна", "").replace("Kate", "")
