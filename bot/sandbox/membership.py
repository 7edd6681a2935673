"""People and the bot come, go, rise and fall in groups; groups become supergroups."""

from copy import deepcopy
from dataclasses import replace

from bot.sandbox.chats import ADMIN_RIGHTS, PERMISSIONS, STATUSES, Chat, Member
from bot.sandbox.errors import SimError
from bot.sandbox.hearing import hand_over
from bot.sandbox.people import ANONYMOUS_ADMIN
from bot.sandbox.posting import post, show_history
from bot.sandbox.snapshot import chat_without_messages
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json

KNOWN_RIGHTS = {*ADMIN_RIGHTS, *PERMISSIONS, "is_anonymous", "is_member"}


def make_member(status: str, rights: dict[str, bool], custom_title: str | None = None) -> Member:
    """Check and make a membership."""
    if status not in STATUSES:
        raise SimError(f"no such status: {status}")
    if unknown := set(rights) - KNOWN_RIGHTS:
        raise SimError(f"no such right: {min(unknown)}")
    return Member(status, rights, custom_title)


def set_member(telegram: Telegram, chat: Chat, user: int, new: Member, by: int | None = None) -> None:
    """Change someone's place in a group, with the service messages and updates that follow.

    `by` is who does it; without it the person themselves, or for promotions and bans the creator.
    """
    if not chat.is_group:
        raise SimError("a private chat has no members to change")
    world = telegram.world
    old = chat.member(user)
    if by is None:
        own = user != world.bot.id and new.status in {"member", "left", "creator"}
        by = user if own else _creator(chat, user)
    actor = world.user(by)
    before, was_in = world.member_json(chat, user), old.is_in
    bot_left = user == world.bot.id and was_in and not new.is_in
    if was_in and not new.is_in and (user != world.bot.id or chat.type == "group"):
        _announce(telegram, chat, actor, {"left_chat_member": world.user(user)})
    chat.members[user] = new
    after = world.member_json(chat, user)
    if not was_in and new.is_in:
        if user != world.bot.id:
            show_history(telegram, chat, user)
        joined = world.user(user)
        extra = {"new_chat_members": [joined], "new_chat_member": joined, "new_chat_participant": joined}
        _announce(telegram, chat, actor, extra)
    if before != after:
        change: Json = {
            "chat": world.chat_json(chat),
            "from": actor,
            "date": int(telegram.clock.now()),
            "old_chat_member": before,
            "new_chat_member": after,
        }
        if user == world.bot.id:
            telegram.updates.offer("my_chat_member", change, f"my_chat_member:{chat.id}")
        elif chat.member(world.bot.id).is_admin and not bot_left:
            telegram.updates.offer("chat_member", change, f"chat_member:{chat.id}")
    tell_chat_changed(telegram, chat)
    if was_in != new.is_in:
        telegram.live.reload(user)


def migrate(telegram: Telegram, group: Chat) -> Chat:
    """Make a group a supergroup: a new chat with a new id, and a service message in each."""
    if group.type != "group" or group.migrated_to is not None:
        raise SimError("only a group can become a supergroup")
    world = telegram.world
    new = Chat(world.free_chat_id("supergroup"), "supergroup", group.title)
    new.members = {
        user: replace(member, rights=dict(member.rights)) for user, member in group.members.items()
    }
    new.permissions = dict(group.permissions)
    world.add_chat(new)
    creator = world.user(_creator(group, world.bot.id))
    farewell = post(telegram, group, creator, {"migrate_to_chat_id": new.id})
    hand_over(telegram, group, farewell)
    group.migrated_to = new.id
    hand_over(telegram, new, post(telegram, new, ANONYMOUS_ADMIN, {"migrate_from_chat_id": group.id}))
    telegram.live.reload()
    telegram.changed.set()
    return new


def set_private(telegram: Telegram, user: int, *, blocked: bool) -> None:
    """Block or unblock the bot, which learns of it when it had been started."""
    person = telegram.world.person(user)
    if person.blocked == blocked:
        return
    before = "kicked" if person.blocked else "member"
    person.blocked = blocked
    after = "kicked" if blocked else "member"
    chat = telegram.world.chat(user)
    me = telegram.world.bot.user()
    if person.started:
        change: Json = {
            "chat": telegram.world.chat_json(chat),
            "from": person.user(),
            "date": int(telegram.clock.now()),
            "old_chat_member": Member(before).json(me),
            "new_chat_member": Member(after).json(me),
        }
        telegram.updates.offer("my_chat_member", change, f"my_chat_member:{user}")
    tell_chat_changed(telegram, chat)


def tell_chat_changed(telegram: Telegram, chat: Chat) -> None:
    for user in telegram.live.users():
        if chat.is_in(user):
            event = {"type": "chat", "chat": chat_without_messages(telegram, chat, user)}
            telegram.live.tell(user, deepcopy(event))
    telegram.changed.set()


def _creator(chat: Chat, otherwise: int) -> int:
    return next((user for user, member in chat.members.items() if member.status == "creator"), otherwise)


def _announce(telegram: Telegram, chat: Chat, actor: Json, content: Json) -> None:
    hand_over(telegram, chat, post(telegram, chat, actor, content))
