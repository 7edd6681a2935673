"""``python -m bot audit``, ``export`` and ``import``, on what a few deals have left in Redis."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest

from bot.__main__ import main
from bot.tables.state import Book, TableKey

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from redis import Redis

    from bot.sandbox.person import Group, Person
    from tests.bot.store.servers import Process
    from tests.e2e.town import Town


class Operator:
    """Runs commands as one does in a shell."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    async def run(self, *words: str) -> tuple[int, str, str]:
        """Give the exit status, what was written, and what was told as an error."""
        self._capsys.readouterr()
        status = await asyncio.to_thread(main, list(words))
        told = self._capsys.readouterr()
        return status, told.out, told.err


@pytest.fixture
def operator(redis: Process, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Operator:
    monkeypatch.setenv("REDIS_URL", redis.url)
    return Operator(capsys)


@pytest.fixture
async def played(here: Town) -> tuple[Group, list[Person]]:
    """A group with two finished deals and a running one."""
    people = await here.people("Anna", "Boris", "Clara")
    group = await here.telegram.group("Cards", *people)
    await here.sit(group, people)
    for number in range(2):
        await here.deal(group, people[0])
        await here.asked(group, people)
        await here.play_out(group, people, seed=number)
    await here.deal(group, people[0])
    await here.asked(group, people)
    await here.rest()
    return group, people


async def test_an_audit_of_what_was_played_finds_nothing(
    operator: Operator, played: tuple[Group, list[Person]]
) -> None:
    assert played
    assert await operator.run("audit") == (0, "all is well\n", "")


def one(raw: Redis, pattern: str) -> str:
    (name,) = raw.scan_iter(pattern)
    return str(name)


def change_a_balance(raw: Redis) -> None:
    name = one(raw, "*:bal:*:people")
    field = next(field for field in raw.hkeys(name) if str(field).startswith("p:"))
    raw.hset(name, field, "12345")


def lose_a_deal(raw: Redis) -> None:
    raw.rpop(one(raw, "*:deals:*"))


def change_a_deal(raw: Redis) -> None:
    name = one(raw, "*:deals:*")
    record = json.loads(str(raw.lindex(name, 0)))
    record["result"]["net"][0] += 1
    raw.lset(name, 0, json.dumps(record))


def book_a_deal_twice(raw: Redis) -> None:
    name = one(raw, "*:deals:*")
    raw.rpush(name, str(raw.lindex(name, 0)))


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (change_a_balance, "has 12345, and its entries sum to"),
        (lose_a_deal, "is booked and not on record"),
        (change_a_deal, "deal 1 on record: cannot be played again"),
        (book_a_deal_twice, "deal 3 on record: is not booked, or on record twice"),
    ],
    ids=lambda harm: getattr(harm, "__name__", ""),
)
async def test_an_audit_tells_what_does_not_agree(
    operator: Operator,
    played: tuple[Group, list[Person]],
    redis: Process,
    harm: Callable[[Redis], None],
    told: str,
) -> None:
    with redis.client() as raw:
        balance = one(raw, "*:bal:*:people")
        before = raw.hgetall(balance)
        harm(raw)
        status, out, _ = await operator.run("audit")
        # The town looks through its books at its end.
        raw.hset(balance, mapping=before)
    assert status == 1
    assert told in out
    assert str(played[0].id) in out


async def test_a_group_moves_to_another_redis(
    operator: Operator, here: Town, played: tuple[Group, list[Person]], redis: Process, tmp_path: Path
) -> None:
    group, people = played
    status, text, _ = await operator.run("export", str(group.id))
    assert status == 0
    file = tmp_path / "group.jsonl"
    file.write_text(text, "utf-8")
    before = await everything(here, group)
    status, _, error = await operator.run("import", str(file))
    assert (status, error) == (1, f"there is a group {group.id} already: an import takes an empty place\n")

    with redis.client() as raw:
        raw.flushall()
    status, out, error = await operator.run("import", str(file))
    assert (status, error) == (0, "")
    assert "2 deals, 1 tables" in out
    assert await everything(here, group) == before
    assert (await operator.run("audit"))[:2] == (0, "all is well\n")
    await here.play_out(group, people)
    assert await here.store.deals.count(group.id) == 3


async def everything(here: Town, group: Group) -> object:
    """All that belongs to a group, whatever a running bot does of itself."""
    table = await here.store.tables.load(TableKey(group.id, 0))
    return (
        [await here.store.ledger.entries(group.id, book) for book in Book],
        [await here.store.ledger.balances(group.id, book) for book in Book],
        [await here.store.scores.read(group.id, book) for book in Book],
        await here.store.deals.part(group.id, 0, 100),
        await here.store.groups.get(group.id),
        table.pots,
        table.table,
        table.version,
    )


@pytest.mark.parametrize("cut", [1, 2, 5])
async def test_a_torn_file_is_refused_and_nothing_is_written(
    operator: Operator, played: tuple[Group, list[Person]], redis: Process, tmp_path: Path, cut: int
) -> None:
    _, text, _ = await operator.run("export", str(played[0].id))
    file = tmp_path / "torn.jsonl"
    lines = text.splitlines(keepends=True)
    file.write_text("".join(lines[:-cut]), "utf-8")
    other = text.replace(str(played[0].id), "-1009999")
    torn = tmp_path / "half.jsonl"
    torn.write_text(other[: len(other) - 30 * cut], "utf-8")
    for name in (file, torn):
        status, out, error = await operator.run("import", str(name))
        assert (status, out) == (1, "")
        assert error.count("\n") == 1
    with redis.client() as raw:
        assert not list(raw.scan_iter("*-1009999*"))


async def test_words_that_mean_nothing(operator: Operator, tmp_path: Path) -> None:
    assert (await operator.run("export", "1"))[::2] == (1, "there is no group 1\n")
    status, _, error = await operator.run("import", str(tmp_path / "nowhere.jsonl"))
    assert status == 1
    assert error.endswith("nowhere.jsonl: No such file or directory\n")
    assert (await operator.run("export"))[0] == 2
    assert (await operator.run("export", "one"))[0] == 2
