"""Settling accounts, corrections, the ledger and the seasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router
from aiogram.filters import Command, CommandObject

from bot.handlers.asked import home_group, language_there, pressed_in
from bot.handlers.correction import Correction, read_correction
from bot.handlers.figures import unit_in
from bot.handlers.room import GROUP_ANONYMOUS_BOT, Declined, Room
from bot.screens.ledger import PAGE, ledger_screen
from bot.screens.names import short
from bot.screens.score_buttons import ScorePress, ScoreVerb
from bot.screens.seasons import MOST_SEASONS, seasons_screen
from bot.screens.settling import corrected_screen, proposal_screen, settled_screen
from bot.tables import reckoning
from bot.tables.state import Book

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, Update, User

    from bot.screens.screen import Screen
    from bot.texts import Texts

router = Router(name="settling")
BOOK = Book.PEOPLE


@router.message(Command("settle", ignore_case=True), F.from_user.as_("user"))
async def propose(message: Message, user: User, room: Room) -> None:
    group = await home_group(message, room)
    wanted = await reckoning.proposal(room.store, group)
    agreed = await room.store.scores.agree(group, BOOK, wanted.mark)
    texts = await language_there(message, user, room)
    await room.say(message, proposal_screen(group, wanted, agreed, texts, await unit_in(room.store, group)))


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.SETTLE))
async def propose_anew(press: CallbackQuery, callback_data: ScorePress, room: Room) -> None:
    message = await pressed_in(press, callback_data, room)
    group = callback_data.group
    wanted = await reckoning.proposal(room.store, group)
    agreed = await room.store.scores.agree(group, BOOK, wanted.mark)
    texts = await language_there(message, press.from_user, room)
    await room.answer(press)
    await room.turn_page(
        message, proposal_screen(group, wanted, agreed, texts, await unit_in(room.store, group))
    )


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.AGREE))
async def agree(press: CallbackQuery, callback_data: ScorePress, event_update: Update, room: Room) -> None:
    """The last of those concerned to agree books it."""
    message = await pressed_in(press, callback_data, room)
    group, mark = callback_data.group, callback_data.arg
    texts = await language_there(message, press.from_user, room)
    wanted, agreed = await reckoning.agree(room.store, group, mark, str(press.from_user.id))
    if agreed == wanted.concerned:
        await reckoning.settle(room.store, group, mark, "", event_update.update_id)
        shown = settled_screen(group, wanted, "", texts, await unit_in(room.store, group))
    else:
        shown = proposal_screen(group, wanted, agreed, texts, await unit_in(room.store, group))
    await room.answer(press)
    await room.turn_page(message, shown)


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.CLOSE))
async def book_it(press: CallbackQuery, callback_data: ScorePress, event_update: Update, room: Room) -> None:
    message = await pressed_in(press, callback_data, room)
    user, group = press.from_user, callback_data.group
    if not await room.is_admin(message.chat.id, user):
        raise Declined("admins only")
    wanted = await reckoning.settle(
        room.store, group, callback_data.arg, str(user.id), event_update.update_id
    )
    texts = await language_there(message, user, room)
    await room.answer(press)
    await room.turn_page(
        message, settled_screen(group, wanted, short(user.full_name), texts, await unit_in(room.store, group))
    )


@router.message(Command("correct", ignore_case=True), F.from_user.as_("user"))
async def correct(
    message: Message, command: CommandObject, user: User, event_update: Update, room: Room
) -> None:
    """An admin sets something right, from one player to another or from all the others alike."""
    group = await home_group(message, room)
    if not await room.is_admin(message.chat.id, user):
        raise Declined("admins only")
    book = await room.store.scores.read(group, BOOK)
    wish = await read_correction(message, command.args or "", list(book.standings.ever), book.names, room)
    changes = _changes(wish, reckoning.players_of_season(book))
    await reckoning.correct(room.store, group, changes, str(user.id), wish.reason, event_update.update_id)
    texts = await language_there(message, user, room)
    by = _name(user, texts)
    await room.say(
        message,
        corrected_screen(changes, book.names, by, wish.reason, texts, await unit_in(room.store, group)),
    )


def _changes(wish: Correction, players: list[str]) -> dict[str, int]:
    if wish.payer:
        return {wish.payee: wish.amount, wish.payer: -wish.amount}
    others = [player for player in players if player != wish.payee]
    if not others:
        raise Declined("correct nobody")
    return reckoning.spread(wish.amount, wish.payee, others)


def _name(user: User, t: Texts) -> str:
    return t("an admin") if user.id == GROUP_ANONYMOUS_BOT else short(user.full_name)


@router.message(Command("ledger", ignore_case=True), F.from_user.as_("user"))
async def show_ledger(message: Message, user: User, room: Room) -> None:
    group = await home_group(message, room)
    texts = await language_there(message, user, room)
    await room.say(message, await _ledger(room, group, 0, texts))


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.LEDGER))
async def turn_ledger(press: CallbackQuery, callback_data: ScorePress, room: Room) -> None:
    message = await pressed_in(press, callback_data, room)
    texts = await language_there(message, press.from_user, room)
    shown = await _ledger(room, callback_data.group, skipped(callback_data.arg), texts)
    await room.answer(press)
    await room.turn_page(message, shown)


async def _ledger(room: Room, group: int, skip: int, texts: Texts) -> Screen:
    entries = await room.store.ledger.latest(group, BOOK, PAGE, skip=skip)
    names = dict((await room.store.scores.read(group, BOOK)).names)
    for entry in entries:
        if entry.by and entry.by not in names and entry.by != str(GROUP_ANONYMOUS_BOT):
            names[entry.by] = (await room.store.people.get(int(entry.by))).name
    return ledger_screen(group, entries, names, skip, texts, await unit_in(room.store, group))


@router.message(Command("seasons", ignore_case=True), F.from_user.as_("user"))
async def show_seasons(message: Message, user: User, room: Room) -> None:
    group = await home_group(message, room)
    await room.say(message, await _seasons(room, group, await language_there(message, user, room)))


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.SEASONS))
async def turn_to_seasons(press: CallbackQuery, callback_data: ScorePress, room: Room) -> None:
    message = await pressed_in(press, callback_data, room)
    shown = await _seasons(room, callback_data.group, await language_there(message, press.from_user, room))
    await room.answer(press)
    await room.turn_page(message, shown)


async def _seasons(room: Room, group: int, texts: Texts) -> Screen:
    running = (await room.store.scores.read(group, BOOK)).course.season.number
    numbers = range(max(1, running - MOST_SEASONS), running)
    over = await room.store.scores.seasons(group, BOOK, numbers)
    return seasons_screen(group, over, running, texts, await unit_in(room.store, group))


def skipped(arg: str) -> int:
    """Read how many are skipped; declined for what no button of ours sends."""
    if not (arg.isascii() and arg.isdigit() and len(arg) <= len("1000000")):
        raise Declined("button unknown")
    return int(arg)
