"""What makes a table pleasant: menus that fit the place, commands that disturb nobody, deals that follow by themselves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e.buttons import pressable

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town

WORDS = {
    "ru": {
        "sit": "Сесть", "stand": "Встать", "deal": "Сдавать", "next": "Следующим сдаёт",
        "none": "В этой сдаче у вас карт нет.", "rules": "Правила стола", "pause": "Следующая сдача: по кнопке",
        "ten": "через 10 с", "done": "Готово", "private": "работает в нашем личном чате",
    },
    "en": {
        "sit": "Sit down", "stand": "Stand up", "deal": "Deal", "next": "Next dealer",
        "none": "You have no cards in this deal.", "rules": "Table rules", "pause": "Next deal: by the button",
        "ten": "after 10 s", "done": "Done", "private": "works in our private chat",
    },
}  # fmt: skip


async def two(here: Town, language: str) -> tuple[Group, Person, Person]:
    anna, boris = [
        await here.telegram.person(name, language=language, started=True) for name in ("Анна", "Борис")
    ]
    group = await here.telegram.group("Пятница", anna, boris)
    await anna.say(group, "/frap")
    await here.press(boris, group, WORDS[language]["sit"])
    await here.button(anna, group, WORDS[language]["deal"])
    return group, anna, boris


async def test_every_place_and_language_has_its_menu(here: Town) -> None:
    await here.telegram.quiet()
    menus: dict[tuple[str, str], dict[str, dict[str, object]]] = {}
    for call in await here.telegram.journal():
        if call["method"] == "setMyCommands":
            scope = json.loads(call["params"]["scope"])["type"]
            listed = {one["command"]: one for one in json.loads(call["params"]["commands"])}
            menus[scope, call["params"].get("language_code", "")] = listed
    scopes = {"all_group_chats", "all_chat_administrators", "all_private_chats"}
    assert menus.keys() == {(scope, language) for scope in scopes for language in ("", "ru")}
    for language in ("", "ru"):
        group = menus["all_group_chats", language]
        admins = menus["all_chat_administrators", language]
        private = menus["all_private_chats", language]
        assert admins.keys() - group.keys() == {"settings"}
        assert group.keys() <= admins.keys()
        assert {"play", "learn", "forget", "settings"} <= private.keys()
        assert not {"play", "learn", "forget"} & group.keys()
        for listed in (group, admins):
            assert {name for name, one in listed.items() if one.get("is_ephemeral")} == {"hand", "notify"}
        assert not any(one.get("is_ephemeral") for one in private.values())
    described = menus["all_private_chats", "ru"]["play"]["description"]
    assert described != menus["all_private_chats", ""]["play"]["description"]


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_asking_for_ones_hand_in_the_group_is_seen_by_nobody_else(here: Town, language: str) -> None:
    words = WORDS[language]
    group, anna, boris = await two(here, language)
    await boris.say(group, "/hand")
    shown = await here.sees(boris, group, words["none"])
    assert shown.only_me
    seen = [message.text for message in await anna.see(group)]
    assert "/frap" in seen
    assert "/hand" not in seen
    assert words["none"] not in seen


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_deals_that_follow_by_themselves_leave_time_to_stand_up(here: Town, language: str) -> None:
    words = WORDS[language]
    group, anna, boris = await two(here, language)
    for label in (words["rules"], words["pause"], words["ten"]):
        await here.press(anna, group, label)
    await anna.press(group, words["deal"])
    await here.play_out(group, [anna, boris], seed=2)
    payout = await here.sees(anna, group, words["next"])
    assert "⏳" in payout.text
    assert {words["stand"], words["deal"]} <= set(pressable(payout))
    await boris.press(group, words["stand"], key=payout.key)
    await here.button(boris, group, words["sit"])


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_what_belongs_into_the_private_chat_says_so(here: Town, language: str) -> None:
    anna = await here.telegram.person("Анна", language=language, started=True)
    group = await here.telegram.group("Пятница", anna)
    for command in ("/play", "/learn", "/forget"):
        await anna.say(group, command)
    await here.sees(anna, group, WORDS[language]["private"])
