"""All that the bot has shown to anybody, or has tried to show."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.sandbox.rich_words import rich_buttons, rich_words
from tests.e2e.secrecy import OF_A_LESSON, Seen

if TYPE_CHECKING:
    from bot.sandbox.person import Sandbox
    from bot.sandbox.telegram import Telegram

Wall: TypeAlias = Callable[[float], float]
"""Gives the wall clock's time for one of Telegram's."""


async def all_shown(telegram: Sandbox, behind: Telegram, wall: Wall) -> list[Seen]:
    return [*await _messages(telegram, wall), *_answers(behind, wall), *_sent(behind, wall)]


async def _messages(telegram: Sandbox, wall: Wall) -> list[Seen]:
    found = []
    for one in (await telegram.get("seen"))["seen"]:
        if one["from"]["is_bot"]:
            rich = one.get("rich_message", {})
            rows = [*one.get("reply_markup", {}).get("inline_keyboard", []), *rich_buttons(rich)]
            buttons = tuple(button for row in rows for button in row)
            text = one.get("text", "") + rich_words(rich)
            # Of a message that one person alone sees, that person is all the chat.
            chats = one["people"] if one["only_me"] else [one["chat"]]
            assert len(chats) <= 1, one
            found += [Seen(chat, wall(one["at"]), text, buttons) for chat in chats]
    return found


def _sent(behind: Telegram, wall: Wall) -> list[Seen]:
    """What the bot has tried to show, whether it was taken or not, lost or not."""
    found = []
    for call in behind.journal.entries:
        if not {"text", "rich_message"} & call.params.keys() or call.method == "answerCallbackQuery":
            continue
        alone = _object(call.params, "ephemeral_message_parameters").get("receiver_user_id")
        alone = alone or call.params.get("receiver_user_id")
        rich = _object(call.params, "rich_message")
        rows = [*_object(call.params, "reply_markup").get("inline_keyboard", []), *rich_buttons(rich)]
        buttons = tuple(button for row in rows for button in row)
        text = str(call.params.get("text") or "") + rich_words(rich)
        chat = int(alone or call.params["chat_id"])
        found.append(Seen(chat, wall(call.at), text, buttons))
    return found


def _object(params: Mapping[str, Any], name: str) -> dict[str, Any]:
    given = params.get(name) or "{}"
    return dict(json.loads(given) if isinstance(given, str) else given)


def _answers(behind: Telegram, wall: Wall) -> list[Seen]:
    return [
        Seen(press.chat, wall(call.at), str(call.params.get("text") or ""), public=False)
        for call in behind.journal.entries
        if call.method == "answerCallbackQuery"
        and (press := behind.presses.get(str(call.params.get("callback_query_id")))) is not None
        and not press.data.startswith(OF_A_LESSON)
    ]
