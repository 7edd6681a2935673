"""Groups: their address, language and table rules. A group keeps the id under which it was first met, its home id."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from msgspec import DecodeError, ValidationError
from msgspec.json import Decoder, encode

from bot.store import keys
from bot.store.errors import StoreBroken
from bot.tables.state import TableRules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.store.connection import Connection

RULES: Final = "rules:"
THREAD: Final = "thread:"
TOPIC: Final = "topic:"
_rules: Final = Decoder(TableRules)


@dataclass(frozen=True, slots=True)
class Group:
    id: int
    """The home id."""
    chat: int
    """Where its messages go now."""
    title: str = ""
    forum: bool = False
    language: str | None = None
    unit: str = ""
    """What money is called here, where the group has chosen."""
    score_table: bool = False
    """The score is shown as a table, not as text."""
    kicked: bool = False
    """The bot is not there any more."""
    mute: bool = False
    """The bot is there and may not write."""
    rules: Mapping[str, TableRules] = field(default_factory=dict)
    """What a new table of a game starts with, by game, where the group has set it."""
    threads: tuple[int, ...] = ()
    """Where tables have been opened; 0 outside topics."""
    topics: Mapping[int, str] = field(default_factory=dict)
    """What topics are called, as far as that is known."""

    def place(self, thread: int) -> str:
        """Name where a table stands: one person may sit at tables of several topics."""
        return " · ".join(filter(None, (self.topics.get(thread), self.title)))


class Groups:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._homes: dict[int, int] = {}

    async def home(self, chat: int) -> int:
        """Look up the home id of a chat, which is its own id unless the group came from another."""
        if chat not in self._homes:
            found = await self._connection.read("GET", keys.alias(chat))
            if found is None:
                return chat
            self._homes[chat] = int(found)  # an alias stays for ever
        return self._homes[chat]

    async def get(self, group: int) -> Group:
        return read_group(group, dict(await self._connection.read("HGETALL", keys.group(group))))

    async def seen(self, group: int, title: str, *, forum: bool) -> None:
        await self._write(group, title=title, forum="1" if forum else "")

    async def name_topic(self, group: int, thread: int, name: str) -> None:
        await self._write(group, **{f"{TOPIC}{thread}": name})

    async def opened(self, group: int, thread: int) -> None:
        """A table has been opened there."""
        await self._write(group, **{f"{THREAD}{thread}": "1"})

    async def set_language(self, group: int, language: str) -> None:
        await self._write(group, language=language)

    async def set_unit(self, group: int, unit: str) -> None:
        await self._write(group, unit=unit)

    async def set_score_table(self, group: int, *, wanted: bool) -> None:
        await self._write(group, score_table="1" if wanted else "")

    async def set_rules(self, group: int, game: str, rules: TableRules) -> None:
        """Set what new tables of this game start with."""
        await self._write(group, **{RULES + game: encode(rules).decode()})

    async def set_reach(self, group: int, *, kicked: bool, mute: bool = False) -> None:
        await self._write(group, kicked="1" if kicked else "", mute="1" if mute else "")

    async def moved(self, old: int, new: int) -> int:
        """Telegram has given the group a new id: messages go there from now on. Gives the home id; may be repeated."""
        home = await self.home(old)
        if home != new:
            await self._connection.run("alias", (keys.alias(new),), home)
            self._homes[new] = home
            await self._write(home, chat=str(new))
        return home

    async def _write(self, group: int, **fields: str) -> None:
        await self._connection.write(keys.group(group), fields)


def read_group(group: int, fields: Mapping[str, str]) -> Group:
    """Raise :class:`StoreBroken` for what cannot be read."""
    try:
        return Group(
            id=group,
            chat=int(fields.get("chat", group)),
            title=fields.get("title", ""),
            forum="forum" in fields,
            language=fields.get("language"),
            unit=fields.get("unit", ""),
            score_table="score_table" in fields,
            kicked="kicked" in fields,
            mute="mute" in fields,
            rules={
                name[len(RULES) :]: _rules.decode(text)
                for name, text in fields.items()
                if name.startswith(RULES)
            },
            threads=tuple(sorted(int(name[len(THREAD) :]) for name in fields if name.startswith(THREAD))),
            topics={int(name[len(TOPIC) :]): text for name, text in fields.items() if name.startswith(TOPIC)},
        )
    except (ValidationError, DecodeError, ValueError):
        raise StoreBroken(f"the record of group {group} cannot be read") from None
