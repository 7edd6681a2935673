from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec import json

from bot.settings import SettingsError
from bot.store import StoreUnavailable, open_store
from bot.store.schema import STEPS, WrittenByNewer, table_from
from bot.tables.deals import deal_of
from bot.tables.state import SCHEMA, Phase
from tests.bot.store.conftest import KEY, a_table, settings_for

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis import Redis

    from bot.store import Store
    from tests.bot.store.servers import Process

KEPT = Path(__file__).parents[2] / "fixtures" / "tables"
"""Tables as each version wrote them: schema-<number>-<phase>.json. They are never changed, only added to."""


@pytest.mark.parametrize("schema", range(1, SCHEMA + 1))
@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.DEAL, Phase.PAYOUT])
def test_a_table_of_every_schema_is_read(schema: int, phase: Phase) -> None:
    table = table_from((KEPT / f"schema-{schema}-{phase.value}.json").read_text())
    assert (table.phase, table.schema) == (phase, SCHEMA)
    assert [seat.name for seat in table.seats] == ["Анна", "Борис", "jack"]
    assert (deal_of(table) is not None) == (phase is not Phase.LOBBY)
    assert table_from(json.encode(table).decode()) == table


def test_there_is_a_step_from_every_older_schema() -> None:
    assert sorted(STEPS) == list(range(1, SCHEMA))


def test_older_tables_go_through_every_step() -> None:
    text = (KEPT / "schema-1-lobby.json").read_text().replace('"owner":', '"host":').replace(":1}", ":-1}")
    steps = {
        SCHEMA - 2: lambda fields: fields | {"owner": fields.pop("host")},
        SCHEMA - 1: lambda fields: fields | {"game": "khrap"},
    }
    text = text.replace('"schema":-1', f'"schema":{SCHEMA - 2}')
    table = table_from(text, steps=steps)
    assert (table.owner, table.game, table.schema) == ("5000000000", "khrap", SCHEMA)


def test_a_newer_table_is_refused_and_left_as_it_is() -> None:
    text = (KEPT / "schema-1-lobby.json").read_text().replace('"schema":1', f'"schema":{SCHEMA + 1}')
    with pytest.raises(WrittenByNewer, match=f"schema {SCHEMA + 1}"):
        table_from(text)


async def test_an_update_of_a_newer_table_waits_for_a_newer_process(
    redis: Process, raw: Redis, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    store = await open_stores(redis.url)
    await store.tables.commit(KEY, 0, a_table(), update_id=None, wake_at=None)
    (name,) = raw.keys("*:t:*")
    text = str(raw.hget(name, "s")).replace(f'"schema":{SCHEMA}', f'"schema":{SCHEMA + 1}')
    raw.hset(name, "s", text)
    with pytest.raises(StoreUnavailable, match="newer version"):
        await store.tables.load(KEY)


async def test_the_bot_does_not_start_on_newer_data(redis: Process, raw: Redis) -> None:
    async with open_store(settings_for(redis.url)):
        assert raw.hget("operations", "schema") == str(SCHEMA)
    raw.hset("operations", "schema", str(SCHEMA + 1))
    with pytest.raises(SettingsError, match="update the bot") as caught:
        async with open_store(settings_for(redis.url)):
            pass
    assert "\n" not in str(caught.value)
