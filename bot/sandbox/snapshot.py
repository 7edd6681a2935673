"""What a person's app shows."""

from bot.sandbox.chats import Chat
from bot.sandbox.menus import menu_for
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json


def chat_without_messages(telegram: Telegram, chat: Chat, user: int | None) -> Json:
    world = telegram.world
    shown: Json = {
        "id": chat.id,
        "type": chat.type,
        "title": chat.title if chat.is_group else world.bot.user()["first_name"],
        "is_forum": chat.is_forum,
        "topics": [
            {"thread_id": number, "name": topic.name, "closed": topic.closed}
            for number, topic in chat.topics.items()
        ],
        "members": [
            {"user": world.user(one), "status": member.status} for one, member in chat.members.items()
        ],
        "commands": menu_for(telegram, chat, user) if user is not None else [],
        "pinned": [f"m{one}" for one in chat.pinned],
    }
    if not chat.is_group:
        person = world.person(chat.id)
        shown |= {"started": person.started, "blocked": person.blocked}
    return shown


def chats_of(telegram: Telegram, user: int | None) -> list[Chat]:
    """Return the chats in someone's list, or all there are."""
    alive = [one for one in telegram.world.chats.values() if one.migrated_to is None and not one.deleted]
    return [one for one in alive if user is None or one.is_in(user)]


def snapshot(telegram: Telegram, user: int | None, only: int | None = None) -> Json:
    """Draw up what someone's app shows, or with ``only`` just that chat."""
    world = telegram.world
    shown: Json = {
        "now": telegram.clock.now(),
        "bot": world.bot.user(),
        "people": [person.user() for person in world.people.values()],
    }
    chats = []
    for chat in chats_of(telegram, user):
        if only is not None and chat.id != only:
            continue
        one = chat_without_messages(telegram, chat, user)
        if user is not None:
            one["messages"] = [posted.shown() for posted in chat.visible_to(user)]
        chats.append(one)
    if user is not None:
        shown["me"] = world.person(user).user()
    return shown | {"chats": chats}
