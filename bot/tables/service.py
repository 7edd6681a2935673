"""The one way to change a table: load, decide, commit, one command after another.

A move is decided on what this process wrote last, where that is likely to be still so: the commit finds out.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from bot import metrics
from bot.lanes import Lanes
from bot.logs import about
from bot.store.tables import Committed, Loaded, Repeated
from bot.tables.commands import Act, ComputerMove, ExchangeMarked, Mark, TimeUp
from bot.tables.decide import decide
from bot.tables.decision import Context, Decision, Reason, Refusal, Reply, Said
from game.errors import GameError
from game.shuffle import SEED_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

    from prometheus_client import Counter

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

MOVES: Final = (Act, Mark)
"""Commands that in the middle of a deal change nothing but the table."""
REMEMBERED: Final = 512
"""Tables that this process need not read again for the next move."""

FIRST_NUMBERS: Final = 900_000
"""The first table of a place begins with any of these: were all data lost, buttons that still stand in the chats would fit no
table that comes then."""

_chance: Final = SystemRandom()


class Tables:
    """Runs commands on tables; the commands of one table wait for each other, in the order they came.

    ``on_commit`` is told each change that was kept and its version; ``computer_delay`` is in milliseconds.
    """

    def __init__(
        self,
        store: Store,
        *,
        on_commit: Callable[[TableKey, Table | None, int], None] = lambda _key, _table, _version: None,
        seeds: Callable[[int], bytes] = secrets.token_bytes,
        computer_delay: int = 1500,
    ) -> None:
        self._kept = store.tables
        self._operations = store.operations
        self._now = store.clock
        self._on_commit = on_commit
        self._seeds = seeds
        self._computer_delay = computer_delay
        self._lanes: Lanes[TableKey] = Lanes()
        self._last: OrderedDict[TableKey, _Last] = OrderedDict()

    async def run(self, key: TableKey, command: Command, update_id: int | None = None) -> Reply:
        """Run a command, once for an update however often it comes.

        Raises :class:`bot.tables.decision.Refusal` or :class:`game.errors.GameError` for what is not allowed, and
        :class:`bot.store.errors.StoreUnavailable`.
        """
        with about(table=f"{key.group}:{key.thread}"):
            try:
                async with self._lanes.turn(key):
                    return await self._move(key, command, update_id) or await self._run(
                        key, command, update_id
                    )
            except Refusal as refusal:
                metrics.refusals.labels(refusal.reason.value).inc()
                raise
            except GameError as error:
                metrics.refusals.labels(type(error).__name__).inc()
                raise

    async def _run(self, key: TableKey, command: Command, update_id: int | None) -> Reply:
        for tried in range(TRIES):
            loaded = await self._kept.load(key, update_id)
            if loaded.repeated:
                return Reply(Said.REPEATED, loaded.table)
            reply = await self._commit(key, loaded, command, update_id)
            if reply is not None:
                return reply
            await _wait(tried)
        raise Refusal(Reason.BUSY)

    async def look(self, key: TableKey) -> Table | None:
        """Read the table as it stands."""
        return (await self._kept.load(key)).table

    async def _move(self, key: TableKey, command: Command, update_id: int | None) -> Reply | None:
        """Make a move in the middle of a deal without reading the table again; none where that is not to be done.

        Only what is kept is believed: a refusal, or anything beyond the table itself, is decided on what is read.
        """
        last = self._last.get(key) if isinstance(command, MOVES) else None
        if last is None or not last.undisturbed:
            return None
        try:
            decision = await self._decision(key, last.loaded, command)
        except (Refusal, GameError):
            return None
        if decision.bookings or decision.waiting or decision.archive is not None:
            return None
        if _changes_nothing(decision, last.loaded.table):
            return None
        return await self._keep(key, last.loaded, command, decision, update_id)

    async def _commit(
        self, key: TableKey, loaded: Loaded, command: Command, update_id: int | None
    ) -> Reply | None:
        """Decide and keep; none where the table has moved on since it was loaded."""
        decision = await self._decision(key, loaded, command)
        if _changes_nothing(decision, loaded.table):
            return decision.reply
        return await self._keep(key, loaded, command, decision, update_id)

    async def _decision(self, key: TableKey, loaded: Loaded, command: Command) -> Decision:
        maintenance = await self._operations.maintenance()
        seed = self._seeds(SEED_BYTES)
        context = Context(
            self._now(),
            seed,
            loaded.pots,
            self._computer_delay,
            maintenance=maintenance,
            first_number=1 if loaded.version else _first_number(seed),
        )
        return decide(key, loaded.table, command, context)

    async def _keep(
        self,
        key: TableKey,
        loaded: Loaded,
        command: Command,
        decision: Decision,
        update_id: int | None,
    ) -> Reply | None:
        """Give none where the table has moved on; then nothing is kept."""
        before = self._last.pop(key, None)
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
            expected_token=loaded.token,
        )
        _outcome(type(committed).__name__.lower()).inc()
        match committed:
            case Committed():
                _count(command, decision)
                log.debug("%s: %s", type(command).__name__, decision.reply.said.value)
                kept = replace(
                    loaded, table=committed.table, version=committed.version, token=committed.token
                )
                undisturbed = before is not None and before.loaded.token == loaded.token
                self._remember(key, _Last(kept, undisturbed=undisturbed))
                self._on_commit(key, kept.table, kept.version)
                return decision.reply
            case Repeated():
                return Reply(Said.REPEATED, loaded.table)
            case _:
                return None

    def _remember(self, key: TableKey, last: _Last) -> None:
        self._last[key] = last
        if len(self._last) > REMEMBERED:
            self._last.popitem(last=False)


@dataclass(frozen=True, slots=True)
class _Last:
    """What this process has made of a table."""

    loaded: Loaded
    """As it would be loaded now if nobody else has changed anything."""
    undisturbed: bool
    """Nobody had changed it between the last two commits of this process; where others do, reading it costs least."""


def _first_number(seed: bytes) -> int:
    """From which nothing can be learnt of the seed."""
    return 1 + int.from_bytes(sha256(b"table number" + seed).digest()) % FIRST_NUMBERS


@cache
def _outcome(committed: str) -> Counter:
    return metrics.commits.labels(committed)


@cache
def _moved_by(who: str) -> Counter:
    return metrics.moves.labels(who)


def _count(command: Command, decision: Decision) -> None:
    if type(command) in MOVERS:
        _moved_by(MOVERS[type(command)]).inc()
    if decision.archive is not None and decision.table is not None:
        metrics.deals_finished.labels(decision.table.game).inc()


def _changes_nothing(decision: Decision, before: Table | None) -> bool:
    return decision.table == before and not decision.bookings and not decision.waiting


async def _wait(tried: int) -> None:
    await asyncio.sleep(_chance.uniform(0, JITTER * (tried + 1)))
