"""What Telegram checks in buttons under a message."""

from typing import Any

from aiogram.types import InlineKeyboardMarkup
from pydantic import BaseModel

from bot.sandbox.entities.clean import is_blank
from bot.sandbox.entities.formatted import units
from bot.sandbox.entities.links import valid_url
from bot.sandbox.errors import bad_request
from bot.sandbox.wire import Json, as_json

ACTIONS = (
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "disabled",
)
STYLES = {"danger", "success", "primary"}
LONGEST_DATA = 64
LONGEST_COPY = 256
WIDEST_ROW = 8
MOST_BUTTONS = 100


def inline_keyboard(markup: BaseModel | None, *, private: bool, ephemeral: bool = False) -> Json | None:
    """Check the keyboard and return it as messages carry it; other kinds of reply markup leave no trace."""
    if not isinstance(markup, InlineKeyboardMarkup):
        return None
    raw = as_json(markup)
    rows = [row for row in raw["inline_keyboard"] if row]
    if sum(len(row) for row in rows) > MOST_BUTTONS:
        raise bad_request("reply markup is too long")
    for row in rows:
        if len(row) > WIDEST_ROW:
            raise bad_request(f"reply markup is too long: a row has more than {WIDEST_ROW} buttons")
        for button in row:
            check_button(button, private=private, ephemeral=ephemeral)
    return raw | {"inline_keyboard": rows} if rows else None


def check_button(button: dict[str, Any], *, private: bool, ephemeral: bool) -> None:
    """Raise 400 for a button that Telegram does not take."""
    text = button["text"]
    if is_blank(text):
        raise bad_request("inline keyboard button text must be non-empty")
    given = [name for name in ACTIONS if name in button]
    if "callback_game" in button or button.get("pay"):
        raise bad_request("BUTTON_TYPE_INVALID")
    if not given:
        raise bad_request("Text buttons are unallowed in the inline keyboard")
    if len(given) > 1:
        raise bad_request(f"button has more than one action: {', '.join(given)}")
    if "style" in button and button["style"] not in STYLES:
        raise bad_request(f"invalid button style {button['style']!r} specified")
    data = button.get("callback_data")
    if data is not None and not 1 <= len(data.encode()) <= LONGEST_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    if "url" in button and valid_url(button["url"]) is None:
        raise bad_request(f"inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
    if "copy_text" in button and not 1 <= units(button["copy_text"]["text"]) <= LONGEST_COPY:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")
    if ("web_app" in button and not private) or ("login_url" in button and ephemeral):
        raise bad_request("BUTTON_TYPE_INVALID")
