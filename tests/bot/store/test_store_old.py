"""A Redis that is too old: the bot says so in one line and does not start."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.bot.store.old_redis import running_old_redis

ROOT = Path(__file__).parents[3]


async def run(folder: Path, url: str, *command: str) -> tuple[int | None, str, str]:
    """Give the exit status, and what is said."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "BOT_TOKEN": "1:token", "REDIS_URL": url},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complained = await process.communicate()
    return process.returncode, said.decode(), complained.decode()


async def test_the_bot_does_not_start_on_it(tmp_path: Path) -> None:
    async with running_old_redis("6.2.14") as url:
        assert await run(tmp_path, url) == (
            1,
            "",
            "Redis 6.2.14 is too old: Redis 7.0 or Valkey 7.2 is needed\n",
        )


async def test_neither_do_the_operators_commands(tmp_path: Path) -> None:
    async with running_old_redis("6.2.14") as url:
        assert await run(tmp_path, url, "audit") == (
            1,
            "",
            "Redis 6.2.14 is too old: Redis 7.0 or Valkey 7.2 is needed\n",
        )
