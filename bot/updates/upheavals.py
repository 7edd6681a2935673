"""What changes a group itself, its id or who is in it: whatever comes from there later waits until that is known.

Updates of different people go side by side; after a downtime, a word would else meet the group as it was before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.updates.raw import RawUpdate

MOVES: Final = ("migrate_to_chat_id", "migrate_from_chat_id")
LEAVES: Final = "left_chat_member"
MEMBERS: Final = ("my_chat_member", "chat_member")


class Upheavals:
    """Those in hand, by chat. Waits only ever for what came earlier, so nothing waits for ever."""

    def __init__(self) -> None:
        self._in_hand: dict[int, asyncio.Event] = {}

    @contextmanager
    def known(self, update: RawUpdate) -> Iterator[asyncio.Event | None]:
        """Give what the update has to wait for; if it is such a change itself, later ones wait for its end."""
        message = _message(update)
        chats = _chats(message)
        earlier = self._in_hand.get(chats[0]) if chats else None
        if not (len(chats) > 1 or LEAVES in message or any(kind in update for kind in MEMBERS)):
            yield earlier
            return
        done = asyncio.Event()
        self._in_hand.update(dict.fromkeys(chats, done))
        try:
            yield earlier
        finally:
            done.set()
            for chat in chats:
                if self._in_hand.get(chat) is done:
                    del self._in_hand[chat]


def _message(update: RawUpdate) -> Mapping[str, Any]:
    """Give what has a chat: a message, that of a press, or a change of who is in it."""
    for event in update.values():
        if isinstance(event, Mapping):
            message = event if "chat" in event else event.get("message")
            return message if isinstance(message, Mapping) else {}
    return {}


def _chats(message: Mapping[str, Any]) -> list[int]:
    """Give its chat, and where that moves from or to."""
    chat = message.get("chat")
    found = [chat.get("id") if isinstance(chat, Mapping) else None, *(message.get(move) for move in MOVES)]
    return [number for number in found if isinstance(number, int)]
