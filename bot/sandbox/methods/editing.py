"""Changing what a message of the bot says."""

from typing import TypeAlias

from aiogram.methods import (
    EditEphemeralMessageCaption,
    EditEphemeralMessageMedia,
    EditEphemeralMessageReplyMarkup,
    EditEphemeralMessageText,
    EditMessageCaption,
    EditMessageMedia,
    EditMessageReplyMarkup,
    EditMessageText,
)
from aiogram.types import InlineKeyboardMarkup, InputMediaDocument, InputMediaPhoto

from bot.sandbox.chats import Chat
from bot.sandbox.errors import bad_request, not_modified
from bot.sandbox.messages import Posted
from bot.sandbox.methods.content import Uploads, caption_content, media_content, text_content
from bot.sandbox.methods.keyboards import inline_keyboard
from bot.sandbox.methods.rich import rich_content
from bot.sandbox.methods.target import own_message, reachable_chat
from bot.sandbox.posting import revise
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json

Edit: TypeAlias = EditMessageText | EditMessageCaption | EditMessageMedia | EditMessageReplyMarkup
MEDIA = ("photo", "document")


def edit(telegram: Telegram, call: Edit, uploads: Uploads) -> Json:
    """Change a message of the bot and return it."""
    if call.inline_message_id or call.business_connection_id:
        raise bad_request("inline and business messages are not in the sandbox")
    chat = reachable_chat(telegram, call.chat_id)
    posted = own_message(telegram, chat, call.message_id)
    if isinstance(call, EditMessageText):
        with_text(telegram, chat, posted, call)
    elif isinstance(call, EditMessageCaption):
        with_caption(telegram, chat, posted, call)
    elif isinstance(call, EditMessageMedia):
        with_media(telegram, chat, posted, call, uploads)
    else:
        with_keyboard(telegram, chat, posted, call)
    return posted.body_copy()


def with_text(
    telegram: Telegram, chat: Chat, posted: Posted, call: EditMessageText | EditEphemeralMessageText
) -> None:
    """Make it a text or a rich message, whichever of the two it was."""
    if call.rich_message is None:
        content = text_content(telegram, call.text, call.parse_mode, call.entities)
    elif call.text is not None:
        raise bad_request("text and rich_message cannot be given together")
    else:
        content = rich_content(call.rich_message, private=not chat.is_group, ephemeral=posted.is_ephemeral)
    if not {"text", "rich_message"} & posted.body.keys():
        raise bad_request("there is no text in the message to edit")
    options = call.link_preview_options
    if options is not None and getattr(options, "is_disabled", None) is True:
        content["link_preview_options"] = {"is_disabled": True}
    _revise(telegram, chat, posted, content, call.reply_markup)


def with_caption(
    telegram: Telegram, chat: Chat, posted: Posted, call: EditMessageCaption | EditEphemeralMessageCaption
) -> None:
    content = caption_content(telegram, call.caption, call.parse_mode, call.caption_entities)
    media = {name: posted.body[name] for name in MEDIA if name in posted.body}
    if not media:
        raise bad_request("there is no caption in the message to edit")
    _revise(telegram, chat, posted, media | content, call.reply_markup)


def with_media(
    telegram: Telegram,
    chat: Chat,
    posted: Posted,
    call: EditMessageMedia | EditEphemeralMessageMedia,
    uploads: Uploads,
) -> None:
    media = call.media
    if not isinstance(media, InputMediaPhoto | InputMediaDocument):
        raise bad_request("only photos and documents are in the sandbox")
    content = media_content(telegram, str(media.type), media.media, uploads)
    content |= caption_content(telegram, media.caption, media.parse_mode, media.caption_entities)
    _revise(telegram, chat, posted, content, call.reply_markup)


def with_keyboard(
    telegram: Telegram,
    chat: Chat,
    posted: Posted,
    call: EditMessageReplyMarkup | EditEphemeralMessageReplyMarkup,
) -> None:
    content = {name: value for name, value in posted.content().items() if name != "reply_markup"}
    _revise(telegram, chat, posted, content, call.reply_markup, silently=True)


def _revise(
    telegram: Telegram,
    chat: Chat,
    posted: Posted,
    content: Json,
    markup: InlineKeyboardMarkup | None,
    *,
    silently: bool = False,
) -> None:
    keyboard = inline_keyboard(markup, private=not chat.is_group, ephemeral=posted.is_ephemeral)
    if keyboard:
        content["reply_markup"] = keyboard
    telegram.meter.count(chat.id, group=chat.is_group, ephemeral=posted.is_ephemeral)
    if content == posted.content():
        raise not_modified()
    revise(telegram, chat, posted, content, silently=silently)
