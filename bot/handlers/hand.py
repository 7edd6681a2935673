"""Buttons of a hand, and the word that shows it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiogram import F, Router
from aiogram.enums import ChatType
from aiogram.filters import Command

from bot.handlers.here import keep_pressed, show_asked
from bot.handlers.room import Declined, Room, check_oneself, person
from bot.screens.buttons import BadPress, HandPress, HandVerb
from bot.screens.learn import NOWHERE
from bot.screens.notices import reply_text
from bot.tables.commands import Act, Back, Mark
from bot.tables.decision import Reason, Refusal
from bot.tables.state import Phase, TableKey

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, Update, User

    from bot.tables.commands import Command as TableCommand

router = Router(name="hand")

ELSEWHERE: Final = {HandVerb.NOW, HandVerb.PACK}
"""What is asked beside the deal; and in lessons nothing is played at any table."""


async def in_play(_: CallbackQuery, callback_data: HandPress) -> bool:
    return callback_data.group != NOWHERE and callback_data.verb not in ELSEWHERE


async def pressed(press: CallbackQuery, callback_data: HandPress, event_update: Update, room: Room) -> None:
    """Take a press in play; the commonest of all updates, it stands before all routers."""
    key = TableKey(callback_data.group, callback_data.thread)
    try:
        command = _command(callback_data, press)
        try:
            reply = await room.tables.run(key, command, event_update.update_id)
        finally:
            # Not before: the table is to be looked at once, with what has come of the press.
            await keep_pressed(press, callback_data, room)
    except BadPress:
        raise Declined("button unknown") from None
    except Refusal as refused:
        if refused.reason is Reason.STALE:
            # The message may be an older one, or the newest not yet brought up to date.
            await room.retire(press, key)
        raise
    else:
        text = ""
        if isinstance(command, Back):
            text = reply_text(reply, await room.texts_for(press.from_user))
        await room.answer(press, text)


def _command(data: HandPress, press: CallbackQuery) -> TableCommand:
    by = person(press.from_user)
    if data.verb is HandVerb.BACK:
        return Back(by, data.number)
    if data.verb is HandVerb.MARK:
        return Mark(by, data.number, data.deal, data.turn, data.card())
    action = data.action()
    if action is None:
        raise BadPress(data.verb)
    return Act(by, data.number, data.deal, data.turn, action)


@router.message(Command("hand", ignore_case=True), F.from_user.as_("user"))
async def show_hand(message: Message, user: User, room: Room) -> None:
    """Show the hand again, and to nobody else; typed in the private chat, the hands of all tables one sits at."""
    check_oneself(message, user)
    if message.chat.type == ChatType.PRIVATE:
        keys = (await room.store.people.get(user.id)).tables
    else:
        keys = (await room.home(message),)
    player = str(user.id)
    found = False
    for key in keys:
        table = await room.tables.look(key)
        if table is not None and table.phase is Phase.DEAL and player in dict(table.names):
            await show_asked(message, user, table, room)
            found = True
    if not found:
        raise Declined("no hand")
