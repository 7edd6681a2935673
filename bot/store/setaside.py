"""Updates that could not be read or handled, kept for the operator to look at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.json import Decoder, encode

from bot.store import keys

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.store.connection import Connection

KEPT: Final = 1000


class Aside(Struct, frozen=True):
    update_id: int
    at: int
    """Unix milliseconds."""
    reason: str
    update: str
    """As Telegram sent it, JSON; it may hold private text."""


_asides: Final = Decoder(Aside)


class SetAside:
    def __init__(self, connection: Connection, clock: Callable[[], int]) -> None:
        self._connection = connection
        self._clock = clock

    async def put(self, update: Mapping[str, Any], reason: str) -> None:
        """Put an update aside, once however often it is put; the oldest beyond a thousand fall out."""
        text = json.dumps(update)  # in ASCII, so half a character does no harm
        aside = Aside(int(update["update_id"]), self._clock(), reason, text)
        await self._connection.run(
            "setaside", (keys.SET_ASIDE,), aside.update_id, encode(aside).decode(), KEPT
        )

    async def latest(self, count: int = 10) -> list[Aside]:
        """Those of the highest update ids first."""
        texts = await self._connection.read("ZREVRANGE", keys.SET_ASIDE, 0, count - 1)
        return [_asides.decode(text) for text in texts]

    async def count(self) -> int:
        return int(await self._connection.read("ZCARD", keys.SET_ASIDE))
