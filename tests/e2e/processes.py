"""Bots as real processes, to be killed at any moment."""

from __future__ import annotations

import os
import signal
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.a_bot import run
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from multiprocessing.context import ForkServerProcess

    from tests.bot.store.servers import Servers

ROOT = Path(__file__).parents[2]
_forks = get_context("forkserver")


@cache
def nursery() -> None:
    """Have a process with everything loaded, from which bots are forked."""
    _forks.set_forkserver_preload(["tests.e2e.a_bot"])
    with pytest.MonkeyPatch.context() as patch:
        # Before Python 3.12 it finds what to load by this alone.
        patch.setenv("PYTHONPATH", str(ROOT))
        patch.chdir(ROOT)
        ensure_running()


class BotProcess:
    """A bot that is killed and started again on the same settings."""

    def __init__(self, folder: Path, environment: dict[str, str], seed: str | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.environment = environment
        self._seed = seed
        self._process: ForkServerProcess | None = None
        self.put_clock(0)

    def start(self) -> None:
        nursery()
        self._process = _forks.Process(target=run, args=(self.environment, str(self.folder), self._seed))
        self._process.start()

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        assert self._process is not None
        os.kill(self.pid, number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            self._process.join()

    @property
    def pid(self) -> int:
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.is_alive()

    def status(self, seconds: float) -> int | None:
        """The exit status, waited for."""
        assert self._process is not None
        self._process.join(seconds)
        return self._process.exitcode

    def put_clock(self, ahead: float) -> None:
        """Let its clock be so many seconds ahead."""
        fresh = self.folder / "clock.new"
        fresh.write_text(str(ahead))
        fresh.replace(self.folder / "clock")

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8") if (self.folder / "log").exists() else ""

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()


@dataclass(slots=True)
class Fleet:
    """Bots of one town; its Telegram is in the process of the test, which no bot can see."""

    here: Town
    folder: Path
    redis_url: str
    bots: list[BotProcess] = field(default_factory=list)

    def bot(self, seed: str | None = None, **environment: object) -> BotProcess:
        """Make one more bot; it is not started."""
        settings = {
            "BOT_TOKEN": self.here.settings.bot_token.get_secret_value(),
            "TELEGRAM_API_URL": self.here.settings.telegram_api_url,
            "REDIS_URL": self.redis_url,
            "FLOOD_LIMITS": "false",
            "COMPUTER_DELAY": "0",
            **{name.upper(): str(value) for name, value in environment.items()},
        }
        bot = BotProcess(self.folder / f"bot{len(self.bots)}", settings, seed)
        self.bots.append(bot)
        return bot

    def errors(self) -> list[str]:
        """What bots have logged as errors, and how they have crashed."""
        return [
            line
            for bot in self.bots
            for line in bot.log.splitlines()
            if " ERROR " in line or " CRITICAL " in line or line.startswith("Traceback")
        ]


@asynccontextmanager
async def fleet(redis: Servers, folder: Path, *, redis_url: str | None = None) -> AsyncIterator[Fleet]:
    """A town in which no bot runs yet; ``redis_url`` is another way to the same Redis, for the bots."""
    async with town(redis, bot=False) as here:
        here.lost_answers = True
        ships = Fleet(here, folder, redis_url or redis.url)
        try:
            yield ships
        finally:
            for bot in ships.bots:
                bot.close()
