"""Tables: load, and commit with everything that belongs to the same change."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from secrets import token_hex
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from bot.scores.bookkeeping import DEAL
from bot.store import keys
from bot.store.errors import StoreBroken, StoreUnavailable
from bot.store.posting import Sheet, read_sheets
from bot.store.schema import table_from
from bot.store.scoring import nothing_scored, read_score_sheets, score_keys
from bot.tables.state import Book, Pot, Table, TableKey

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.store.bookings import Booking
    from bot.store.connection import Connection
    from bot.store.scoring import ScoreSheet

MARK_LIFE: Final = 48 * 3600 * 1000
"""Telegram offers an update for 24 hours at most."""
TOKEN_LIFE: Final = 600 * 1000
"""A commit without an update is repeated within seconds only."""
LEDGER_TRIES: Final = 50

PotKey: TypeAlias = tuple[Book, str]
"""Book and game."""

_pots: Final = Decoder(Pot)


class Loaded(Struct, frozen=True):
    """A table as it stands, and what a decision about it needs."""

    table: Table | None
    version: int
    """0: nothing has ever been kept here."""
    pots: Mapping[PotKey, Pot]
    """Waiting in the group for its next table."""
    pots_version: int
    chat: int
    """Where messages of the group go now."""
    repeated: bool
    """The update has been committed before."""
    wake_at: int | None = None
    """As given to the last commit."""
    token: str = ""
    """Of the commit that has made this version: two histories of a table never share it. Empty where none is known."""


@dataclass(frozen=True, slots=True)
class Committed:
    version: int
    token: str = field(default="", compare=False, repr=False)
    table: Table | None = field(default=None, compare=False, repr=False)
    """As it was written: with the record that its deal has broken, which only the commit knows."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else was faster; nothing was written: load and decide again."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """The update was committed before; nothing was written now."""


class Change(Struct, frozen=True):
    """Everything one commit writes. A part that is None or empty stays as it is."""

    table_version: int | None = None
    table_token: str = ""
    """Of the commit that must have made that version; empty: any."""
    table: Table | None = None
    wake_at: int | None = None
    update_id: int | None = None
    bookings: tuple[Booking, ...] = ()
    thread: int | None = None
    waiting: Mapping[PotKey, Pot] = msgspec.field(default_factory=dict)
    pots_version: int | None = None
    archive: str | None = None
    seq: int | None = None
    """What the book booked into must stand at, for bookings that were worked out from its balances."""

    @property
    def alone(self) -> bool:
        """Nothing but the table changes, as in every move that ends no deal."""
        return (
            not self.bookings and not self.waiting and self.archive is None and self.table_version is not None
        )


class Tables:
    """The tables of all groups."""

    def __init__(self, connection: Connection, clock: Callable[[], int]) -> None:
        self._connection = connection
        self._clock = clock

    async def load(self, key: TableKey, update_id: int | None = None) -> Loaded:
        """Read a table, the pots that wait in its group and the group's address, all of one moment; 1 round trip."""
        group = key.group
        mark = (
            keys.update_mark(group, update_id) if update_id is not None else keys.commit_mark(group, "none")
        )
        version, text, wake_at, token, pots, chat, repeated = await self._connection.run(
            "load", (keys.table(key), keys.pots(group), keys.group(group), mark)
        )
        fields = dict(zip(pots[::2], pots[1::2], strict=True))
        pots_version = int(fields.pop("v", "0"))
        try:
            return Loaded(
                table=read_table(key, text),
                version=int(version),
                pots={pot_key(name): _pots.decode(pot) for name, pot in fields.items()},
                pots_version=pots_version,
                chat=int(chat) if chat else group,
                repeated=bool(repeated),
                wake_at=int(wake_at) if wake_at else None,
                token=token,
            )
        except (ValidationError, DecodeError, ValueError) as error:
            raise StoreBroken(f"the table {keys.place(key)} cannot be read: {type(error).__name__}") from None

    async def commit(
        self,
        key: TableKey,
        expected_version: int,
        table: Table | None,
        *,
        update_id: int | None,
        wake_at: int | None,
        bookings: tuple[Booking, ...] = (),
        waiting: Mapping[PotKey, Pot] | None = None,
        pots_version: int | None = None,
        archive: str | None = None,
        expected_token: str = "",
    ) -> Committed | Conflict | Repeated:
        """Write the change, or nothing of it; the table is due for showing at once.

        ``expected_token`` is that of the version: a replica that has taken over may have got to the same by other moves.

        ``wake_at`` (Unix milliseconds) is kept for whoever settles it afterwards. ``waiting`` are pots that change, an
        empty one (amount 0) waits no more; they need the ``pots_version`` loaded with the table, lest two tables take
        one pot. ``archive`` is the record of a deal just over, as JSON. 1 round trip, one more with bookings.
        """
        change = Change(
            table_version=expected_version,
            table_token=expected_token,
            table=table,
            wake_at=wake_at,
            update_id=update_id,
            bookings=bookings,
            thread=key.thread,
            waiting=waiting or {},
            pots_version=pots_version,
            archive=archive,
        )
        return await write(self._connection, key, change, now=self._clock())


async def write(
    connection: Connection, key: TableKey, change: Change, *, now: int
) -> Committed | Conflict | Repeated:
    """Write a change, again where another table of the group was faster in the ledger."""
    if change.waiting and change.pots_version is None:
        raise ValueError("waiting pots need the version they were loaded with")
    group = key.group
    token = token_hex(8)
    mark, life = (
        (keys.commit_mark(group, token), TOKEN_LIFE)
        if change.update_id is None
        else (keys.update_mark(group, change.update_id), MARK_LIFE)
    )
    names = [keys.table(key), mark, keys.due(keys.partition(group))]
    if not change.alone:
        names += _other_keys(group)
    for attempt in range(LEDGER_TRIES):
        sheets: dict[Book, Sheet] = {}
        scores: dict[Book, ScoreSheet] = {}
        if change.bookings:
            sheets, scores = await asyncio.gather(
                read_sheets(connection, group, change.bookings),
                read_score_sheets(connection, group, change.bookings),
            )
        if change.seq is not None and any(sheet.seq != change.seq for sheet in sheets.values()):
            return Conflict()
        table = _with_feats(change.table, scores)
        args: list[str | int] = [token, life, *_table_args(key, change, table), now, change.table_token]
        if not change.alone:
            args += (*_pots_args(change), *_book_args(change, sheets, scores))
        reply = await connection.run("commit", names, *args)
        match reply[0]:
            case "committed":
                return Committed(int(reply[1] or 0), token, table)
            case "repeated":
                return Repeated()
            case "conflict":
                return Conflict()
        await asyncio.sleep(0.001 * attempt)
    raise StoreUnavailable(f"the ledger of the group is written to all the time ({LEDGER_TRIES} tries)")


def _other_keys(group: int) -> list[str]:
    """All that a commit may write beside the table."""
    names = [keys.pots(group), keys.deals(group)]
    for book in Book:
        names += [keys.entries(group, book), keys.balances(group, book)]
    for book in Book:
        names += score_keys(group, book)
    return names


def _table_args(key: TableKey, change: Change, table: Table | None) -> tuple[str, ...]:
    if change.table_version is None:
        return "", "0", "", "", ""
    text = "" if table is None else encode(table).decode()
    wake_at = "" if change.wake_at is None else str(change.wake_at)
    return str(change.table_version), str(change.table_version + 1), text, wake_at, keys.place(key)


def _with_feats(table: Table | None, scores: Mapping[Book, ScoreSheet]) -> Table | None:
    """Enter the bookings into the scores. Only now it is known for certain whether a deal has broken a record."""
    for scored in scores.values():
        feat = scored.enter({} if table is None else dict(table.names))
        if table is not None and any(booking.kind == DEAL for booking in scored.bookings):
            table = replace(table, feat=feat)
    return table


def _book_args(change: Change, sheets: Mapping[Book, Sheet], scores: Mapping[Book, ScoreSheet]) -> list[str]:
    pages = [text for book in Book for text in sheets.get(book, Sheet()).pages(change.thread)]
    for book in Book:
        pages += scores[book].pages() if book in scores else nothing_scored()
    return pages


def _pots_args(change: Change) -> tuple[str, ...]:
    version = change.pots_version if change.waiting else None
    versions = ("", "") if version is None else (str(version), str(version + 1))
    fields: list[str] = []
    for (book, game), pot in change.waiting.items():
        fields += [f"{book.value}:{game}", "" if int(pot.amount) == 0 else encode(pot).decode()]
    return *versions, change.archive or "", str(len(change.waiting)), *fields


def pot_key(field: str) -> PotKey:
    book, _, game = field.partition(":")
    return Book(book), game


def read_table(key: TableKey, text: str) -> Table | None:
    """Read a table as it is kept; none where there is none. Raises :class:`StoreBroken`."""
    try:
        return table_from(text) if text else None
    except (ValidationError, DecodeError, ValueError) as error:
        raise StoreBroken(f"the table {keys.place(key)} cannot be read: {type(error).__name__}") from None
