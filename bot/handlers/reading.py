"""Rules of the games, help, and the choice of a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router
from aiogram.filters import Command

from bot.handlers.room import GROUPS, Declined, Room, person, readable
from bot.screens import help as help_chapters
from bot.screens import rules as rules_chapters
from bot.screens.buttons import MenuPress
from bot.screens.help import help_screen
from bot.screens.language import MENU as LANGUAGE
from bot.screens.language import language_screen
from bot.screens.notices import notice
from bot.screens.rules import rules_screen
from bot.tables.commands import Rename, SetLanguage
from bot.texts import Texts, languages

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, User

router = Router(name="reading")

CHAPTERS = {help_chapters.MENU: help_screen, rules_chapters.MENU: rules_screen}


@router.message(Command("help", ignore_case=True), F.from_user.as_("user"))
async def show_help(message: Message, user: User, room: Room) -> None:
    await room.say(message, help_screen("", await room.texts_for(user)))


@router.message(Command("rules", ignore_case=True), F.from_user.as_("user"))
async def show_rules(message: Message, user: User, room: Room) -> None:
    await room.say(message, rules_screen("", await room.texts_for(user)))


@router.message(Command("language", ignore_case=True), F.from_user.as_("user"))
async def choose_language(message: Message, user: User, room: Room) -> None:
    await room.say(message, language_screen(await room.texts_for(user)))


@router.callback_query(MenuPress.filter(F.menu.in_(CHAPTERS)))
async def turn_chapter(press: CallbackQuery, callback_data: MenuPress, room: Room) -> None:
    message = readable(press)
    await room.answer(press)
    texts = await room.texts_for(press.from_user)
    await room.turn_page(message, CHAPTERS[callback_data.menu](callback_data.page, texts))


@router.callback_query(MenuPress.filter(F.menu == LANGUAGE))
async def language_chosen(press: CallbackQuery, callback_data: MenuPress, room: Room) -> None:
    """In a group the group's language, by an admin; in private one's own."""
    message = readable(press)
    language = callback_data.page
    if language not in languages():
        raise Declined("button unknown")
    if message.chat.type in GROUPS:
        if not await room.is_admin(message.chat.id, press.from_user):
            raise Declined("admins only")
        home = (await room.home(message)).group
        await room.store.groups.set_language(home, language)
        for key in await room.places(home):
            await room.tables.run(key, SetLanguage(language))
    else:
        user = press.from_user
        await room.store.people.set_language(user.id, language)
        for key in (await room.store.people.get(user.id)).tables:
            await room.tables.run(key, Rename(person(user, language)))
            if key.practice:
                await room.tables.run(key, SetLanguage(language))
    texts = Texts(language)
    await room.answer(press, notice("language set", texts))
    await room.turn_page(message, language_screen(texts))
