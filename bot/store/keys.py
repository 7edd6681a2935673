"""The names of keys. All keys of a group share one hash tag, so they are one slot of a Redis Cluster."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final
from zlib import crc32

from bot.tables.state import TableKey

if TYPE_CHECKING:
    from bot.scores.tally import Period
    from bot.tables.state import Book

PARTITIONS: Final = 16
"""Fixed for ever: it decides under which names everything stands."""
REMEMBERED: Final = 4096
"""Chats whose partition need not be worked out again."""
SET_ASIDE: Final = "setaside"
LIMITS: Final = "{limits}"
NOTIFIED: Final = "n:"
"""Before the groups, in a person's hash, of whose tables they are told."""
OPERATIONS: Final = "operations"
ALL_SCREENS: Final = "{p*}:scr:*"
"""A pattern."""


@lru_cache(REMEMBERED)
def partition(chat: int) -> str:
    return f"{{p{crc32(str(chat).encode()) % PARTITIONS}}}"


def partitions() -> tuple[str, ...]:
    return tuple(f"{{p{number}}}" for number in range(PARTITIONS))


def place(key: TableKey) -> str:
    """How a table is called inside a key or a sorted set."""
    return f"{key.group}:{key.thread}"


def from_place(text: str) -> TableKey:
    group, thread = text.split(":")
    return TableKey(int(group), int(thread))


def table(key: TableKey) -> str:
    return f"{partition(key.group)}:t:{place(key)}"


def screens(key: TableKey) -> str:
    return f"{partition(key.group)}:scr:{place(key)}"


def of_screens(name: str) -> TableKey:
    """Find the table that a key of screens belongs to."""
    return from_place(name.split(":", 2)[2])


def group(home: int) -> str:
    return f"{partition(home)}:g:{home}"


def alias(chat: int) -> str:
    return f"{partition(chat)}:alias:{chat}"


def entries(home: int, book: Book) -> str:
    return f"{partition(home)}:led:{home}:{book.value}"


def balances(home: int, book: Book) -> str:
    return f"{partition(home)}:bal:{home}:{book.value}"


def scores(home: int, book: Book) -> str:
    return f"{partition(home)}:tal:{home}:{book.value}"


def curve(home: int, book: Book, period: Period) -> str:
    return f"{partition(home)}:crv:{home}:{book.value}:{period.value}"


def seasons(home: int, book: Book) -> str:
    return f"{partition(home)}:ssn:{home}:{book.value}"


def agreed(home: int, book: Book) -> str:
    return f"{partition(home)}:agr:{home}:{book.value}"


def pots(home: int) -> str:
    return f"{partition(home)}:pots:{home}"


def deals(home: int) -> str:
    return f"{partition(home)}:deals:{home}"


def update_mark(home: int, update_id: int) -> str:
    return f"{partition(home)}:u:{update_id}"


def commit_mark(home: int, token: str) -> str:
    return f"{partition(home)}:c:{token}"


def due(tag: str) -> str:
    return f"{tag}:due"


def leases(tag: str) -> str:
    return f"{tag}:leases"


def subscribers(home: int) -> str:
    return f"{partition(home)}:ntf:{home}"


def person(user: int) -> str:
    return f"u:{{{user}}}"
