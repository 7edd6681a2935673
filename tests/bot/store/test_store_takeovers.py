"""A replica that has taken over is noticed once, and by one process."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.store import Conflict, Shown, Store
from bot.tables.state import TableKey
from tests.bot.store.conftest import KEY, a_table
from tests.bot.store.servers import DURABLE, Process, running, valkey, wait_for
from tests.bot.store.standbys import REPLICATED, in_step

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

OTHER = TableKey(-1009, 0)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Process, Process]]:
    """A primary and its replica."""
    with ExitStack() as stack:
        primary, replica = (
            stack.enter_context(running(valkey(), tmp_path / name, *DURABLE, *REPLICATED))
            for name in ("primary", "replica")
        )
        follow(replica, primary)
        yield primary, replica


def follow(replica: Process, primary: Process) -> None:
    with replica.client() as client:
        client.replicaof("127.0.0.1", str(primary.port))
    wait_for(partial(in_step, primary, replica), "the replica is in step")


def promote(replica: Process) -> None:
    with replica.client() as client:
        client.replicaof("NO", "ONE")


async def show(store: Store, *tables: TableKey) -> None:
    for key in tables:
        await store.tables.commit(key, 0, a_table(key=key), update_id=None, wake_at=None)
        assert await store.wakeups.attend(key) is not None
        assert await store.wakeups.keep(key, {"table": Shown(chat=key.group, message_id=1, digest="")})


async def test_one_process_is_told_once_of_all_tables_that_show_anything(
    pair: tuple[Process, Process], open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    primary, replica = pair
    before = await open_stores(primary.url)
    await show(before, KEY, OTHER)
    assert await before.takeovers.doubtful() == []
    wait_for(lambda: holds(replica, 2), "the replica has got them")
    promote(replica)
    stores = [await open_stores(replica.url) for _ in range(2)]
    told = [await store.takeovers.doubtful() for store in stores * 2]
    assert told == [sorted((KEY, OTHER)), [], [], []]
    late = await open_stores(replica.url)
    assert await late.takeovers.doubtful() == [], "nor is one that starts later"


async def test_the_next_takeover_is_noticed_as_well(
    pair: tuple[Process, Process], open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    first, second = pair
    promote(second)
    store = await open_stores(second.url)
    await show(store, KEY)
    assert await store.takeovers.doubtful() == [KEY]
    follow(first, second)
    wait_for(lambda: holds(first, 1), "it has got everything")
    promote(first)
    again = await open_stores(first.url)
    assert await again.takeovers.doubtful() == [KEY]
    assert await again.takeovers.doubtful() == []


async def test_what_was_decided_on_a_lost_version_is_not_kept(
    pair: tuple[Process, Process], open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    primary, replica = pair
    promote(replica)
    lost, kept = await open_stores(primary.url), await open_stores(replica.url)
    for store in (lost, kept):
        await store.tables.commit(KEY, 0, a_table(), update_id=None, wake_at=None)
    decided_on = await lost.tables.load(KEY)
    assert decided_on.version == (await kept.tables.load(KEY)).version
    done = await kept.tables.commit(
        KEY, decided_on.version, None, update_id=None, wake_at=None, expected_token=decided_on.token
    )
    assert done == Conflict()
    assert (await kept.tables.load(KEY)).table == a_table()


async def test_a_server_that_is_started_again_has_lost_nothing(
    tmp_path: Path, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    with running(valkey(), tmp_path) as server:
        await show(await open_stores(server.url), KEY)
        server.kill()
        server.start()
        assert await (await open_stores(server.url)).takeovers.doubtful() == []


def holds(node: Process, tables: int) -> bool:
    with node.client() as client:
        return len(client.keys("{p*}:scr:*")) == tables
