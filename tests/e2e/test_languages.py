"""Everybody reads their own language at one table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.e2e.town import Town

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
LATIN = re.compile("[a-z]{3,}", re.IGNORECASE)


async def test_hands_in_the_players_languages_and_the_table_in_the_groups(here: Town) -> None:
    anna = await here.telegram.person("Анна", language="ru", started=True)
    kate = await here.telegram.person("Kate", language="en", started=True)
    group = await here.telegram.group("2026", anna, kate)
    await anna.say(group, "/khrap")
    await here.press(kate, group, "Сесть")
    await here.press(anna, group, "Сдавать")
    await here.play_out(group, [anna, kate], seed=6)
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
    await here.press(anna, anna, "English")
    await here.press(anna, anna, "Deal")
    await here.button(anna, anna, "What now?")


def without_names(text: str) -> str:
    return text.replace("Анна", "").replace("Kate", "")
