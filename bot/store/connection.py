"""The one way to Redis: scripts and single reads, each within bounded time, with this package's own errors.

There is one client only, and no command on it blocks: redis-py 8 gives every reply a time limit, and it repeats commands
whose reply was lost. So every write is a script that recognises its own repetition.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager, suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Protocol

from redis.asyncio import Redis
from redis.exceptions import (
    AskError,
    ClusterError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)

from bot import metrics
from bot.store.batches import Batches
from bot.store.errors import StoreBroken, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence

    from prometheus_client import Histogram

BUDGET: Final = 3.0
"""Seconds until a call gives up."""
CONNECTIONS: Final = 50
"""To one server; a cluster's client does not wait for one that is free."""
PASSING: Final = (
    AskError,
    ClusterError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)
PASSING_CODES: Final = frozenset({"BUSY", "MISCONF", "NOREPLICAS", "UNKILLABLE"})
"""Refusals that end by themselves or by the operator's hand; these have no class in redis-py."""


class Client(Protocol):
    """What is used of redis-py's three kinds of clients."""

    def register_script(self, script: str) -> Any: ...  # noqa: ANN401 - untyped in redis-py

    def execute_command(self, *args: Any, **options: Any) -> Awaitable[Any]: ...  # noqa: ANN401 - untyped in redis-py

    def scan_iter(self, match: str, count: int) -> AsyncIterator[str]: ...

    async def aclose(self) -> None: ...


class Connection:
    """A client with the scripts; all of it raises :class:`StoreUnavailable` and :class:`StoreBroken` alone."""

    def __init__(
        self,
        client: Client,
        *,
        cluster: bool,
        when_lost: Callable[[], None] | None = None,
        besides: tuple[Client, ...] = (),
    ) -> None:
        """``besides``: clients that are closed with this one."""
        self.cluster: Final = cluster
        """Then keys of different hash tags need a call each."""
        self._client = client
        self._batches = Batches(client, BUDGET) if isinstance(client, Redis) else None
        """A cluster's client has no one connection for all of them."""
        self._besides = besides
        self._when_lost = when_lost
        """What to do for a server that does not answer, before the error is told."""
        self._room = asyncio.Semaphore(CONNECTIONS)
        self._histograms: dict[str, Histogram] = {}
        folder = files("bot.store") / "scripts"
        self._scripts = {
            file.name.removesuffix(".lua"): client.register_script(file.read_text("utf-8"))
            for file in folder.iterdir()
            if file.name.endswith(".lua")
        }

    async def run(self, script: str, keys: Sequence[str], *args: str | int) -> Any:  # noqa: ANN401 - as scripts reply
        """Run a script of ``scripts/``; repeating it must be harmless."""
        with _Call(self, script):
            known = self._scripts[script]
            if self._batches is not None:
                with suppress(NoScriptError):
                    return await self._batches.call(("EVALSHA", known.sha, len(keys), *keys, *args))
            async with asyncio.timeout(BUDGET), self._room:
                return await known(keys=keys, args=args)

    async def write(self, name: str, fields: Mapping[str, str]) -> None:
        """Write fields of a hash; an empty text takes its field away."""
        await self.run("fields", (name,), *(text for pair in fields.items() for text in pair))

    async def read(self, *command: str | int) -> Any:  # noqa: ANN401 - as commands reply
        """Run one command that changes nothing, its first key at its usual place."""
        with _Call(self, str(command[0])):
            if self._batches is not None:
                return await self._batches.call(command)
            async with asyncio.timeout(BUDGET), self._room:
                return await self._client.execute_command(*command)

    async def everywhere(self, *command: str) -> list[Any]:
        """Run a read on the server, or on every primary of a cluster."""
        if not self.cluster:
            return [await self.read(*command)]
        with self._own_errors():
            async with asyncio.timeout(BUDGET):
                replies = await self._client.execute_command(*command, target_nodes="primaries")
        # A cluster of one primary gives its reply alone.
        return list(replies.values()) if all(":" in str(node) for node in replies) else [replies]

    async def scan(self, pattern: str) -> AsyncIterator[str]:
        """Go through all keys of a pattern; may give one twice."""
        with self._own_errors():
            async for key in self._client.scan_iter(match=pattern, count=1000):
                yield key

    async def close(self) -> None:
        if self._batches is not None:
            await self._batches.close()
        for client in (self._client, *self._besides):
            await client.aclose()

    def histogram(self, call: str) -> Histogram:
        """Find where the times of such calls are counted."""
        known = self._histograms.get(call)
        if known is None:
            known = self._histograms[call] = metrics.redis_seconds.labels(call)
        return known

    def own(self, error: Exception) -> Exception:
        """Tell an error of redis-py, the network or the time limit in this package's own; any other stays as it is."""
        if isinstance(error, PASSING) or (
            isinstance(error, ResponseError) and str(error).partition(" ")[0] in PASSING_CODES
        ):
            return StoreUnavailable(f"Redis refuses at present: {error}")
        if isinstance(error, ResponseError):
            return StoreBroken(f"Redis refused: {error}")
        if isinstance(error, RedisError | RedisClusterException | OSError):  # TimeoutError is an OSError
            metrics.redis_failures.inc()
            if self._when_lost is not None:
                self._when_lost()
            return StoreUnavailable(f"Redis does not answer: {type(error).__name__}")
        return error

    @contextmanager
    def _own_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            own = self.own(error)
            if own is error:
                raise
            raise own from error


class _Call:
    """One call: its time is counted, and its failure told in this package's own errors."""

    __slots__ = ("_begun", "_connection", "_name")

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        self._name = name
        self._begun = 0.0

    def __enter__(self) -> None:
        self._begun = time.perf_counter()

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self._connection.histogram(self._name).observe(time.perf_counter() - self._begun)
        if isinstance(error, Exception):
            own = self._connection.own(error)
            if own is not error:
                raise own from error
