"""Fair play that one can see: cutting the pack, the deal step by step, and its record as a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from aiogram import F, Router
from aiogram.enums import ChatType
from aiogram.filters import Command, CommandObject
from aiogram.types import BufferedInputFile

from bot.handlers.room import Declined, Room, person, readable
from bot.presenter.delivery import CALL_TIMEOUT, deliver
from bot.screens.buttons import HandPress, HandVerb, PastPress, PastVerb
from bot.screens.cutting_pack import PLACES, cut_screen
from bot.screens.money import unit_of
from bot.screens.notices import notice, reply_text
from bot.screens.past import past_table, replay_at
from bot.screens.screen import screen
from bot.tables.commands import CutPack
from bot.tables.decision import Reason, Refusal
from bot.tables.state import Phase, Table, TableKey

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, Update, User

router = Router(name="fairness")

SEARCHED: Final = 1000
"""Finished deals of the group, the newest first, among which one is looked for."""


@router.callback_query(HandPress.filter(F.verb == HandVerb.PACK))
async def cut_pressed(
    press: CallbackQuery, callback_data: HandPress, event_update: Update, room: Room
) -> None:
    """Ask where to cut, and cut there."""
    key = TableKey(callback_data.group, callback_data.thread)
    user, place = press.from_user, callback_data.arg
    texts = await room.texts_for(user)
    message = readable(press)
    if not place:
        table = await _waiting_table(key, user, callback_data.number, room)
        if table is None:
            await room.retire(press, key)
            raise Refusal(Reason.STALE)
        await room.answer(press)
        await room.say(message, cut_screen(table, texts))
        return
    if place not in map(str, range(1, PLACES + 1)):
        raise Declined("button unknown")
    reply = await room.tables.run(
        key, CutPack(person(user), place, callback_data.number), event_update.update_id
    )
    await room.answer(press, reply_text(reply, texts))
    if reply.table is not None:
        await room.turn_page(message, cut_screen(reply.table, texts, at=place))


@router.message(Command("cut", ignore_case=True), F.chat.type == ChatType.PRIVATE, F.from_user.as_("user"))
async def cut_typed(message: Message, command: CommandObject, user: User, room: Room) -> None:
    """At every table of theirs that waits for its next deal; without words they are asked where."""
    texts = await room.texts_for(user)
    waiting = [
        table
        for key in (await room.store.people.get(user.id)).tables
        if (table := await _waiting_table(key, user, None, room)) is not None
    ]
    if not waiting:
        raise Declined("nothing to cut")
    if not command.args:
        await room.say(message, cut_screen(waiting[0], texts))
        return
    # Not marked by the update: it is one for several tables, and to cut likewise twice is to cut once.
    replies = [
        await room.tables.run(table.key, CutPack(person(user), command.args, table.number))
        for table in waiting
    ]
    words = next(filter(None, (reply_text(reply, texts) for reply in replies)), "")
    if words:
        await room.say(message, screen([words]))


async def _waiting_table(key: TableKey, user: User, number: int | None, room: Room) -> Table | None:
    table = await room.tables.look(key)
    if table is None or table.phase not in (Phase.LOBBY, Phase.PAYOUT) or table.seat(str(user.id)) is None:
        return None
    return table if number in (None, table.number) else None


@router.callback_query(PastPress.filter())
async def past_pressed(press: CallbackQuery, callback_data: PastPress, room: Room) -> None:
    """Shown in the private chat, where nobody is disturbed by it."""
    user, message = press.from_user, readable(press)
    texts = await room.texts_for(user)
    key = TableKey(callback_data.group, callback_data.thread)
    group = await room.store.groups.get(key.group)
    if key.group != user.id and (key.practice or not await room.is_member(group.chat, user.id)):
        raise Declined("button unknown")
    record = await _record(key, callback_data.number, callback_data.deal, room)
    if record is None:
        raise Declined("deal forgotten")
    table = past_table(key, record)
    private = message.chat.type == ChatType.PRIVATE
    if not private and not (await room.store.people.get(user.id)).started:
        raise Declined("start to see")
    await room.answer(press, "" if private else notice("in private", texts))
    if callback_data.verb is PastVerb.FILE:
        await _send_file(user, table, record, room)
        return
    shown = replay_at(table, callback_data.step, texts, unit_of(group.unit))
    if private:
        await room.turn_page(message, shown)
    else:
        await room.greet(user.id, shown)


async def _record(key: TableKey, number: int, deal: int, room: Room) -> str | None:
    """Find the record of a deal that is over; it is open to whoever was there."""
    table = await room.tables.look(key)
    if table is not None and (table.number, table.deal_number) == (number, deal):
        return table.deal if table.phase is not Phase.DEAL else None
    wanted = {"thread": key.thread, "table": number, "number": deal}
    for text in await room.store.deals.latest(key.group, SEARCHED):
        fields = json.loads(text)
        if wanted.items() <= fields.items():
            return text
    return None


async def _send_file(user: User, table: Table, record: str, room: Room) -> None:
    if await room.store.limits.take(user.id, "private"):
        return
    name = f"{table.game}-{table.number}-{table.deal_number}.json"
    content = json.dumps(json.loads(record), ensure_ascii=False, indent=1).encode()
    await deliver(
        room.bot.send_document(
            user.id, BufferedInputFile(content, name), request_timeout=CALL_TIMEOUT, parse_mode=None
        )
    )
