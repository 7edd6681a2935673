"""What the bot says about itself: commands, name, descriptions, menu button."""

import re
from typing import TypeAlias

from aiogram.methods import (
    DeleteMyCommands,
    GetMyCommands,
    GetMyDescription,
    GetMyName,
    GetMyShortDescription,
    SetChatMenuButton,
    SetMyCommands,
    SetMyDescription,
    SetMyName,
    SetMyShortDescription,
)

from bot.sandbox.errors import bad_request
from bot.sandbox.membership import tell_chat_changed
from bot.sandbox.menus import scope_key
from bot.sandbox.methods.target import find_chat
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json, as_json

COMMAND = re.compile(r"[a-z0-9_]{1,32}")
LANGUAGE = re.compile(r"[a-z]{2}")
MOST_COMMANDS = 100
LONGEST_COMMAND_DESCRIPTION = 256
LONGEST_NAME, LONGEST_DESCRIPTION, LONGEST_SHORT = 64, 512, 120

OfCommands: TypeAlias = SetMyCommands | GetMyCommands | DeleteMyCommands


def _scope(telegram: Telegram, call: OfCommands) -> str:
    scope: Json = as_json(call.scope) if call.scope else {"type": "default"}
    if "chat_id" in scope:
        scope["chat_id"] = find_chat(telegram, scope["chat_id"]).id
    return scope_key(scope, _language(call.language_code))


def _language(code: str | None) -> str:
    if code and not LANGUAGE.fullmatch(code):
        raise bad_request("invalid language code specified")
    return code or ""


def set_commands(telegram: Telegram, call: SetMyCommands) -> bool:
    if len(call.commands) > MOST_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for one in call.commands:
        if not COMMAND.fullmatch(one.command.removeprefix("/")):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(one.description) <= LONGEST_COMMAND_DESCRIPTION:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    commands = [as_json(one) | {"command": one.command.removeprefix("/")} for one in call.commands]
    telegram.world.bot.commands[_scope(telegram, call)] = commands
    _tell_all(telegram)
    return True


def get_commands(telegram: Telegram, call: GetMyCommands) -> list[Json]:
    return telegram.world.bot.commands.get(_scope(telegram, call), [])


def delete_commands(telegram: Telegram, call: DeleteMyCommands) -> bool:
    telegram.world.bot.commands.pop(_scope(telegram, call), None)
    _tell_all(telegram)
    return True


def set_name(telegram: Telegram, call: SetMyName) -> bool:
    _keep(telegram.world.bot.names, call.name, call.language_code, LONGEST_NAME)
    _tell_all(telegram)
    return True


def set_description(telegram: Telegram, call: SetMyDescription) -> bool:
    _keep(telegram.world.bot.descriptions, call.description, call.language_code, LONGEST_DESCRIPTION)
    telegram.changed.set()
    return True


def set_short_description(telegram: Telegram, call: SetMyShortDescription) -> bool:
    _keep(telegram.world.bot.short_descriptions, call.short_description, call.language_code, LONGEST_SHORT)
    telegram.changed.set()
    return True


def get_name(telegram: Telegram, call: GetMyName) -> Json:
    names = telegram.world.bot.names
    return {"name": names.get(call.language_code or "", names.get("", telegram.world.bot.first_name))}


def get_description(telegram: Telegram, call: GetMyDescription) -> Json:
    texts = telegram.world.bot.descriptions
    return {"description": texts.get(call.language_code or "", texts.get("", ""))}


def get_short_description(telegram: Telegram, call: GetMyShortDescription) -> Json:
    texts = telegram.world.bot.short_descriptions
    return {"short_description": texts.get(call.language_code or "", texts.get("", ""))}


def set_menu_button(telegram: Telegram, call: SetChatMenuButton) -> bool:
    chat = find_chat(telegram, call.chat_id).id if call.chat_id else 0
    telegram.world.bot.menu_buttons[chat] = (
        as_json(call.menu_button) if call.menu_button else {"type": "default"}
    )
    telegram.changed.set()
    return True


def _keep(texts: dict[str, str], text: str | None, language: str | None, longest: int) -> None:
    if len(text or "") > longest:
        raise bad_request("text is too long")
    if text:
        texts[_language(language)] = text
    else:
        texts.pop(_language(language), None)


def _tell_all(telegram: Telegram) -> None:
    for chat in telegram.world.chats.values():
        tell_chat_changed(telegram, chat)
    telegram.changed.set()
