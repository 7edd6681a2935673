"""What people are told when the bot itself is at fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.store import keys
from bot.tables.state import TableKey

if TYPE_CHECKING:
    from tests.bot.store.servers import Process
    from tests.e2e.town import Town

FAULT = "Something went wrong on my side"


@pytest.mark.logs_errors
async def test_a_word_that_cannot_be_carried_out_is_answered(here: Town, redis: Process) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    with redis.client() as client:
        client.set(keys.table(TableKey(group.id, 0)), "no table")
    await people[0].say(group, "/table")
    await here.sees(people[0], group, FAULT)
    with redis.client() as client:
        client.delete(keys.table(TableKey(group.id, 0)))
    await here.sit(group, people)
