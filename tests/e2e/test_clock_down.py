"""The clock of the machine is put back while the bot does not run: whoever starts then waits for no moment of the old clock."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from tests.e2e.processes import Fleet, fleet
from tests.e2e.steady import question

if TYPE_CHECKING:
    from pathlib import Path

    from bot.sandbox.person import Group
    from tests.bot.store.servers import Process

HOUR = 3600.0
TURN = 60.0


async def timely(ships: Fleet, group: Group) -> bool:
    """Whether the turn ends no later than a turn from now."""
    deadline = (await ships.here.table(group)).deadline
    assert deadline is not None
    return deadline / 1000 - time.time() <= TURN + 1


async def test_a_turn_is_no_longer_than_a_turn_and_runs_out(redis: Process, tmp_path: Path) -> None:
    async with fleet(redis, tmp_path) as ships:
        here, bot = ships.here, ships.bot()
        bot.put_clock(HOUR)
        bot.start()
        group, _ = await here.dealt("Anna", "Boris", "Clara")
        await here.rest()
        before = question(await here.table(group))
        assert not await timely(ships, group)
        bot.kill()
        bot.put_clock(0)
        bot.start()
        await here.until("the turn is no longer than a turn", partial(timely, ships, group))
        assert question(await here.table(group)) == before, "nobody has lost the turn by it"
        bot.put_clock(TURN + 1)
        await here.until("the turn has run out", partial(another_question, ships, group, before))
        assert sum(seat.missed for seat in (await here.table(group)).seats) == 1
        assert ships.errors() == []


async def another_question(ships: Fleet, group: Group, before: tuple[str, int, int] | None) -> bool:
    return question(await ships.here.table(group)) != before
