from typing import TypeAlias

from aiogram.methods import SendDocument, SendMessage, SendPhoto, SendRichMessage
from aiogram.types import ReplyParameters

from bot.sandbox.chats import Chat
from bot.sandbox.errors import bad_request
from bot.sandbox.messages import Posted
from bot.sandbox.methods.content import Uploads, caption_content, media_content, text_content
from bot.sandbox.methods.ephemeral import Audience, audience_of
from bot.sandbox.methods.keyboards import inline_keyboard
from bot.sandbox.methods.rich import rich_content
from bot.sandbox.methods.target import check_may, check_thread, reachable_chat
from bot.sandbox.posting import post, post_ephemeral
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json

Send: TypeAlias = SendMessage | SendRichMessage | SendPhoto | SendDocument
RIGHTS = {
    "sendMessage": "can_send_messages",
    "sendRichMessage": "can_send_messages",
    "sendPhoto": "can_send_photos",
    "sendDocument": "can_send_documents",
}


def send(telegram: Telegram, call: Send, uploads: Uploads, *, lost: bool = False) -> Json:
    """Send a text, a rich message, a photo or a document, to everybody or as an ephemeral message."""
    chat = reachable_chat(telegram, call.chat_id)
    audience = audience_of(telegram, chat, call)
    check_thread(telegram, chat, call.message_thread_id)
    check_may(telegram, chat, RIGHTS[call.__api_method__])
    if call.business_connection_id or call.direct_messages_topic_id or call.suggested_post_parameters:
        raise bad_request("business connections, channels and suggested posts are not in the sandbox")
    if call.message_effect_id and chat.is_group:
        raise bad_request("EFFECT_ID_INVALID")
    content = _content(telegram, chat, call, uploads, ephemeral=audience is not None)
    keyboard = inline_keyboard(call.reply_markup, private=not chat.is_group, ephemeral=audience is not None)
    if keyboard:
        content["reply_markup"] = keyboard
    replied = None if audience and audience.replied else _replied(chat, call)
    thread = call.message_thread_id
    if replied is not None:
        content["reply_to_message"] = _quoted(replied)
        thread = thread or replied.body.get("message_thread_id")
    if call.protect_content is True:
        content["has_protected_content"] = True
    telegram.meter.count(chat.id, group=chat.is_group, ephemeral=audience is not None)
    return _put(telegram, chat, content, thread, audience, lost=lost).body_copy()


def _put(
    telegram: Telegram,
    chat: Chat,
    content: Json,
    thread: int | None,
    audience: Audience | None,
    *,
    lost: bool,
) -> Posted:
    sender = telegram.world.bot.user()
    if audience is None:
        return post(telegram, chat, sender, content, thread=thread)
    return post_ephemeral(
        telegram,
        chat,
        sender,
        content,
        viewer=audience.receiver,
        receiver=audience.receiver,
        thread=thread,
        replaces=audience.replaces,
        lost=lost,
    )


def _content(telegram: Telegram, chat: Chat, call: Send, uploads: Uploads, *, ephemeral: bool) -> Json:
    if isinstance(call, SendRichMessage):
        return rich_content(call.rich_message, private=not chat.is_group, ephemeral=ephemeral)
    if isinstance(call, SendMessage):
        content = text_content(telegram, call.text, call.parse_mode, call.entities)
        if (
            call.link_preview_options is not None
            and getattr(call.link_preview_options, "is_disabled", None) is True
        ):
            content["link_preview_options"] = {"is_disabled": True}
        return content
    caption = caption_content(telegram, call.caption, call.parse_mode, call.caption_entities)
    if isinstance(call, SendPhoto):
        content = media_content(telegram, "photo", call.photo, uploads, "photo")
        if call.has_spoiler:
            content["has_media_spoiler"] = True
        return content | caption
    return media_content(telegram, "document", call.document, uploads, "document") | caption


def _replied(chat: Chat, call: Send) -> Posted | None:
    wish = call.reply_parameters
    if wish is None and not isinstance(call, SendRichMessage) and call.reply_to_message_id is not None:
        wish = ReplyParameters(
            message_id=call.reply_to_message_id, allow_sending_without_reply=call.allow_sending_without_reply
        )
    if wish is None:
        return None
    if wish.chat_id not in {None, chat.id, str(chat.id)}:
        raise bad_request("replies across chats are not in the sandbox")
    replied = chat.message(wish.message_id or 0)
    if replied is None and wish.allow_sending_without_reply is not True:
        raise bad_request("message to be replied not found")
    return replied


def _quoted(posted: Posted) -> Json:
    """Return the message as it appears within its reply: without what it replied to itself."""
    return {name: value for name, value in posted.body_copy().items() if name != "reply_to_message"}
