from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from bot.settings import Settings
from bot.store import Booking, Store, open_store
from bot.tables.state import Book, Phase, Table, TableKey
from tests.bot.store.servers import Process, debian_redis, running, running_cluster

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    from redis import Redis

KEY = TableKey(-1001234567890, 7)


class Clock:
    """The bot's clock, moved by hand; Unix milliseconds."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def settings_for(url: str, *, durability: str = "check") -> Settings:
    return Settings.model_validate({"bot_token": "1:token", "redis_url": url, "durability": durability})


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with running(debian_redis(), tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as nodes:
        yield nodes


@pytest.fixture(params=["valkey", "redis 7.0", "cluster"])
def url(request: pytest.FixtureRequest) -> str:
    """Every kind of server in turn, emptied."""
    match request.param:
        case "valkey":
            nodes = [request.getfixturevalue("redis_process")]
        case "redis 7.0":
            nodes = [request.getfixturevalue("redis_server")]
        case _:
            nodes = request.getfixturevalue("cluster")
    empty(nodes)
    hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
    return f"redis+cluster://{hosts}" if request.param == "cluster" else str(nodes[0].url)


def empty(nodes: list[Process]) -> None:
    for node in nodes:
        with node.client() as client:
            client.flushall()


@pytest.fixture
async def open_stores(clock: Clock) -> AsyncIterator[Callable[[str], Awaitable[Store]]]:
    """Open any number of stores, each as another process would."""
    async with AsyncExitStack() as stack:
        yield lambda address: stack.enter_async_context(open_store(settings_for(address), clock))


@pytest.fixture
async def store(url: str, open_stores: Callable[[str], Awaitable[Store]]) -> Store:
    return await open_stores(url)


@pytest.fixture
def raw(redis: Process) -> Iterator[Redis]:
    with redis.client() as client:
        yield client


def a_table(*, number: int = 1, key: TableKey = KEY) -> Table:
    return Table(
        group=key.group,
        thread=key.thread,
        number=number,
        game="frap",
        owner="1",
        language="ru",
        phase=Phase.LOBBY,
        opened=1,
        touched=1,
    )


def pay(amount: int, *, payer: str = "p:1", payee: str = "p:2", book: Book = Book.PEOPLE) -> Booking:
    return Booking(book, "deal", ((payer, -amount), (payee, amount)), "frap", 1_800_000_000_000, 1, 3)
