"""Menus of commands: which one a person sees where."""

import json

from bot.sandbox.chats import Chat
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json


def scope_key(scope: Json, language: str) -> str:
    return json.dumps([scope, language], sort_keys=True)


def menu_for(telegram: Telegram, chat: Chat, user: int) -> list[Json]:
    """Return the commands offered, from the narrowest scope that has any; the person's language goes first."""
    language = telegram.world.person(user).language_code or ""
    for scope in _scopes(chat, user):
        for tongue in dict.fromkeys((language, "")):
            if commands := telegram.world.bot.commands.get(scope_key(scope, tongue)):
                return commands
    return []


def _scopes(chat: Chat, user: int) -> list[Json]:
    if not chat.is_group:
        return [{"type": "chat", "chat_id": chat.id}, {"type": "all_private_chats"}, {"type": "default"}]
    admin = chat.member(user).is_admin
    scopes: list[Json] = [{"type": "chat_member", "chat_id": chat.id, "user_id": user}]
    if admin:
        scopes.append({"type": "chat_administrators", "chat_id": chat.id})
    scopes.append({"type": "chat", "chat_id": chat.id})
    if admin:
        scopes.append({"type": "all_chat_administrators"})
    return [*scopes, {"type": "all_group_chats"}, {"type": "default"}]
