"""Calls of Redis made in one turn of the event loop, sent together: most of what a call costs is the way there and back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from redis.asyncio import Redis

Command: TypeAlias = tuple[str | int, ...]


class Batches:
    """Every command must be one that may be repeated: a batch whose replies were lost is sent again as a whole."""

    def __init__(self, client: Redis, budget: float) -> None:
        """``budget``: seconds until a call gives up, all repetitions included."""
        self._client = client
        self._budget: Final = budget
        self._waiting: list[tuple[Command, asyncio.Future[Any]]] = []
        self._under_way: set[asyncio.Task[None]] = set()

    async def call(self, command: Command) -> Any:  # noqa: ANN401 - as commands reply
        """Give the reply; raises what redis-py does, and :class:`TimeoutError`."""
        loop = asyncio.get_running_loop()
        reply: asyncio.Future[Any] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._send)
        self._waiting.append((command, reply))
        return await reply

    async def close(self) -> None:
        """Whoever still waits gets a :class:`ConnectionError`."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        left, self._waiting = self._waiting, []
        _give_up(left)

    def _send(self) -> None:
        batch, self._waiting = self._waiting, []
        if not batch:
            return
        task = asyncio.get_running_loop().create_task(self._exchange(batch))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        # A task cancelled before its first step runs nothing of itself.
        task.add_done_callback(lambda _: _give_up(batch))

    async def _exchange(self, batch: list[tuple[Command, asyncio.Future[Any]]]) -> None:
        replies: Sequence[Any]
        try:
            async with asyncio.timeout(self._budget):
                replies = await self._replies([command for command, _ in batch])
        except asyncio.CancelledError:
            replies = [ConnectionError("closed while somebody waited")] * len(batch)
        except Exception as error:  # noqa: BLE001 - it is theirs who wait, whatever it is
            replies = [error] * len(batch)
        for (_, waiting), reply in zip(batch, replies, strict=True):
            if waiting.done():
                continue  # whoever asked has been cancelled
            if isinstance(reply, Exception):
                waiting.set_exception(reply)
            else:
                waiting.set_result(reply)

    async def _replies(self, commands: Sequence[Command]) -> Sequence[Any]:
        """Give the reply to each, which may be an error of its own."""
        pipeline = self._client.pipeline(transaction=False)
        for command in commands:
            pipeline.execute_command(*command)
        return await pipeline.execute(raise_on_error=False)


def _give_up(batch: Sequence[tuple[Command, asyncio.Future[Any]]]) -> None:
    """Nobody waits for ever."""
    for _, waiting in batch:
        if not waiting.done():
            waiting.set_exception(ConnectionError("closed while somebody waited"))
