"""What is said at the end of every run of the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    left_out = [report for report in terminalreporter.getreports("skipped") if "browser" in report.keywords]
    if left_out:
        terminalreporter.write_line(
            f"Left out: {len(left_out)} tests in the browser, for want of Chromium (Debian: apt install chromium).",
            yellow=True,
        )
