"""Scores as they are kept: written with the ledger, by several at once, and rebuilt from it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from bot.scores.tally import BOTH, Period
from bot.store import Committed, Conflict
from bot.tables import accounts, reckoning
from bot.tables.decision import Reason, Refusal
from bot.tables.state import Book, Phase, Pot, Table, TableKey
from tests.bot.scores.season_play import months
from tests.bot.store.conftest import a_table

if TYPE_CHECKING:
    from bot.scores.scorebook import Scorebook
    from bot.store import Booking, Store

GROUP = -1003999999999
BOOK = Book.PEOPLE


async def book_all(store: Store, bookings: list[Booking]) -> None:
    for booking in bookings:
        assert isinstance(await store.ledger.post(GROUP, (booking,), update_id=None), Committed)


async def sound(store: Store) -> Scorebook:
    """The scores as they are kept, which are those that the ledger gives."""
    assert await store.scores.audit(GROUP, BOOK) == []
    return await store.scores.read(GROUP, BOOK)


async def test_what_commits_keep_is_what_the_ledger_gives(store: Store) -> None:
    await book_all(store, [booking for booking, _ in months(300, 3).happened])
    kept = await sound(store)
    assert kept.course.season.number > 1
    assert await store.ledger.audit(GROUP, BOOK) == []


async def test_scores_that_were_lost_are_rebuilt(store: Store) -> None:
    await book_all(store, [booking for booking, _ in months(60, 4).happened])
    before = await sound(store)
    connection = store.scores._connection  # noqa: SLF001 - breaks what only a fault could
    names = [name async for name in connection.scan("{p*}:tal:*")]
    await connection.run("fields", names, "course", "", "standings", "", f"{BOTH}:100", "")
    assert (await store.scores.read(GROUP, BOOK)).scores != before.scores
    await store.scores.rebuild(GROUP, BOOK)
    after = await sound(store)
    assert (after.scores, after.course, after.records) == (before.scores, before.course, before.records)


async def test_tables_of_two_topics_that_end_deals_at_once_lose_none(store: Store) -> None:
    deals = [booking for booking, text in months(40, 5).happened if text]
    at = max(booking.at for booking in deals)

    async def one_topic(thread: int, mine: list[Booking]) -> None:
        key = TableKey(GROUP, thread)
        for version, booking in enumerate(mine):
            table = paying(key, version + 1)
            done = await store.tables.commit(
                key, version, table, update_id=None, wake_at=None, bookings=(replace(booking, at=at),)
            )
            assert isinstance(done, Committed)

    await asyncio.gather(*(one_topic(thread, deals[thread::4]) for thread in range(4)))
    kept = await sound(store)
    assert kept.course.ever.deals == len(deals)


async def test_a_repeated_update_counts_once(store: Store) -> None:
    booking = next(booking for booking, text in months(1, 6).happened if text)
    for _ in range(3):
        await store.ledger.post(GROUP, (booking,), update_id=77)
    assert (await sound(store)).course.ever.deals == 1


async def test_a_broken_record_is_written_to_the_table_with_its_deal(store: Store) -> None:
    key = TableKey(GROUP, 0)
    deals = [booking for booking, text in months(30, 8).happened if text]
    broken = 0
    for version, booking in enumerate(deals):
        before = (await store.scores.read(GROUP, BOOK)).records
        table = paying(key, version + 1)
        await store.tables.commit(key, version, table, update_id=None, wake_at=None, bookings=(booking,))
        loaded = (await store.tables.load(key)).table
        after = (await store.scores.read(GROUP, BOOK)).records
        assert loaded is not None
        if loaded.feat is None:
            assert before == after or any(
                int(getattr(before, name).amount) == 0 for name in before.__struct_fields__
            )
        else:
            broken += 1
            assert getattr(after, loaded.feat.kind).amount == loaded.feat.amount
            assert int(loaded.feat.amount) > int(loaded.feat.before) > 0
    assert broken


async def prepared(store: Store) -> reckoning.Proposal:
    await book_all(
        store,
        [
            accounts.corrected({"1": 30, "2": -10, "3": -20}, "1", "so it was", 1000),
            accounts.divided(BOOK, "frap", {"4": -3}, 2000),
        ],
    )
    pot = {(BOOK, "frap"): Pot("3", players=("4",))}
    loaded = await store.tables.load(TableKey(GROUP, 0))
    await store.tables.commit(
        TableKey(GROUP, 0),
        0,
        None,
        update_id=None,
        wake_at=None,
        waiting=pot,
        pots_version=loaded.pots_version,
    )
    return await reckoning.proposal(store, GROUP)


async def test_settling_leaves_nobody_owing_and_starts_a_season(store: Store) -> None:
    wanted = await prepared(store)
    assert [(one.payer, one.payee, one.amount) for one in wanted.transfers] == [
        ("3", "1", "20"),
        ("2", "1", "10"),
    ]
    await reckoning.settle(store, GROUP, wanted.mark, "1", None)
    balances = await store.ledger.balances(GROUP, BOOK)
    assert {account: amount for account, amount in balances.items() if amount} == {"p:4": -3, "pot:frap": 3}
    book = await sound(store)
    assert book.course.season.number == 2
    assert book.tally(BOTH, "1", Period.SEASON).money == "0"
    assert book.tally(BOTH, "1", Period.ALL).money == "30"
    season = await store.scores.season(GROUP, BOOK, 1)
    assert season is not None
    assert season.tallies[f"{BOTH}:1"].money == "30"
    assert season.transfers == wanted.transfers
    with pytest.raises(Refusal) as refused:
        await reckoning.proposal(store, GROUP)
    assert refused.value.reason is Reason.NOTHING_TO_SETTLE


async def test_settling_by_many_at_once_books_once(store: Store) -> None:
    wanted = await prepared(store)
    done = await asyncio.gather(
        *(reckoning.settle(store, GROUP, wanted.mark, "1", update) for update in range(20)),
        return_exceptions=True,
    )
    assert sum(isinstance(one, reckoning.Proposal) for one in done) == 1
    reasons = {one.reason for one in done if isinstance(one, Refusal)}
    assert reasons <= {Reason.SCORE_MOVED, Reason.NOTHING_TO_SETTLE}
    assert [entry.kind for entry in await store.ledger.entries(GROUP, BOOK)].count("settle") == 1


async def test_a_proposal_is_void_once_anything_is_booked(store: Store) -> None:
    wanted = await prepared(store)
    await reckoning.correct(store, GROUP, {"1": 1, "2": -1}, "1", "more", None)
    for act in (
        reckoning.settle(store, GROUP, wanted.mark, "1", None),
        reckoning.agree(store, GROUP, wanted.mark, "1"),
    ):
        with pytest.raises(Refusal) as refused:
            await act
        assert refused.value.reason is Reason.SCORE_MOVED
    late = accounts.settled(wanted.transfers, "1", 5000)
    assert isinstance(await store.ledger.post(GROUP, (late,), update_id=None, seq=wanted.seq), Conflict)


async def test_only_those_concerned_agree(store: Store) -> None:
    wanted = await prepared(store)
    assert (await reckoning.agree(store, GROUP, wanted.mark, "1"))[1] == {"1"}
    assert (await reckoning.agree(store, GROUP, wanted.mark, "1"))[1] == {"1"}
    assert (await reckoning.agree(store, GROUP, wanted.mark, "3"))[1] == {"1", "3"}
    with pytest.raises(Refusal) as refused:
        await reckoning.agree(store, GROUP, wanted.mark, "4")
    assert refused.value.reason is Reason.NOT_CONCERNED


async def test_an_open_table_with_a_pot_stands_in_the_way(store: Store) -> None:
    await prepared(store)
    await book_all(store, list(accounts.taken(paying(TableKey(GROUP, 0), 1), BOOK, 3, 9000)))
    with pytest.raises(Refusal) as refused:
        await reckoning.proposal(store, GROUP)
    assert refused.value.reason is Reason.POT_ON_TABLE


def paying(key: TableKey, number: int) -> Table:
    names = (("100", "Аня"), ("101", "Борис"))
    return replace(a_table(number=number, key=key), phase=Phase.PAYOUT, names=names)
