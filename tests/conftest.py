"""What tests of several folders stand on, and what is said at the end of every run."""

from __future__ import annotations

import os
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


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: most of their time tests wait, for processes and for clocks."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each worker begin with one of the tests that may take longer than others, lest they are what is waited for."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    longest = sorted(filter(_allowed, items), key=_allowed, reverse=True)
    others = [item for item in items if not _allowed(item)]
    ordered: list[pytest.Item] = []
    for number in range(workers):
        # So many does pytest-xdist give to each worker, in this order.
        share = (len(items) - len(ordered)) // (workers - number)
        first = longest[number::workers]
        rest = max(0, share - len(first))
        ordered += first + others[:rest]
        del others[:rest]
    items[:] = ordered + others


def _allowed(item: pytest.Item) -> float:
    """Seconds that the test may take, where it says so."""
    mark = item.get_closest_marker("timeout")
    return 0.0 if mark is None else float(mark.args[0])


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, told in report.user_properties:
            terminalreporter.write_line(f"{name}: {told}")
    left_out = [report for report in terminalreporter.getreports("skipped") if "browser" in report.keywords]
    if left_out:
        terminalreporter.write_line(
            f"Left out: {len(left_out)} tests in the browser, for want of Chromium (Debian: apt install chromium).",
            yellow=True,
        )
