import asyncio
import time
from collections import deque
from dataclasses import dataclass, field

from bot.sandbox.clock import Clock
from bot.sandbox.errors import conflict
from bot.sandbox.wire import Json

ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""Kinds of updates that are sent only when they are asked for by name."""

DAY = 24 * 3600.0
LIFETIMES = {"callback_query": 150.0, "inline_query": 30.0}
"""How long an update waits for the bot, in seconds, when it is not a day."""

REPEATED_POLL = 0.5
"""The same offset again within these seconds gets one update at most."""

REMEMBERED = 10_000


@dataclass(slots=True)
class Update:
    id: int
    kind: str
    payload: Json
    expires: float
    line: str
    """By webhook, updates of one line are delivered one after another."""

    def json(self) -> Json:
        return {"update_id": self.id, self.kind: self.payload}


@dataclass(slots=True)
class Mailbox:
    """What is kept of the queue over a restart."""

    next_id: int = field(default_factory=lambda: int(time.time()))
    pending: dict[int, Update] = field(default_factory=dict)
    allowed: list[str] | None = None
    confirmed: int = 0
    handed: int = 0


class Updates:
    """The queue of updates: each is redelivered until it is confirmed or expires."""

    def __init__(self, clock: Clock, box: Mailbox, changed: asyncio.Event) -> None:
        self._clock = clock
        self._changed = changed
        self.box = box
        self.again: deque[Update] = deque()
        self.webhook_active = False
        self.reverse = 0
        """How many of the next batches are handed out last update first."""
        self.arrived = asyncio.Event()
        self._remembered: dict[int, Update] = {}
        self._poll: asyncio.Future[None] | None = None
        self._last_poll = (0, float("-inf"))

    def wants(self, kind: str) -> bool:
        return kind in self.box.allowed if self.box.allowed else kind not in ON_REQUEST

    def offer(self, kind: str, payload: Json, line: str) -> Update | None:
        """Queue an update, unless the bot asked not to get this kind."""
        return self.put(kind, payload, line) if self.wants(kind) else None

    def put(self, kind: str, payload: Json, line: str, update_id: int | None = None) -> Update:
        """Queue an update whatever its kind."""
        number = self.box.next_id if update_id is None else update_id
        self.box.next_id = max(self.box.next_id, number + 1)
        update = Update(number, kind, payload, self._clock.now() + LIFETIMES.get(kind, DAY), line)
        self.box.pending[number] = update
        self._remembered[number] = update
        self._changed.set()
        if len(self._remembered) > REMEMBERED:
            del self._remembered[next(iter(self._remembered))]
        self.ring()
        return update

    def repeat(self, update_id: int) -> bool:
        """Deliver an update once more, confirmed or not."""
        update = self._remembered.get(update_id)
        if update is None:
            return False
        self.again.append(update)
        self.ring()
        return True

    def ring(self) -> None:
        self.arrived.set()
        self.arrived = asyncio.Event()

    def confirm(self, update: Update) -> None:
        self.box.pending.pop(update.id, None)
        self.box.confirmed = max(self.box.confirmed, update.id)
        self._changed.set()

    def drop_all(self) -> None:
        self.box.pending.clear()
        self.again.clear()

    def expire(self) -> None:
        now = self._clock.now()
        for update in [one for one in self.box.pending.values() if one.expires <= now]:
            del self.box.pending[update.id]

    @property
    def unconfirmed(self) -> int:
        self.expire()
        return len(self.box.pending) + len(self.again)

    def allow(self, kinds: list[str] | None) -> None:
        """Set which kinds are wanted; an empty list is the default set, nothing leaves it as it was."""
        if kinds is not None:
            self.box.allowed = kinds or None

    async def get(self, offset: int, limit: int, seconds: float) -> list[Json]:
        """Confirm what is below the offset and return what is not, waiting for it up to `seconds`."""
        if self.webhook_active:
            raise conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
            )
        if self._poll is not None and not self._poll.done():
            self._poll.set_exception(
                conflict(
                    "terminated by other getUpdates request; make sure that only one bot instance is running"
                )
            )
        now = self._clock.now()
        last_offset, last_at = self._last_poll
        if offset == last_offset and 0 <= now - last_at < REPEATED_POLL:
            limit = 1
        self._last_poll = (offset, now)
        self._confirm_below(offset)
        if not (batch := self._batch(offset, limit)) and seconds > 0:
            batch = await self._wait(offset, limit, seconds)
        return [one.json() for one in batch]

    def end_poll(self) -> None:
        """Let a poll that waits go home with nothing."""
        if self._poll is not None and not self._poll.done():
            self._poll.set_result(None)

    async def _wait(self, offset: int, limit: int, seconds: float) -> list[Update]:
        loop = asyncio.get_running_loop()
        poll = self._poll = loop.create_future()
        ends = loop.time() + seconds
        try:
            while (left := ends - loop.time()) > 0:
                bell = asyncio.ensure_future(self.arrived.wait())
                try:
                    await asyncio.wait({bell, poll}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    bell.cancel()
                if poll.done():
                    poll.result()
                    return []
                if batch := self._batch(offset, limit):
                    return batch
            return []
        finally:
            poll.cancel()

    def _confirm_below(self, offset: int) -> None:
        ids = sorted(self.box.pending)
        keep_from = offset
        if offset < 0:
            keep_from = ids[max(0, len(ids) + offset)] if ids else 0
        for number in ids:
            if number < keep_from:
                self.confirm(self.box.pending[number])

    def _batch(self, offset: int, limit: int) -> list[Update]:
        self.expire()
        batch = [self.again.popleft() for _ in range(min(limit, len(self.again)))]
        waiting = sorted(
            (one for one in self.box.pending.values() if one.id >= offset), key=lambda one: one.id
        )
        batch += [one for one in waiting if one not in batch][: limit - len(batch)]
        if batch:
            self.box.handed = max(self.box.handed, *(one.id for one in batch))
            if self.reverse > 0:
                self.reverse -= 1
                batch.reverse()
        return batch
