"""Chats that are left alone for a while, and until when, in the time of the loop."""

from __future__ import annotations

import asyncio


class Pauses:
    """As far as one table's messages have found out; all tables together are bound by :class:`bot.store.limits.Limits`."""

    def __init__(self) -> None:
        self._rests: dict[int, float] = {}
        """Chats that failed."""
        self._held: dict[tuple[int, bool], float] = {}
        """Chats to which limits allow no message, an urgent one or another."""

    def rest(self, chat: int, seconds: float) -> None:
        self._rests[chat] = _now() + seconds

    def hold(self, chat: int, seconds: float, *, urgent: bool) -> None:
        self._held[chat, urgent] = _now() + seconds

    def for_calls(self, chat: int) -> float:
        """Give the seconds until anything may be asked of the chat, 0 when it may now."""
        return _left(self._rests.get(chat))

    def for_messages(self, chat: int, *, urgent: bool) -> float:
        """Give the seconds until it may be written to."""
        return max(_left(self._rests.get(chat)), _left(self._held.get((chat, urgent))))


def _left(until: float | None) -> float:
    return 0.0 if until is None else max(0.0, until - _now())


def _now() -> float:
    return asyncio.get_running_loop().time()
