"""Updates as Telegram sends them, before anything is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

from aiogram.methods import TelegramMethod

RawUpdate: TypeAlias = Mapping[str, Any]


class GetRawUpdates(TelegramMethod[list[dict[str, Any]]]):
    """``getUpdates`` that leaves each update unparsed, so one that cannot be parsed does not spoil the others."""

    __returning__: ClassVar[Any] = list[dict[str, Any]]
    __api_method__: ClassVar[str] = "getUpdates"

    offset: int | None = None
    limit: int = 100
    timeout: int = 0
    """Seconds to wait for an update."""
    allowed_updates: list[str] | None = None


def sparing(update: RawUpdate) -> dict[str, Any]:
    """Leave out what is long to read and never used: the rich content of messages, and the buttons beside one pressed.

    Reading a few dozen bytes of rich content, nested as Telegram allows, into aiogram's classes takes hours; reading a
    keyboard takes longer than all the rest of a press.
    """
    kept = _without_rich(update)
    press = kept.get("callback_query")
    message = press.get("message") if isinstance(press, dict) else None
    markup = message.get("reply_markup") if isinstance(message, dict) else None
    if isinstance(press, dict) and isinstance(markup, dict):
        rows = _rows_with(press.get("data"), markup.get("inline_keyboard"))
        if rows is not None:
            markup["inline_keyboard"] = rows
    return kept


def _without_rich(event: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _without_rich(value) if isinstance(value, Mapping) else value
        for name, value in event.items()
        if name != "rich_message"
    }


def _rows_with(data: object, rows: object) -> list[list[Any]] | None:
    """Give the one button of the keyboard that sends this, if any; none for what is no keyboard, which is for others to tell."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return None
    for row in rows:
        for button in row:
            if isinstance(button, Mapping) and button.get("callback_data") == data:
                return [[button]]
    return []


def person(update: RawUpdate) -> int | None:
    """Who did it; for an update without a person the chat; None when neither is told."""
    for event in update.values():
        if isinstance(event, Mapping):
            for field in ("from", "user", "chat"):
                who = event.get(field)
                if isinstance(who, Mapping) and isinstance(who.get("id"), int):
                    return int(who["id"])
    return None
