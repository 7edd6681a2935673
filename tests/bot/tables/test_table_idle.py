"""What happens at a table at which nothing happens; cuts and names."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from bot.scores.records import Feat
from bot.tables.clock import MINUTE, wake_at
from bot.tables.commands import (
    Back,
    Close,
    CutPack,
    Forget,
    Idle,
    Pause,
    Person,
    Rename,
    Resume,
    SetLanguage,
    SetRule,
    Sit,
)
from bot.tables.deals import read
from bot.tables.decision import Reason, Said
from bot.tables.state import Ending, Phase
from tests.bot.tables.table_world import (
    ANNA,
    BORIS,
    DINA,
    GALYA,
    World,
    refused,
)


def test_an_idle_lobby_is_warned_and_then_closes() -> None:
    world = World().opened(BORIS)
    opened = world.now
    assert world.do(Idle(1)).said is Said.VOID
    reply = world.wake()
    assert reply is not None
    assert (reply.said, world.now - opened) == (Said.WARNED, 20 * MINUTE)
    assert world.open_table.closes_at == world.now + 5 * MINUTE
    world.wake()
    assert (world.open_table.ending, world.now - opened) == (Ending.IDLE, 25 * MINUTE)


def test_a_word_in_time_keeps_the_lobby_open() -> None:
    world = World().opened(BORIS)
    world.wake()
    world.now += MINUTE
    world.do(Sit(GALYA))
    assert world.open_table.closes_at is None
    assert wake_at(world.table) == world.now + 20 * MINUTE


def test_a_lobby_that_idled_through_an_outage_is_warned_first() -> None:
    world = World().opened(BORIS)
    world.now += 600 * MINUTE
    reply = world.wake()
    assert reply is not None
    assert reply.said is Said.WARNED
    assert world.open_table.closes_at == world.now + 5 * MINUTE


def test_anybody_closes_a_stale_table_and_only_a_stale_one() -> None:
    world = World().opened(BORIS, clock=None).started()
    assert refused(world, Close(DINA, force=True)).reason is Reason.NOT_OWNER
    world.now += 60 * MINUTE
    assert refused(world, Close(DINA)).reason is Reason.DEAL_RUNNING
    assert world.do(Close(DINA, force=True)).said is Said.CLOSED
    assert world.open_table.ending is Ending.FORCED


def test_nothing_runs_out_while_the_bot_may_not_write() -> None:
    world = World().opened(BORIS, clock=60).started()
    world.do(Pause())
    assert wake_at(world.table) is None
    world.now += 600 * MINUTE
    world.do(Resume())
    assert world.open_table.deadline == world.now + 60_000
    world.finish()
    world.do(Pause())
    world.now += 600 * MINUTE
    world.do(Resume())
    assert wake_at(world.table) == world.now + 20 * MINUTE


def test_people_cut_the_pack_and_the_proof_tells_so() -> None:
    world = World().opened(BORIS)
    world.do(CutPack(ANNA, " раз "))
    world.do(CutPack(BORIS, "два"))
    world.do(CutPack(ANNA, "три"))
    assert refused(world, CutPack(GALYA, "я")).reason is Reason.NOT_SEATED
    for text in ("", "  ", "я" * 65, "\ud800"):
        assert refused(world, CutPack(ANNA, text)).reason is Reason.BAD_CUT
    world.started()
    assert refused(world, CutPack(ANNA, "я")).reason is Reason.DEAL_RUNNING
    world.finish()
    proof = json.loads(world.archive[0])["proof"]
    assert proof["cuts"] == [[BORIS.id, "два"], [ANNA.id, "три"]]


@pytest.mark.parametrize("name", ["", "<b>&_*", "\u202eесаб\n", "👑" * 64, "\u200b"])
def test_names_are_kept_as_they_are_and_followed(name: str) -> None:
    world = World().opened(BORIS).started()
    world.do(Rename(replace_name(BORIS, name)))
    assert [seat.name for seat in world.open_table.seats] == [ANNA.name, name]
    assert dict(world.open_table.names)[BORIS.id] == name


def replace_name(person: Person, name: str) -> Person:
    return Person(person.id, name)


def test_a_rule_of_the_running_pause_counts_at_once() -> None:
    world = World().opened(BORIS).started().finish()
    assert world.open_table.next_deal_at is None
    world.do(SetRule(ANNA, "next_deal", "10"))
    assert world.open_table.next_deal_at == world.now + 10_000
    world.do(SetRule(ANNA, "ante", "6"))
    assert world.open_table.next_deal_at is not None
    world.do(SetRule(ANNA, "next_deal", "none"))
    assert world.open_table.next_deal_at is None


def test_no_deal_starts_by_itself_for_people_who_are_not_there() -> None:
    world = World().opened(BORIS, next_deal=5).started().finish()
    world.table = replace(
        world.open_table, seats=tuple(replace(seat, away=True) for seat in world.open_table.seats)
    )
    world.wake()
    assert world.open_table.phase is Phase.PAYOUT
    assert world.open_table.next_deal_at is None


def test_the_language_of_people_and_of_the_table_is_followed() -> None:
    world = World().opened(BORIS)
    world.do(SetLanguage("en"))
    world.do(Rename(Person(BORIS.id, BORIS.name, "en")))
    world.do(Sit(BORIS))
    assert world.open_table.language == "en"
    assert [seat.language for seat in world.open_table.seats] == ["", "en"]


def test_nothing_printed_of_a_table_gives_its_cards_or_seed_away() -> None:
    world = World().opened(BORIS)
    assert world.open_table.seed not in repr(world.open_table)
    world.started()
    assert world.deal.setup.deck
    dealt = read(world.open_table.deal or "")
    assert "deck" not in repr((world.open_table, dealt, world.context()))
    assert dealt.shuffle.seed.hex() not in repr((world.open_table, dealt))
    assert repr(world.context().seed) not in repr(world.context())


def test_a_turn_that_may_take_long_makes_no_table_stale() -> None:
    world = World().opened(BORIS, clock=86400).started()
    world.now += 120 * MINUTE
    assert refused(world, Close(DINA, force=True)).reason is Reason.NOT_OWNER
    world.do(Pause())
    world.now += 60 * MINUTE
    assert world.do(Close(DINA, force=True)).said is Said.CLOSED


def test_a_table_that_waits_for_its_next_deal_is_not_idle() -> None:
    world = World().opened(BORIS, next_deal=3600).started().finish()
    world.do(Back(ANNA))
    over = world.now
    reply = world.wake()
    assert reply is not None
    assert (reply.said, world.now - over) == (Said.DEALT, 60 * MINUTE)


def test_a_record_just_broken_loses_the_name_of_who_is_forgotten() -> None:
    world = World().opened(BORIS, GALYA).started().finish()
    feat = Feat("pot", "60", "20", ANNA.id, ANNA.name)
    world.table = replace(world.open_table, feat=feat)
    world.do(Forget(BORIS.id))
    assert world.open_table.feat == feat
    world.do(Forget(ANNA.id))
    assert world.open_table.feat == replace(feat, name="")
