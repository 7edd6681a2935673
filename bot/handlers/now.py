"""The button that says what the choices mean just now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router

from bot.handlers.here import keep_pressed
from bot.handlers.room import Declined, Room
from bot.screens.buttons import HandPress, HandVerb
from bot.screens.now import now_text
from bot.tables.deals import deal_of, seat_of
from bot.tables.decision import Reason, Refusal
from bot.tables.state import Phase, TableKey

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery

router = Router(name="now")


@router.callback_query(HandPress.filter(F.verb == HandVerb.NOW))
async def what_now(press: CallbackQuery, callback_data: HandPress, room: Room) -> None:
    """Good for the whole deal, like a look."""
    key = TableKey(callback_data.group, callback_data.thread)
    table = await room.tables.look(key)
    deal = deal_of(table) if table is not None and table.phase is Phase.DEAL else None
    made_for = (callback_data.number, callback_data.deal)
    player = str(press.from_user.id)
    if table is None or deal is None or made_for != (table.number, table.deal_number):
        await keep_pressed(press, callback_data, room)
        await room.retire(press, key)
        raise Refusal(Reason.STALE)
    place = seat_of(deal, player)
    if place is None:
        raise Declined("no hand")
    texts = await room.texts_for(press.from_user)
    await room.answer(press, now_text(deal.view(place), texts), alert=True)
