"""The one way to Redis: scripts and single reads, each within bounded time, with this package's own errors.

There is one client only, and no command on it blocks: redis-py 8 gives every reply a time limit, and it repeats commands
whose reply was lost. So every write is a script that recognises its own repetition.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Protocol

from redis.exceptions import (
    AskError,
    ClusterError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)

from bot import metrics
from bot.store.errors import StoreBroken, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence

BUDGET: Final = 3.0
"""Seconds until a call gives up."""
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
        self._besides = besides
        self._when_lost = when_lost
        """What to do for a server that does not answer, before the error is told."""
        folder = files("bot.store") / "scripts"
        self._scripts = {
            file.name.removesuffix(".lua"): client.register_script(file.read_text("utf-8"))
            for file in folder.iterdir()
            if file.name.endswith(".lua")
        }

    async def run(self, script: str, keys: Sequence[str], *args: str | int) -> Any:  # noqa: ANN401 - as scripts reply
        """Run a script of ``scripts/``; repeating it must be harmless."""
        with metrics.timed(metrics.redis_seconds.labels(script)), self._own_errors():
            async with asyncio.timeout(BUDGET):
                return await self._scripts[script](keys=keys, args=args)

    async def read(self, *command: str | int) -> Any:  # noqa: ANN401 - as commands reply
        """Run one command that changes nothing, its first key at its usual place."""
        with metrics.timed(metrics.redis_seconds.labels(str(command[0]))), self._own_errors():
            async with asyncio.timeout(BUDGET):
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
        for client in (self._client, *self._besides):
            await client.aclose()

    @contextmanager
    def _own_errors(self) -> Iterator[None]:
        try:
            yield
        except PASSING as error:
            raise StoreUnavailable(f"Redis refuses at present: {error}") from error
        except ResponseError as error:
            if str(error).partition(" ")[0] in PASSING_CODES:
                raise StoreUnavailable(f"Redis refuses at present: {error}") from error
            raise StoreBroken(f"Redis refused: {error}") from error
        except (RedisError, RedisClusterException, OSError) as error:  # TimeoutError is an OSError
            metrics.redis_failures.inc()
            if self._when_lost is not None:
                self._when_lost()
            raise StoreUnavailable(f"Redis does not answer: {type(error).__name__}") from error
