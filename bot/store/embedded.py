"""A server of the bot's own, with its data in a folder, that outlives a killed bot and is found again by the next.

Two locks lie in the folder. ``bot.lock`` is held by the one bot that uses it. ``server.lock`` is handed to the server
process when it starts and is free again when that process is gone, however it went: so there are never two servers on
one set of files, and no process ids that could mean something else by now.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import subprocess
import sys
import tempfile
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from bot.settings import SettingsError
from bot.store.binary import find_server
from bot.store.flock import Lock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

logger = logging.getLogger(__name__)

START_SECONDS: Final = 30.0
"""For reading a large file of data."""
STOP_SECONDS: Final = 10.0
LONGEST_SOCKET: Final = 100
"""Bytes; systems take some 104 to 108."""


@asynccontextmanager
async def running_server(
    data_dir: Path, program: Path | None, *, visit: bool = False
) -> AsyncIterator[Server]:
    """Start the server or take over the one that runs there; on a ``visit``, that of a running bot is left to it.

    Raises :class:`SettingsError` when another bot uses the folder or the server does not start.
    """
    if sys.platform == "win32":
        raise SettingsError("the bot has no server of its own on Windows: set REDIS_URL")
    folder = _folder(data_dir)
    with Lock(folder / "bot.lock") as bot_lock:
        if not bot_lock.take():
            if visit:
                yield Server(folder, find_server(program))
                return
            raise SettingsError(f"another bot is running on DATA_DIR {folder}")
        server = Server(folder, find_server(program))
        await server.ensure()
        try:
            yield server
        finally:
            await server.stop()


class Server:
    """The server process of a folder, whoever started it."""

    def __init__(self, folder: Path, program: Path) -> None:
        self.folder: Final = folder
        self.program: Final = program
        self.socket: Final = _socket(folder)
        self._process: subprocess.Popen[bytes] | None = None

    async def ensure(self) -> None:
        """Start the server unless it runs, and wait until it answers. Raises :class:`SettingsError`."""
        deadline = asyncio.get_running_loop().time() + START_SECONDS
        self._start()
        while not await self._answers():
            if self._process is not None and self._process.poll() is not None:
                raise SettingsError(f"the server for DATA_DIR does not start: {self._last_words()}")
            if asyncio.get_running_loop().time() > deadline:
                raise SettingsError(f"the server for DATA_DIR does not answer at {self.socket}")
            await asyncio.sleep(0.01)

    @property
    def url(self) -> str:
        return f"unix://{quote(str(self.socket))}"

    def revive(self) -> None:
        """Start the server again if it has gone; nothing happens while it lives."""
        try:
            if self._start():
                logger.error("the Redis server had stopped by itself and is started again")
        except OSError as error:
            logger.error("the Redis server has stopped and does not start: %s", error.strerror)  # noqa: TRY400 - one line tells it all

    async def stop(self) -> None:
        """Shut the server down; it keeps everything it has answered for."""
        async with _client(self.socket) as client:
            # It closes the connection instead of answering.
            with suppress(RedisError, OSError):
                await client.shutdown(nosave=True)
        lock = Lock(self.folder / "server.lock")
        deadline = asyncio.get_running_loop().time() + STOP_SECONDS
        with lock:
            while not lock.take():
                if asyncio.get_running_loop().time() > deadline:
                    logger.error("the Redis server does not stop; the next start finds it running")
                    return
                await asyncio.sleep(0.01)
        if self._process is not None:
            self._process.wait()
        if self.socket.parent != self.folder:
            with suppress(OSError):
                self.socket.parent.rmdir()

    def _start(self) -> bool:
        """Start a process unless one runs; gives whether it did."""
        with Lock(self.folder / "server.lock") as lock:
            if not lock.take():
                return False
            if self._process is not None:
                self._process.wait()
            with (self.folder / "server.log").open("wb") as log:
                # In a session of its own, so Ctrl-C reaches the bot alone, which stops the server when it is done.
                self._process = subprocess.Popen(  # noqa: S603 - the operator's program
                    [self.program, *self._arguments()],
                    cwd=self.folder,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    pass_fds=(lock.descriptor,),
                )
        return True

    def _arguments(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "maxmemory-policy": "noeviction",
            # Ledgers and records of deals are long lists that are read at their ends.
            "list-compress-depth": "1",
            "loglevel": "warning",
            "daemonize": "no",
        }
        return [text for name, value in options.items() for text in (f"--{name}", value)]

    async def _answers(self) -> bool:
        async with _client(self.socket) as client:
            try:
                await client.ping()
            except (RedisError, OSError):
                return False
        return True

    def _last_words(self) -> str:
        lines = (self.folder / "server.log").read_text("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it says nothing")


def _folder(data_dir: Path) -> Path:
    folder = data_dir.absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("bot.lock", "server.lock"):
            Lock(folder / name).close()
    except OSError as error:
        raise SettingsError(f"DATA_DIR cannot be used: {error.strerror}: {folder}") from None
    return folder


def _client(socket: Path) -> Redis:
    return Redis(
        unix_socket_path=str(socket), socket_timeout=1, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0)
    )


def _socket(folder: Path) -> Path:
    """In the folder, or in a private one with a short name when that path is too long for a socket."""
    socket = folder / "server.sock"
    if len(os.fsencode(socket)) <= LONGEST_SOCKET:
        return socket
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    short = Path(tempfile.gettempdir()) / f"frap-{os.getuid()}-{name}"
    try:
        short.mkdir(mode=0o700, exist_ok=True)
        if short.stat().st_uid != os.getuid() or short.stat().st_mode & 0o077:
            raise SettingsError(f"{short} belongs to somebody else: choose a shorter DATA_DIR")
    except OSError as error:
        raise SettingsError(f"{short} cannot be used: {error.strerror}: choose a shorter DATA_DIR") from None
    return short / "server.sock"
