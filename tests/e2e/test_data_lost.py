"""All that Redis held is lost: what still stands in the chats does nothing to the tables that come then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.deals import deal_of
from tests.e2e.town import town

if TYPE_CHECKING:
    from tests.bot.store.servers import Process


async def test_old_buttons_fit_no_table_opened_after_the_loss(redis: Process) -> None:
    async with town(redis) as here:
        people = await here.people("Anna", "Boris")
        anna, boris = people
        group = await here.telegram.group("Friday", *people)
        await here.sit(group, people)
        await here.deal(group, anna)
        hands = {}
        for person in people:
            message = await here.button(person, person, "What now?")
            rows = (button for row in message.buttons for button in row)
            hands[person.id] = message.key, [b["callback_data"] for b in rows if "callback_data" in b]
        await here.rest()
        with redis.client() as raw:
            raw.flushall()
        for person in people:
            await person.say(person, "/start")
        await here.sit(group, people)
        await here.deal(group, anna)
        await here.asked(group, people)
        for person in (anna, boris):
            key, buttons = hands[person.id]
            for data in buttons:
                await person.forge(person, key, data)
        await here.rest()
        deal = deal_of(await here.table(group))
        assert deal is not None
        assert deal.actions == ()
