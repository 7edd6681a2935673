"""A primary of Redis is killed with -9 in the middle of a deal, its replica takes over, and the same bot plays on."""

from __future__ import annotations

import asyncio
import os
import sys
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.store import StoreUnavailable, keys
from bot.tables.state import Phase, TableKey
from tests.bot.store.standbys import Standbys, running_standby_cluster, running_watched_primary
from tests.e2e.buttons import hand_presses
from tests.e2e.processes import ROOT, Fleet, fleet
from tests.e2e.steady import find, play_deal, question, soon

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
    from pathlib import Path

    from bot.sandbox.person import Group, Person

KINDS = {"cluster": running_standby_cluster, "sentinel": running_watched_primary}
TAKEN_OVER = 30.0


@pytest.fixture(params=KINDS)
def standbys(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Standbys]:
    with KINDS[request.param](tmp_path / "servers") as servers:
        yield servers


@pytest.fixture
async def ships(standbys: Standbys, tmp_path: Path) -> AsyncIterator[Fleet]:
    """One bot, which is started once; afterwards everything it keeps is right."""
    async with fleet(standbys, tmp_path / "bots") as ships:
        bot = ships.bot()
        bot.start()
        yield ships
        await ships.here.inspect()
        assert bot.running
        assert ships.errors() == []
        assert await audit(tmp_path, bot.environment) == (0, b"")


async def audit(folder: Path, environment: dict[str, str]) -> tuple[int | None, bytes]:
    """Have the operator's command compute everything anew and play all records again; gives its status and complaints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "audit",
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stderr=asyncio.subprocess.PIPE,
    )
    _, complaints = await process.communicate()
    return process.returncode, complaints


async def dealt(ships: Fleet) -> tuple[Group, list[Person], str]:
    """A table whose first deal has begun, and its key in Redis."""
    people = await ships.here.people("Anna", "Boris", "Clara")
    group = await ships.here.telegram.group("Cards", *people)
    await ships.here.sit(group, people)
    await ships.here.deal(group, people[0])
    await ships.here.asked(group, people)
    return group, people, keys.table(TableKey(group.id, 0))


async def readable(ships: Fleet, group: Group) -> bool:
    try:
        await ships.here.table(group)
    except StoreUnavailable:
        return False
    return True


def after(presses: int, happens: Callable[[], Awaitable[object]]) -> Callable[[], Awaitable[object]]:
    """Make something that happens once, when it has been called so many times."""
    calls = 0

    async def called() -> None:
        nonlocal calls
        calls += 1
        if calls == presses:
            await happens()

    return called


async def test_the_deal_goes_on_when_the_primary_is_killed(ships: Fleet, standbys: Standbys) -> None:
    here = ships.here
    group, people, key = await dealt(ships)

    async def kill() -> None:
        standbys.kill_primary(key)
        await soon(partial(readable, ships, group), TAKEN_OVER)

    await play_deal(here, group, people, after(4, kill))
    assert (await here.table(group)).phase is Phase.PAYOUT
    assert await here.store.deals.count(group.id) == 1
    await here.deal(group, people[0])
    await here.question(await here.asked(group, people))


async def test_moves_that_no_replica_has_got_are_asked_for_again(ships: Fleet, standbys: Standbys) -> None:
    here = ships.here
    group, people, key = await dealt(ships)
    first = await asked(ships, group)
    standbys.cut_off_replica(key)
    message, label = await find(person(people, first), first)
    await person(people, first).press(person(people, first), label, key=message.key)
    lost = await soon(partial(asked_next, ships, group, first), 60)
    # By then the messages tell of a move that is going to be lost, and the first has no button any more.
    await find(person(people, lost), lost)
    await soon(partial(asks_no_more, person(people, first), first), 60)
    standbys.kill_primary(key)
    await soon(partial(readable, ships, group), TAKEN_OVER)
    assert await asked(ships, group) == first != lost
    again, _ = await find(person(people, first), first)
    assert again.key != message.key, "it rings again"
    await play_deal(here, group, people, nothing)
    table = await here.table(group)
    assert table.phase is Phase.PAYOUT
    assert not any(seat.missed for seat in table.seats)
    assert await here.store.deals.count(group.id) == 1


async def asks_no_more(person: Person, asked: tuple[str, int, int]) -> bool:
    messages = await person.see(person)
    return not any(
        (press.deal, press.turn) == asked[1:] for message in messages for _, press in hand_presses(message)
    )


async def asked(ships: Fleet, group: Group) -> tuple[str, int, int]:
    now = question(await ships.here.table(group))
    assert now is not None
    return now


async def asked_next(ships: Fleet, group: Group, before: tuple[str, int, int]) -> tuple[str, int, int] | None:
    now = await asked(ships, group)
    return None if now == before else now


def person(people: list[Person], asked: tuple[str, int, int]) -> Person:
    return next(one for one in people if str(one.id) == asked[0])


async def nothing() -> None:
    return
