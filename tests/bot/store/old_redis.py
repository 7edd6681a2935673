"""A stand-in for a Redis of another version: it greets, tells its version, and knows nothing else."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


def _bulk(text: str) -> bytes:
    return f"${len(text)}\r\n{text}\r\n".encode()


async def _command(reader: asyncio.StreamReader) -> list[str]:
    """Read one array of bulk strings; raises :class:`asyncio.IncompleteReadError` at the end."""
    count = int((await reader.readuntil(b"\r\n"))[1:])
    words = []
    for _ in range(count):
        length = int((await reader.readuntil(b"\r\n"))[1:])
        words.append((await reader.readexactly(length + 2))[:-2].decode())
    return words


async def _serve(version: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    greeting = [
        *map(_bulk, ("server", "redis", "version", version, "proto")),
        b":3\r\n",
        _bulk("role"),
        _bulk("master"),
    ]
    try:
        while True:
            match [word.upper() for word in await _command(reader)]:
                case ["HELLO", *_]:
                    writer.write(b"%4\r\n" + b"".join(greeting))
                case ["INFO", *_]:
                    writer.write(_bulk(f"# Server\r\nredis_version:{version}\r\nredis_mode:standalone\r\n"))
                case [name, *_]:
                    writer.write(f"-ERR unknown command `{name}`\r\n".encode())
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


@asynccontextmanager
async def running_old_redis(version: str) -> AsyncIterator[str]:
    """Give its URL."""
    server = await asyncio.start_server(partial(_serve, version), "127.0.0.1", 0)
    async with server:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
