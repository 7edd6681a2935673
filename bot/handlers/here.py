"""One's cards where one asks for them: in the group, where nobody else sees them, or in the private chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.types import Message

from bot.handlers.speaker import topic
from bot.presenter.hands import hand_name
from bot.presenter.here import Asked, deal_place
from bot.presenter.presenter import Wish
from bot.screens.notices import notice
from bot.screens.screen import screen
from bot.store import Shown
from bot.tables.state import CardsIn, TableKey

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, User

    from bot.handlers.room import Room
    from bot.screens.buttons import HandPress
    from bot.tables.state import Table


async def show_pressed(press: CallbackQuery, table: Table, room: Room) -> None:
    """Show their cards to whoever pressed at the table's message, and answer."""
    user, asked = press.from_user, await _asked_here(press, table, room)
    texts = await room.texts_for(user)
    if asked is not None and await room.attention.show_here(table, asked):
        await room.answer(press, notice("hand here", texts))
        return
    seat = table.seat(str(user.id))
    if seat is not None and seat.unreachable and not seat.leaving:
        # They have blocked the bot: Start, to which the link leads, lets it write to them again.
        await room.answer(press, url=room.start_link(table.key, table.number))
        return
    send_anew(table.key, user, room)
    if asked is None:
        await room.answer(press, notice("hand sent", texts))
    else:
        await room.answer(press, notice("hand not here", texts), alert=True)


async def _asked_here(press: CallbackQuery, table: Table, room: Room) -> Asked | None:
    """Where the cards are to be shown; none where that is the private chat."""
    user, message = press.from_user, press.message
    if not isinstance(message, Message) or not await _wants_here(user, table, room):
        return None
    return Asked(message.chat.id, topic(message), user.id, press=press.id)


async def show_asked(message: Message, user: User, table: Table, room: Room) -> None:
    """Show their cards to whoever asked by a command; one that others see as well is answered in the private chat."""
    number = message.ephemeral_message_id
    if number is not None and await _wants_here(user, table, room):
        asked = Asked(message.chat.id, topic(message), user.id, command=number)
        if await room.attention.show_here(table, asked):
            return
    send_anew(table.key, user, room)
    if number is not None:
        await room.say(message, screen([notice("hand sent", await room.texts_for(user))]))


async def _wants_here(user: User, table: Table, room: Room) -> bool:
    return not table.key.practice and ((await room.store.people.get(user.id)).cards_in is not CardsIn.PRIVATE)


def send_anew(key: TableKey, user: User, room: Room) -> None:
    """Send the hand again, at the bottom of the private chat."""
    room.attention.nudge(key, Wish(anew=frozenset({hand_name(str(user.id))})))


async def keep_pressed(press: CallbackQuery, data: HandPress, room: Room) -> None:
    """A hand in the group in which somebody presses is alive: it is kept up to date, or goes if its deal is over.

    Whoever presses in the private chat looks there.
    """
    message, key = press.message, TableKey(data.group, data.thread)
    if not isinstance(message, Message):
        return
    if message.ephemeral_message_id is None:
        room.attention.nudge(key, Wish(private=frozenset({str(press.from_user.id)})))
        return
    if await room.store.groups.home(message.chat.id) != key.group:
        return
    alive = Shown(
        chat=message.chat.id,
        message_id=message.ephemeral_message_id,
        digest="",
        place=deal_place(data.number, data.deal),
    )
    room.attention.keep_here(key, press.from_user.id, alive)
