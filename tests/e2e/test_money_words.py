"""A group calls its money as it likes, and so does every page of its scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.screens.money import Unit, counted, standing
from bot.screens.settings import SAMPLE
from bot.store import Booking
from bot.tables.state import Pot, TableKey
from bot.texts import Texts
from tests.e2e.friends import BOOK, owing, said, three

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Message, Person
    from tests.e2e.town import Town

PAGES = {
    "/score": "Score",
    "/stats": "their figures here",
    "/settle": "a proposal",
    "/ledger": "Bookings",
    "/history": "The last deals",
    "/seasons": "Seasons",
    "/records": "Records",
    "/correct Boris 5 pizza": "Correction",
}


async def a_pot_waits(here: Town, group: Group, people: list[Person]) -> None:
    now = here.store.clock()
    pot = Pot("31", players=tuple(str(person.id) for person in people), since=now // 1000)
    put_in = Booking(BOOK, "leave", ((f"p:{people[0].id}", -31), ("pot:khrap", 31)), "khrap", now)
    loaded = await here.store.tables.load(TableKey(group.id, 0))
    await here.store.tables.commit(
        TableKey(group.id, 0),
        loaded.version,
        loaded.table,
        update_id=None,
        wake_at=None,
        bookings=(put_in,),
        waiting={(BOOK, "khrap"): pot},
        pots_version=loaded.pots_version,
    )


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("unit", [Unit.POINTS, Unit.CHIPS], ids=lambda unit: unit.value)
async def test_every_page_of_the_scores_has_the_groups_word_for_money(
    here: Town, language: str, unit: Unit
) -> None:
    t = Texts(language)
    people, group = await three(here, language)
    anna = people[0]
    await anna.say(group, "/settings")
    await here.press(anna, group, f"{t('Money')}: {standing(SAMPLE, t, Unit.KOPECKS)}")
    await here.press(anna, group, standing(SAMPLE, t, unit))
    await anna.say(group, "/frap")
    for person in people[1:]:
        await here.press(person, group, t("Sit down"))
    await here.press(anna, group, t("Deal"))
    await here.play_out(group, people)
    await anna.say(group, "/close")
    await here.rest()
    await owing(here, group, people)
    await a_pot_waits(here, group, people)
    word, kopecks = counted(unit, t), counted(Unit.KOPECKS, t)[:5]
    for command, title in PAGES.items():
        shown = await said(here, anna, group, command, t(title))
        # A sentence may have the word in another case.
        assert word[:3] in shown.text, command
        assert kopecks not in shown.text, command
    pots = await said(here, anna, group, "/score", t("Score"))
    assert standing(31, t, unit) in pots.text
    await anna.say(group, "/chart")

    async def photo() -> Message | None:
        return next((one for one in await anna.see(group) if "photo" in one.body), None)

    assert word in (await here.until("there is a picture", photo)).text
    await said(here, anna, anna, "/stats", word)
