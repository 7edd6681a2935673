from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from bot.tables.state import Phase
from tests.e2e.crowd import play_deals

if TYPE_CHECKING:
    from tests.e2e.town import Town

DEALS = int(os.environ.get("E2E_DEALS", "100"))
"""How many deals a full table plays."""


async def test_three_people_play_frap_and_khrap_to_the_payout(here: Town) -> None:
    people = [
        await here.telegram.person(name, language="ru", started=True) for name in ("Аня", "Борис", "Галя")
    ]
    group = await here.telegram.group("Пятница", *people)
    for game in ("frap", "khrap"):
        await people[0].say(group, f"/{game}")
        for person in people[1:]:
            await here.press(person, group, "Сесть")
        await here.press(people[0], group, "Сдавать")
        await here.play_out(group, people)
        await here.sound_accounts(group.id)
        await here.button(people[0], group, "Сдавать")
        await people[0].say(group, "/close")
        await here.sees(people[0], group, "Стол закрыт")


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "seats"), [("frap", 12), ("khrap", 10)])
async def test_a_full_table_plays_deal_after_deal(here: Town, game: str, seats: int) -> None:
    people = [await here.telegram.person(f"P{number}", started=True) for number in range(seats)]
    group = await here.telegram.group("Everybody", *people)
    host = people[0]
    await host.say(group, f"/{game}")
    for person in people[1:]:
        await here.press(person, group, "Сесть")
    deals = DEALS if game == "frap" else DEALS // 4

    async def deal() -> None:
        await here.press(host, group, "Сдавать")

    async def over(number: int) -> None:
        async def ended() -> bool:
            table = await here.table(group)
            return table.deal_number == number and table.phase is Phase.PAYOUT

        await here.until(f"deal {number} is over", ended, patience=60)
        await here.sound_accounts(group.id)

    presses = await play_deals(people, deals, seed=7, deal=deal, over=over)
    assert presses > deals * seats
    assert await here.store.deals.count(group.id) == deals
    await here.inspect()
    assert here.cards_shown > deals * seats
