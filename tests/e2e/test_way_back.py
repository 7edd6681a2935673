"""Somebody who has blocked the bot asks for their cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.tables.state import CardsIn

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town


async def unreachable(here: Town, group: Group, person: Person) -> bool:
    seat = (await here.table(group)).seat(str(person.id))
    return seat is not None and seat.unreachable


async def test_who_blocked_the_bot_is_led_to_start_instead_of_to_cards_that_cannot_come(here: Town) -> None:
    anna, boris = people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.store.people.set_cards_in(boris.id, CardsIn.PRIVATE)
    await here.sit(group, people)
    await here.deal(group, anna)
    await here.asked(group, people)
    await boris.block()
    await here.until("the bot knows", partial(unreachable, here, group, boris))
    link = await here.press(boris, group, "My cards")
    assert "start=sit_" in link
    await boris.unblock()
    await boris.open(link)

    async def back() -> bool:
        return not await unreachable(here, group, boris)

    await here.until("the bot writes again", back)
    await here.sees(boris, boris, "Your cards lie face down.")
