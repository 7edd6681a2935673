from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from tests.e2e.secrecy import FACE
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from tests.bot.store.servers import Process


@pytest.fixture(autouse=True)
def undisturbed(no_environment: None) -> None:
    """No test reads the settings of whoever runs it."""


@pytest.fixture(autouse=True)
def no_errors_logged(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing goes wrong unseen: an error in the log fails the test, unless it is marked as expected.

    And whatever is logged tells neither a card nor the token.
    """
    caplog.set_level(logging.INFO)
    yield
    expected = request.node.get_closest_marker("logs_errors") is not None
    records = caplog.get_records("call")
    errors = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    assert expected or not errors, errors
    told = [
        line for line in map(logging.Formatter().format, records) if FACE.search(line) or "SANDBOX" in line
    ]
    assert not told, told


@pytest.fixture
async def here(redis: Process) -> AsyncIterator[Town]:
    """A town without flood limits."""
    async with town(redis) as one:
        yield one
