from dataclasses import dataclass, field

from bot.sandbox.wire import Json


def units(text: str) -> int:
    """Return the length in UTF-16 code units, in which Telegram counts."""
    return len(text) + sum(ord(letter) > 0xFFFF for letter in text)  # noqa: PLR2004 - the last of the first plane


def cut(text: str, offset: int, length: int) -> str:
    """Return a part of the text given in UTF-16 code units; halves of a pair become replacement characters."""
    raw = text.encode("utf-16-le")[offset * 2 : (offset + length) * 2]
    return raw.decode("utf-16-le", errors="replace")


@dataclass(slots=True)
class Formatted:
    """Plain text and its entities, outer before inner, offsets in UTF-16 code units."""

    text: str
    entities: list[Json] = field(default_factory=list)

    def in_order(self) -> "Formatted":
        self.entities.sort(key=lambda one: (one["offset"], -one["length"]))
        return self
