"""What messages show a table, and what was last shown in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder, encode

from bot.store import keys
from bot.store.errors import StoreBroken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.store.connection import Connection
    from bot.tables.state import TableKey


class Shown(Struct, frozen=True):
    """A message that stands in a chat."""

    chat: int
    message_id: int
    digest: str
    """Of the screen as it was last shown there."""
    place: str = ""
    """Which message it is, as whoever shows it counts them: for another place there is another message."""
    asked: str = ""
    """The question that it put to its holder; empty: none."""
    live: bool = False
    """It has buttons."""
    old: tuple[int, ...] = ()
    """Messages that this one has replaced and that are still to be taken away."""
    page: str | None = None
    """The page of a menu that is open."""
    since: int = 0
    """When that question was put, Unix milliseconds."""


_shown: Final = Decoder(Shown)


class Screens:
    """Written by whoever holds the table's lease: :meth:`bot.store.wakeups.Wakeups.keep`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def load(self, key: TableKey) -> dict[str, Shown]:
        """Messages by the name of their screen."""
        return read_screens(key, dict(await self._connection.read("HGETALL", keys.screens(key))))


def read_screens(key: TableKey, fields: Mapping[str, str]) -> dict[str, Shown]:
    """Raise :class:`StoreBroken` for what cannot be read."""
    try:
        return {name: _shown.decode(text) for name, text in fields.items()}
    except (ValidationError, DecodeError):
        raise StoreBroken(f"the screens of {keys.place(key)} cannot be read") from None


def written(changes: Mapping[str, Shown | None]) -> list[str]:
    """Names and texts as the scripts take them; empty text takes a message away."""
    return [
        text
        for name, shown in changes.items()
        for text in (name, "" if shown is None else encode(shown).decode())
    ]
