"""Presses of one's own making at messages that have no such button: pages take the place of nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.e2e.town import Town


@pytest.mark.parametrize(
    "data",
    [
        "s:{group}:h:0",
        "s:{group}:l:0",
        "s:{group}:s:",
        "s:{group}:b:",
        "s:{group}:b:psbm",
        "s:{group}:g:psbm",
        "s:{group}:p:psbm",
        "j:{group}:0:1",
        "h:{group}:0:1:1:0:pack:",
        "h:{group}:0:1:1:0:pack:2",
        "h:0:0:1:1:0:look:",
        "h:0:0:2:4:0:pass:",
    ],
)
async def test_nobody_puts_another_page_in_the_place_of_the_table(here: Town, data: str) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    await here.sees(people[1], group, "2. Boris")
    table = await here.button(people[1], group, "Deal")
    answer = await people[1].forge(group, table.key, data.format(group=group.id))
    assert answer.text == "This button is out of date: look at the newest message."
    await here.rest()
    assert [message for message in await people[0].see(group) if message.key == table.key] == [table]
    assert (await people[0].last(group)).key == table.key
