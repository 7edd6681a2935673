"""Replicas that have taken over from a primary that was lost, and with it whatever had not reached them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.store import keys
from bot.store.processes import process_name

if TYPE_CHECKING:
    from bot.store.connection import Connection
    from bot.tables.state import TableKey

FIELD: Final = "promoted"
"""In the hash of operations: the promotions that tables were looked through after, and who did it last."""


class Takeovers:
    """Redis answers before its replicas have copied: a takeover may set tables back by the last moves.

    Tables, money and what their messages show go back together, but the messages in Telegram do not.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._owner = process_name()
        self._known: frozenset[str] = frozenset()

    async def doubtful(self) -> list[TableKey]:
        """List all tables that show anything, once after each takeover and to one process; else none."""
        promoted = await self._promoted()
        if promoted <= self._known:
            return []
        noted = await self._connection.read("HGET", keys.OPERATIONS, FIELD) or ""
        if promoted <= set(noted.split()):
            self._known = promoted
            return []
        tables = {keys.of_screens(name) async for name in self._connection.scan(keys.ALL_SCREENS)}
        note = " ".join((*sorted(promoted), self._owner))
        if not await self._connection.run("swap", (keys.OPERATIONS,), FIELD, noted, note):
            return []
        self._known = promoted
        return sorted(tables)

    async def _promoted(self) -> frozenset[str]:
        """Find the primaries that were replicas before, each by the name of its history since."""
        servers = await self._connection.everywhere("INFO", "replication")
        return frozenset(
            str(server["master_replid"])
            for server in servers
            if str(server.get("master_replid2", "")).strip("0")
        )
