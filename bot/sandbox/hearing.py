"""Which messages reach the bot, and as what."""

from bot.sandbox.chats import Chat
from bot.sandbox.messages import Posted
from bot.sandbox.telegram import Telegram


def hears(telegram: Telegram, chat: Chat, posted: Posted) -> bool:
    """Tell whether the bot gets this message: in privacy mode, commands, replies to it and service messages."""
    bot = telegram.world.bot
    if not chat.is_group:
        return True
    me = chat.member(bot.id)
    if not me.is_in:
        return False
    if me.is_admin or not bot.privacy_mode or posted.is_service or posted.receiver == bot.id:
        return True
    body = posted.body
    if body.get("reply_to_message", {}).get("from", {}).get("id") == bot.id:
        return True
    text: str = body.get("text") or body.get("caption") or ""
    if not text.startswith("/"):
        return False
    command = text.split(maxsplit=1)[0]
    return "@" not in command or command.split("@")[1].lower() == bot.username.lower()


def hand_over(telegram: Telegram, chat: Chat, posted: Posted, kind: str = "message") -> None:
    """Queue the message for the bot if it hears it."""
    if hears(telegram, chat, posted):
        telegram.updates.offer(kind, posted.body_copy(), f"chat:{chat.id}")
        telegram.changed.set()
