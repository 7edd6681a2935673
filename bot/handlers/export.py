"""Everything a group has booked and played, as files."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from bot.scores.bookkeeping import player_of
from bot.store.ledger import CHUNK
from bot.tables.state import Book

if TYPE_CHECKING:
    from bot.store import Store

COLUMNS: Final = (
    "time_utc",
    "book",
    "entry",
    "kind",
    "game",
    "thread",
    "table",
    "deal",
    "account",
    "name",
    "change",
    "reason",
)
LARGEST: Final = 45 * 1024 * 1024
"""Bytes; bots may send files of 50 MB. The newest entries go first."""
RECORDS: Final = 100
"""Read at once."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


async def ledger_csv(store: Store, group: int) -> bytes:
    """Give a line for every posting, the newest entry first; empty where nothing is booked."""
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(COLUMNS)
    header = out.tell()
    for book in Book:
        names = (await store.scores.read(group, book)).names
        skip = 0
        while entries := await store.ledger.latest(group, book, CHUNK, skip=skip):
            skip += len(entries)
            for entry in entries:
                at = datetime.fromtimestamp(entry.at // 1000, UTC).isoformat(sep=" ", timespec="seconds")
                where = (entry.thread, entry.table, entry.deal)
                for account, change in entry.changes:
                    name = harmless(names.get(player_of(account), ""))
                    lines.writerow(
                        (
                            at.removesuffix("+00:00"),
                            book.value,
                            entry.seq,
                            entry.kind,
                            entry.game,
                            *where,
                            account,
                            name,
                            change,
                            harmless(entry.reason),
                        )
                    )
            if out.tell() > LARGEST:
                break
    return b"" if out.tell() == header else b"\xef\xbb\xbf" + out.getvalue().encode()


def harmless(text: str) -> str:
    """Keep spreadsheets from taking a name for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


async def records_jsonl(store: Store, group: int) -> bytes:
    """Give the records of finished deals, the newest first, one a line, as many as a file may hold."""
    found: list[bytes] = []
    size = 0
    while texts := await store.deals.latest(group, RECORDS, skip=len(found)):
        lines = [f"{text}\n".encode() for text in texts]
        found += lines
        size += sum(map(len, lines))
        if size > LARGEST:
            break
    return b"".join(found)
