"""``python -m bot import``: a group read in from a file of :mod:`bot.operating.exporting`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from bot.operating.exporting import read_lines, text_of
from bot.operating.sound import table_of
from bot.settings import SettingsError
from bot.store import keys
from bot.store.whole import hashes
from bot.tables.state import Book, TableKey

if TYPE_CHECKING:
    from pathlib import Path

    from bot.operating.sound import Line
    from bot.store import Store

CHUNK: Final = 200


async def import_group(store: Store, path: Path) -> str:
    """Read a group in; gives what to tell the operator.

    Everything is checked before anything is written. Raises :class:`SettingsError` for a file that is not whole, and where
    the group is there already. Broken off, it can be begun anew.
    """
    group = 0
    for line in read_lines(path):
        group = line["group"] if line["kind"] == "group" else group
    if not await store.whole.clear(group):
        raise SettingsError(f"there is a group {group} already: an import takes an empty place")
    reading = _Reading(store, group)
    for line in read_lines(path):
        await reading.take(line)
    await reading.finish()
    told = ", ".join(f"{reading.counts[kind]} {kind}" for kind in ("entries", "deals", "tables"))
    return f"group {group} is read in: {told}"


class _Reading:
    def __init__(self, store: Store, group: int) -> None:
        self._store = store
        self._group = group
        self._waiting: dict[str, list[str]] = {}
        self._written: Counter[str] = Counter()
        self._tables: list[Line] = []
        self.counts: Counter[str] = Counter()

    async def take(self, line: Line) -> None:
        whole = self._store.whole
        match line["kind"]:
            case "entry":
                self.counts["entries"] += 1
                await self._append(keys.entries(self._group, Book(line["book"])), line["entry"])
            case "deal":
                self.counts["deals"] += 1
                await self._append(keys.deals(self._group), line["record"])
            case "fields":
                await whole.put_fields(hashes(self._group)[line["name"]], line["fields"])
            case "person":
                await whole.put_fields(keys.person(line["id"]), line["fields"])
            case "table":
                self.counts["tables"] += 1
                self._tables.append(line)

    async def _append(self, name: str, item: Line) -> None:
        waiting = self._waiting.setdefault(name, [])
        waiting.append(text_of(item))
        if len(waiting) >= CHUNK:
            await self._flush(name)

    async def _flush(self, name: str) -> None:
        texts = self._waiting.pop(name)
        await self._store.whole.append(name, self._written[name], texts)
        self._written[name] += len(texts)

    async def finish(self) -> None:
        """Write what is left; the tables last, since a bot that runs attends to them at once."""
        for name in list(self._waiting):
            await self._flush(name)
        for book in Book:
            await self._store.ledger.rebuild(self._group, book)
            await self._store.scores.read(self._group, book)
        await self._store.tables.load(TableKey(self._group, 0))
        group = await self._store.groups.get(self._group)
        if group.chat != self._group:
            await self._store.groups.moved(self._group, group.chat)
        for line in self._tables:
            key = TableKey(self._group, line["thread"])
            await self._store.whole.put_table(key, line["version"], table_of(line))
            await self._store.wakeups.wake(key)
        await self._store.whole.finish(self._group)
