"""A proxy between a client and Redis that loses replies."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable


class Proxy:
    """Passes everything on until it is told of a fault; a fault strikes the next replies to a given command."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.serving: set[asyncio.Task[None]] = set()
        self.url = ""
        self.lost = 0
        self.lag = 0.0
        """Seconds by which every reply is late."""
        self._command = b""
        self._times = 0
        self._cut = True
        self._meanwhile: Callable[[], Awaitable[object]] | None = None

    def lose_reply(
        self,
        command: str,
        *,
        times: int = 1,
        cut: bool = True,
        meanwhile: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """The server does the command and its reply is lost: the connection is cut, or else nothing ever comes.

        ``meanwhile`` happens after the server is done and before the client knows.
        """
        self._command, self._times, self._cut, self._meanwhile = command.encode(), times, cut, meanwhile

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.serving.add(task)
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._port)
        struck = asyncio.Event()
        ways = [
            asyncio.ensure_future(self._ask(reader, up_writer, struck)),
            asyncio.ensure_future(self._answer(up_reader, writer, struck)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (writer, up_writer):
                end.close()
                with suppress(OSError):
                    await end.wait_closed()

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, struck: asyncio.Event
    ) -> None:
        while data := await reader.read(1 << 20):
            if self._times and self._command in data.upper():
                self._times -= 1
                struck.set()
            writer.write(data)
            await writer.drain()

    async def _answer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, struck: asyncio.Event
    ) -> None:
        while data := await reader.read(1 << 20):
            if not struck.is_set():
                await asyncio.sleep(self.lag)
                writer.write(data)
                await writer.drain()
                continue
            self.lost += 1
            if self._meanwhile is not None:
                await self._meanwhile()
            if self._cut:
                return


@asynccontextmanager
async def running_proxy(port: int) -> AsyncIterator[Proxy]:
    proxy = Proxy(port)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    async with server:
        yield proxy
        # Clients are closed before, so these come to their end.
        await asyncio.gather(*proxy.serving)
