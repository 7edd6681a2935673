"""Buttons of the table's message, and the same things as typed commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiogram import F, Router
from aiogram.filters import Command, CommandObject

from bot.handlers.board import page_of, running_season, say_board_once
from bot.handlers.here import show_pressed
from bot.handlers.room import (
    GROUPS,
    Declined,
    Room,
    check_not_as_channel,
    check_oneself,
    person,
    pressed_in_chat,
    readable,
)
from bot.presenter.presenter import Wish
from bot.screens.buttons import TablePress, TableVerb
from bot.screens.check import check_alert, check_screen
from bot.screens.history import replay_screen
from bot.screens.notices import reply_text
from bot.screens.rules_menu import DONE, setting
from bot.screens.screen import toast
from bot.screens.tricks import last_trick
from bot.tables.commands import AddComputer, Back, Close, Divide, Remove, SetRule, Sit, Stand, StartDeal
from bot.tables.deals import deal_of, seat_of
from bot.tables.decision import Reason, Refusal
from bot.tables.state import Book, Phase, TableKey

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiogram.types import CallbackQuery, Message, Update, User

    from bot.tables.commands import Command as TableCommand
    from bot.tables.commands import Person

router = Router(name="table")

FOR_ADMINS: Final = {
    TableVerb.COMPUTER,
    TableVerb.REMOVE,
    TableVerb.DEAL,
    TableVerb.CLOSE,
    TableVerb.SET,
    TableVerb.DIVIDE,
}
"""What an admin may do where others may not: rights are asked for at each of these presses."""


@router.callback_query(TablePress.filter())
async def pressed(press: CallbackQuery, callback_data: TablePress, event_update: Update, room: Room) -> None:
    key = TableKey(callback_data.group, callback_data.thread)
    if await room.store.groups.home(pressed_in_chat(press).id) != key.group:
        raise Declined("button unknown")
    match callback_data.verb:
        case TableVerb.RULES:
            page = None if callback_data.arg == DONE else callback_data.arg
            table = await room.tables.look(key)
            if table is None or table.number != callback_data.number or table.phase is Phase.CLOSED:
                await room.retire(press, key)
                raise Refusal(Reason.STALE)
            room.attention.nudge(key, Wish(menu=page, turn_page=True))
            await room.answer(press)
        case TableVerb.HAND | TableVerb.TRICK | TableVerb.CHECK | TableVerb.REPLAY | TableVerb.SCORE:
            await _tell(press, callback_data, key, room)
        case TableVerb.SIT if not (await room.store.people.get(press.from_user.id)).started:
            await room.answer(press, url=room.start_link(key, callback_data.number))
        case _:
            await _carry_out(press, callback_data, key, event_update.update_id, room)


async def _carry_out(
    press: CallbackQuery, data: TablePress, key: TableKey, update_id: int, room: Room
) -> None:
    user = press.from_user
    admin = data.verb in FOR_ADMINS and await room.is_admin(pressed_in_chat(press).id, user)
    try:
        reply = await room.tables.run(key, await _command(data, user, key, room, admin=admin), update_id)
    except Refusal as refused:
        if refused.reason is Reason.STALE:
            await room.retire(press, key)
        raise
    if data.verb is TableVerb.SIT:
        await room.store.people.sat(user.id, key)
    if data.verb is TableVerb.SET and reply.table is not None:
        await room.store.groups.set_rules(key.group, reply.table.game, reply.table.rules)
    await room.answer(press, reply_text(reply, await room.texts_for(user)))


async def _command(data: TablePress, user: User, key: TableKey, room: Room, *, admin: bool) -> TableCommand:
    by = await room.sitter(user) if data.verb is TableVerb.SIT else person(user)
    number = data.number
    if data.verb is TableVerb.REMOVE:
        player = data.arg or await _last_computer(key, room)
        return Remove(by, player, admin=admin, number=number)
    if data.verb is TableVerb.DIVIDE:
        return await _divide(data, by, key, room, admin=admin)
    commands: dict[TableVerb, Callable[[], TableCommand]] = {
        TableVerb.SIT: lambda: Sit(by, number),
        TableVerb.STAND: lambda: Stand(by, number),
        TableVerb.BACK: lambda: Back(by, number),
        TableVerb.COMPUTER: lambda: AddComputer(by, admin=admin, number=number),
        TableVerb.SET: lambda: SetRule(by, *setting(data.arg), admin=admin, number=number),
        TableVerb.DEAL: lambda: StartDeal(by, admin=admin, number=number),
        # Its button stands under a question that says what becomes of a running deal.
        TableVerb.CLOSE: lambda: Close(by, admin=admin, force=True, number=number),
    }
    if data.verb not in commands:
        raise Declined("button unknown")
    return commands[data.verb]()


async def _divide(data: TablePress, by: Person, key: TableKey, room: Room, *, admin: bool) -> Divide:
    """The button stands under a closed table, and means the pot that it left."""
    table = await room.tables.look(key)
    if table is None or table.number != data.number:
        raise Refusal(Reason.STALE)
    try:
        return Divide(by, table.game, Book(data.arg), admin=admin)
    except ValueError:
        raise Declined("button unknown") from None


async def _last_computer(key: TableKey, room: Room) -> str:
    table = await room.tables.look(key)
    seats = () if table is None else table.seats
    return next((seat.player for seat in reversed(seats) if seat.computer), "")


async def _tell(press: CallbackQuery, data: TablePress, key: TableKey, room: Room) -> None:
    """Tell the presser alone, or what is longer than a toast the group, once in a while."""
    texts = await room.texts_for(press.from_user)
    table = await room.tables.look(key)
    if data.verb is TableVerb.SCORE:
        message = readable(press)
        await room.answer(press)
        book = None if table is None or table.deal is None else table.book
        board = await running_season(room, key.group, book)
        await say_board_once(message, await page_of(message, key.group, board, texts, room), room)
        return
    deal = None if table is None else deal_of(table)
    if table is None or deal is None or table.number != data.number:
        await room.retire(press, key)
        raise Refusal(Reason.STALE)
    running = table.phase is Phase.DEAL
    match data.verb:
        case TableVerb.TRICK:
            await room.answer(press, toast(last_trick(table, deal.view(None), texts)), alert=True)
        case TableVerb.HAND:
            player = str(press.from_user.id)
            if not running or seat_of(deal, player) is None:
                raise Declined("no hand")
            await show_pressed(press, table, room)
        case _ if running:
            await room.answer(press, check_alert(table, texts), alert=True)
        case verb:
            message = readable(press)
            await room.answer(press)
            shown = (
                check_screen(table, texts) if verb is TableVerb.CHECK else replay_screen(table, deal, texts)
            )
            await room.say_once(message, shown, f"{verb.value}:{table.number}:{table.deal_number}")


@router.message(
    Command("sit", "stand", "deal", "back", ignore_case=True),
    F.chat.type.in_(GROUPS),
    F.from_user.as_("user"),
)
async def typed(
    message: Message, command: CommandObject, user: User, event_update: Update, room: Room
) -> None:
    """The words for those buttons."""
    key = await room.home(message)
    verb = TableVerb(command.command.lower())
    if verb is TableVerb.DEAL:
        check_not_as_channel(message)
    else:
        check_oneself(message, user)
    if verb is TableVerb.SIT and not (await room.store.people.get(user.id)).started:
        raise Declined("start first")
    by = await room.sitter(user)
    admin = verb in FOR_ADMINS and await room.is_admin(message.chat.id, user)
    commands: dict[TableVerb, TableCommand] = {
        TableVerb.SIT: Sit(by),
        TableVerb.STAND: Stand(by),
        TableVerb.BACK: Back(by),
        TableVerb.DEAL: StartDeal(by, admin=admin),
    }
    await room.tables.run(key, commands[verb], event_update.update_id)
    if verb is TableVerb.SIT:
        await room.store.people.sat(user.id, key)
