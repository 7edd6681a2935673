from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.__main__ import main
from bot.settings import Settings
from bot.store import open_store

if TYPE_CHECKING:
    from tests.bot.store.servers import Process

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "arguments",
    [
        [""],
        ["--help"],
        ["Run"],
        ["run", ""],
        ["doctor", "now"],
        ["maintenance"],
        ["maintenance", "ON"],
        ["export"],
        ["export", ""],
        ["export", "5.0"],
        ["export", "\u0665"],
        ["export", "9" * 40],
        ["import"],
        ["import", "one", "two"],
    ],
)
def test_what_is_no_command_gets_the_usage_and_starts_nothing(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("usage: python -m bot")


@pytest.mark.usefixtures("no_environment")
def test_the_data_can_be_looked_after_without_a_token(
    redis: Process, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", redis.url)
    assert main(["maintenance", "on"]) == 0
    assert main(["maintenance", "off"]) == 0
    assert main(["audit"]) == 0
    assert main(["export", "-5"]) == 1
    told = capsys.readouterr()
    assert "maintenance is on" in told.out
    assert told.err == "there is no group -5\n"


def run(redis: Process, tmp_path: Path, command: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """As a shell runs it, with whatever that does to its standard streams."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "REDIS_URL": redis.url, **more}
    line = f"{sys.executable} -m bot {command}"
    return subprocess.run(
        ["bash", "-c", line], cwd=tmp_path, env=environment, capture_output=True, timeout=60, check=False
    )


def test_a_disk_that_is_full_gets_one_line(redis: Process, tmp_path: Path) -> None:
    done = run(redis, tmp_path, "audit >/dev/full")
    assert (done.returncode, done.stderr) == (1, b"standard output: No space left on device\n")


@pytest.mark.parametrize(
    ("streams", "status", "told"),
    [(">&-", 1, b"standard output is closed\n"), ("<&-", 0, b""), ("2>&-", 0, b"")],
)
def test_a_closed_stream_is_no_reason_to_fall_over(
    redis: Process, tmp_path: Path, streams: str, status: int, told: bytes
) -> None:
    done = run(redis, tmp_path, f"audit {streams}")
    assert (done.returncode, done.stderr) == (status, told)


@pytest.mark.parametrize("encoding", ["ascii", "koi8-r"])
async def test_an_export_is_utf_8_whatever_the_terminal_speaks(
    redis: Process, tmp_path: Path, encoding: str
) -> None:
    settings = Settings.model_validate({"bot_token": "1:a", "redis_url": redis.url})
    async with open_store(settings) as store:
        await store.groups.seen(-5, "Пятница 🂡", forum=False)
    file = tmp_path / "group.jsonl"
    done = await asyncio.to_thread(run, redis, tmp_path, f"export -5 >{file}", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert "Пятница 🂡" in file.read_text("utf-8")
