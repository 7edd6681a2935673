from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.screens.buttons import TableVerb
from bot.tables.deals import deal_of
from bot.tables.state import Book, Phase
from tests.e2e.test_lobby import forged

if TYPE_CHECKING:
    from bot.sandbox.person import Group
    from tests.e2e.town import Town


async def turn(here: Town, group: Group) -> int:
    deal = deal_of(await here.table(group))
    assert deal is not None
    return deal.turn


async def test_who_does_not_answer_in_time_is_played_for_and_the_second_time_is_away(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    sleeper = await here.asked(group, people)
    other = next(person for person in people if person is not sleeper)
    await here.question(sleeper)
    for missed in (1, 2):
        before = await turn(here, group)
        await here.asked(group, [sleeper])
        await here.question(sleeper)
        await here.rest()
        await here.advance(61)
        await here.until("the turn has passed", partial(passed, here, group, before))
        seat = (await here.table(group)).seat(str(sleeper.id))
        assert seat is not None
        assert (seat.missed, seat.away) == (missed, missed == 2)
        if missed == 1:
            await here.question(other)
            await here.press(other, other, "Pass")
            await here.sees(other, other, "Your cards")
    await here.sees(other, group, f"{sleeper.name} 💤")
    await here.press(sleeper, sleeper, "I am back")
    seat = (await here.table(group)).seat(str(sleeper.id))
    assert seat is not None
    assert not seat.away


async def passed(here: Town, group: Group, before: int) -> bool:
    table = await here.table(group)
    return table.phase is not Phase.DEAL or await turn(here, group) > before


async def test_without_a_clock_nobody_is_hurried(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    await forged(here, people[0], group, TableVerb.SET, "clock=none")
    await here.deal(group, people[0])
    await here.asked(group, people)
    before = await turn(here, group)
    await here.advance(40 * 60)
    await here.rest()
    await here.rest()
    assert await turn(here, group) == before
    assert (await here.play_out(group, people)).phase is Phase.PAYOUT


async def test_the_host_removes_an_absent_player_between_deals(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara")
    await here.play_out(group, people)
    await people[0].say(group, "/setup")
    await here.press(people[0], group, "Players")
    await here.press(people[0], group, "Remove: Clara")
    await here.sees(people[1], group, "− Clara")
    await here.deal(group, people[0])
    await here.sees(people[1], group, "deal 2")
    deal = deal_of(await here.table(group))
    assert deal is not None
    assert str(people[2].id) not in deal.seats


async def test_a_deal_closed_by_force_is_in_no_book(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    await here.asked(group, people)
    await people[0].say(group, "/close")
    await here.press(people[0], group, "Yes, close")
    await here.sees(people[1], group, "that deal does not count")
    assert not any((await here.store.ledger.balances(group.id, Book.PEOPLE)).values())
    assert await here.store.deals.count(group.id) == 0


async def test_deals_with_computers_are_booked_apart(here: Town) -> None:
    people = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    await here.press(people[0], group, "+ Computer")
    await here.deal(group, people[0])
    await here.play_out(group, people)
    assert not any((await here.store.ledger.balances(group.id, Book.PEOPLE)).values())
    assert any((await here.store.ledger.balances(group.id, Book.COMPUTERS)).values())
