"""``python -m bot audit``: everything that can be computed twice is, and what does not agree is told."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from bot.scores.bookkeeping import DEAL, account, is_pot, lies_on_table, table_account, waiting_account
from bot.scores.facts import facts_of
from bot.store import StoreBroken
from bot.tables.places import pot_of
from bot.tables.state import Book, Phase, TableKey
from game import record
from game.errors import GameError
from game.shuffle import check

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.scores.facts import Facts
    from bot.store import Store

CHUNK: Final = 500


async def faults(store: Store) -> AsyncIterator[str]:
    """Find what is wrong, in words for the operator; changes nothing.

    The ledger is summed anew and compared with the balances, and counted anew and compared with the scores; its pots are
    compared with those that wait and lie on tables; every deal on record is played again, its shuffle checked, and its
    result compared with what was booked.
    """
    for group in await store.whole.groups():
        try:
            for book in Book:
                ledger, scores = await store.ledger.audit(group, book), await store.scores.audit(group, book)
                for what in (*ledger, *scores):
                    yield f"group {group}, {book.value}: {what}"
            async for what in _pots(store, group):
                yield f"group {group}: {what}"
            async for what in _deals(store, group):
                yield f"group {group}: {what}"
        except StoreBroken as error:
            yield f"group {group}: {error}"


async def _pots(store: Store, group: int) -> AsyncIterator[str]:
    """Compare the accounts of pots with the pots themselves, of one moment."""
    while True:
        before = await store.whole.stamp(group)
        lying, booked = await _lying(store, group), await _booked(store, group)
        if before == await store.whole.stamp(group):
            break
    for name in sorted(lying.keys() | booked.keys(), key=str):
        if lying.get(name, 0) != booked.get(name, 0):
            book, pot = name
            yield (
                f"{book.value}: in {pot} lies {lying.get(name, 0)}, and the ledger says {booked.get(name, 0)}"
            )


async def _lying(store: Store, group: int) -> dict[tuple[Book, str], int]:
    """Give what lies in the pots that wait in the group and on its open tables."""
    waiting = (await store.tables.load(TableKey(group, 0))).pots
    lying = {(book, waiting_account(game)): int(pot.amount) for (book, game), pot in waiting.items()}
    for thread in await store.whole.threads(group):
        table = (await store.tables.load(TableKey(group, thread))).table
        if table is not None and table.phase is not Phase.CLOSED:
            lying |= {
                (book, table_account(table.thread, table.number)): int(pot_of(table, book).amount)
                for book in Book
            }
    return lying


async def _booked(store: Store, group: int) -> dict[tuple[Book, str], int]:
    return {
        (book, name): amount
        for book in Book
        for name, amount in (await store.ledger.balances(group, book)).items()
        if is_pot(name)
    }


async def _deals(store: Store, group: int) -> AsyncIterator[str]:
    """Play the deals on record again and compare each with its booking."""
    booked: dict[tuple[Any, ...], Counter[str]] = {}
    counted: dict[tuple[Any, ...], Facts | None] = {}
    for book in Book:
        after = 0
        while entries := await store.ledger.entries(group, book, after=after, count=CHUNK):
            after += len(entries)
            for entry in entries:
                if entry.kind == DEAL:
                    net: Counter[str] = Counter()
                    for name, change in entry.changes:
                        net[name] += 0 if lies_on_table(name) else change
                    booked[book.value, entry.thread, entry.table, entry.deal] = net
                    counted[book.value, entry.thread, entry.table, entry.deal] = entry.facts
    after = 0
    while texts := await store.deals.part(group, after, CHUNK):
        for number, text in enumerate(texts, after + 1):
            for fault in _deal(text, booked, counted):
                yield f"deal {number} on record: {fault}"
        after += len(texts)
    for _, thread, table, deal in booked:
        yield f"deal {deal} of table {table} in topic {thread} is booked and not on record"


def _deal(
    text: str, booked: dict[tuple[Any, ...], Counter[str]], counted: dict[tuple[Any, ...], Facts | None]
) -> list[str]:
    try:
        fields = json.loads(text)
        deal = record.load(fields)
        check(fields)
        name = tuple(fields[key] for key in ("book", "thread", "table", "number"))
    except (GameError, ValueError, KeyError) as error:
        return [f"cannot be played again: {error}"]
    if deal.result is None:
        return ["is not over"]
    net = booked.pop(name, None)
    if net is None:
        return ["is not booked, or on record twice"]
    brought = dict(zip(map(account, deal.seats), deal.result.net, strict=True))
    if {who: amount for who, amount in net.items() if amount} != {
        who: amount for who, amount in brought.items() if amount
    }:
        return ["brought something else than is booked"]
    if counted.get(name) != facts_of(deal):
        return ["was counted otherwise than it was played"]
    return []
