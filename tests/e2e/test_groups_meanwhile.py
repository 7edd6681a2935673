"""What happens to a group while the bot is away: of all that is handled at once afterwards, that comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.state import Phase, TableKey
from tests.e2e.town import running_bot, town

if TYPE_CHECKING:
    from tests.bot.store.servers import Process


async def test_what_is_said_there_before_the_bot_knows_of_it_meets_the_same_table(
    redis: Process,
) -> None:
    async with town(redis, bot=False) as here:
        async with running_bot(here):
            anna, boris, galya = await here.people("Anna", "Boris", "Galya")
            group = await here.telegram.group("Friday", anna, boris, galya, kind="group")
            await here.sit(group, [anna, boris])
            await here.deal(group, anna)
            await here.rest()
        number = (await here.table(group)).number
        old = group.id
        new = await group.migrate()
        for person, word in (
            (boris, "/frap"),
            (galya, "/sit"),
            (galya, "/khrap"),
            (boris, "/score"),
            (anna, "/table"),
        ):
            await person.say(group, word)
        async with running_bot(here):
            table = await here.play_out(group, [anna, boris])
            await here.rest()
            assert (table.group, table.number, table.phase) == (old, number, Phase.PAYOUT)
            assert [seat.player for seat in table.seats] == [str(one.id) for one in (anna, boris, galya)]
            assert (await here.store.tables.load(TableKey(new, 0))).table is None
            await here.deal(group, anna)
            await here.sees(galya, galya, "deal 2")


async def test_a_bot_that_was_removed_by_one_and_added_by_another_is_in_the_group(redis: Process) -> None:
    async with town(redis, bot=False) as here:
        async with running_bot(here):
            anna, boris = await here.people("Anna", "Boris")
            group = await here.telegram.group("Friday", anna, boris)
            await here.sit(group, [anna, boris])
            await here.rest()
        itself = await here.telegram.bot_id()
        await anna.say(group, "/score")
        await anna.say(group, "/history")
        for status, by in (("kicked", anna), ("member", boris)):
            await here.telegram.post("member", chat=group.id, user=itself, status=status, by=by.id)
        await boris.say(group, "/deal")
        async with running_bot(here):
            await here.rest()
            assert not (await here.store.groups.get(group.id)).kicked
            assert not (await here.table(group)).paused
            await boris.say(group, "/table")
            await here.sees(boris, group, "Ready to deal")


async def test_who_was_put_out_and_is_back_sits_where_they_sat_down(redis: Process) -> None:
    async with town(redis, bot=False) as here:
        async with running_bot(here):
            anna, boris, galya = await here.people("Anna", "Boris", "Galya")
            group = await here.telegram.group("Friday", anna, boris, galya, bot="administrator")
            await here.sit(group, [anna, boris, galya])
            await here.rest()
        await anna.say(group, "/score")
        await anna.say(group, "/history")
        for status in ("kicked", "member"):
            await here.telegram.post("member", chat=group.id, user=galya.id, status=status, by=anna.id)
        await galya.say(group, "/sit")
        async with running_bot(here):
            await here.rest()
            seats = [seat.player for seat in (await here.table(group)).seats]
            assert seats == [str(one.id) for one in (anna, boris, galya)]
