import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.sandbox.wire import Json


@dataclass(slots=True, eq=False)
class Watcher:
    """An open page: whose it is, and what it has not been told yet."""

    user: int | None
    chat: int | None = None
    """The only chat it wants to hear of."""
    events: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)


class Live:
    """Tells open pages what happens while it happens."""

    def __init__(self) -> None:
        self._watchers: set[Watcher] = set()

    @contextmanager
    def watching(self, user: int | None, chat: int | None = None) -> Iterator[Watcher]:
        watcher = Watcher(user, chat)
        self._watchers.add(watcher)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)

    def users(self) -> set[int]:
        """Return everyone who is looking."""
        return {one.user for one in self._watchers if one.user is not None}

    def tell(self, user: int, event: Json) -> None:
        where = event["chat"]["id"] if isinstance(event["chat"], dict) else event["chat"]
        for watcher in self._watchers:
            if watcher.user == user and watcher.chat in {None, where}:
                watcher.events.put_nowait(event)

    def reload(self, user: int | None = None) -> None:
        """Ask for the snapshot to be loaded again, by one person's pages or by all."""
        for watcher in self._watchers:
            if user is None or watcher.user == user:
                watcher.events.put_nowait({"type": "world"})
