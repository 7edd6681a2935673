"""The store as a whole: opened once, closed at the end."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Final

from bot.store.deals import Deals
from bot.store.embedded import running_server
from bot.store.groups import Groups
from bot.store.ledger import Ledger
from bot.store.limits import Limits
from bot.store.operations import Operations
from bot.store.people import People
from bot.store.readiness import wait_until_ready
from bot.store.scores import Scores
from bot.store.screens import Screens
from bot.store.setaside import SetAside
from bot.store.subscribers import Subscribers
from bot.store.tables import Tables
from bot.store.takeovers import Takeovers
from bot.store.topology import connect
from bot.store.wakeups import Wakeups
from bot.store.whole import Whole

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.settings import Settings
    from bot.store.connection import Connection


def wall_clock() -> int:
    """Unix milliseconds."""
    return time.time_ns() // 1_000_000


class Store:
    """The doors to everything kept. All of them raise :class:`bot.store.StoreUnavailable`."""

    def __init__(
        self, connection: Connection, clock: Callable[[], int] = wall_clock, *, flood_limits: bool = True
    ) -> None:
        self._connection = connection
        self.clock: Final = clock
        """Unix milliseconds; what is due is measured by it."""
        self.tables: Final = Tables(connection, clock)
        self.ledger: Final = Ledger(connection, clock)
        self.scores: Final = Scores(connection)
        self.wakeups: Final = Wakeups(connection, clock)
        self.screens: Final = Screens(connection)
        self.people: Final = People(connection)
        self.groups: Final = Groups(connection)
        self.subscribers: Final = Subscribers(connection)
        self.limits: Final = Limits(connection, on=flood_limits)
        self.deals: Final = Deals(connection)
        self.setaside: Final = SetAside(connection, clock)
        self.operations: Final = Operations(connection, clock)
        self.takeovers: Final = Takeovers(connection)
        self.whole: Final = Whole(connection)

    async def ping(self) -> None:
        """Raise :class:`bot.store.StoreUnavailable` unless Redis answers."""
        await self._connection.read("GET", "{ping}")


@asynccontextmanager
async def open_store(
    settings: Settings, clock: Callable[[], int] = wall_clock, *, visit: bool = False
) -> AsyncIterator[Store]:
    """Connect to Redis, or start the bot's own server when there is no ``REDIS_URL``.

    A ``visit`` is that of an operator's command: where a bot runs already, its server serves both.

    Raises :class:`bot.settings.SettingsError` when the server cannot be started or reached, is too old, could lose what
    was written, or holds data of a newer version of the bot.
    """
    async with AsyncExitStack() as stack:
        if settings.redis_url is None:
            server = await stack.enter_async_context(
                running_server(settings.data_dir, settings.valkey_bin, visit=visit)
            )
            connection = connect(server.url, when_lost=None if visit else server.revive)
        else:
            connection = connect(settings.redis_url.get_secret_value())
        stack.push_async_callback(connection.close)
        store = Store(connection, clock, flood_limits=settings.flood_limits)
        durability = settings.durability == "check"
        await wait_until_ready(connection, store.operations, check_durability=durability)
        yield store
