"""Settings: a group's by its admins, one's own in the private chat, and to be forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router
from aiogram.enums import ChatType
from aiogram.filters import Command

from bot.handlers.room import GROUPS, Declined, Room, readable
from bot.screens.buttons import MenuPress
from bot.screens.money import Unit, unit_of
from bot.screens.notices import notice
from bot.screens.screen import screen
from bot.screens.settings import (
    CARDS,
    FORGET_MENU,
    GROUP_MENU,
    LANGUAGE,
    NOTIFY,
    OFF,
    ON,
    OWN_MENU,
    SOUND,
    UNIT,
    GroupSettings,
    OwnSettings,
    forget_screen,
    group_settings,
    own_settings,
    setting,
)
from bot.tables.agreement import with_rule
from bot.tables.commands import Forget, Rename, SetLanguage
from bot.tables.deals import without_name
from bot.tables.state import Book, CardsIn, TableRules
from bot.texts import languages
from game.rules import VARIANTS

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, User

router = Router(name="settings")

DEALS_AT_ONCE = 200


@router.message(Command("settings", ignore_case=True), F.from_user.as_("user"))
async def show_settings(message: Message, user: User, room: Room) -> None:
    texts = await room.texts_for(user)
    if message.chat.type == ChatType.PRIVATE:
        await room.say(message, own_settings(await _own(user.id, room), "", texts))
        return
    if not await room.is_admin(message.chat.id, user):
        raise Declined("admins only")
    group = (await room.home(message)).group
    await room.say(message, group_settings(await _of_group(group, room), "", texts))


async def _of_group(group: int, room: Room) -> GroupSettings:
    kept = await room.store.groups.get(group)
    return GroupSettings(kept.language, unit_of(kept.unit), kept.rules)


async def _own(user: int, room: Room) -> OwnSettings:
    known = await room.store.people.get(user)
    titles = [(group, (await room.store.groups.get(group)).title) for group in known.notified]
    return OwnSettings(known.quiet, tuple(titles), known.cards_in)


@router.callback_query(MenuPress.filter(F.menu == GROUP_MENU))
async def group_setting(press: CallbackQuery, callback_data: MenuPress, room: Room) -> None:
    """Rights are asked for at every press."""
    message = readable(press)
    if message.chat.type not in GROUPS:
        raise Declined("button unknown")
    if not await room.is_admin(message.chat.id, press.from_user):
        raise Declined("admins only")
    group = (await room.home(message)).group
    what, value = setting(callback_data.page)
    if value:
        await _set(group, what, value, room)
        what = {LANGUAGE: "", UNIT: ""}.get(what, what)
    texts = await room.texts_for(press.from_user)
    await room.answer(press)
    await room.turn_page(message, group_settings(await _of_group(group, room), what, texts))


async def _set(group: int, what: str, value: str, room: Room) -> None:
    """Raises :class:`Declined`, or ``Refusal`` for a table rule that cannot be set to that."""
    game, _, rule = what.partition(".")
    if what == LANGUAGE and value in languages():
        await room.store.groups.set_language(group, value)
        for key in await room.places(group):
            await room.tables.run(key, SetLanguage(value))
    elif what == UNIT and value in {unit.value for unit in Unit}:
        await room.store.groups.set_unit(group, value)
        for key in await room.places(group):
            room.attention.nudge(key)
    elif game in VARIANTS:
        rules = (await room.store.groups.get(group)).rules.get(game, TableRules())
        await room.store.groups.set_rules(group, game, with_rule(rules, rule, value))
    else:
        raise Declined("button unknown")


@router.callback_query(MenuPress.filter(F.menu == OWN_MENU))
async def own_setting(press: CallbackQuery, callback_data: MenuPress, room: Room) -> None:
    message, user = readable(press), press.from_user
    if message.chat.type != ChatType.PRIVATE:
        raise Declined("button unknown")
    what, value = setting(callback_data.page)
    if what == LANGUAGE and value in languages():
        await room.store.people.set_language(user.id, value)
    elif what == SOUND and value in {ON, OFF}:
        await room.store.people.set_quiet(user.id, quiet=value == OFF)
    elif what == CARDS and value in {where.value for where in CardsIn}:
        await _look_in(user, room, CardsIn(value))
    elif what == NOTIFY and value.lstrip("-").isdecimal() and value.isascii():
        await room.store.subscribers.put(int(value), user.id, told=False)
    elif value:
        raise Declined("button unknown")
    if value and what != NOTIFY:
        await _tell_tables(user, room)
        what = ""
    texts = await room.texts_for(user)
    await room.answer(press)
    await room.turn_page(message, own_settings(await _own(user.id, room), what, texts))


async def _look_in(user: User, room: Room, cards_in: CardsIn) -> None:
    """In groups cards come at the next wish to see them, and go at once."""
    await room.store.people.set_cards_in(user.id, cards_in)
    if cards_in is CardsIn.PRIVATE:
        for key in (await room.store.people.get(user.id)).tables:
            room.attention.keep_here(key, user.id, None)


async def _tell_tables(user: User, room: Room) -> None:
    by = await room.sitter(user)
    for key in (await room.store.people.get(user.id)).tables:
        await room.tables.run(key, Rename(by))
        if key.practice:
            await room.tables.run(key, SetLanguage(by.language))


@router.message(Command("forget", ignore_case=True), F.from_user.as_("user"))
async def ask_to_forget(message: Message, user: User, room: Room) -> None:
    if message.chat.type != ChatType.PRIVATE:
        raise Declined("private only")
    await room.say(message, forget_screen(user.id, await room.texts_for(user)))


@router.callback_query(MenuPress.filter(F.menu == FORGET_MENU))
async def forget(press: CallbackQuery, callback_data: MenuPress, room: Room) -> None:
    message, user = readable(press), press.from_user
    if message.chat.type != ChatType.PRIVATE:
        raise Declined("button unknown")
    texts = await room.texts_for(user)
    await room.answer(press)
    if callback_data.page != "yes":
        await room.turn_page(message, screen([notice("kept", texts)]))
        return
    await room.turn_page(message, screen([notice("forgotten", texts)]))
    known = await room.store.people.get(user.id)
    for key in known.tables:
        await room.tables.run(key, Forget(str(user.id)))
    for group in known.notified:
        await room.store.subscribers.put(group, user.id, told=False)
    for group in {key.group for key in known.tables}:
        await _reword(group, str(user.id), room)
        for book in Book:
            await room.store.scores.forget_name(group, book, str(user.id))
    await room.store.people.forget(user.id)
    room.known.pop(user.id, None)


async def _reword(group: int, player: str, room: Room) -> None:
    """Take the name out of the records of finished deals."""
    for first in range(0, await room.store.deals.count(group), DEALS_AT_ONCE):
        for record in await room.store.deals.part(group, first, DEALS_AT_ONCE):
            reworded = without_name(record, player)
            if reworded != record:
                await room.store.deals.reword(group, record, reworded)
