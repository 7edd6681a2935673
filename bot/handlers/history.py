"""The last deals of a group, each to be told again, and everything as files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from aiogram import F, Router
from aiogram.filters import Command

from bot.handlers.asked import home_group, language_there, pressed_in
from bot.handlers.export import ledger_csv, records_jsonl
from bot.handlers.figures import unit_in
from bot.handlers.room import Declined, Room
from bot.handlers.settling import skipped
from bot.handlers.speaker import QUIET, topic
from bot.screens.deals import PAGE, Played, history_screen
from bot.screens.history import replay_screen
from bot.screens.past import past_table
from bot.screens.score_buttons import ScorePress, ScoreVerb
from bot.tables.deals import read
from bot.tables.state import TableKey

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, User

    from bot.screens.screen import Screen
    from bot.texts import Texts

router = Router(name="history")


@router.message(Command("history", ignore_case=True), F.from_user.as_("user"))
async def show_history(message: Message, user: User, room: Room) -> None:
    group = await home_group(message, room)
    await room.say(message, await _history(room, group, 0, await language_there(message, user, room)))


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.HISTORY))
async def turn_history(press: CallbackQuery, callback_data: ScorePress, room: Room) -> None:
    message = await pressed_in(press, callback_data, room)
    texts = await language_there(message, press.from_user, room)
    shown = await _history(room, callback_data.group, skipped(callback_data.arg), texts)
    await room.answer(press)
    await room.turn_page(message, shown)


async def _history(room: Room, group: int, skip: int, texts: Texts) -> Screen:
    end = max(await room.store.deals.count(group) - skip, 0)
    start = max(end - PAGE, 0)
    found = await room.store.deals.part(group, start, end - start) if end else []
    deals = [_played(text, place) for place, text in enumerate(found, start)]
    return history_screen(group, deals[::-1], skip, texts, await unit_in(room.store, group))


def _played(text: str, place: int) -> Played:
    fields: dict[str, Any] = json.loads(text)
    names, at = dict(fields["names"]), fields["time"] * 1000
    return Played(read(text).deal, names, place, fields["number"], at)


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.REPLAY))
async def tell_again(press: CallbackQuery, callback_data: ScorePress, room: Room) -> None:
    message = await pressed_in(press, callback_data, room)
    place = skipped(callback_data.arg)
    found = await room.store.deals.part(callback_data.group, place, 1)
    if not found:
        raise Declined("button unknown")
    one = _played(found[0], place)
    texts = await language_there(message, press.from_user, room)
    table = past_table(TableKey(callback_data.group, json.loads(found[0]).get("thread", 0)), found[0])
    await room.answer(press)
    await room.say_once(message, replay_screen(table, one.deal, texts), f"replay:{place}")


@router.message(Command("export", ignore_case=True), F.from_user.as_("user"))
async def export(message: Message, user: User, room: Room) -> None:
    """All bookings as a table for spreadsheets, and the records of the deals that are kept."""
    group = await home_group(message, room)
    t = await language_there(message, user, room)
    if not await room.store.limits.once(f"{message.chat.id}:{topic(message) or 0}:export", QUIET):
        return
    bookings = await ledger_csv(room.store, group)
    records = await records_jsonl(room.store, group)
    if not bookings and not records:
        raise Declined("nothing played")
    if bookings:
        await room.show_file(message, "frap-ledger.csv", bookings, t("All bookings, for a spreadsheet"))
    if records:
        caption = t("Records of the last deals, to be replayed and checked")
        await room.show_file(message, "frap-deals.jsonl", records, caption)
