"""Whoever wants is told in private when a table opens in their group."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.e2e.town import Town

WORDS = {
    "ru": ("Буду писать сюда", "Открыт стол: Фрап", "Сесть", "Вы за столом", "больше не сообщаю"),
    "en": ("I tell you here", "A table of Frap is open", "Sit down", "You are at the table", "I do not tell you"),
}  # fmt: skip


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_told_once_and_seated_by_the_button(here: Town, language: str) -> None:
    told, opened, sit, seated, stopped = WORDS[language]
    anna, boris = [
        await here.telegram.person(name, language=language, started=True) for name in ("Анна", "Борис")
    ]
    group = await here.telegram.group("Пятница", anna, boris)
    for person in (anna, boris):
        await person.say(group, "/notify on")
        await here.sees(person, person, told)
    await anna.say(group, "/frap")
    shown = await here.sees(boris, boris, opened)
    assert "Пятница" in shown.text
    assert not [message for message in await anna.see(anna) if opened in message.text]
    answer = await boris.press(boris, sit, key=shown.key)
    assert seated in str(answer.text)
    await here.sees(boris, boris, "«Пятница»" if language == "ru" else "“Пятница”")
    await anna.say(group, "/close")
    await anna.say(group, "/khrap")
    await here.telegram.quiet(2.0, settle=0.1)
    assert sum("Храп" in m.text or "Khrap" in m.text for m in (await boris.see(boris))[-2:]) == 0
    await boris.say(boris, "/notify")
    await here.sees(boris, boris, "/notify")
    await boris.say(group, "/notify off")
    await here.sees(boris, boris, stopped)
    assert await here.store.subscribers.of(group.id) == (anna.id,)


async def test_a_table_that_is_gone_and_a_group_one_has_left(here: Town) -> None:
    anna, boris, vera = [
        await here.telegram.person(name, language="en", started=True) for name in ("Anna", "Boris", "Vera")
    ]
    group = await here.telegram.group("Friday", anna, boris, vera)
    for person in (boris, vera):
        await person.say(group, "/notify")
        await here.sees(person, person, "I tell you here")
    await group.leave(vera)
    await anna.say(group, "/frap")
    shown = await here.sees(boris, boris, "A table of Frap is open")
    assert not [message for message in await vera.see(vera) if "is open in" in message.text]
    await anna.say(group, "/close")
    await here.sees(anna, group, "The table is closed.")
    answer = await boris.press(boris, "Sit down", key=shown.key)
    assert "That table is gone" in str(answer.text)
    await group.kick(boris)
    answer = await boris.press(boris, "Sit down", key=shown.key)
    assert "not a member" in str(answer.text)
    await boris.press(boris, "Do not tell me any more", key=shown.key)
    await here.sees(boris, boris, "I do not tell you")
    for data in ("m:notify:x", "m:notify:" + "9" * 30, f"j:{anna.id}:0:1"):
        assert (await boris.forge(boris, shown.key, data)).text


async def test_whoever_has_not_started_the_bot_is_told_how(here: Town) -> None:
    anna = await here.telegram.person("Anna", language="en")
    group = await here.telegram.group("Friday", anna)
    await anna.say(group, "/notify")
    await here.sees(anna, group, "open it, press Start")
    assert await here.store.subscribers.of(group.id) == ()


async def test_whoever_blocks_the_bot_disturbs_nobody(here: Town) -> None:
    anna, boris = [
        await here.telegram.person(name, language="en", started=True) for name in ("Anna", "Boris")
    ]
    group = await here.telegram.group("Friday", anna, boris)
    await boris.say(group, "/notify")
    await here.sees(boris, boris, "I tell you here")
    await boris.block()
    await anna.say(group, "/frap")
    await here.button(anna, group, "Sit down")
    assert not (await here.store.people.get(boris.id)).started
