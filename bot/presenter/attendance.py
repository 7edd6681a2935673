"""One table in this process's hand, from its lease to its settlement."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from bot.logs import about
from bot.presenter.hands import asked_now, hand_name
from bot.presenter.here import here_name
from bot.presenter.messages import Found, Messages
from bot.presenter.presenter import Wish
from bot.store import StoreUnavailable
from bot.tables.clock import SECOND, deciding, due, wake_at
from bot.tables.commands import Freshen, Pause, TimeUp, Unreachable
from bot.tables.deals import deal_of
from bot.tables.decision import Refusal, Said
from bot.tables.state import CardsIn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.presenter.presenter import Presenter
    from bot.store import Shown, Store
    from bot.store.wakeups import Attended
    from bot.tables.commands import Command
    from bot.tables.service import Tables
    from bot.tables.state import Table, TableKey

LOOK_AGAIN: Final = 1.0
"""Seconds after which a table in hand is read again: it may have been changed elsewhere, and its lease becomes longer."""
OUTAGE_SLEEP: Final = 1.0
IDLE_SLEEP: Final = 0.05
SOON: Final = 20
"""Milliseconds until something is due for which it is not worth to give the table back."""


class News(NamedTuple):
    """What this process has made of a table."""

    version: int
    table: Table | None


class Attendance:
    """What is due at the table is done and its messages are shown, until nothing is left to do now."""

    def __init__(
        self, key: TableKey, wish: Wish, presenter: Presenter, store: Store, stop: asyncio.Event
    ) -> None:
        self._key = key
        self.wish = wish
        """Not heeded yet."""
        self._presenter = presenter
        self._store = store
        self._stop = stop
        self._stirred = asyncio.Event()
        self.nudged = True
        """It may have changed since it was read last."""
        self._news: News | None = None
        """As it has been changed in this process since, if it has."""
        self._read_at = 0.0
        """In the time of the loop."""
        self._withheld = False

    @property
    def behind(self) -> bool:
        """There is a newer state than the one known here, or may be."""
        return self.nudged or self._news is not None

    def nudge(self, wish: Wish) -> None:
        """The table may have changed, or somebody wants to see something of it."""
        self.wish = self.wish.then(wish)
        self.nudged = self.nudged or wish.of_the_moment
        self._stirred.set()

    def changed(self, table: Table | None, version: int) -> None:
        """The table has been changed here, to this version of it."""
        self._news = News(version, table)
        self._stirred.set()

    async def run(self, tables: Tables) -> int | None:
        """Give when the table is due again, in Unix milliseconds; none where another process has it, or for a long time.

        A wish is left unheeded where another process has it.
        """
        async with asyncio.TaskGroup() as calls:
            messages = Messages(self._key, self._presenter, self._store, calls, self._stirred.set)
            while True:
                try:
                    moment, done = await self._hold(tables, messages)
                except StoreUnavailable:
                    # What only this process knows must not be lost.
                    if self._stop.is_set() or not (messages.busy or messages.unsaved or self.wish):
                        raise
                    await asyncio.sleep(OUTAGE_SLEEP)
                    self.nudged = True
                else:
                    if done:
                        return moment

    async def _hold(self, tables: Tables, messages: Messages) -> tuple[int | None, bool]:
        """Attend to the table; gives when it is due again, and whether it was given back or is somebody else's."""
        attended: Attended | None = None
        seen: Attended | None = None
        later: float | None = None
        while True:
            attended = self._with_news(attended) or await self._read(messages)
            if attended is None:
                return None, True
            self._stirred.clear()
            if await self._act(tables, attended, messages):
                self.nudged = True
                continue
            if self.wish and not self.behind:
                # Not before the state that it was wished in has been read.
                messages.heed(self.wish, attended.table, attended.group.chat)
                self.wish = Wish()
            if attended is not seen or messages.look or later is not None:
                later, seen = await self._show(attended, messages), attended
            moment = self._moment(attended, later)
            now = self._store.clock()
            if messages.busy:
                await self._sleep(LOOK_AGAIN if moment is None else (moment - now) / 1000)
            elif self.behind or self._stirred.is_set() or messages.found != Found():
                continue
            elif moment is not None and moment <= now + SOON:
                await self._sleep(max(0.001, (moment - now) / 1000))
            else:
                return await self._settle(attended, messages, moment), True

    async def _read(self, messages: Messages) -> Attended | None:
        """Read the table, and take it or keep it for longer; none while another process has it."""
        while True:
            self.nudged = False
            saves = messages.saves
            attended = await self._store.wakeups.attend(self._key)
            # Where something was written down meanwhile, what was read may not know of it.
            if attended is None or messages.saves == saves:
                break
        if attended is not None:
            self._read_at = asyncio.get_running_loop().time()
            messages.recall(attended)
        return attended

    def _with_news(self, attended: Attended | None) -> Attended | None:
        """Give the table as it stands by what this process has done; none where it must be read, as now and then in any case."""
        news, self._news = self._news, None
        if attended is None or self.nudged:
            return None
        if asyncio.get_running_loop().time() > self._read_at + LOOK_AGAIN:
            return None
        if news is None or news.version <= attended.version:
            return attended
        return replace(attended, table=news.table, version=news.version)

    async def _show(self, attended: Attended, messages: Messages) -> float | None:
        if attended.table is None:
            return None
        with about(deal=f"{attended.table.number}.{attended.table.deal_number}"):
            return await messages.show(attended)

    async def _settle(self, attended: Attended, messages: Messages, moment: int | None) -> int | None:
        again = await self._store.wakeups.settle(self._key, attended.version, moment, messages.unsaved)
        messages.unsaved.clear()
        return self._store.clock() if again else moment

    async def _sleep(self, seconds: float) -> None:
        """Until a call has ended, the table has changed here, or the time is up; then the table is read again."""
        try:
            async with asyncio.timeout(min(max(seconds, 0.001), LOOK_AGAIN)):
                await self._stirred.wait()
        except TimeoutError:
            self.nudged = True

    async def _act(self, tables: Tables, attended: Attended, messages: Messages) -> bool:
        """Change the table by what was found out and by what its own times say; gives whether anything was done."""
        found, messages.found = messages.found, Found()
        command = None if found != Found() else self._due(attended)
        if found == Found() and command is None:
            return False
        try:
            idle = await self._change(tables, found, command)
        except Refusal:
            idle = True  # too many at once: what is due stays due, and what was found is found again
        if idle:
            await asyncio.sleep(IDLE_SLEEP)
        return True

    async def _change(self, tables: Tables, found: Found, command: Command | None) -> bool:
        """Give whether nothing came of what was due."""
        for player in found.unreachable:
            await self._store.people.blocked(int(player))
            await tables.run(self._key, Unreachable(player))
        if found.moved:
            await self._store.groups.moved(self._key.group, found.moved)
        if found.shut:
            await tables.run(self._key, Pause())
        return command is not None and (await tables.run(self._key, command)).said is Said.VOID

    def _due(self, attended: Attended) -> Command | None:
        """Find what the table's times say. A question counts as put when it is shown: nobody misses one they never had."""
        table = attended.table
        command = due(table, self._store.clock())
        self._withheld = False
        if table is None or not isinstance(command, TimeUp | Freshen) or attended.group.kicked:
            return command
        deal = deal_of(table)
        if deal is None or table.deadline is None or table.rules.clock is None:
            return command
        latest = 0
        for place in deciding(table, deal)[0]:
            since = _asked_since(table, deal.seats[place], attended.screens)
            if since is None:
                # At a practice table hands ask for nothing.
                self._withheld = not table.key.practice
            else:
                # A moment to come is one of a clock that was put back since.
                latest = max(latest, since if since <= self._store.clock() else 0)
        if self._withheld:
            return None
        if latest > table.deadline - table.rules.clock * SECOND // 2:
            return Freshen(table.number)
        return command

    def _moment(self, attended: Attended, later: float | None) -> int | None:
        """Find when the table needs somebody next."""
        table = attended.table
        own = wake_at(table)
        if self._withheld and table is not None:
            own = table.computer_at
        moments = [] if own is None else [own]
        if later is not None:
            moments.append(self._store.clock() + max(1, round(later * 1000)))
        elif self._withheld:
            moments.append(self._store.clock() + round(LOOK_AGAIN * 1000))
        return min(moments, default=None)


def _asked_since(table: Table, player: str, screens: Mapping[str, Shown]) -> int | None:
    """Find when the running question was first put to the player, Unix milliseconds; none: not yet."""
    seat, question = table.seat(player), asked_now(table, player)
    shown = [screens.get(hand_name(player))]
    here = screens.get(here_name(player))
    if here is not None and here.message_id and seat is not None and seat.cards_in is CardsIn.GROUP:
        shown.append(here)
    return min((one.since for one in shown if one is not None and one.asked == question), default=None)
