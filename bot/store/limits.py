"""Telegram's limits on messages, kept by all processes together."""

from __future__ import annotations

from secrets import token_hex
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from bot.store import keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.store.connection import Connection

Kind: TypeAlias = Literal["group", "private", "unseen"]
"""The last: in a group, but seen by one person alone."""


class Pace(NamedTuple):
    """How fast one chat may be written to; times in milliseconds."""

    most: int
    """Messages and edits in any window."""
    window: int
    gap: int
    """At least, to the last one."""
    brisk: int
    """How many go at that gap; the others are spread evenly, lest the window is used up and a long silence follows."""


GROUP: Final = Pace(20, 61_000, 1_000, 6)
"""Twenty a minute; the second more is for messages that take longer to arrive than others."""
PRIVATE: Final = Pace(3, 3_000, 0, 3)
UNSEEN: Final = Pace(20, 3_000, 0, 20)
"""As far as known such messages count for nobody but the bot; one group shall not use up what all have."""
ALL: Final = 28
"""In a second; thirty less a margin."""
LEISURELY: Final = 22
"""So many a second where it is not urgent: the rest is kept for what is."""
SECOND: Final = 1_000
PACES: Final = {"group": GROUP, "private": PRIVATE, "unseen": UNSEEN}


class Limits:
    def __init__(self, connection: Connection, *, on: bool = True) -> None:
        self._connection = connection
        self._on = on

    async def take(self, chat: int, kind: Kind) -> int:
        """Reserve one message or edit now; gives 0, or how many milliseconds to wait before asking again."""
        return (await self.take_all([(chat, kind, True)]))[0] if self._on else 0

    async def take_all(self, messages: Sequence[tuple[int, Kind, bool]]) -> list[int]:
        """Reserve several, each by its chat, kind, and whether it is urgent; gives a wait for each. 1 round trip."""
        names = [f"{keys.LIMITS}:all", f"{keys.LIMITS}:hold"]
        args: list[str | int] = [token_hex(4), int(self._on), SECOND, ALL]
        for chat, kind, urgent in messages:
            counted = f"unseen:{chat}" if kind == "unseen" else chat
            names += [f"{keys.LIMITS}:{counted}", f"{keys.LIMITS}:hold:{chat}"]
            args += [ALL if urgent else LEISURELY, *PACES[kind]]
        return list(map(int, await self._connection.run("take", names, *args)))

    async def hold(self, chat: int | None, seconds: float) -> None:
        """Telegram has answered 429: nothing to this chat, or to any, for so long."""
        name = f"{keys.LIMITS}:hold" if chat is None else f"{keys.LIMITS}:hold:{chat}"
        await self._connection.run("hold", (name,), max(1, round(seconds * 1000)))

    async def once(self, what: str, seconds: float) -> bool:
        """Whether nobody has asked for the same in so many seconds."""
        name = f"{keys.LIMITS}:once:{what}"
        return bool(await self._connection.run("once", (name,), token_hex(4), max(1, round(seconds * 1000))))
