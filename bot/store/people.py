"""People: whether the bot may write to them, and in which language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.store import keys
from bot.tables.state import CardsIn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.store.connection import Connection
    from bot.tables.state import TableKey

TABLE = "t:"
GROUP = "g:"


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    name: str = ""
    started: bool = False
    """The bot may write to them."""
    language: str | None = None
    """As chosen with the bot."""
    telegram_language: str | None = None
    """As set in their Telegram, such as ``pt-br``."""
    tables: tuple[TableKey, ...] = ()
    """Where they have ever sat down, their practice table included."""
    username: str = ""
    """As seen last, without the @."""
    groups: tuple[int, ...] = ()
    """Home ids of the groups in which they have ever sat down."""
    quiet: bool = False
    """No message of the bot's rings."""
    cards_in: CardsIn = CardsIn.BOTH
    notified: tuple[int, ...] = ()
    """Home ids of the groups of whose tables they want to be told."""


class People:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def get(self, user: int) -> Person:
        """Whoever is unknown has not started the bot and has no name."""
        return read_person(user, dict(await self._connection.read("HGETALL", keys.person(user))))

    async def seen(
        self, user: int, name: str, telegram_language: str | None, username: str | None = None
    ) -> None:
        await self._write(user, name=name, code=telegram_language or "", username=username or "")

    async def started(self, user: int) -> None:
        """Remember that the bot may write to them."""
        await self._write(user, started="1")

    async def blocked(self, user: int) -> None:
        """Remember that the bot may not write to them until they start it again."""
        await self._write(user, started="")

    async def set_language(self, user: int, language: str | None) -> None:
        """None: as in their Telegram."""
        await self._write(user, language=language or "")

    async def sat(self, user: int, key: TableKey) -> None:
        known = {} if key.practice else {f"{GROUP}{key.group}": "1"}
        await self._write(user, **{TABLE + keys.place(key): "1"}, **known)

    async def set_quiet(self, user: int, *, quiet: bool) -> None:
        await self._write(user, quiet="1" if quiet else "")

    async def set_cards_in(self, user: int, cards_in: CardsIn) -> None:
        await self._write(user, cards=cards_in.value)

    async def forget(self, user: int) -> None:
        """Take away everything known of them here, where they sit included."""
        fields = await self._connection.read("HKEYS", keys.person(user))
        if fields:
            await self._write(user, **dict.fromkeys(fields, ""))

    async def _write(self, user: int, **fields: str) -> None:
        await self._connection.write(keys.person(user), fields)


def read_person(user: int, fields: Mapping[str, str]) -> Person:
    """Raise :class:`ValueError` for what cannot be read."""
    return Person(
        id=user,
        name=fields.get("name", ""),
        started="started" in fields,
        language=fields.get("language"),
        telegram_language=fields.get("code"),
        tables=tuple(
            sorted(keys.from_place(name[len(TABLE) :]) for name in fields if name.startswith(TABLE))
        ),
        username=fields.get("username", ""),
        groups=tuple(sorted(int(name[len(GROUP) :]) for name in fields if name.startswith(GROUP))),
        quiet="quiet" in fields,
        cards_in=CardsIn(fields.get("cards", CardsIn.BOTH.value)),
        notified=tuple(
            sorted(int(name[len(keys.NOTIFIED) :]) for name in fields if name.startswith(keys.NOTIFIED))
        ),
    )
