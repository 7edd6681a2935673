from bot.sandbox.entities.formatted import Formatted, units
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.wire import Json

REQUIRED = {
    "pre": (),
    "text_link": ("url",),
    "text_mention": ("user",),
    "custom_emoji": ("custom_emoji_id",),
    "date_time": ("unix_time",),
}
PLAIN = (
    "mention",
    "hashtag",
    "cashtag",
    "bot_command",
    "url",
    "email",
    "phone_number",
    "bold",
    "italic",
    "underline",
    "strikethrough",
    "spoiler",
    "blockquote",
    "expandable_blockquote",
    "code",
)
FOUND_ONLY = ("mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number")
"""Telegram finds these by itself and ignores them when they are given."""


def check_given(text: str, given: list[Json]) -> Formatted:
    """Check entities that came beside the text."""
    total = units(text)
    inside = _pair_middles(text)
    kept = []
    for one in given:
        kind, offset, length = one["type"], one["offset"], one["length"]
        if kind not in PLAIN and kind not in REQUIRED:
            raise bad_request(f'can\'t parse MessageEntity: unsupported type "{kind}"')
        for name in REQUIRED.get(kind, ()):
            if name not in one:
                raise bad_request(f"can't parse MessageEntity: Can't find field \"{name}\"")
        if length <= 0 or offset < 0:
            raise _wrong(offset, "has a wrong offset or length")
        if offset + length > total:
            end = f"ends after the end of the text at UTF-16 offset {offset + length}"
            raise _wrong(offset, end)
        if offset in inside:
            raise _wrong(offset, "begins in the middle of a UTF-16 symbol")
        if offset + length in inside:
            raise _wrong(offset, f"ends in the middle of a UTF-16 symbol at UTF-16 offset {offset + length}")
        if kind not in FOUND_ONLY:
            kept.append(one)
    return Formatted(text, kept).in_order()


def _wrong(offset: int, how: str) -> ApiError:
    return bad_request(f"entity beginning at UTF-16 offset {offset} {how}")


def _pair_middles(text: str) -> set[int]:
    middles, at = set(), 0
    for letter in text:
        if units(letter) == 2:  # noqa: PLR2004 - a surrogate pair
            middles.add(at + 1)
        at += units(letter)
    return middles
