from urllib.parse import parse_qs, urlsplit

from aiogram.methods import AnswerCallbackQuery, AnswerInlineQuery

from bot.sandbox.entities.formatted import units
from bot.sandbox.errors import bad_request, query_too_old
from bot.sandbox.presses import ANSWERABLE
from bot.sandbox.telegram import Telegram

LONGEST_ANSWER = 200


def answer_press(telegram: Telegram, call: AnswerCallbackQuery) -> bool:
    """Answer a press, once and in time."""
    press = telegram.presses.get(call.callback_query_id)
    if press is None or press.answer is not None or telegram.clock.now() - press.at > ANSWERABLE:
        raise query_too_old()
    if units(call.text or "") > LONGEST_ANSWER:
        raise bad_request("MESSAGE_TOO_LONG")
    if call.url and not _starts_bot(call.url, telegram.world.bot.username):
        raise bad_request("URL_INVALID")
    press.answer = {"text": call.text or None, "alert": bool(call.show_alert), "url": call.url or None}
    press.answered.set()
    return True


def refuse_inline(_telegram: Telegram, _call: AnswerInlineQuery) -> bool:
    """Refuse: this bot has no inline mode."""
    raise bad_request("the bot does not support inline queries")


def _starts_bot(url: str, username: str) -> bool:
    """Tell whether it is the only link a press may open: the one that starts the bot."""
    parts = urlsplit(url if "://" in url else f"https://{url}")
    path = parts.path.strip("/").lower()
    return (
        parts.hostname in {"t.me", "telegram.me"}
        and path == username.lower()
        and "start" in parse_qs(parts.query)
    )
