"""Who wants to be told when a table opens in a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import keys

if TYPE_CHECKING:
    from bot.store.connection import Connection


class Subscribers:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def of(self, group: int) -> tuple[int, ...]:
        """Their Telegram ids."""
        return tuple(sorted(map(int, await self._connection.read("HKEYS", keys.subscribers(group)))))

    async def put(self, group: int, user: int, *, told: bool) -> None:
        """Remember it on both sides: for the group whom to tell, for the person where they are told."""
        text = "1" if told else ""
        await self._connection.write(keys.subscribers(group), {str(user): text})
        await self._connection.write(keys.person(user), {f"{keys.NOTIFIED}{group}": text})
