"""What `make run` starts, in a folder of its own, as a process that can be stopped, killed and started again."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
from playwright.async_api import async_playwright

from bot.settings import Settings
from bot.store.embedded import running_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser

ROOT = Path(__file__).parents[2]
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60.0
"""Seconds until a start or a stop has failed."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser | None]:
    """Debian's browser; none where it is not installed."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        yield None
        return
    async with (
        async_playwright() as playwright,
        await playwright.chromium.launch(executable_path=program, args=list(FLAGS)) as browser,
    ):
        yield browser


class Running:
    """The bot and its sandbox."""

    def __init__(self, folder: Path, *, limits: bool, **settings: str) -> None:
        self.folder = folder
        self.limits = limits
        self.settings = {"FLOOD_LIMITS": str(limits).lower(), **settings}
        self.port = 0
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start it, the first time on any free port, later on the same one: open pages find it again."""
        own = {name.upper() for name in Settings.model_fields}
        environment = {name: value for name, value in os.environ.items() if name not in own}
        environment |= {"PYTHONPATH": str(ROOT), "SANDBOX_PORT": str(self.port), **self.settings}
        with (self.folder / "errors.txt").open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run"),
                cwd=self.folder,
                env=environment,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        self.port = await asyncio.wait_for(self._told_port(), PATIENCE)
        if not self.limits:
            await self.ask("limits", {"on": False})

    async def ask(self, path: str, body: dict[str, object] | None = None) -> tuple[int, dict[str, Any]]:
        """Ask the sandbox what the page could ask; gives the status and the answer."""
        method = "GET" if body is None else "POST"
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, f"{self.url}/sim/{path}", json=body) as response,
        ):
            return response.status, await response.json()

    async def stop(self) -> None:
        """Ask it to stop, as Ctrl-C or a service does."""
        assert await self._end(signal.SIGTERM) == 0, self.errors()

    async def kill(self) -> None:
        """End it in the middle of whatever it does."""
        await self._end(signal.SIGKILL)

    async def keeps(self, text: str) -> None:
        """Wait until this is in the file of the sandbox, which follows what happens a moment later."""
        file = self.folder / "data" / "sandbox" / "sandbox.json"
        async with asyncio.timeout(PATIENCE):
            while text not in file.read_text("utf-8"):  # noqa: ASYNC110 - it is written by another process
                await asyncio.sleep(0.02)

    def errors(self) -> str:
        """Everything it has complained of."""
        return (self.folder / "errors.txt").read_text("utf-8")

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def _told_port(self) -> int:
        assert self._process is not None
        assert self._process.stdout is not None
        told = ""
        while (port := re.search(r"http://127\.0\.0\.1:(\d+)/ ", told)) is None:
            line = await self._process.stdout.readline()
            assert line, f"it ended before it told its address:\n{told}{self.errors()}"
            told += line.decode()
        return int(port[1])

    async def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(number)
        await asyncio.wait_for(self._process.communicate(), PATIENCE)
        assert self._process.returncode is not None
        return self._process.returncode


@asynccontextmanager
async def started(folder: Path, *, limits: bool = True, **settings: str) -> AsyncIterator[Running]:
    """Run it, with or without Telegram's limits on messages, until the block is over; nothing of it is left behind, also not after a kill."""
    running = Running(folder, limits=limits, **settings)
    try:
        await running.start()
        yield running
    finally:
        if running.alive:
            await running.stop()
        else:
            async with running_server(folder / "data" / "sandbox", None):
                pass  # taken over, and stopped
