from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.running import Running, chromium, started

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from playwright.async_api import Browser


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as found:
        if found is None:
            pytest.skip("Chromium is not installed")
        yield found


@pytest.fixture
async def running(
    browser: Browser,  # noqa: ARG001 - nothing is started without a browser
    tmp_path: Path,
) -> AsyncIterator[Running]:
    """The real thing in an empty folder, but for Telegram's limits, which would make it slow."""
    async with started(tmp_path, limits=False, COMPUTER_DELAY="0.2") as one:
        yield one
        assert one.errors() == ""
