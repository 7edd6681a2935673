"""Tables that need attention: what is due at them is done, and their messages are brought up to date.

A table comes here because its time has come in the queue of wake-ups, which outlives a crash, or because it was changed in
this process a moment ago, which saves the wait.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from bot.logs import about
from bot.presenter.attendance import Attendance
from bot.presenter.here import here_name
from bot.presenter.presenter import Wish
from bot.store import StoreUnavailable

if TYPE_CHECKING:
    from bot.presenter.here import Asked
    from bot.presenter.presenter import Presenter
    from bot.store import Shown, Store
    from bot.tables.service import Tables
    from bot.tables.state import Table, TableKey

log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 500
"""Tables in hand; those whose calls hang must leave room for others."""
MOST_CLAIMED: Final = 64
LONGEST_SLEEP: Final = 1.0
"""Seconds; another process may have made a table due."""
OUTAGE_SLEEP: Final = 1.0
BURIAL: Final = 2.0
"""Seconds between looks for processes of this machine that were killed with tables in hand."""
CLOCK_NOTED: Final = 10.0
"""Seconds between notes of the time, for whoever starts after the clock was put back."""
PUT_BACK: Final = 5_000
"""Milliseconds by which a clock that is set right now and then does not go back."""
TAKEOVER: Final = 1.0
"""Seconds between looks whether a replica of Redis has taken over."""
UNHEEDED: Final = 0.25
"""Seconds until a wish is tried again whose table another process has in hand."""
LAST_WISHES: Final = 5.0
"""Seconds after the stop: what is due others do, but of wishes only this process knows."""


class Attention:
    """One worker of this process; several processes share the tables by leases."""

    def __init__(self, store: Store, presenter: Presenter) -> None:
        self._store = store
        self._presenter = presenter
        self._nudged: dict[TableKey, Wish] = {}
        self._in_hand: dict[TableKey, Attendance] = {}
        self._put_off: set[asyncio.TimerHandle] = set()
        """Wishes to be tried again."""
        self._wake = asyncio.Event()
        self._look_at = 0.0
        """When to look for tables that are due, in the time of the loop."""
        self._ends_at: float | None = None
        """When the process stops at the latest, once it was told to."""
        self._bury_at = 0.0
        self._takeover_at = 0.0
        self._ahead: int | None = None
        """By how many milliseconds the clock was ahead of the time of the loop."""
        self._note_at = 0.0

    def nudge(self, key: TableKey, wish: Wish = Wish()) -> None:  # noqa: B008 - a value
        """The table has just changed here, or somebody wants to see something of it."""
        if key in self._in_hand:
            self._in_hand[key].nudge(wish)
        else:
            self._nudged[key] = self._nudged.get(key, Wish()).then(wish)
            self._wake.set()

    def changed(self, key: TableKey, table: Table | None, version: int) -> None:
        """The table has just been changed here, to this version of it."""
        if key in self._in_hand:
            self._in_hand[key].changed(table, version)
        else:
            self.nudge(key)

    async def show_here(self, table: Table, asked: Asked) -> bool:
        """Show whoever asks their cards where they are, seen by nobody else; False where that cannot be done now."""
        shown = await self._presenter.here.show(table, asked)
        if shown is not None:
            self.keep_here(table.key, asked.user, shown)
        return shown is not None

    def keep_here(self, key: TableKey, user: int, shown: Shown | None) -> None:
        """Keep a hand in the group up to date as long as it lives; with none, take away the one that is there."""
        self.nudge(key, Wish(here=((here_name(str(user)), shown),)))

    async def run(self, tables: Tables, stop: asyncio.Event) -> None:
        """Attend to tables until told to stop; then what is in hand is finished."""
        async with asyncio.TaskGroup() as group:
            stopping = group.create_task(self._wake_at(stop))
            while not stop.is_set() or self._still_wished():
                self._wake.clear()
                for key in await self._keys(stop):
                    attendance = Attendance(
                        key, self._nudged.pop(key, Wish()), self._presenter, self._store, stop
                    )
                    self._in_hand[key] = attendance
                    group.create_task(self._attend(tables, key, attendance))
                await self._sleep()
            stopping.cancel()

    def _still_wished(self) -> bool:
        """Whether anything is to be done after the stop."""
        now = asyncio.get_running_loop().time()
        if self._ends_at is None:
            self._ends_at = now + LAST_WISHES
        return now < self._ends_at and bool(self._nudged or self._put_off or self._in_hand)

    async def _wake_at(self, stop: asyncio.Event) -> None:
        await stop.wait()
        self._wake.set()

    async def _sleep(self) -> None:
        try:
            async with asyncio.timeout_at(self._look_at):
                await self._wake.wait()
        except TimeoutError:
            return

    def _look_by(self, moment: int | None) -> None:
        """Something is due at that time (Unix milliseconds), of which nobody else may tell."""
        seconds = LONGEST_SLEEP if moment is None else max(0.0, (moment - self._store.clock()) / 1000)
        at = asyncio.get_running_loop().time() + seconds
        if at < self._look_at:
            self._look_at = at
            self._wake.set()

    async def _keys(self, stop: asyncio.Event) -> list[TableKey]:
        room = MOST_AT_ONCE - len(self._in_hand)
        keys = list(self._nudged)[: max(0, room)]
        now = asyncio.get_running_loop().time()
        if stop.is_set():
            self._look_at = now + UNHEEDED
            return keys
        if now < self._look_at:
            return keys
        self._look_at = now + LONGEST_SLEEP
        try:
            await self._mind_the_clock(now)
            await self._mind_takeovers(now)
            if now >= self._bury_at:
                await self._store.wakeups.bury()
                self._bury_at = now + BURIAL
            claimed, moment = await self._store.wakeups.claim(max(0, min(MOST_CLAIMED, room - len(keys))))
        except StoreUnavailable as error:
            log.warning("waiting for the store: %s", error)
            self._look_at = asyncio.get_running_loop().time() + OUTAGE_SLEEP
            return keys
        if len(claimed) == MOST_CLAIMED:
            self._look_at = now
        elif moment is not None and room > len(keys):
            self._look_by(max(moment, self._store.clock() + 5))
        return keys + [key for key in claimed if key not in self._in_hand and key not in keys]

    async def _mind_the_clock(self, now: float) -> None:
        """Look at every table when the clock of the machine was put back: what was to come soon would come late."""
        clock, operations = self._store.clock(), self._store.operations
        ahead, before = clock - round(now * 1000), self._ahead
        if before is None:
            before = await operations.last_clock() - round(now * 1000)
        if before - ahead > PUT_BACK:
            log.warning("the clock was put back by %d seconds", (before - ahead) // 1000)
            await self._store.wakeups.wake_all()
            self._note_at = now
        self._ahead = ahead
        if now >= self._note_at:
            await operations.note_clock()
            self._note_at = now + CLOCK_NOTED

    async def _mind_takeovers(self, now: float) -> None:
        """Show everything again after a takeover: messages may be ahead of what the replica has got."""
        if now < self._takeover_at:
            return
        self._takeover_at = now + TAKEOVER
        doubtful = await self._store.takeovers.doubtful()
        if doubtful:
            log.warning("a replica of Redis has taken over: %d tables are shown again", len(doubtful))
        for key in doubtful:
            self.nudge(key, Wish(doubted=True))

    async def _attend(self, tables: Tables, key: TableKey, attendance: Attendance) -> None:
        moment: int | None = None
        nudged = False
        try:
            with about(table=f"{key.group}:{key.thread}"):
                moment = await attendance.run(tables)
                nudged = attendance.behind
        except* StoreUnavailable as errors:
            log.warning("the store was lost while a table was attended to: %s", errors.exceptions[0])
        except* (
            Exception
        ):  # one table's fault must not stop all others; its lease runs out and it is tried again
            log.exception("a table cannot be attended to: group %s thread %s", key.group, key.thread)
        finally:
            del self._in_hand[key]
        if attendance.wish:
            # Another process has it in hand, and does not know of the wish.
            self._try_again(key, attendance.wish)
        if nudged:
            self.nudge(key)
        if moment is not None:
            self._look_by(moment)
        self._wake.set()

    def _try_again(self, key: TableKey, wish: Wish) -> None:
        def now() -> None:
            self._put_off.discard(later)
            self.nudge(key, wish)

        later = asyncio.get_running_loop().call_later(UNHEEDED, now)
        self._put_off.add(later)
