"""From what a bot sends to plain text and entities."""

from bot.sandbox.entities.clean import tidy
from bot.sandbox.entities.formatted import Formatted
from bot.sandbox.entities.found import add_found
from bot.sandbox.entities.given import check_given
from bot.sandbox.entities.html import parse_html
from bot.sandbox.entities.markdown import parse_markdown
from bot.sandbox.errors import bad_request
from bot.sandbox.wire import Json

__all__ = ["Formatted", "parse"]


def parse(text: str, parse_mode: str | None, given: list[Json] | None) -> Formatted:
    """Return the text as Telegram stores it: parsed, trimmed, with what Telegram finds by itself.

    Entities count only without a parse mode, as with the real server.
    Raises ApiError 400 for markup that cannot be parsed.
    """
    mode = (parse_mode or "").lower()
    if mode == "html":
        formatted = parse_html(text)
    elif mode == "markdownv2":
        formatted = parse_markdown(text)
    elif mode == "markdown":
        raise bad_request("the legacy Markdown mode is not in the sandbox; use HTML or MarkdownV2")
    elif mode:
        raise bad_request("unsupported parse_mode")
    else:
        formatted = check_given(text, given or [])
    return add_found(tidy(formatted))
