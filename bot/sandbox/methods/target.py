"""Where a call goes, and whether the bot may act there."""

from bot.sandbox.chats import GENERAL, Chat
from bot.sandbox.errors import ApiError, bad_request, forbidden, migrated
from bot.sandbox.messages import Posted
from bot.sandbox.telegram import Telegram

RIGHT_NAMES = {
    "can_send_messages": "text messages to the chat",
    "can_send_photos": "photos to the chat",
    "can_send_documents": "documents to the chat",
}


def find_chat(telegram: Telegram, chat_id: int | str | None) -> Chat:
    """Return the chat a call names; raise what Telegram answers when the bot does not know it."""
    if chat_id is None or chat_id == "":
        raise bad_request("chat_id is empty")
    try:
        number: int | None = int(chat_id)
    except ValueError:
        number = telegram.world.by_username(str(chat_id)) if str(chat_id).startswith("@") else None
    chat = telegram.world.chats.get(number) if number is not None else None
    if chat is None:
        raise bad_request("chat not found")
    if chat.migrated_to is not None:
        raise migrated(chat.migrated_to)
    return chat


def reachable_chat(telegram: Telegram, chat_id: int | str | None) -> Chat:
    """Return a chat the bot is in; raise 403 with the reason if it is not."""
    chat = find_chat(telegram, chat_id)
    if not chat.is_group:
        person = telegram.world.person(chat.id)
        if person.deactivated:
            raise forbidden("user is deactivated")
        if not person.started:
            raise forbidden("bot can't initiate conversation with a user")
        if person.blocked:
            raise forbidden("bot was blocked by the user")
        return chat
    if chat.deleted:
        raise forbidden("the group chat was deleted")
    me = chat.members.get(telegram.world.bot.id)
    if me is None or not me.is_in:
        raise _not_in(chat, was_kicked=me is not None and me.status == "kicked")
    return chat


def _not_in(chat: Chat, *, was_kicked: bool) -> ApiError:
    kind = "supergroup" if chat.type == "supergroup" else "group"
    return forbidden(
        f"bot was kicked from the {kind} chat" if was_kicked else f"bot is not a member of the {kind} chat"
    )


def check_may(telegram: Telegram, chat: Chat, right: str) -> None:
    """Raise 400 unless the bot may send this kind of content here."""
    if chat.is_group and not chat.member(telegram.world.bot.id).may(right, chat.permissions):
        raise bad_request(f"not enough rights to send {RIGHT_NAMES[right]}")


def check_thread(telegram: Telegram, chat: Chat, thread: int | None) -> None:
    """Raise 400 unless the topic is there and open to the bot. General goes without a thread."""
    if thread is not None and (not chat.is_forum or thread == GENERAL or thread not in chat.topics):
        raise bad_request("message thread not found")
    topic = chat.topics.get(thread or GENERAL) if chat.is_forum else None
    me = chat.member(telegram.world.bot.id)
    if topic is not None and topic.closed and not (me.is_admin and me.may("can_manage_topics", {})):
        raise bad_request("TOPIC_CLOSED")


def own_message(telegram: Telegram, chat: Chat, message_id: int | None) -> Posted:
    """Return the bot's own message to edit."""
    posted = chat.message(message_id) if message_id else None
    if posted is None:
        raise bad_request("message to edit not found")
    if not posted.sent_by(telegram.world.bot.id) or posted.is_service:
        raise bad_request("message can't be edited")
    return posted
