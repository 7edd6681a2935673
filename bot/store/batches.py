"""Calls of Redis made in one turn of the event loop, sent together: most of what a call costs is the way there and back.

A pipeline of redis-py does the same and packs commands in Python, which for ours takes longer than all the rest of a call.
"""

from __future__ import annotations

import asyncio
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from hiredis import pack_command
from redis.exceptions import ResponseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from redis.asyncio import Redis
    from redis.asyncio.connection import Connection

Command: TypeAlias = tuple[str | int, ...]


ON_THE_WAY: Final = 2
"""Batches at most: one that the server has in hand, and one that it finds when it is done with that; others would be small."""


class Waiting(NamedTuple):
    """Somebody who waits for a reply."""

    command: Command
    reply: asyncio.Future[Any]
    until: float
    """In the time of the loop."""


class Batches:
    """Every command must be one that may be repeated: a batch whose replies were lost is sent again as a whole."""

    def __init__(self, client: Redis, budget: float) -> None:
        """``budget``: seconds until a call gives up, all repetitions included."""
        self._client = client
        self._budget: Final = budget
        self._waiting: list[Waiting] = []
        self._under_way: set[asyncio.Task[None]] = set()

    async def call(self, command: Command) -> Any:  # noqa: ANN401 - as commands reply
        """Give the reply; raises what redis-py does, and :class:`TimeoutError`."""
        loop = asyncio.get_running_loop()
        reply: asyncio.Future[Any] = loop.create_future()
        if not self._waiting and len(self._under_way) < ON_THE_WAY:
            loop.call_soon(self._send)
        self._waiting.append(Waiting(command, reply, loop.time() + self._budget))
        return await reply

    async def close(self) -> None:
        """Whoever still waits gets a :class:`ConnectionError`."""
        left, self._waiting = self._waiting, []
        _give_up(left)
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def _send(self) -> None:
        if not self._waiting or len(self._under_way) >= ON_THE_WAY:
            return
        loop = asyncio.get_running_loop()
        now = loop.time()
        late = [one for one in self._waiting if one.until <= now]
        batch = [one for one in self._waiting if one.until > now]
        self._waiting = []
        _answer(late, [TimeoutError()] * len(late))
        if not batch:
            return
        task = loop.create_task(self._exchange(batch))
        self._under_way.add(task)
        task.add_done_callback(self._done)
        # A task cancelled before its first step runs nothing of itself.
        task.add_done_callback(lambda _: _give_up(batch))

    def _done(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        self._send()

    async def _exchange(self, batch: list[Waiting]) -> None:
        replies: Sequence[Any]
        try:
            # The first has waited longest.
            async with asyncio.timeout_at(batch[0].until):
                replies = await self._replies([command for command, _, _ in batch])
        except asyncio.CancelledError:
            _give_up(batch)
            return
        except Exception as error:  # noqa: BLE001 - it is theirs who wait, whatever it is
            replies = [error] * len(batch)
        _answer(batch, replies)

    async def _replies(self, commands: Sequence[Command]) -> Sequence[Any]:
        """Give the reply to each, which may be an error of its own."""
        packed = b"".join([_packed(command) for command in commands])
        pool = self._client.connection_pool
        connection = cast("Connection", await pool.get_connection())  # type: ignore[no-untyped-call] # redis-py
        try:
            return await connection.retry.call_with_retry(
                lambda: self._exchanged(connection, packed, commands), lambda _: connection.disconnect()
            )
        finally:
            await pool.release(connection)

    async def _exchanged(
        self, connection: Connection, packed: bytes, commands: Sequence[Command]
    ) -> Sequence[Any]:
        """All replies are read, whatever they are: what is left unread would be taken for the reply to somebody else."""
        await connection.send_packed_command(packed)
        replies: list[Any] = []
        for name, *_ in commands:
            try:
                # Those behind the first come with it, or within the budget of all.
                reply = await connection.read_response(timeout=inf if replies else None)
            except ResponseError as refusal:
                replies.append(refusal)
            else:
                reads = self._client.response_callbacks.get(str(name))
                replies.append(reply if reads is None else reads(reply))
        return replies


def _packed(command: Command) -> bytes:
    """Names of two words, such as ``CONFIG GET``, are two arguments, as redis-py has it."""
    name, *args = command
    words = str(name).split() if " " in str(name) else (name,)
    return pack_command((*words, *args))  # type: ignore[no-any-return] # untyped


def _answer(batch: Sequence[Waiting], replies: Sequence[Any]) -> None:
    for one, reply in zip(batch, replies, strict=True):
        if one.reply.done():
            continue  # whoever asked has been cancelled
        if isinstance(reply, Exception):
            one.reply.set_exception(reply)
        else:
            one.reply.set_result(reply)


def _give_up(batch: Sequence[Waiting]) -> None:
    """Nobody waits for ever."""
    _answer(batch, [ConnectionError("closed while somebody waited")] * len(batch))
