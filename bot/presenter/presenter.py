"""What this process shows of tables, and how: the calls, their pace, and what is known of chats that do not answer."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from bot.presenter.delivery import CALL_TIMEOUT, Delivery, Fate, deliver
from bot.presenter.hands import hands
from bot.presenter.here import HandsHere
from bot.presenter.line import Line, backoff
from bot.presenter.wanted import RULES, TABLE, Wanted, group_messages
from bot.screens.money import unit_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aiogram import Bot

    from bot.store import Shown, Store
    from bot.store.groups import Group
    from bot.tables.state import Table, TableKey

MOMENT: Final = 1.0
SEVERAL: Final = 3
LONGEST_REST: Final = 5.0
"""Seconds for which all chats rest; a longer limit is met again."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to see of a table, beside what is shown anyway."""

    anew: frozenset[str] = frozenset()
    """Screens to be sent again, at the bottom of their chats."""
    menu: str | None = None
    """The page of the table rules to open; with ``turn_page`` none closes the menu."""
    turn_page: bool = False
    here: tuple[tuple[str, Shown | None], ...] = ()
    """Hands in the group that have been shown just now, or that are not wanted any more, by name."""
    private: frozenset[str] = frozenset()
    """Players who have pressed in their private chats."""
    doubted: bool = False
    """The messages may show what has been lost since."""

    def then(self, later: Wish) -> Wish:
        """Both, the later one deciding where they differ."""
        last = later if later.turn_page else self
        return Wish(
            self.anew | later.anew,
            last.menu,
            last.turn_page,
            self.here + later.here,
            self.private | later.private,
            self.doubted or later.doubted,
        )

    @property
    def of_the_moment(self) -> bool:
        """There is something to see that is not told by the table as it was read before; a press alone says nothing of it."""
        return self != Wish(private=self.private) or not self.private

    def __bool__(self) -> bool:
        return bool(self.anew or self.turn_page or self.here or self.private or self.doubted)


DRAWN: Final = 64
"""Tables whose screens are remembered as they were drawn last."""


class Presenter:
    """Shared by all tables of the process."""

    def __init__(self, bot: Bot, store: Store) -> None:
        self._bot = bot
        self._store = store
        self.line = Line()
        self.here = HandsHere(bot, store, self.line)
        self._last: OrderedDict[TableKey, tuple[object, list[Wanted]]] = OrderedDict()
        """What was drawn last of a table, and from what: it is looked at more often than it changes."""
        self._failures: dict[int, int] = {}
        """Calls to a chat that failed in a row."""
        self._refusals: dict[int, float] = {}
        """When a limit was met in a chat, of late, in the time of the loop."""

    async def wanted(self, table: Table, group: Group, shown: Mapping[str, Shown]) -> list[Wanted]:
        """List what should be seen of the table, the most urgent first."""
        # Of a forum one topic may be closed to the bot and the others not: then just its table waits.
        silent = group.kicked or group.mute or table.paused
        menu = shown[RULES].page if RULES in shown else None
        unit = unit_of(group.unit)
        maintenance = await self._store.operations.maintenance()
        link = message_link(group.chat, shown.get(TABLE))
        seen = (table, group, menu, maintenance, link)
        if (last := self._last.get(table.key)) is not None and last[0] == seen:
            return last[1]
        wanted = [
            *hands(table, group.place(table.thread), link, unit),
            *([] if silent else group_messages(table, group.chat, menu, unit, maintenance=maintenance)),
        ]
        if table.key.practice:
            # All in one chat: the table stands above the hand.
            wanted.sort(key=lambda screen: screen.name != TABLE)
        self._last[table.key] = seen, wanted
        self._last.move_to_end(table.key)
        if len(self._last) > DRAWN:
            self._last.popitem(last=False)
        return wanted

    async def bring(self, wanted: Wanted, shown: Shown | None) -> Delivery:
        """Edit the message, or send a new one where it is gone, elsewhere, or has to ring."""
        delivery = Delivery(Fate.GONE)
        if shown is not None and shown.message_id and not renews(wanted, shown):
            delivery = await deliver(
                self._bot.edit_message_text(
                    chat_id=wanted.chat,
                    message_id=shown.message_id,
                    text=wanted.screen.text,
                    entities=wanted.screen.entities,
                    reply_markup=wanted.screen.keyboard,
                    parse_mode=None,
                    request_timeout=CALL_TIMEOUT,
                )
            )
        if delivery.fate is Fate.GONE:
            delivery = await deliver(
                self._bot.send_message(
                    chat_id=wanted.chat,
                    message_thread_id=wanted.thread or None,
                    text=wanted.screen.text,
                    entities=wanted.screen.entities,
                    reply_markup=wanted.screen.keyboard,
                    parse_mode=None,
                    disable_notification=not wanted.rings,
                    request_timeout=CALL_TIMEOUT,
                )
            )
        return await self._noted(wanted.chat, delivery)

    async def strip(self, name: str, chat: int, message_id: int) -> Delivery:
        """The table's older messages stay to be read without buttons; hands and menus go."""
        call = (
            self._bot.edit_message_reply_markup(
                chat_id=chat, message_id=message_id, reply_markup=None, request_timeout=CALL_TIMEOUT
            )
            if name == TABLE
            else self._bot.delete_message(chat_id=chat, message_id=message_id, request_timeout=CALL_TIMEOUT)
        )
        return await self._noted(chat, await deliver(call))

    async def _noted(self, chat: int, delivery: Delivery) -> Delivery:
        """After a failure the chat rests, for every process; gives for how long."""
        if delivery.fate is not Fate.LATER:
            self.line.answered()
            self._failures.pop(chat, None)
            return delivery
        wait = delivery.wait
        if wait:
            self.line.answered()
            await self._refused(chat, wait)
        else:
            self.line.failed()
            failures = self._failures[chat] = self._failures.get(chat, 0) + 1
            wait = backoff(failures)
        await self._store.limits.hold(chat, wait)
        return Delivery(Fate.LATER, wait=wait)

    async def _refused(self, chat: int, wait: float) -> None:
        """Several chats refused in one moment mean that it is too much overall."""
        now = asyncio.get_running_loop().time()
        self._refusals = {one: at for one, at in self._refusals.items() if now - at < MOMENT} | {chat: now}
        if len(self._refusals) >= SEVERAL:
            await self._store.limits.hold(None, min(wait, LONGEST_REST))


def pace(chat: int) -> Literal["group", "private"]:
    """Which of Telegram's limits holds; a person's chat has a positive id."""
    return "private" if chat > 0 else "group"


def differs(wanted: Wanted, shown: Shown | None) -> bool:
    return (
        shown is None or shown.digest != wanted.digest or shown.chat != wanted.chat or renews(wanted, shown)
    )


def renews(wanted: Wanted, shown: Shown) -> bool:
    """Whether a new message must take over: the table has moved on to one, or its holder is asked and was not before."""
    return shown.place != wanted.place or shown.chat != wanted.chat or bool(wanted.asked and not shown.asked)


def message_link(chat: int, message: Shown | None) -> str | None:
    """An address that opens the message, for members of a supergroup; there is none for basic groups."""
    number = str(chat)
    if message is None or not message.message_id or not number.startswith("-100"):
        return None
    return f"https://t.me/c/{number.removeprefix('-100')}/{message.message_id}"
