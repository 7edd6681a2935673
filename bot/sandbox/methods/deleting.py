from aiogram.methods import (
    DeleteMessage,
    DeleteMessages,
    PinChatMessage,
    UnpinAllChatMessages,
    UnpinChatMessage,
)

from bot.sandbox.chats import Chat
from bot.sandbox.errors import bad_request
from bot.sandbox.hearing import hand_over
from bot.sandbox.membership import tell_chat_changed
from bot.sandbox.messages import Posted
from bot.sandbox.methods.target import reachable_chat
from bot.sandbox.posting import post, remove
from bot.sandbox.telegram import Telegram

DELETABLE = 48 * 3600.0
"""Seconds for which a message can be deleted without being administrator."""
MOST_AT_ONCE = 100


def delete(telegram: Telegram, call: DeleteMessage) -> bool:
    chat = reachable_chat(telegram, call.chat_id)
    posted = chat.message(call.message_id)
    if posted is None:
        raise bad_request("message to delete not found")
    if not _may_delete(telegram, chat, posted):
        raise bad_request("message can't be deleted")
    remove(telegram, chat, posted)
    return True


def delete_many(telegram: Telegram, call: DeleteMessages) -> bool:
    """Delete those that can be; the rest is skipped, as with the real server."""
    chat = reachable_chat(telegram, call.chat_id)
    if not 1 <= len(call.message_ids) <= MOST_AT_ONCE:
        raise bad_request("message identifiers are not specified or too many")
    for number in call.message_ids:
        posted = chat.message(number)
        if posted is not None and _may_delete(telegram, chat, posted):
            remove(telegram, chat, posted)
    return True


def _may_delete(telegram: Telegram, chat: Chat, posted: Posted) -> bool:
    bot = telegram.world.bot.id
    me = chat.member(bot)
    if chat.is_group and me.is_admin and me.may("can_delete_messages", {}):
        return True
    young = telegram.clock.now() - posted.at <= DELETABLE
    return young and (posted.sent_by(bot) or not chat.is_group)


def pin(telegram: Telegram, call: PinChatMessage) -> bool:
    chat = reachable_chat(telegram, call.chat_id)
    _check_may_pin(telegram, chat)
    posted = chat.message(call.message_id)
    if posted is None:
        raise bad_request("message to pin not found")
    if call.message_id not in chat.pinned:
        chat.pinned.append(call.message_id)
        pinned = {name: value for name, value in posted.body_copy().items() if name != "reply_to_message"}
        notice = post(telegram, chat, telegram.world.bot.user(), {"pinned_message": pinned})
        hand_over(telegram, chat, notice)
        tell_chat_changed(telegram, chat)
    return True


def unpin(telegram: Telegram, call: UnpinChatMessage) -> bool:
    chat = reachable_chat(telegram, call.chat_id)
    _check_may_pin(telegram, chat)
    number = call.message_id or (chat.pinned[-1] if chat.pinned else None)
    if number is None or number not in chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned.remove(number)
    tell_chat_changed(telegram, chat)
    return True


def unpin_all(telegram: Telegram, call: UnpinAllChatMessages) -> bool:
    chat = reachable_chat(telegram, call.chat_id)
    _check_may_pin(telegram, chat)
    chat.pinned.clear()
    tell_chat_changed(telegram, chat)
    return True


def _check_may_pin(telegram: Telegram, chat: Chat) -> None:
    if not chat.is_group:
        return
    me = chat.member(telegram.world.bot.id)
    plain = {"can_pin_messages": False} if chat.type == "supergroup" else {}
    if not me.may("can_pin_messages", plain | chat.permissions):
        raise bad_request("not enough rights to manage pinned messages in the chat")
