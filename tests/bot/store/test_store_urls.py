from __future__ import annotations

import pytest

from bot.settings import SettingsError
from bot.store.topology import connect


@pytest.mark.parametrize(
    "rest",
    [
        "redis://:hunter2@127.0.0.1/0?colour=red",
        "redis://:hunter2@127.0.0.1/0?socket_timeout=soon",
        "redis://:hunter2@127.0.0.1/first",
        "redis://:hunter2@127.0.0.1:port/0",
        "rediss://:hunter2@127.0.0.1/0?ssl_cert_reqs=perhaps",
        "unix:///run/redis.sock?colour=red",
        "redis+sentinel://:hunter2@127.0.0.1/main/first",
    ],
)
async def test_an_address_that_means_nothing_is_told_in_one_line_without_it(rest: str) -> None:
    with pytest.raises(SettingsError) as caught:
        connect(rest)
    assert str(caught.value) == "REDIS_URL cannot be read (see .env.example)"


@pytest.mark.parametrize(
    "rest", ["redis://127.0.0.1", "redis://127.0.0.1/", "redis://127.0.0.1/5", "unix:///run/redis.sock?db=2"]
)
async def test_an_address_with_or_without_a_database_is_taken(rest: str) -> None:
    await connect(rest).close()
