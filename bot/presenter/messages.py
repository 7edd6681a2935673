"""The messages of one table, kept like its state: what differs from what was last shown is shown, the most urgent first.

A lost message, a limit, a restart and a deleted message are one case here: the screen differs, so it is shown again, as it is
by then. Each message has at most one call on its way, and waits for no other's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from bot import metrics
from bot.presenter.delivery import Delivery, Fate
from bot.presenter.hands import holder
from bot.presenter.here import HERE, Revision, here_name, revised, revisions, stands_in, taken_up
from bot.presenter.pauses import Pauses
from bot.presenter.presenter import Wish, differs, pace
from bot.presenter.wanted import RULES, TABLE, Wanted
from bot.store import Shown, StoreUnavailable
from bot.tables.state import CardsIn, Phase

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Coroutine

    from bot.presenter.presenter import Presenter
    from bot.store import Store
    from bot.store.groups import Group
    from bot.store.limits import Kind
    from bot.store.wakeups import Attended
    from bot.tables.state import Table, TableKey

STRIPPING: Final = "old "


@dataclass(slots=True)
class Found:
    """What calls have found out about people and the group."""

    unreachable: set[str] = field(default_factory=set)
    """Players to whom the bot may not write."""
    shut: bool = False
    """The bot may not write in the group or topic."""
    moved: int = 0
    """The group's new id."""


class Messages:
    """While the table is leased to this process."""

    def __init__(
        self,
        key: TableKey,
        presenter: Presenter,
        store: Store,
        calls: asyncio.TaskGroup,
        call_ended: Callable[[], None],
    ) -> None:
        self._key = key
        self._presenter = presenter
        self._store = store
        self._calls = calls
        self._call_ended = call_ended
        self.shown: dict[str, Shown] = {}
        self.unsaved: dict[str, Shown | None] = {}
        """What the store does not know yet."""
        self._taken = ""
        """By which call the table was leased when it was read last."""
        self.saves = 0
        """How often something was written down."""
        self.found = Found()
        self.look = True
        """There may be more to show than was found when it was last looked."""
        self._wanted: list[Wanted] = []
        """What was to be seen then."""
        self._busy: set[str] = set()
        """Names of the calls on their way."""
        self._pauses = Pauses()

    @property
    def busy(self) -> bool:
        return bool(self._busy)

    def recall(self, attended: Attended) -> None:
        """Take over what the store knows, as far as nothing newer is known here."""
        if self._taken not in ("", attended.taken):
            # Another process had the table meanwhile, and knows better.
            self.unsaved.clear()
        self._taken = attended.taken
        self.shown = {
            **attended.screens,
            **{name: shown for name, shown in self.unsaved.items() if shown is not None},
        }
        for name, shown in self.unsaved.items():
            if shown is None:
                self.shown.pop(name, None)

    def heed(self, wish: Wish, table: Table | None, chat: int) -> None:
        if wish.doubted and table is not None and table.phase is not Phase.CLOSED:
            for name, before in list(self.shown.items()):
                # Whoever was asked is asked again, by a message that rings: they may have answered and turned away.
                self._note(name, replace(before, digest="", asked=""))
        for name in wish.anew & self.shown.keys():
            self._note(name, replace(self.shown[name], place=""))
        for name, message in wish.here:
            known = taken_up(self.shown.get(name), message)
            if known != self.shown.get(name):
                self._note(name, known)
        for player in wish.private:
            seat, name = table and table.seat(player), here_name(player)
            if seat and seat.cards_in is CardsIn.GROUP and name in self.shown:
                self._note(name, taken_up(self.shown[name], None))
        if wish.turn_page:
            page = self.shown.get(RULES, Shown(chat=chat, message_id=0, digest=""))
            self._note(RULES, replace(page, page=wish.menu))

    async def show(self, attended: Attended) -> float | None:
        """Start the calls that limits allow now; gives the seconds until more may start, none where nothing waits."""
        table, group = attended.table, attended.group
        if table is None:
            return None
        wanted = self._wanted = await self._presenter.wanted(table, group, self.shown)
        self.look = table.key.practice  # one after the other there
        left_alone = self._left_alone(wanted, table, group)
        later = [wait for wait in left_alone.values() if wait < inf]
        different = []
        for one in wanted:
            if one.name in self._busy or one.name in left_alone:
                continue
            if wait := self._pauses.for_messages(one.chat, urgent=one.asked != ""):
                later.append(wait)  # it may be another screen by then
            elif differs(one, self.shown.get(one.name)):
                different.append(one)
        old = self._obsolete({one.name for one in wanted})
        if group.kicked or group.mute or table.paused:
            old = [one for one in old if pace(one[1]) == "private"]
        if table.key.practice:
            different = [] if self._busy else different[:1]
        later += [wait for one in old if (wait := self._until_stripped(one))]
        old = [one for one in old if not self._until_stripped(one)]
        here = [] if group.kicked else self._hands_here(table, group)
        down = self._presenter.line.wait() if different or old or here else 0.0
        if down:
            return down
        later += await self._start_all(different, old)
        later += await self._start_here(here)
        return min(later, default=None)

    async def _start_all(self, different: list[Wanted], old: list[tuple[str, int, int]]) -> list[float]:
        """Start what limits allow; gives the seconds that the others wait. Taking a message away is not limited."""
        strips = [one for one in old if one[0] == TABLE]
        asked = [(one.chat, pace(one.chat), one.asked != "") for one in different]
        asked += [(chat, pace(chat), False) for _, chat, _ in strips]
        waits = await self._store.limits.take_all(asked) if asked else []
        for (chat, _, urgent), wait in zip(asked, waits, strict=True):
            if wait:
                self._pauses.hold(chat, wait / 1000, urgent=urgent)
        for one, wait in zip(different, waits, strict=False):
            if not wait:
                self._start(one.name, self._bring(one))
        held = {one for one, wait in zip(strips, waits[len(different) :], strict=True) if wait}
        for strip in old:
            if strip not in held:
                name, chat, message_id = strip
                self._start(f"{STRIPPING}{message_id}", self._strip(name, chat, message_id))
        later = [wait / 1000 for wait in waits if wait]
        metrics.screens_held.inc(len(later))
        return later

    def _until_stripped(self, strip: tuple[str, int, int]) -> float:
        """For how many seconds a message keeps its buttons; taking one away whole is not limited."""
        name, chat, _ = strip
        if name == TABLE:
            return self._pauses.for_messages(chat, urgent=False)
        return self._pauses.for_calls(chat)

    def _left_alone(self, wanted: list[Wanted], table: Table, group: Group) -> dict[str, float]:
        """Find hands in private chats for which those in the group stand in, and for how many seconds at least."""
        found = {}
        for one in wanted:
            player, before = holder(one.name), self.shown.get(one.name)
            if not one.private or here_name(player) not in self.shown:
                continue
            if before is not None and before.place == one.place and self._to_do(one):
                wait = stands_in(table, group, player, self.shown, self._store.clock())
                if wait:
                    found[one.name] = wait / 1000 if one.asked else inf
                    if before.asked not in ("", one.asked):
                        # The next question there comes with a message of its own.
                        self._note(one.name, replace(before, asked=""))
        return found

    def _hands_here(self, table: Table, group: Group) -> list[Revision]:
        """List what to do with the hands in the group; those in the group that it was before are forgotten."""
        for name, message in list(self.shown.items()):
            if name.startswith(HERE) and message.chat != group.chat:
                self._note(name, None)
        return [one for one in revisions(table, group, self.shown) if one.name not in self._busy]

    async def _start_here(self, here: list[Revision]) -> list[float]:
        """Start what limits allow; gives the seconds that the others wait. Taking a message away is not limited."""
        edits = [one for one in here if one.screen is not None]
        asked: list[tuple[int, Kind, bool]] = [(one.chat, "unseen", False) for one in edits]
        waits = await self._store.limits.take_all(asked) if asked else []
        held = {one.name for one, wait in zip(edits, waits, strict=True) if wait}
        for one in here:
            if one.name not in held:
                self._start(one.name, self._revise(one))
        return [wait / 1000 for wait in waits if wait]

    async def _revise(self, revision: Revision) -> None:
        done = await self._presenter.here.revise(revision)
        message = self.shown.get(revision.name)
        if message is not None:
            self._note(revision.name, revised(message, revision, self._store.clock(), done=done))

    def _to_do(self, wanted: Wanted) -> bool:
        return wanted.name not in self._busy and differs(wanted, self.shown.get(wanted.name))

    def _obsolete(self, names: set[str]) -> list[tuple[str, int, int]]:
        """List messages that newer ones have replaced, and those that are wanted no more: screen, chat and id."""
        found = []
        for name, message in list(self.shown.items()):
            if name.startswith(HERE):
                continue
            ids = list(message.old)
            if name not in names and name not in self._busy:
                if message.live and message.message_id:
                    ids.append(message.message_id)
                if not ids:
                    self._note(name, None)
            found += [
                (name, message.chat, number) for number in ids if f"{STRIPPING}{number}" not in self._busy
            ]
        return found

    def _start(self, name: str, call: Coroutine[None, None, None]) -> None:
        self._busy.add(name)
        self._calls.create_task(self._carry_out(name, call))

    async def _carry_out(self, name: str, call: Coroutine[None, None, None]) -> None:
        try:
            await call
        except StoreUnavailable:
            self.look = True
            return  # what is not saved is saved when the table is settled
        finally:
            self._busy.discard(name)
            self._call_ended()

    async def _bring(self, wanted: Wanted) -> None:
        before = self.shown.get(wanted.name)
        delivery = await self._presenter.bring(wanted, before)
        match delivery.fate:
            case Fate.DONE | Fate.REFUSED:
                # What Telegram refuses is not offered again until it changes.
                await self._brought(wanted, before, delivery)
            case Fate.SHUT if wanted.private:
                self.found.unreachable.add(holder(wanted.name))
            case Fate.SHUT:
                self.found.shut = True
            case Fate.MOVED:
                self.found.moved = delivery.chat
            case _:
                self._pauses.rest(wanted.chat, delivery.wait)
        if delivery.fate is not Fate.DONE:
            self.look = True

    async def _brought(self, wanted: Wanted, seen: Shown | None, delivery: Delivery) -> None:
        before = self.shown.get(wanted.name) or Shown(chat=wanted.chat, message_id=0, digest="")
        message_id = delivery.message_id or before.message_id
        sent = message_id != (before.message_id if before.chat == wanted.chat else 0)
        replaced = before.message_id if before.message_id not in (0, message_id) else 0
        if before.chat != wanted.chat:
            # The group has become another one: the number is some other message's there.
            before, replaced = replace(before, old=()), 0
        fresh = wanted.asked not in ("", before.asked)
        after = replace(
            before,
            chat=wanted.chat,
            message_id=message_id,
            digest=wanted.digest,
            # Somebody may have wished meanwhile that it be sent again.
            place=wanted.place if seen is None or seen.place == before.place else before.place,
            asked=wanted.asked,
            live=wanted.screen.keyboard is not None,
            old=(*before.old, replaced) if replaced else before.old,
            since=self._store.clock() if fresh else before.since,
        )
        # When it shows what is to be seen now, and nothing is to be taken away, there is nothing to look for.
        look = self.look or replaced != 0 or not any(one is wanted for one in self._wanted)
        self._note(wanted.name, after)
        self.look = look
        if sent and not await self._save():
            # Another process has the table, and shows a message of its own.
            await self._presenter.strip(wanted.name, wanted.chat, message_id)

    async def _save(self) -> bool:
        """Write down at once what only this process knows: an edit can be made again, a message must not be sent again."""
        saving = dict(self.unsaved)
        kept = await self._store.wakeups.keep(self._key, saving)
        self.saves += 1
        for name, shown in saving.items():
            if name in self.unsaved and self.unsaved[name] is shown:
                del self.unsaved[name]
        return kept

    async def _strip(self, name: str, chat: int, message_id: int) -> None:
        delivery = await self._presenter.strip(name, chat, message_id)
        if delivery.fate is Fate.LATER:
            self._pauses.rest(chat, delivery.wait)
            self.look = True
            return
        message = self.shown.get(name)
        if message is None:
            return
        look = self.look or not any(one.name == name for one in self._wanted)
        if message.message_id == message_id:
            message, look = replace(message, message_id=0, live=False), True
        self._note(name, replace(message, old=tuple(other for other in message.old if other != message_id)))
        self.look = look

    def _note(self, name: str, shown: Shown | None) -> None:
        self.unsaved[name] = shown
        self.look = True
        if shown is None:
            self.shown.pop(name, None)
        else:
            self.shown[name] = shown
