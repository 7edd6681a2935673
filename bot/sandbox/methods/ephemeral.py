"""Messages to one member of a group: who may get one, and changing or deleting it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiogram.methods import (
    DeleteEphemeralMessage,
    EditEphemeralMessageCaption,
    EditEphemeralMessageMedia,
    EditEphemeralMessageReplyMarkup,
    EditEphemeralMessageText,
)

from bot.sandbox.chats import Chat
from bot.sandbox.entities.formatted import units
from bot.sandbox.errors import bad_request
from bot.sandbox.messages import Posted
from bot.sandbox.methods.content import Uploads
from bot.sandbox.methods.editing import with_caption, with_keyboard, with_media, with_text
from bot.sandbox.methods.target import reachable_chat
from bot.sandbox.posting import remove
from bot.sandbox.telegram import Telegram

if TYPE_CHECKING:
    from bot.sandbox.methods.sending import Send

WINDOW = 15.0
"""Seconds after a press or an ephemeral command in which a bot that is no administrator may answer."""

LONGEST_EDITED = 1024
"""Longer texts are refused in edits with the error for captions, as observed on the real server."""


@dataclass(frozen=True, slots=True)
class Audience:
    receiver: int
    replaces: Posted | None = None
    replied: bool = False


def audience_of(telegram: Telegram, chat: Chat, call: "Send") -> Audience | None:
    """Return who alone is to see the message, or nothing for a message to all; raise 400 if that may not be."""
    wish = call.ephemeral_message_parameters
    receiver = wish.receiver_user_id if wish else _as_before(call, "receiver_user_id")
    press_id = wish.callback_query_id if wish else _as_before(call, "callback_query_id")
    replied = call.reply_parameters.ephemeral_message_id if call.reply_parameters else None
    if receiver is None and replied is None and press_id is None:
        return None
    if receiver is None:
        raise bad_request('parameter "receiver_user_id" is required for ephemeral messages')
    if not chat.is_group:
        raise bad_request("ephemeral messages can be sent only to groups and supergroups")
    if receiver not in telegram.world.people or not chat.is_in(receiver):
        raise bad_request("USER_NOT_PARTICIPANT")
    replacing = bool(wish and wish.replace_callback_query_message)
    if press_id is not None:
        pressed = _pressed(telegram, chat, receiver, press_id)
        return Audience(receiver, _to_replace(telegram, chat, receiver, pressed) if replacing else None)
    if replacing:
        raise bad_request("QUERY_ID_INVALID")
    if replied is not None:
        _check_replied(telegram, chat, receiver, replied)
    elif not chat.member(telegram.world.bot.id).is_admin:
        raise bad_request("MESSAGE_NOT_COMMAND")
    return Audience(receiver, replied=replied is not None)


def _as_before(call: "Send", name: str) -> Any:  # noqa: ANN401 - a number or a text
    """Return a parameter from before there were EphemeralMessageParameters; rich messages came later."""
    return getattr(call, name, None)


def _pressed(telegram: Telegram, chat: Chat, receiver: int, press_id: str) -> Posted | None:
    press = telegram.presses.get(press_id)
    if press is None or press.user != receiver or press.chat != chat.id:
        raise bad_request("QUERY_ID_INVALID")
    if telegram.clock.now() - press.at > WINDOW and not chat.member(telegram.world.bot.id).is_admin:
        raise bad_request("QUERY_ID_INVALID")
    return chat.messages.get(press.key)


def _to_replace(telegram: Telegram, chat: Chat, receiver: int, pressed: Posted | None) -> Posted:
    """Return the public message to stand in for; what stood in for it before goes."""
    if pressed is None or pressed.is_ephemeral:
        raise bad_request("MESSAGE_ID_INVALID")
    for one in list(chat.messages.values()):
        if one.viewer == receiver and one.replaces == pressed.body["message_id"]:
            remove(telegram, chat, one)
    return pressed


def _check_replied(telegram: Telegram, chat: Chat, receiver: int, ephemeral_id: int) -> None:
    posted = chat.ephemeral(ephemeral_id)
    if posted is None or posted.viewer != receiver or posted.receiver != telegram.world.bot.id:
        raise bad_request("message to be replied not found")
    if telegram.clock.now() - posted.at > WINDOW:
        raise bad_request("MESSAGE_NOT_COMMAND")


def _find(telegram: Telegram, chat: Chat, receiver: int, ephemeral_id: int, doing: str) -> Posted:
    posted = chat.ephemeral(ephemeral_id)
    life = telegram.ephemeral_lifetime
    if posted is not None and life is not None and telegram.clock.now() - posted.at > life:
        remove(telegram, chat, posted)
        posted = None
    if posted is None or posted.receiver != receiver or not chat.is_in(receiver):
        raise bad_request(f"message to {doing} not found")
    return posted


def edit_ephemeral(
    telegram: Telegram,
    call: EditEphemeralMessageText
    | EditEphemeralMessageCaption
    | EditEphemeralMessageMedia
    | EditEphemeralMessageReplyMarkup,
    uploads: Uploads,
) -> bool:
    """Change an ephemeral message of the bot. It has no time limit."""
    chat = reachable_chat(telegram, call.chat_id)
    posted = _find(telegram, chat, call.receiver_user_id, call.ephemeral_message_id, "edit")
    if isinstance(call, EditEphemeralMessageText):
        if call.text and units(call.text) > LONGEST_EDITED:
            raise bad_request("MEDIA_CAPTION_TOO_LONG")
        with_text(telegram, chat, posted, call)
    elif isinstance(call, EditEphemeralMessageCaption):
        with_caption(telegram, chat, posted, call)
    elif isinstance(call, EditEphemeralMessageMedia):
        with_media(telegram, chat, posted, call, uploads)
    else:
        with_keyboard(telegram, chat, posted, call)
    return True


def delete_ephemeral(telegram: Telegram, call: DeleteEphemeralMessage) -> bool:
    chat = reachable_chat(telegram, call.chat_id)
    remove(telegram, chat, _find(telegram, chat, call.receiver_user_id, call.ephemeral_message_id, "delete"))
    return True
