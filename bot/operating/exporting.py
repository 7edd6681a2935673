"""``python -m bot export``: a group as lines of JSON, for another Redis or for a shelf.

The first line says what it is, the last how many lines there are, so that a torn file is noticed. Money stands in it as in
the ledger, deals as in docs/deal-record.md.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from msgspec.json import encode

from bot.operating.sound import FORMAT, Line, Sound
from bot.scores.bookkeeping import person_of
from bot.settings import SettingsError
from bot.store import StoreBroken, keys
from bot.store.schema import WrittenByNewer
from bot.store.whole import hashes
from bot.tables.decision import Refusal
from bot.tables.state import SCHEMA, Book, TableKey
from game.errors import GameError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from bot.store import Store

TRIES: Final = 5
UNSOUND: Final = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    RecursionError,
    GameError,
    Refusal,
    StoreBroken,
)
"""What :class:`Sound` raises, and whoever reads a line; msgspec's errors are of :class:`ValueError`."""


async def export_group(store: Store, group: int) -> AsyncIterator[str]:
    """Write a group out as of one moment, the running deals with it. Raises :class:`SettingsError` where there is none."""
    if group not in await store.whole.groups():
        raise SettingsError(f"there is no group {group}")
    for _ in range(TRIES):
        before = await store.whole.stamp(group)
        lines = [text async for text in _lines(store, group)]
        if before == await store.whole.stamp(group):
            break
    else:
        raise SettingsError("the group plays all the time: try again, or stop the bot for the while")
    for text in lines:
        yield text
    yield text_of({"kind": "end", "lines": len(lines)})


async def _lines(store: Store, group: int) -> AsyncIterator[str]:
    whole = store.whole
    yield text_of({"kind": "group", "format": FORMAT, "schema": SCHEMA, "group": group})
    for name, key in hashes(group).items():
        if fields := await whole.fields(key):
            yield text_of({"kind": "fields", "name": name, "fields": fields})
    people = set()
    for book in Book:
        async for text in whole.texts(keys.entries(group, book)):
            entry = json.loads(text)
            people |= {person for name, _ in entry["postings"] if (person := person_of(name))}
            yield text_of({"kind": "entry", "book": book.value, "entry": entry})
    async for text in whole.texts(keys.deals(group)):
        yield text_of({"kind": "deal", "record": json.loads(text)})
    for thread in await whole.threads(group):
        loaded = await store.tables.load(TableKey(group, thread))
        table = None if loaded.table is None else json.loads(encode(loaded.table))
        if loaded.table is not None:
            people |= {seat.player for seat in loaded.table.seats if not seat.computer}
        yield text_of({"kind": "table", "thread": thread, "version": loaded.version, "table": table})
    for person in sorted(people):
        if fields := await whole.fields(keys.person(int(person))):
            yield text_of({"kind": "person", "id": int(person), "fields": fields})


def text_of(line: Line) -> str:
    """Write it as it is kept: compact, and all letters as they are."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def read_lines(path: Path) -> Iterator[Line]:
    """Read the lines of a file of :func:`export_group`; raises :class:`SettingsError` with the first that is wrong."""
    sound = Sound()
    count = 0
    ended = False
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, text in enumerate(file, 1):
                line = _line(text, number, sound)
                if ended or (number == 1) != (line["kind"] == "group"):
                    raise SettingsError(f"line {number}: {line['kind']!r} does not belong there")
                if line["kind"] == "end":
                    ended = line.get("lines") == count
                    if not ended:
                        raise SettingsError(
                            f"line {number}: {line.get('lines')} lines belong here, and {count} are"
                        )
                count += 1
                yield line
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is no UTF-8 text") from None
    if not ended:
        raise SettingsError(f"{path} is not complete: its end is missing")


def _line(text: str, number: int, sound: Sound) -> Line:
    try:
        line: Line = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        sound.check(line)
        text_of(line).encode()
    except WrittenByNewer:
        raise SettingsError("the file was written by a newer version of the bot: update the bot") from None
    except UNSOUND:
        raise SettingsError(f"line {number} is not one of an export") from None
    return line


def _once(pairs: list[tuple[str, object]]) -> Line:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key stands twice")
    return fields


def _no_number(name: str) -> float:
    raise ValueError(name)
