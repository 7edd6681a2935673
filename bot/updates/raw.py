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


def person(update: RawUpdate) -> int | None:
    """Who did it; for an update without a person the chat; None when neither is told."""
    for event in update.values():
        if isinstance(event, Mapping):
            for field in ("from", "user", "chat"):
                who = event.get(field)
                if isinstance(who, Mapping) and isinstance(who.get("id"), int):
                    return int(who["id"])
    return None
