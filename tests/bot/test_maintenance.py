from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from bot.presenter.wanted import group_messages
from bot.screens.money import Unit
from bot.screens.notices import refusal_text
from bot.store import open_store
from bot.tables.commands import NextDeal, Sit, StartDeal
from bot.tables.decide import decide
from bot.tables.decision import Context, Reason, Refusal, Said
from bot.tables.service import Tables
from bot.tables.state import Phase, TableKey
from bot.texts import Texts
from tests.bot.store.conftest import a_table, settings_for
from tests.bot.tables.table_world import ANNA, BORIS, START, World

if TYPE_CHECKING:
    from tests.bot.store.servers import Process

SEED = bytes(32)
LINES = {"en": "No new deals for a while", "ru": "Новых сдач пока нет"}


def maintained(now: int) -> Context:
    return Context(now, SEED, maintenance=True)


def test_no_new_deal_begins_and_both_languages_say_why() -> None:
    world = World().opened(BORIS)
    with pytest.raises(Refusal) as caught:
        decide(world.key, world.table, StartDeal(ANNA), maintained(world.now))
    assert caught.value.reason is Reason.MAINTENANCE
    said = {language: refusal_text(caught.value, Texts(language)) for language in ("en", "ru")}
    assert "no new deals" in said["en"]
    assert "новых сдач" in said["ru"]


def test_what_else_is_done_at_a_table_goes_on() -> None:
    world = World().opened()
    assert decide(world.key, world.table, Sit(BORIS), maintained(world.now)).reply.said is Said.SEATED


def test_a_running_deal_is_played_to_its_end_and_no_other_follows_by_itself() -> None:
    world = World().opened(BORIS, next_deal=10).started().finish()
    table = world.open_table
    assert table.phase is Phase.PAYOUT
    assert table.next_deal_at is not None
    command = NextDeal(table.number, table.deal_number)
    decision = decide(world.key, table, command, maintained(table.next_deal_at))
    assert decision.table is not None
    assert (decision.table.phase, decision.table.next_deal_at) == (Phase.PAYOUT, None)
    # Afterwards somebody presses.
    after = decide(world.key, decision.table, StartDeal(ANNA), Context(START, SEED))
    assert after.reply.said is Said.DEALT


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_open_table_says_so_in_its_language(language: str) -> None:
    lobby = World().opened(BORIS)
    deal = World().opened(BORIS).started()
    payout = World().opened(BORIS).started().finish()
    for world in (lobby, deal, payout):
        table = replace(world.open_table, language=language)
        plain, told = (
            group_messages(table, -1, None, Unit.KOPECKS, maintenance=on)[0].screen for on in (False, True)
        )
        assert LINES[language] not in plain.text
        assert told.text.startswith(plain.text)
        assert told.text.splitlines()[-1].startswith("🔧 " + LINES[language])
        assert (told.entities, told.keyboard) == (plain.entities, plain.keyboard)


async def test_all_processes_hear_of_it_and_all_open_tables_are_shown_anew(redis: Process) -> None:
    now = START
    async with (
        open_store(settings_for(redis.url), lambda: now) as one,
        open_store(settings_for(redis.url), lambda: now) as other,
    ):
        assert not await one.operations.maintenance()
        places = [TableKey(-1000 - number, 0) for number in range(20)]
        for place in places:
            await one.tables.commit(place, 0, a_table(key=place), update_id=None, wake_at=now + 60_000)
        for place in (await one.wakeups.claim(100))[0]:
            await one.wakeups.settle(place, 1, now + 60_000)
        assert (await one.wakeups.claim(100))[0] == []
        await other.operations.set_maintenance(on=True)
        assert not await one.operations.maintenance()
        now += 2_000
        assert await one.operations.maintenance()
        with pytest.raises(Refusal, match="maintenance"):
            await Tables(one).run(places[0], StartDeal(ANNA, admin=True))
        await other.wakeups.wake_all()
        assert await one.wakeups.standing() == (20, 20)
        assert sorted((await one.wakeups.claim(100))[0]) == sorted(places)
