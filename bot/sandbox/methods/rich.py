"""The content of rich messages: blocks of text, tables and buttons, checked. Other kinds of blocks are refused."""

from collections.abc import Iterator
from typing import Any

from aiogram.types import InputRichMessage

from bot.sandbox.entities.clean import is_blank
from bot.sandbox.errors import bad_request
from bot.sandbox.methods.keyboards import WIDEST_ROW, check_button
from bot.sandbox.rich_words import block_words, words
from bot.sandbox.wire import Json, as_json

LONGEST = 32_768
"""Characters of all text."""
MOST_BLOCKS = 500
"""Rows of tables count as well."""
DEEPEST = 3
"""Formatted texts within each other; Telegram takes 16, but reading so many into classes takes for ever."""
MOST_COLUMNS = 20
LARGEST, SMALLEST = 1, 6
"""Sizes of headings."""
TEXTS = frozenset(
    {
        "bold",
        "italic",
        "underline",
        "strikethrough",
        "spoiler",
        "code",
        "marked",
        "subscript",
        "superscript",
        "date_time",
    }
)
"""Kinds of formatted text that are in the sandbox."""
SIDES = {"align": {"left", "center", "right"}, "valign": {"top", "middle", "bottom"}}
LINK = "link"


def rich_content(message: InputRichMessage, *, private: bool, ephemeral: bool) -> Json:
    """Return the content as messages carry it. Raises ApiError 400 for what Telegram, or the sandbox, does not take."""
    if sum(one is not None for one in (message.html, message.markdown, message.blocks)) != 1:
        raise bad_request("exactly one of html, markdown and blocks must be given in a rich message")
    if message.blocks is None or message.media:
        raise bad_request("only blocks without media are in the sandbox as rich messages")
    blocks: list[Json] = [as_json(block) for block in message.blocks]
    for block in blocks:
        _check(block, private=private, ephemeral=ephemeral)
    if sum(1 + len(block.get("cells", ())) for block in blocks) > MOST_BLOCKS:
        raise bad_request("rich message has too many blocks")
    text = "".join(block_words(block) for block in blocks)
    if is_blank(text):
        raise bad_request("message text is empty")
    if len(text) > LONGEST:
        raise bad_request("rich message is too long")
    return {"rich_message": {"blocks": blocks} | ({"is_rtl": True} if message.is_rtl else {})}


def check_depth(value: object, depth: int = 0) -> None:
    """Raise 400 for formatted texts too deep within each other, before anything else is done with them."""
    if isinstance(value, list):
        for one in value:
            check_depth(one, depth)
    elif isinstance(value, dict):
        for name, one in value.items():
            check_depth(one, depth + 1 if name == "text" and not isinstance(one, str) else 0)
    if depth > DEEPEST:
        raise bad_request(f"rich text nested more than {DEEPEST} deep is not in the sandbox")


def _check(block: Json, *, private: bool, ephemeral: bool) -> None:
    match block["type"]:
        case "paragraph" | "footer":
            _check_text(block["text"])
        case "heading":
            if not LARGEST <= block["size"] <= SMALLEST:
                raise bad_request("heading size must be between 1 and 6")
            _check_text(block["text"])
        case "divider":
            pass
        case "table":
            _check_table(block)
        case "buttons":
            _check_buttons(block, private=private, ephemeral=ephemeral)
        case kind:
            raise bad_request(f'rich blocks of type "{kind}" are not in the sandbox')


def _check_table(table: Json) -> None:
    rows: list[list[Json]] = table["cells"]
    if not rows or not all(rows):
        raise bad_request("table must have rows, and each row cells")
    if max(sum(cell.get("colspan", 1) for cell in row) for row in rows) > MOST_COLUMNS:
        raise bad_request("table has too many columns")
    for cell in (cell for row in rows for cell in row):
        for name, known in SIDES.items():
            if cell[name] not in known:
                raise bad_request(f'invalid {name} "{cell[name]}" of a table cell')
        if any(cell.get(name, 1) < 1 for name in ("colspan", "rowspan")):
            raise bad_request("a table cell must span at least one row and column")
        _check_text(cell.get("text", ""))
    _check_text(table.get("caption", ""))


def _check_buttons(block: Json, *, private: bool, ephemeral: bool) -> None:
    buttons: list[Json] = block["buttons"]
    if not 1 <= len(buttons) <= WIDEST_ROW:
        raise bad_request(f"a row of buttons must have 1 to {WIDEST_ROW} of them")
    if block.get("align", "left") not in SIDES["align"]:
        raise bad_request(f'invalid align "{block["align"]}" of buttons')
    for button in buttons:
        _check_text(button["text"])
        plain = button | {"text": words(button["text"])}
        if plain.get("style") == LINK and "callback_data" in plain:
            del plain["style"]
        check_button(plain, private=private, ephemeral=ephemeral)


def _check_text(text: Any) -> None:  # noqa: ANN401 - a string, a list or an object
    for one in _formatted(text):
        kind = one.get("type")
        if kind not in TEXTS:
            raise bad_request(f'rich text of type "{kind}" is not in the sandbox')
        _check_text(one["text"])


def _formatted(text: Any) -> Iterator[Json]:  # noqa: ANN401 - a string, a list or an object
    if isinstance(text, list):
        for one in text:
            yield from _formatted(one)
    elif isinstance(text, dict):
        yield text
