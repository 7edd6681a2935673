"""People, groups, screens, and updates set aside."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.store import Group, Person, Shown, Store
from bot.tables.state import TableKey, TableRules
from tests.bot.store.conftest import KEY, Clock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis import Redis

    from tests.bot.store.servers import Process

OLD, NEW, NEWER = -100, -1001, -1002


async def test_a_person(store: Store) -> None:
    assert await store.people.get(5) == Person(5)
    await store.people.seen(5, "Аня", "pt-br")
    await store.people.started(5)
    await store.people.set_language(5, "en")
    other = TableKey(KEY.group, 0)
    await store.people.sat(5, KEY)
    await store.people.sat(5, other)
    assert await store.people.get(5) == Person(
        5,
        "Аня",
        started=True,
        language="en",
        telegram_language="pt-br",
        tables=(other, KEY),
        groups=(KEY.group,),
    )
    await store.people.blocked(5)
    await store.people.set_language(5, None)
    await store.people.seen(5, "Анна", None)
    assert await store.people.get(5) == Person(5, "Анна", tables=(other, KEY), groups=(KEY.group,))


async def test_a_group(store: Store) -> None:
    assert await store.groups.get(OLD) == Group(OLD, OLD)
    rules = TableRules(ante=7, penalty_limit="100")
    await store.groups.seen(OLD, "Друзья", forum=True)
    await store.groups.set_language(OLD, "en")
    await store.groups.set_rules(OLD, "frap", rules)
    await store.groups.set_reach(OLD, kicked=True)
    await store.groups.opened(OLD, 5)
    await store.groups.opened(OLD, 0)
    assert await store.groups.get(OLD) == Group(
        OLD, OLD, "Друзья", forum=True, language="en", kicked=True, rules={"frap": rules}, threads=(0, 5)
    )
    await store.groups.set_reach(OLD, kicked=False, mute=True)
    await store.groups.seen(OLD, "Друзья", forum=False)
    group = await store.groups.get(OLD)
    assert (group.kicked, group.mute, group.forum) == (False, True, False)


async def test_a_group_keeps_its_home_through_every_move(
    url: str, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    one, other = await open_stores(url), await open_stores(url)
    assert await other.groups.home(NEW) == NEW
    for _ in range(2):
        assert await one.groups.moved(OLD, NEW) == OLD
    assert await one.groups.moved(NEW, NEWER) == OLD
    for store in (one, other):
        assert [await store.groups.home(chat) for chat in (OLD, NEW, NEWER)] == [OLD] * 3
        assert (await store.groups.get(OLD)).chat == NEWER


async def test_screens(store: Store) -> None:
    hand = Shown(5, 77, "abc", place="2", live=True, old=(75, 76))
    assert await store.wakeups.attend(KEY) is not None
    for changes in (
        {"hand:5": hand},
        {"table": Shown(-1, 1, "x"), "hand:6": Shown(6, 2, "y")},
        {"table": None},
    ):
        assert await store.wakeups.keep(KEY, changes)
    assert await store.screens.load(KEY) == {"hand:5": hand, "hand:6": Shown(6, 2, "y")}
    assert await store.screens.load(TableKey(KEY.group, 0)) == {}


async def test_updates_set_aside(store: Store, clock: Clock) -> None:
    for number in (1, 2, 2):
        await store.setaside.put({"update_id": number, "message": {"text": "тузы \ud83d"}}, "ValueError")
    assert await store.setaside.count() == 2
    latest = (await store.setaside.latest())[0]
    assert (latest.update_id, latest.at, latest.reason) == (2, clock.now, "ValueError")
    assert json.loads(latest.update)["message"] == {"text": "тузы \ud83d"}


async def test_the_oldest_updates_set_aside_fall_out(
    redis: Process, raw: Redis, open_stores: Callable[[str], Awaitable[Store]]
) -> None:
    store = await open_stores(redis.url)
    raw.zadd("setaside", {f"update {number}": number for number in range(1000)})
    await store.setaside.put({"update_id": 1001}, "ValueError")
    assert await store.setaside.count() == 1000
    assert raw.zrange("setaside", 0, 0) == ["update 1"]
