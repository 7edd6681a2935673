"""A bot that is told to stop finishes what only it knows of."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from bot.tables.state import TableKey
from tests.e2e.town import Town, running_bot, town

if TYPE_CHECKING:
    from bot.sandbox.person import Group
    from tests.bot.store.servers import Process


async def test_what_somebody_has_asked_to_see_is_shown_though_the_table_was_in_another_hand(
    redis: Process,
) -> None:
    async with town(redis, bot=False) as here:
        async with running_bot(here) as stop:
            anna, boris = await here.people("Anna", "Boris")
            group = await here.telegram.group("Friday", anna, boris)
            await here.sit(group, [anna, boris])
            await here.rest()
            key = TableKey(group.id, 0)
            await here.until("nobody has the table in hand", partial(taken, here, key))
            before = await shown(here, group)
            await anna.say(group, "/table")
            await here.until("it is handled", partial(confirmed, here))
            stop.set()
            await asyncio.sleep(0.5)  # long enough to stop at once, and to try in vain
            assert await shown(here, group) == before
            table = await here.store.tables.load(key)
            await here.store.wakeups.settle(key, table.version, None)
        assert await shown(here, group) == before + 1


async def taken(here: Town, key: TableKey) -> bool:
    """Take the table in hand, as another process would."""
    return await here.store.wakeups.attend(key) is not None


async def confirmed(here: Town) -> bool:
    return not here.behind.updates.unconfirmed


async def shown(here: Town, group: Group) -> int:
    return len(await here.calls("sendMessage", chat_id=group.id))
