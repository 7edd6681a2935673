"""What ``make run`` says where it cannot run: one line, and a status that tells."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import Settings

ROOT = Path(__file__).parents[2]


def run(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    own = {name.upper() for name in Settings.model_fields}
    environment = {name: value for name, value in os.environ.items() if name not in own}
    return subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(ROOT), "SANDBOX_PORT": "0", **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"COMPUTER_DELAY=hunter2\n", "COMPUTER_DELAY"),
        (b"BOT_TOKEN=hunter2\n", "BOT_TOKEN"),
        (b"BOT_TOKEN=\xff\n", "UTF-8"),
        (b"DATA_DIR=file\n", "DATA_DIR file cannot be used"),
    ],
)
def test_a_bad_setting(tmp_path: Path, file: bytes, said: str) -> None:
    (tmp_path / ".env").write_bytes(file)
    (tmp_path / "file").touch()
    refused = run(tmp_path)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert "hunter2" not in refused.stderr


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = run(tmp_path, SANDBOX_PORT=str(port))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert str(port) in refused.stderr
    assert refused.stderr.count("\n") == 1
