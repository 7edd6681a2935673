"""What tests of several folders stand on, and what is said at the end of every run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.settings import Settings
from tests.bot.store.servers import Process, running, valkey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from _pytest.terminal import TerminalReporter


@pytest.fixture
def no_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither a ``.env`` nor variables of whoever runs the tests have a say in them."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(scope="session")
def redis_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with running(valkey(), tmp_path_factory.mktemp("valkey")) as server:
        yield server


@pytest.fixture
def redis(redis_process: Process) -> Process:
    """A real Valkey, emptied."""
    with redis_process.client() as client:
        client.flushall()
    return redis_process


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    left_out = [report for report in terminalreporter.getreports("skipped") if "browser" in report.keywords]
    if left_out:
        terminalreporter.write_line(
            f"Left out: {len(left_out)} tests in the browser, for want of Chromium (Debian: apt install chromium).",
            yellow=True,
        )
