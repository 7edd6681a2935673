from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from bot.settings import Settings
from tests.bot.store.servers import Process, running, valkey
from tests.e2e.secrecy import FACE
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Neither a ``.env`` nor variables of whoever runs the tests have a say in them."""
    monkeypatch.chdir(tmp_path_factory.mktemp("empty"))
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


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


@pytest.fixture
async def here(redis: Process) -> AsyncIterator[Town]:
    """A town without flood limits."""
    async with town(redis) as one:
        yield one
