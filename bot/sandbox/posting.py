"""Messages appear, change and go: in the chat, in what each person saw, and on open pages."""

from bot.sandbox.chats import Chat
from bot.sandbox.messages import Posted, Sight
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json

EPHEMERAL_KEPT = 100
"""How many ephemeral messages an app keeps of one chat."""


def post(telegram: Telegram, chat: Chat, sender: Json, content: Json, *, thread: int | None = None) -> Posted:
    """Put a message everybody in the chat sees."""
    head: Json = {"message_id": chat.next_message_id()} | _head(telegram, chat, sender, thread)
    now = telegram.clock.now()
    return _put(telegram, chat, Posted(head | content, telegram.world.next_place(), at=now))


def post_ephemeral(
    telegram: Telegram,
    chat: Chat,
    sender: Json,
    content: Json,
    *,
    viewer: int,
    receiver: int,
    thread: int | None = None,
    replaces: Posted | None = None,
    lost: bool = False,
) -> Posted:
    """Put a message that only `viewer` sees; `receiver` is whom it is for (the viewer, or the bot)."""
    chat.last_ephemeral_id += 1
    head: Json = {"message_id": 0, "ephemeral_message_id": chat.last_ephemeral_id}
    head |= _head(telegram, chat, sender, thread) | {"receiver_user": telegram.world.user(receiver)}
    posted = Posted(
        head | content,
        replaces.place if replaces else telegram.world.next_place(),
        viewer=viewer,
        receiver=receiver,
        replaces=replaces.body["message_id"] if replaces else None,
        lost=lost,
        at=telegram.clock.now(),
    )
    mine = [one for one in chat.messages.values() if one.viewer == viewer]
    for oldest in mine[: max(0, len(mine) - EPHEMERAL_KEPT + 1)]:
        remove(telegram, chat, oldest)
    return _put(telegram, chat, posted)


def revise(telegram: Telegram, chat: Chat, posted: Posted, content: Json, *, silently: bool = False) -> None:
    """Replace what the message says. `silently` leaves no edit date, as a change of buttons alone does."""
    for name in posted.content():
        del posted.body[name]
    posted.body |= content
    if not silently:
        posted.body["edit_date"] = int(telegram.clock.now())
    _remember(telegram, chat, posted)
    _tell(telegram, chat, posted)
    telegram.changed.set()


def remove(telegram: Telegram, chat: Chat, posted: Posted) -> None:
    del chat.messages[posted.key]
    if not posted.is_ephemeral and posted.body["message_id"] in chat.pinned:
        chat.pinned.remove(posted.body["message_id"])
    if sight := telegram.current_sights.pop((chat.id, posted.key), None):
        sight.current = False
    for user in viewers(telegram, chat, posted):
        if posted.replaces:
            telegram.live.reload(user)
        else:
            telegram.live.tell(user, {"type": "delete", "chat": chat.id, "key": posted.key})
    telegram.changed.set()


def viewers(telegram: Telegram, chat: Chat, posted: Posted) -> set[int]:
    """Return the people who see this message now."""
    if posted.lost:
        return set()
    if posted.viewer is not None:
        return {posted.viewer} if chat.is_in(posted.viewer) else set()
    if not chat.is_group:
        return {chat.id}
    return {user for user, member in chat.members.items() if member.is_in and user != telegram.world.bot.id}


def show_history(telegram: Telegram, chat: Chat, user: int) -> None:
    """Note that someone who came in sees what stands in the chat."""
    for (where, _), sight in telegram.current_sights.items():
        if where == chat.id and sight.public:
            sight.people.add(user)


def recall(telegram: Telegram) -> None:
    """Note what stands in every chat, after it was loaded: the people there see it."""
    for chat in telegram.world.chats.values():
        for posted in chat.messages.values():
            _remember(telegram, chat, posted)


def _head(telegram: Telegram, chat: Chat, sender: Json, thread: int | None) -> Json:
    chat_json = telegram.world.chat_json(chat)
    head: Json = {"date": int(telegram.clock.now()), "chat": chat_json, "from": sender}
    if sender["id"] != telegram.world.bot.id and sender["is_bot"]:
        head["sender_chat"] = chat_json
    if thread is not None:
        head |= {"message_thread_id": thread, "is_topic_message": True}
    return head


def _put(telegram: Telegram, chat: Chat, posted: Posted) -> Posted:
    chat.messages[posted.key] = posted
    _remember(telegram, chat, posted)
    _tell(telegram, chat, posted)
    telegram.changed.set()
    return posted


def _remember(telegram: Telegram, chat: Chat, posted: Posted) -> None:
    before = telegram.current_sights.get((chat.id, posted.key))
    if before:
        before.current = False
    people = viewers(telegram, chat, posted)
    version = posted.body_copy()
    sight = Sight(chat.id, posted.key, telegram.clock.now(), version, people, public=not posted.is_ephemeral)
    telegram.sights.append(sight)
    telegram.current_sights[chat.id, posted.key] = sight


def _tell(telegram: Telegram, chat: Chat, posted: Posted) -> None:
    watching = telegram.live.users()
    for user in viewers(telegram, chat, posted) & watching:
        if posted.replaces:
            telegram.live.reload(user)
        elif any(one is posted for one in chat.visible_to(user)):
            telegram.live.tell(user, {"type": "message", "chat": chat.id, "message": posted.shown()})
