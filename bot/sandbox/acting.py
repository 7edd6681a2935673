"""What people do: write, start the bot, press buttons, delete what they wrote."""

import asyncio

from bot.sandbox.chats import GENERAL, Chat
from bot.sandbox.entities.clean import is_blank
from bot.sandbox.entities.found import command_in, find
from bot.sandbox.errors import SimError
from bot.sandbox.hearing import hand_over
from bot.sandbox.membership import set_private, tell_chat_changed
from bot.sandbox.menus import menu_for
from bot.sandbox.messages import Posted
from bot.sandbox.people import ANONYMOUS_ADMIN, Person
from bot.sandbox.posting import post, post_ephemeral, remove
from bot.sandbox.presses import Press, new_press_id
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json

PRESSES_KEPT = 20_000


def visible(chat: Chat, user: int, key: str) -> Posted:
    """Return a message this person sees."""
    for posted in chat.visible_to(user):
        if posted.key == key:
            return posted
    raise SimError(f"person {user} does not see message {key} in chat {chat.id}")


def present(telegram: Telegram, user: int, chat_id: int) -> tuple[Person, Chat]:
    """Return who acts and where, if they can act there at all."""
    person, chat = telegram.world.person(user), telegram.world.chat(chat_id)
    if person.deactivated:
        raise SimError("this account is deleted")
    if chat.migrated_to is not None:
        raise SimError(f"this group became the supergroup {chat.migrated_to}")
    if not chat.is_in(user):
        raise SimError(f"person {user} is not in chat {chat_id}")
    return person, chat


def say(
    telegram: Telegram, user: int, chat_id: int, text: str, thread: int | None, reply_to: str | None
) -> Posted:
    """Write a message. A command that the bot declared ephemeral is seen by its sender and the bot alone."""
    person, chat = present(telegram, user, chat_id)
    text = text.strip()
    thread = None if thread == GENERAL else thread
    if not chat.is_group and not person.started and text.split()[:1] == ["/start"]:
        return start(telegram, user, text.removeprefix("/start").strip())
    if is_blank(text):
        raise SimError("the text is empty")
    _check_may_write(chat, person, thread)
    content: Json = {"text": text}
    if entities := find(text):
        content["entities"] = entities
    if reply_to is not None:
        replied = visible(chat, user, reply_to).body_copy()
        replied.pop("reply_to_message", None)
        content["reply_to_message"] = replied
    member = chat.member(user)
    sender = ANONYMOUS_ADMIN if chat.is_group and member.is_anonymous else person.user()
    if sender is ANONYMOUS_ADMIN and member.custom_title:
        content["author_signature"] = member.custom_title
    command = command_in(text, entities)
    if chat.is_group and command and _is_ephemeral(telegram, chat, user, command):
        bot = telegram.world.bot.id
        posted = post_ephemeral(telegram, chat, sender, content, viewer=user, receiver=bot, thread=thread)
    else:
        posted = post(telegram, chat, sender, content, thread=thread)
    hand_over(telegram, chat, posted)
    return posted


def _check_may_write(chat: Chat, person: Person, thread: int | None) -> None:
    if not chat.is_group:
        if not person.started:
            raise SimError("press Start first")
        if person.blocked:
            raise SimError("the bot is blocked; unblock it or press Start")
        return
    member = chat.member(person.id)
    if not member.may("can_send_messages", chat.permissions):
        raise SimError("this person may not write here")
    if thread is not None and thread not in chat.topics:
        raise SimError("no such topic")
    topic = chat.topics.get(thread or GENERAL)
    if topic is not None and topic.closed and not member.is_admin:
        raise SimError("the topic is closed")


def _is_ephemeral(telegram: Telegram, chat: Chat, user: int, command: str) -> bool:
    name, _, bot = command.removeprefix("/").partition("@")
    if (bot and bot.lower() != telegram.world.bot.username.lower()) or not chat.is_in(telegram.world.bot.id):
        return False
    return any(
        one["command"] == name and one.get("is_ephemeral", False) for one in menu_for(telegram, chat, user)
    )


def start(telegram: Telegram, user: int, payload: str | None) -> Posted:
    """Open the private chat and press Start; this unblocks the bot as well."""
    person, chat = present(telegram, user, user)
    set_private(telegram, user, blocked=False)
    person.started = True
    text = f"/start {payload}" if payload else "/start"
    posted = post(telegram, chat, person.user(), {"text": text, "entities": find(text)[:1]})
    tell_chat_changed(telegram, chat)
    hand_over(telegram, chat, posted)
    return posted


def button_at(posted: Posted, row: int | None, col: int | None, text: str | None) -> Json:
    """Find a button by its place or by its text."""
    rows = posted.keyboard()
    if text is not None:
        found = [button for buttons in rows for button in buttons if button["text"] == text]
        if not found:
            labels = [button["text"] for buttons in rows for button in buttons]
            raise SimError(f"no button {text!r} under {posted.key}; there are {labels}")
        return found[0]
    if row is None or col is None or not 0 <= row < len(rows) or not 0 <= col < len(rows[row]):
        raise SimError(f"no button there under {posted.key}")
    return rows[row][col]


async def press(
    telegram: Telegram, user: int, chat_id: int, posted: Posted, button: Json, wait: float
) -> Json:
    """Press a button and wait up to `wait` seconds for the bot's answer."""
    silence: Json = {"answered": False, "text": None, "alert": False, "url": None}
    if "disabled" in button:
        raise SimError(f"the button {button['text']!r} is disabled")
    if "url" in button:
        return silence | {"answered": True, "url": button["url"]}
    if "callback_data" not in button:
        return silence | {"answered": True, "text": button.get("copy_text", {}).get("text")}
    one = send_press(telegram, user, chat_id, posted, button["callback_data"])
    try:
        await asyncio.wait_for(one.answered.wait(), wait)
    except TimeoutError:
        return silence
    return {"answered": True} | (one.answer or {})


def send_press(telegram: Telegram, user: int, chat_id: int, posted: Posted, data: str) -> Press:
    """Send a press with any data at all, as a forged app could. Presses carry the real person."""
    person, chat = present(telegram, user, chat_id)
    if not chat.is_group and person.blocked:
        raise SimError("the bot is blocked")
    one = Press(new_press_id(), user, chat.id, posted.key, telegram.clock.now(), data)
    telegram.presses[one.id] = one
    if len(telegram.presses) > PRESSES_KEPT:
        del telegram.presses[next(iter(telegram.presses))]
    query: Json = {
        "id": one.id,
        "from": person.user(),
        "message": posted.body_copy(),
        "chat_instance": str(abs(chat.id) * 7_919 + 1),
        "data": data,
    }
    telegram.updates.offer("callback_query", query, f"user:{user}")
    telegram.changed.set()
    return one


def delete_own(telegram: Telegram, user: int | None, chat_id: int, key: str) -> None:
    """Delete a message as a person or, without one, as somebody with the right to."""
    chat = telegram.world.chat(chat_id)
    posted = chat.messages.get(key)
    if posted is None:
        raise SimError(f"no message {key} in chat {chat_id}", 404)
    if user is not None:
        visible(chat, user, key)
        theirs = posted.is_ephemeral or posted.sent_by(user) or not chat.is_group
        if not theirs and not chat.member(user).is_admin:
            raise SimError("only administrators delete what others wrote")
    remove(telegram, chat, posted)
