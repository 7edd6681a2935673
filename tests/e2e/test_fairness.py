"""Fair play that one can see: the cut, the proof, the deal step by step, its record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.tables.state import TableKey
from game import record
from game.shuffle import check
from tests.e2e.buttons import pressable

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town

WORDS = {
    "ru": {
        "sit": "Сесть", "deal": "Сдавать", "cut": "Снять колоду", "check": "Проверить",
        "course": "Ход сдачи", "steps": "По шагам", "file": "Запись файлом", "dealt": "Карты сданы.",
        "fits": "сходятся", "end": "В конец", "into": "следующую тасовку",
    },
    "en": {
        "sit": "Sit down", "deal": "Deal", "cut": "Cut the pack", "check": "Check the shuffle",
        "course": "Course of the deal", "steps": "Step by step", "file": "Record as a file",
        "dealt": "The cards are dealt.", "fits": "fit together", "end": "To the end", "into": "next shuffle",
    },
}  # fmt: skip


async def seated(here: Town, language: str, game: str = "frap") -> tuple[Group, list[Person]]:
    people = [await here.telegram.person(name, language=language, started=True) for name in ("Анна", "Борис")]
    group = await here.telegram.group("Пятница", *people)
    await people[0].say(group, f"/{game}")
    await here.button(people[1], group, WORDS[language]["sit"])
    await people[1].press(group, WORDS[language]["sit"])
    await here.button(people[0], group, WORDS[language]["deal"])
    return group, people


async def deal(here: Town, group: Group, people: list[Person], language: str) -> None:
    TableKey(group.id, 0)
    await people[0].press(group, WORDS[language]["deal"])
    await here.play_out(group, people, seed=4)
    await here.telegram.quiet(3.0, settle=0.1)


async def cuts(here: Town, group: Group) -> tuple[tuple[str, str], ...]:
    table = (await here.store.tables.load(TableKey(group.id, 0))).table
    return () if table is None else table.cuts


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_cuts_of_the_pack_count_and_the_proof_fits(here: Town, language: str) -> None:
    words = WORDS[language]
    group, (anna, boris) = await seated(here, language)
    await anna.say(anna, "/cut семь дней")
    await here.sees(anna, anna, words["into"])
    await deal(here, group, [anna, boris], language)
    await here.press(boris, boris, words["cut"])
    grid = await here.button(boris, boris, "17")
    await boris.press(boris, "5", key=grid.key)
    answer = await boris.press(boris, "17", key=grid.key)
    assert words["into"] in str(answer.text)
    await here.button(boris, boris, "✓ 17")
    assert await cuts(here, group) == ((str(boris.id), "17"),)
    await here.sees(anna, group, "Борис")
    await deal(here, group, [anna, boris], language)
    records = [json.loads(text) for text in await here.store.deals.latest(group.id, 2)]
    assert [one["proof"]["cuts"] for one in records] == [
        [[str(boris.id), "17"]],
        [[str(anna.id), "семь дней"]],
    ]
    for one in records:
        check(one)
    await anna.press(group, words["check"])
    shown = await here.sees(anna, group, words["fits"])
    assert records[0]["proof"]["seed"] in shown.text
    answer = await boris.press(boris, "3", key=grid.key)
    assert answer.answered
    assert await cuts(here, group) == ((str(boris.id), "3"),)


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_the_deal_step_by_step_in_private(here: Town, language: str) -> None:
    words = WORDS[language]
    group, (anna, boris) = await seated(here, language)
    await deal(here, group, [anna, boris], language)
    await anna.press(group, words["course"])
    await here.press(boris, group, words["steps"])
    shown = await here.sees(boris, boris, words["dealt"])
    seen = [shown.text]
    while "▶" in pressable(shown):
        await boris.press(boris, "▶", key=shown.key)
        await here.telegram.quiet(2.0, settle=0.02)
        shown = next(m for m in await boris.see(boris) if m.key == shown.key)
        seen.append(shown.text)
    whole = record.load(json.loads((await here.store.deals.latest(group.id))[0]))
    assert len(seen) == 1 + sum(type(action).__name__ != "Look" for _, action in whole.actions)
    assert len(set(seen)) == len(seen)
    await boris.press(boris, "◀", key=shown.key)
    await boris.press(boris, words["end"], key=shown.key)
    await boris.press(boris, words["file"], key=shown.key)

    async def has_file() -> bool:
        return any("document" in message.body for message in await boris.see(boris))

    await here.until("the file has come", has_file)


async def test_older_deals_are_found_and_strangers_are_not_let_in(here: Town) -> None:
    group, (anna, boris) = await seated(here, "en")
    await deal(here, group, [anna, boris], "en")
    await anna.press(group, "Course of the deal")
    first = await here.button(anna, group, "Step by step")
    await deal(here, group, [anna, boris], "en")
    await anna.press(group, "Step by step", key=first.key)
    await here.sees(anna, anna, "deal 1")
    eve = await here.telegram.person("Eve", language="en", started=True)
    number = (await here.table(group)).number
    data = f"r:{group.id}:0:{number}:1:s:0"
    theirs = await eve.last(eve)
    await eve.say(eve, "/help")
    theirs = await here.button(eve, eve, "Marks")
    for forged in (data, f"r:{anna.id}:0:1:1:s:0", "r:0:0:0:0:s:0", f"r:{group.id}:0:{number}:1:q:0"):
        answer = await eve.forge(eve, theirs.key, forged)
        assert answer.text == "This button is out of date: look at the newest message."
    answer = await anna.forge(anna, (await anna.last(anna)).key, f"r:{group.id}:0:{number}:9:s:0")
    assert answer.text == "I do not have the record of that deal any more."


async def test_a_running_deal_is_not_shown(here: Town) -> None:
    group, (anna, boris) = await seated(here, "en")
    await anna.press(group, "Deal")
    await here.button(anna, anna, "What now?")
    hand = await here.button(anna, anna, "What now?")
    number = (await here.table(group)).number
    answer = await anna.forge(anna, hand.key, f"r:{group.id}:0:{number}:1:s:3")
    assert answer.text == "I do not have the record of that deal any more."
    answer = await anna.forge(anna, hand.key, f"h:{group.id}:0:{number}:1:0:pack:7")
    assert answer.text == "Not during a deal: wait until it is over."
    await boris.say(boris, "/cut now")
    await here.sees(boris, boris, "None of your tables is waiting for its next deal.")
