"""Hands in the group itself, each seen by its holder alone: ephemeral messages, which may get lost at any time.

Nothing depends on them. Each call is tried once, and a message with which anything goes wrong is forgotten: whoever misses
their cards asks for them again, and they are in the private chat all the while.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiogram.types import EphemeralMessageParameters, ReplyParameters
from msgspec.structs import replace

from bot.presenter.delivery import Fate, deliver
from bot.presenter.hands import asked_now, hand_here
from bot.screens.money import unit_of
from bot.store import Shown
from bot.tables.state import CardsIn, Phase

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator, Mapping

    from aiogram import Bot
    from aiogram.types import Message

    from bot.presenter.line import Line
    from bot.screens.screen import Screen
    from bot.store import Store
    from bot.store.groups import Group
    from bot.tables.state import Table

HERE: Final = "here:"
DOUBTED_AFTER: Final = 20_000
"""Milliseconds; whoever has not answered by then may not see the question."""
PATIENCE: Final = 5
"""Seconds for one call; Telegram takes such a message only within 15 of what asked for it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody wants to see their cards in the group where they are: by a press, or by an ephemeral command."""

    chat: int
    thread: int | None
    user: int
    press: str | None = None
    """The press's id."""
    command: int | None = None
    """The command's number among ephemeral messages."""


@dataclass(frozen=True, slots=True)
class Revision:
    """What is to be done with one such message."""

    name: str
    chat: int
    number: int
    """Of the ephemeral message."""
    screen: Screen | None
    """What it is to show; none: it is to go."""
    asked: str = ""
    """The question that it then puts."""

    @property
    def holder(self) -> int:
        return int(self.name.removeprefix(HERE))


def here_name(player: str) -> str:
    return f"{HERE}{player}"


def deal_place(number: int, deal: int) -> str:
    """Which deal of which table a hand belongs to."""
    return f"{number}:{deal}"


class HandsHere:
    """The calls. Every one names the holder, who alone sees the message."""

    def __init__(self, bot: Bot, store: Store, line: Line) -> None:
        self._bot = bot
        self._store = store
        self._line = line

    async def show(self, table: Table, asked: Asked) -> Shown | None:
        """Send the cards to whoever asked; none where they have none, or Telegram does not take it now."""
        group = await self._store.groups.get(table.group)
        screen = hand_here(table, str(asked.user), group.place(table.thread), unit_of(group.unit))
        if screen is None or await self._store.limits.take(asked.chat, "unseen"):
            return None
        replied = None if asked.command is None else ReplyParameters(ephemeral_message_id=asked.command)
        number = await self._try(
            asked.chat,
            self._bot.send_message(
                chat_id=asked.chat,
                message_thread_id=asked.thread,
                text=screen.text,
                entities=screen.entities,
                reply_markup=screen.keyboard,
                parse_mode=None,
                ephemeral_message_parameters=EphemeralMessageParameters(
                    receiver_user_id=asked.user, callback_query_id=asked.press
                ),
                reply_parameters=replied,
                disable_notification=True,
                request_timeout=PATIENCE,
            ),
        )
        if not number:
            return None
        place = deal_place(table.number, table.deal_number)
        question = asked_now(table, str(asked.user))
        since = self._store.clock()
        return Shown(
            chat=asked.chat,
            message_id=number,
            digest=screen.digest,
            place=place,
            asked=question,
            since=since,
        )

    async def revise(self, revision: Revision) -> bool:
        """Bring the message up to date or take it away; False where it is lost."""
        screen = revision.screen
        if screen is None:
            call = self._bot.delete_ephemeral_message(
                chat_id=revision.chat,
                receiver_user_id=revision.holder,
                ephemeral_message_id=revision.number,
                request_timeout=PATIENCE,
            )
        else:
            call = self._bot.edit_ephemeral_message_text(
                chat_id=revision.chat,
                receiver_user_id=revision.holder,
                ephemeral_message_id=revision.number,
                text=screen.text,
                entities=screen.entities,
                reply_markup=screen.keyboard,
                parse_mode=None,
                request_timeout=PATIENCE,
            )
        return await self._try(revision.chat, call) is not None

    async def _try(self, chat: int, call: Awaitable[Message | bool]) -> int | None:
        """Give the number of the message sent, 0 after any other call; none where it failed."""
        delivery = await deliver(call, expendable=True)
        if delivery.fate is Fate.LATER and not delivery.wait:
            self._line.failed()
            return None
        self._line.answered()
        if delivery.wait:
            await self._store.limits.hold(chat, delivery.wait)
        return delivery.message_id if delivery.fate is Fate.DONE else None


def revisions(table: Table, group: Group, shown: Mapping[str, Shown]) -> Iterator[Revision]:
    """What to do with the hands in the group, at most one thing with each; those elsewhere are lost anyhow."""
    place = deal_place(table.number, table.deal_number)
    for name, message in shown.items():
        if not name.startswith(HERE) or message.chat != group.chat:
            continue
        screen = None
        if message.place == place:
            screen = hand_here(table, name.removeprefix(HERE), group.place(table.thread), unit_of(group.unit))
        if message.message_id and (screen is None or screen.digest != message.digest):
            question = asked_now(table, name.removeprefix(HERE))
            yield Revision(name, message.chat, message.message_id, screen, question)
        elif message.old:
            yield Revision(name, message.chat, message.old[0], None)


def revised(message: Shown, revision: Revision, now: int, *, done: bool) -> Shown | None:
    """What is known of the hand thereafter; none: there is nothing to be known. ``now`` in Unix milliseconds."""
    if message.message_id == revision.number:
        if revision.screen is not None and done:
            since = message.since if message.asked == revision.asked else now
            message = replace(message, digest=revision.screen.digest, asked=revision.asked, since=since)
        else:
            message = replace(message, message_id=0)
    message = replace(message, old=tuple(number for number in message.old if number != revision.number))
    return message if message.message_id or message.old else None


def stands_in(table: Table, group: Group, player: str, shown: Mapping[str, Shown], now: int) -> int:
    """For how many milliseconds at least the hand in the group may stand in for the one in the private chat; 0: not now.

    It may for whoever wants that, while it shows the running deal, and no question there is left without an answer for long:
    a message may be lost to its reader while Telegram takes edits of it.
    """
    seat, message = table.seat(player), shown.get(here_name(player))
    if seat is None or seat.cards_in is not CardsIn.GROUP or message is None or not message.message_id:
        return 0
    if group.kicked or message.chat != group.chat or table.phase is not Phase.DEAL:
        return 0
    if message.place != deal_place(table.number, table.deal_number):
        return 0
    question = asked_now(table, player)
    if not question or message.asked != question:
        return DOUBTED_AFTER
    return max(0, message.since + DOUBTED_AFTER - now)


def taken_up(before: Shown | None, message: Shown | None) -> Shown | None:
    """What is known of a hand once another message shows it, or with none once it is not to be shown any more."""
    if message is None:
        return None if before is None else replace(before, place="")
    if before is None or before.chat != message.chat:
        return message
    if before.message_id == message.message_id:
        return before
    older = (before.message_id,) if before.message_id else ()
    return replace(message, old=tuple(n for n in (*before.old, *older) if n != message.message_id))
