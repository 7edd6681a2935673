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


def without_rich(event: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the rich content of messages.

    The bot reads none, and reading a few dozen bytes of it, nested as Telegram allows, into aiogram's classes takes
    hours.
    """
    return {
        name: without_rich(value) if isinstance(value, Mapping) else value
        for name, value in event.items()
        if name != "rich_message"
    }


def person(update: RawUpdate) -> int | None:
    """Who did it; for an update without a person the chat; None when neither is told."""
    for event in update.values():
        if isinstance(event, Mapping):
            for field in ("from", "user", "chat"):
                who = event.get(field)
                if isinstance(who, Mapping) and isinstance(who.get("id"), int):
                    return int(who["id"])
    return None
