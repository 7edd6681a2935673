"""One call about a message, and what became of it: of such calls nobody else reads the error texts."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from aiogram.exceptions import (
    AiogramError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNotFound,
    TelegramRetryAfter,
)

from bot.flood_wait import flood_wait

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from aiogram.types import Message

log = logging.getLogger(__name__)

CALL_TIMEOUT: Final = 15
"""Seconds for one call."""


class Fate(Enum):
    """What became of a call."""

    DONE = "done"
    GONE = "gone"
    """The message is no longer there, or not to be edited any more."""
    SHUT = "shut"
    """The bot may not write there: blocked, removed, restricted, topic closed."""
    MOVED = "moved"
    """The group has become a supergroup with another id."""
    LATER = "later"
    """A limit, an outage or a reply that makes no sense: try again."""
    REFUSED = "refused"
    """Telegram will not take this message however often it is sent."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A fate with its particulars."""

    fate: Fate
    message_id: int = 0
    """Of a message sent; for one that its receiver alone sees, its number among those."""
    wait: float = 0.0
    """Seconds, where Telegram names them."""
    chat: int = 0
    """The group's new id."""


_SAME: Final = ("message is not modified", "message_not_modified", "query is too old", "query_id_invalid")
_GONE: Final = (
    "message to edit not found",
    "message to delete not found",
    "message can't be edited",
    "message can't be deleted",
    "message_id_invalid",
    "message identifier is not specified",
)
_SHUT: Final = (
    "not enough rights",
    "have no rights",
    "need administrator rights",
    "chat not found",
    "user not found",
    "chat_write_forbidden",
    "chat_restricted",
    "chat_send_plain_forbidden",
    "topic_closed",
    "topic_deleted",
    "message thread not found",
    "peer_id_invalid",
    "user_is_blocked",
    "input_user_deactivated",
    "user_banned_in_channel",
    "channel_private",
)


async def deliver(call: Awaitable[Message | bool], *, expendable: bool = False) -> Delivery:
    """Await one call of aiogram's and tell its fate; raises nothing that Telegram or the network can cause.

    That an ``expendable`` call is refused is no error: there is another way.
    """
    try:
        result = await call
    except TelegramRetryAfter as error:
        return Delivery(Fate.LATER, wait=flood_wait(error))
    except TelegramMigrateToChat as error:
        return Delivery(Fate.MOVED, chat=error.migrate_to_chat_id)
    except TelegramForbiddenError:
        return Delivery(Fate.SHUT)
    except (TelegramBadRequest, TelegramNotFound) as error:
        return Delivery(_read(error.message, logging.INFO if expendable else logging.ERROR))
    except AiogramError as error:
        # Network, 5xx, a reply that cannot be read: the call may or may not have been carried out.
        log.warning("call failed: %s", type(error).__name__)
        return Delivery(Fate.LATER)
    sent = 0 if isinstance(result, bool) else result.ephemeral_message_id or result.message_id
    return Delivery(Fate.DONE, message_id=sent)


def _read(message: str, level: int) -> Fate:
    words = message.lower()
    for phrases, fate in ((_SAME, Fate.DONE), (_GONE, Fate.GONE), (_SHUT, Fate.SHUT)):
        if any(phrase in words for phrase in phrases):
            return fate
    log.log(level, "Telegram refused a call: %s", message)
    return Fate.REFUSED
