import re

from bot.sandbox.entities.formatted import Formatted, cut, units
from bot.sandbox.wire import Json

PATTERNS = (
    ("url", re.compile(r"(?<![\w@])(?:https?://|t\.me/|www\.)[^\s<>\"']*[^\s<>\"'.,;:!?)\]]", re.IGNORECASE)),
    (
        "bot_command",
        re.compile(r"(?<![\w/@<])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/@])", re.ASCII),
    ),
    ("email", re.compile(r"(?<![\w.@])[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)),
    ("mention", re.compile(r"(?<![\w@/])@[A-Za-z0-9_]{3,32}(?!\w)")),
    ("hashtag", re.compile(r"(?<![\w#/])#(?=\w*[^\W\d_])\w{1,255}")),
)
CLOSED = ("code", "pre", "text_link", "text_mention", "custom_emoji", "date_time")
"""Nothing is looked for inside these."""


def find(text: str) -> list[Json]:
    """Return the commands, links, mentions and hashtags that Telegram would mark."""
    found: list[Json] = []
    taken: list[tuple[int, int]] = []
    for kind, pattern in PATTERNS:
        for match in pattern.finditer(text):
            first, last = match.span()
            if any(first < end and start < last for start, end in taken):
                continue
            taken.append((first, last))
            found.append({"type": kind, "offset": units(text[:first]), "length": units(match.group())})
    return sorted(found, key=lambda one: one["offset"])


def add_found(formatted: Formatted) -> Formatted:
    closed = [
        (one["offset"], one["offset"] + one["length"]) for one in formatted.entities if one["type"] in CLOSED
    ]
    for one in find(formatted.text):
        first, last = one["offset"], one["offset"] + one["length"]
        if not any(first < end and start < last for start, end in closed):
            formatted.entities.append(one)
    return formatted.in_order()


def command_in(text: str, entities: list[Json]) -> str | None:
    """Return the command a message begins with, with its slash and perhaps a bot's name."""
    for one in entities:
        if one["type"] == "bot_command" and one["offset"] == 0:
            return cut(text, 0, one["length"])
    return None
