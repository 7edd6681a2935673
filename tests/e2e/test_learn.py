"""The guided first deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.screens.buttons import HandVerb
from bot.screens.lessons.steps import LESSONS
from bot.tables.state import TableKey
from tests.e2e.buttons import hand_presses, pressable

if TYPE_CHECKING:
    from bot.sandbox.person import Message, Person
    from tests.e2e.town import Town

WORDS = {
    "ru": (
        "Дальше", "Посмотреть карты", "Фрап!", "7♥", "Сменить 1", "K♥", "8♦", "J♦", "A♥", "Следующая сдача",
        "Посмотреть карты", "Пас", "Пас", "Подрезать", "J♦ и ещё 4 карты", "7♥", "A♦", "K♥", "A♠", "J♦",
        "Сыграть с компьютерами",
    ),
    "en": (
        "Next", "Look at my cards", "Frap!", "7♥", "Exchange 1", "K♥", "8♦", "J♦", "A♥", "Next deal",
        "Look at my cards", "Pass", "Pass", "Cut in", "J♦ and 4 cards", "7♥", "A♦", "K♥", "A♠", "J♦",
        "Play against computers",
    ),
}  # fmt: skip


async def lesson(here: Town, person: Person) -> Message:
    await here.telegram.quiet(2.0, settle=0.05)
    return next(message for message in reversed(await person.see(person)) if message.buttons)


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_from_the_first_card_to_a_table_of_ones_own(here: Town, language: str) -> None:
    anna = await here.telegram.person("Анна", language=language, started=True)
    await anna.say(anna, "/learn")
    await here.button(anna, anna, WORDS[language][0])
    texts = []
    for word in WORDS[language]:
        shown = await lesson(here, anna)
        texts.append(shown.text)
        assert word in pressable(shown), (word, shown.text, shown.labels)
        await anna.press(anna, word, key=shown.key)
    assert len(set(texts)) == len(texts) - 1, "only the mark of a card changes no words"
    assert sum(map(len, LESSONS.values())) + 1 == len(texts)
    assert "+15" in texts[9]
    assert "+15" in texts[-1]
    await here.button(anna, anna, {"ru": "Сдавать", "en": "Deal"}[language])


async def test_another_choice_is_explained_and_changes_nothing(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    await anna.say(anna, "/learn")
    await here.button(anna, anna, WORDS["en"][0])
    explained = 0
    for word in WORDS["en"][:-1]:
        shown = await lesson(here, anna)
        for label, press in hand_presses(shown):
            if label != word and press.verb is not HandVerb.MARK:
                answer = await anna.press(anna, label, key=shown.key)
                assert answer.alert
                assert answer.text
                explained += 1
        assert await lesson(here, anna) == shown
        await anna.press(anna, word, key=shown.key)
    assert explained > 10


async def test_forged_steps_are_refused(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    await anna.say(anna, "/learn")
    shown = await here.button(anna, anna, "Next")
    forged = [
        "m:learn:", "m:learn:9.0", "m:learn:1.99", "m:learn:1.-1", "m:learn:²․0", "m:learn:1.²",
        "h:0:0:1:99:0:look:", "h:0:0:7:0:0:look:", "h:0:0:1:0:0:look:", "h:0:0:1:8:0:now:",
        "h:0:0:1:3:0:mark:51", "h:0:0:1:3:0:x:zz", "h:0:0:1:1:0:mark:00",
    ]  # fmt: skip
    for data in forged:
        answer = await anna.forge(anna, shown.key, data)
        assert answer.text == "This button is out of date: look at the newest message.", data
    assert (await lesson(here, anna)).text == shown.text


async def test_nothing_of_a_lesson_is_kept(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    group = await here.telegram.group("Friday", anna)
    await anna.say(group, "/learn")
    await here.sees(anna, group, "This works in our private chat.")
    await anna.say(anna, "/learn")
    shown = await here.button(anna, anna, "Next")
    await anna.press(anna, "Next", key=shown.key)
    await here.button(anna, anna, "Look at my cards")
    assert (await here.store.people.get(anna.id)).tables == ()
    assert (await here.store.tables.load(TableKey(0, 0))).table is None
