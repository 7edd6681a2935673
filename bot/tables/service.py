"""The one way to change a table: load, decide, commit, one command after another."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from bot import metrics
from bot.logs import about
from bot.store.tables import Committed, Loaded, Repeated
from bot.tables.clock import due, wake_at
from bot.tables.commands import Act, ComputerMove, ExchangeMarked, TimeUp
from bot.tables.decide import decide
from bot.tables.decision import Context, Decision, Reason, Refusal, Reply, Said
from game.errors import GameError
from game.shuffle import SEED_BYTES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from bot.store.store import Store
    from bot.tables.commands import Command
    from bot.tables.state import Table, TableKey

log = logging.getLogger(__name__)

TRIES: Final = 25
"""How often a command is decided anew because another process was faster."""
JITTER: Final = 0.005
"""Seconds for each try so far, at most."""

MOVERS: Final[dict[type, str]] = {
    Act: "person",
    ExchangeMarked: "person",
    ComputerMove: "computer",
    TimeUp: "clock",
}
"""By whom a deal goes on."""

_chance: Final = SystemRandom()


@dataclass(frozen=True, slots=True)
class Due:
    """A table as it stands after what was due has been done."""

    table: Table | None
    version: int
    chat: int
    """Where messages of the group go now."""
    wake_at: int | None
    """When it has something to do next, Unix milliseconds; in the past where more is due already."""
    reply: Reply | None
    """Of what was done; none where nothing was due."""


class Tables:
    """Runs commands on tables; the commands of one table wait for each other, in the order they came.

    ``on_commit`` is called after each change that was kept; ``computer_delay`` is in milliseconds.
    """

    def __init__(
        self,
        store: Store,
        *,
        on_commit: Callable[[TableKey], None] = lambda _: None,
        seeds: Callable[[int], bytes] = secrets.token_bytes,
        computer_delay: int = 1500,
    ) -> None:
        self._kept = store.tables
        self._operations = store.operations
        self._now = store.clock
        self._on_commit = on_commit
        self._seeds = seeds
        self._computer_delay = computer_delay
        self._queues: dict[TableKey, _Queue] = {}

    async def run(self, key: TableKey, command: Command, update_id: int | None = None) -> Reply:
        """Run a command, once for an update however often it comes.

        Raises :class:`bot.tables.decision.Refusal` or :class:`game.errors.GameError` for what is not allowed, and
        :class:`bot.store.errors.StoreUnavailable`.
        """
        with about(table=f"{key.group}:{key.thread}"), _refusals_counted():
            async with self._alone(key):
                for tried in range(TRIES):
                    loaded = await self._kept.load(key, update_id)
                    if loaded.repeated:
                        return Reply(Said.REPEATED, loaded.table)
                    reply = await self._commit(key, loaded, command, update_id)
                    if reply is not None:
                        return reply
                    await _wait(tried)
            raise Refusal(Reason.BUSY)

    async def due(self, key: TableKey) -> Due:
        """Do the first thing that the table's own times say is due, if any; raises :class:`StoreUnavailable`."""
        async with self._alone(key):
            for tried in range(TRIES):
                loaded = await self._kept.load(key)
                command = due(loaded.table, self._now())
                if command is None:
                    return _due(loaded, None)
                reply = await self._commit(key, loaded, command, None)
                if reply is not None:
                    return _due(await self._kept.load(key), reply)
                await _wait(tried)
        raise Refusal(Reason.BUSY)

    async def look(self, key: TableKey) -> Table | None:
        """Read the table as it stands."""
        return (await self._kept.load(key)).table

    async def _commit(
        self, key: TableKey, loaded: Loaded, command: Command, update_id: int | None
    ) -> Reply | None:
        """Decide and keep; none where the table has moved on since it was loaded."""
        maintenance = await self._operations.maintenance()
        context = Context(
            self._now(),
            self._seeds(SEED_BYTES),
            loaded.pots,
            self._computer_delay,
            maintenance=maintenance,
        )
        decision = decide(key, loaded.table, command, context)
        if _changes_nothing(decision, loaded.table):
            return decision.reply
        committed = await self._kept.commit(
            key,
            loaded.version,
            decision.table,
            update_id=update_id,
            wake_at=decision.wake_at,
            bookings=decision.bookings,
            waiting=decision.waiting,
            pots_version=loaded.pots_version,
            archive=decision.archive,
        )
        metrics.commits.labels(type(committed).__name__.lower()).inc()
        match committed:
            case Committed():
                _count(command, decision)
                log.debug("%s: %s", type(command).__name__, decision.reply.said.value)
                self._on_commit(key)
                return decision.reply
            case Repeated():
                return Reply(Said.REPEATED, loaded.table)
            case _:
                return None

    @asynccontextmanager
    async def _alone(self, key: TableKey) -> AsyncIterator[None]:
        queue = self._queues.setdefault(key, _Queue(asyncio.Lock()))
        queue.length += 1
        try:
            async with queue.lock:
                yield
        finally:
            queue.length -= 1
            if not queue.length:
                del self._queues[key]


@dataclass(slots=True)
class _Queue:
    """Who waits for a table, first come, first served; kept while somebody does."""

    lock: asyncio.Lock
    length: int = 0


def _count(command: Command, decision: Decision) -> None:
    if type(command) in MOVERS:
        metrics.moves.labels(MOVERS[type(command)]).inc()
    if decision.archive is not None and decision.table is not None:
        metrics.deals_finished.labels(decision.table.game).inc()


@contextmanager
def _refusals_counted() -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        metrics.refusals.labels(refusal.reason.value).inc()
        raise
    except GameError as error:
        metrics.refusals.labels(type(error).__name__).inc()
        raise


def _changes_nothing(decision: Decision, before: Table | None) -> bool:
    return decision.table == before and not decision.bookings and not decision.waiting


def _due(loaded: Loaded, reply: Reply | None) -> Due:
    return Due(loaded.table, loaded.version, loaded.chat, wake_at(loaded.table), reply)


async def _wait(tried: int) -> None:
    await asyncio.sleep(_chance.uniform(0, JITTER * (tried + 1)))
