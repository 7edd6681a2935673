"""What the bot may ask about itself and about chats, and small acts that change nothing a test looks at."""

from typing import Any

from aiogram.methods import (
    GetChat,
    GetChatAdministrators,
    GetChatMember,
    GetChatMemberCount,
    GetFile,
    LeaveChat,
    SendChatAction,
    SetMessageReaction,
)
from aiogram.types import ReactionTypeEmoji

from bot.sandbox.chats import PERMISSIONS
from bot.sandbox.errors import bad_request
from bot.sandbox.membership import make_member, set_member
from bot.sandbox.methods.target import check_thread, find_chat, reachable_chat
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json

ACTIONS = {
    "typing",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "upload_voice",
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
}
REACTIONS = set(
    "❤👍👎🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾😡"
)


def get_chat(telegram: Telegram, call: GetChat) -> Json:
    chat = find_chat(telegram, call.chat_id)
    if chat.is_group:
        reachable_chat(telegram, call.chat_id)
    gifts = (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    )
    body = telegram.world.chat_json(chat) | {
        "accent_color_id": abs(chat.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, False),
    }
    if chat.is_group:
        body["permissions"] = {name: chat.permissions.get(name, True) for name in PERMISSIONS}
    pinned = chat.message(chat.pinned[-1]) if chat.pinned else None
    if pinned is not None:
        body["pinned_message"] = pinned.body_copy()
    return body


def get_member(telegram: Telegram, call: GetChatMember) -> Json:
    chat = reachable_chat(telegram, call.chat_id)
    known = call.user_id == telegram.world.bot.id or call.user_id in telegram.world.people
    if not known:
        raise bad_request("PARTICIPANT_ID_INVALID" if chat.type == "supergroup" else "user not found")
    if not chat.is_group:
        return make_member("member", {}).json(telegram.world.user(call.user_id))
    return telegram.world.member_json(chat, call.user_id)


def get_admins(telegram: Telegram, call: GetChatAdministrators) -> list[Json]:
    chat = reachable_chat(telegram, call.chat_id)
    if not chat.is_group:
        raise bad_request("there are no administrators in the private chat")
    return [telegram.world.member_json(chat, user) for user, one in chat.members.items() if one.is_admin]


def get_member_count(telegram: Telegram, call: GetChatMemberCount) -> int:
    chat = reachable_chat(telegram, call.chat_id)
    return sum(one.is_in for one in chat.members.values()) if chat.is_group else 2


def leave_chat(telegram: Telegram, call: LeaveChat) -> bool:
    chat = reachable_chat(telegram, call.chat_id)
    if not chat.is_group:
        raise bad_request("chat member status can't be changed in private chats")
    bot = telegram.world.bot.id
    set_member(telegram, chat, bot, make_member("left", {}), by=bot)
    return True


def chat_action(telegram: Telegram, call: SendChatAction) -> bool:
    chat = reachable_chat(telegram, call.chat_id)
    check_thread(telegram, chat, call.message_thread_id)
    if call.action not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    return True


def set_reaction(telegram: Telegram, call: SetMessageReaction) -> bool:
    chat = reachable_chat(telegram, call.chat_id)
    if chat.message(call.message_id) is None:
        raise bad_request("message to react not found")
    for one in call.reaction or []:
        emoji: Any = one.emoji if isinstance(one, ReactionTypeEmoji) else ""
        if emoji.rstrip("\ufe0f") not in REACTIONS:
            raise bad_request("REACTION_INVALID")
    if len(call.reaction or []) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    return True


def get_file(telegram: Telegram, call: GetFile) -> Json:
    stored = telegram.world.files.get(call.file_id)
    if stored is None:
        raise bad_request("invalid file_id")
    return stored.json() | {"file_path": stored.path}
