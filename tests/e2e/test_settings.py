"""Settings of a group and one's own, and to be forgotten."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.tables.state import Book, TableKey

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town

WORDS = {
    "ru": {
        "money": "Деньги: 25\xa0копеек", "chips": "25\xa0фишек", "now": "✓ 25\xa0фишек", "frap": "Новые столы: Фрап",
        "ante": "Взнос: 5\xa0фишек", "ten": "10\xa0фишек", "twenty-five": "25\xa0фишек", "table": "взнос 10\xa0фишек", "back": "Назад",
        "admins": "только админы группы", "mine": "Ваши настройки", "sound": "Звук: на мой ход", "never": "никогда",
        "off": "Звук: никогда", "forget": "Забыть меня", "forgotten": "Забыто.", "keep": "Оставить", "kept": "остаётся как есть",
        "player": "Игрок",
    },
    "en": {
        "money": "Money: 25\xa0kopecks", "chips": "25\xa0chips", "now": "✓ 25\xa0chips", "frap": "New tables of Frap",
        "ante": "Ante: 5\xa0chips", "ten": "10\xa0chips", "twenty-five": "25\xa0chips", "table": "ante 10\xa0chips", "back": "Back",
        "admins": "Only the group's admins", "mine": "Your settings", "sound": "Sound: on my turn", "never": "never",
        "off": "Sound: never", "forget": "Forget me", "forgotten": "Forgotten.", "keep": "Keep", "kept": "stays as it is",
        "player": "Player",
    },
}  # fmt: skip


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_admins_choose_for_the_group(here: Town, language: str) -> None:
    words = WORDS[language]
    anna, boris = [
        await here.telegram.person(name, language=language, started=True) for name in ("Анна", "Борис")
    ]
    group = await here.telegram.group("Пятница", anna, boris)
    await boris.say(group, "/settings")
    await here.sees(boris, group, words["admins"])
    await anna.say(group, "/settings")
    shown = await here.button(anna, group, words["money"])
    answer = await boris.press(group, words["money"], key=shown.key)
    assert words["admins"] in str(answer.text)
    for label in (words["money"], words["chips"]):
        await here.button(anna, group, label)
        await anna.press(group, label, key=shown.key)
    await here.button(anna, group, words["frap"])
    await anna.press(group, words["frap"], key=shown.key)
    for label in (words["ante"], words["ten"]):
        await here.button(anna, group, label)
        await anna.press(group, label, key=shown.key)
    await anna.say(group, "/frap")
    await here.sees(anna, group, words["table"])
    for data in (
        "m:set:unit=gold",
        "m:set:frap.ante=0",
        "m:set:frap.owner=1",
        "m:set:language=xx",
        "m:set:chess=1",
    ):
        answer = await anna.forge(group, shown.key, data)
        assert answer.answered
    kept = await here.store.groups.get(group.id)
    assert (kept.unit, kept.rules["frap"].ante, kept.language) == ("chips", 10, None)
    await group.set_member(boris, "administrator")
    await group.set_member(anna, "member")
    answer = await anna.press(group, words["twenty-five"], key=shown.key)
    assert words["admins"] in str(answer.text)
    await boris.press(group, words["twenty-five"], key=shown.key)
    assert (await here.store.groups.get(group.id)).rules["frap"].ante == 25


async def test_the_language_of_the_group_changes_the_open_table_at_once(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    group = await here.telegram.group("Friday", anna)
    await anna.say(group, "/frap")
    await here.button(anna, group, "Sit down")
    await anna.say(group, "/settings")
    for label in ("Language: the host's", "Русский"):
        await here.press(anna, group, label)
    await here.button(anna, group, "Сесть")


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_quiet_people_are_not_rung(here: Town, language: str) -> None:
    words = WORDS[language]
    anna, boris = [
        await here.telegram.person(name, language=language, started=True) for name in ("Анна", "Борис")
    ]
    await anna.say(anna, "/settings")
    for label in (words["sound"], words["never"]):
        await here.press(anna, anna, label)
    await here.button(anna, anna, words["off"])
    group = await here.telegram.group("Пятница", anna, boris)
    await anna.say(group, "/frap")
    sit = {"ru": "Сесть", "en": "Sit down"}[language]
    await here.press(boris, group, sit)
    await play(here, group, [anna, boris])
    rung = {anna.id: 0, boris.id: 0}
    for call in await here.telegram.journal():
        chat = int(call["params"].get("chat_id", 0))
        if call["method"] == "sendMessage" and chat in rung and "h:" in json.dumps(call["params"]):
            rung[chat] += call["params"].get("disable_notification") != "true"
    assert rung[anna.id] == 0
    assert rung[boris.id] > 0


async def play(here: Town, group: Group, people: list[Person]) -> None:
    await here.until("both sit", lambda: seats(here, group))
    await people[0].say(group, "/deal")
    await here.asked(group, people)
    await here.play_out(group, people, seed=4)


async def seats(here: Town, group: Group) -> bool:
    table = (await here.store.tables.load(TableKey(group.id, 0))).table
    return table is not None and len(table.seats) == 2


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_whoever_wants_is_forgotten_and_the_money_stays(here: Town, language: str) -> None:
    words = WORDS[language]
    anna, boris = [
        await here.telegram.person(name, language=language, started=True) for name in ("Аннушка", "Борис")
    ]
    group = await here.telegram.group("Пятница", anna, boris)
    await anna.say(group, "/notify")
    await anna.say(group, "/frap")
    sit = {"ru": "Сесть", "en": "Sit down"}[language]
    await here.press(boris, group, sit)
    await play(here, group, [anna, boris])
    before = await here.store.ledger.balances(group.id, Book.PEOPLE)
    await anna.say(anna, "/forget")
    await here.press(anna, anna, words["keep"])
    await here.sees(anna, anna, words["kept"])
    await anna.say(anna, "/forget")
    await here.press(anna, anna, words["forget"])
    await here.sees(anna, anna, words["forgotten"])
    await here.telegram.quiet(3.0, settle=0.1)
    assert await here.store.ledger.balances(group.id, Book.PEOPLE) == before
    person = await here.store.people.get(anna.id)
    assert (person.name, person.started, person.tables, person.notified) == ("", False, (), ())
    assert await here.store.subscribers.of(group.id) == ()
    records = await here.store.deals.latest(group.id)
    assert "Аннушка" not in records[0]
    table = (await here.store.tables.load(TableKey(group.id, 0))).table
    assert table is not None
    assert "Аннушка" not in str(table.names) + str(table.deal)
    assert table.seat(str(anna.id)) is None
    await here.sees(boris, group, f"{words['player']} {str(anna.id)[-4:]}")
    assert words["mine"]


async def test_a_forged_press_of_another_chat_forgets_nobody(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en", started=True)
    group = await here.telegram.group("Friday", anna)
    await anna.say(group, "/frap")
    table = await here.button(anna, group, "Sit down")
    for data in ("m:forget:yes", "m:mine:sound=off"):
        answer = await anna.forge(group, table.key, data)
        assert answer.text == "This button is out of date: look at the newest message."
    assert (await here.store.people.get(anna.id)).started
