from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

from aiogram.types import InlineKeyboardMarkup, MessageEntity
from aiogram.utils.formatting import DateTime, Text
from msgspec.json import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from aiogram.types import InlineKeyboardButton

    from bot.texts import Texts

LONGEST_MESSAGE: Final = 4096
"""UTF-16 code units."""
LONGEST_HAND: Final = 1024
"""So that a hand can also be shown as a message that only its holder sees in the group."""
LONGEST_TOAST: Final = 200
REMEMBERED: Final = 4096
"""Entities and sentences as they have been made: most stand in one screen after the other."""


class ScreenTooLong(ValueError):
    """A message that would be refused."""


@dataclass(frozen=True)
class Screen:
    """One message as it is to be shown: send it without a parse mode and without link previews."""

    text: str
    entities: list[MessageEntity]
    keyboard: InlineKeyboardMarkup | None = None

    @cached_property
    def digest(self) -> str:
        """Equal for equal screens, in every process: tells whether what is shown is still right."""
        return self._digest(self._rows)

    @cached_property
    def digest_without_links(self) -> str:
        """The same, for screens in which a link alone is no reason to show them again."""
        return self._digest([[button for button in row if not button.url] for row in self._rows])

    @property
    def _rows(self) -> list[list[InlineKeyboardButton]]:
        return [] if self.keyboard is None else self.keyboard.inline_keyboard

    def _digest(self, rows: list[list[InlineKeyboardButton]]) -> str:
        shown = encode((self.text, self.entities, rows), enc_hook=vars)
        return sha256(shown).hexdigest()[:24]


Node = Text | str
"""What a line is put together from."""


def screen(
    lines: Iterable[Node],
    rows: Iterable[Sequence[InlineKeyboardButton]] = (),
    *,
    longest: int = LONGEST_MESSAGE,
) -> Screen:
    """Put lines and rows of buttons into one message; empty rows are left out. Raises :class:`ScreenTooLong`."""
    parts: list[str] = []
    entities: list[MessageEntity] = []
    length = 0
    for line in lines:
        if parts:
            parts.append("\n")
            length += 1
        length = _walk(line, length, parts, entities)
    text = "".join(parts)
    if not 0 < length <= longest:
        raise ScreenTooLong(f"{length} of {longest}")
    filled = [list(row) for row in rows if row]
    entities.sort(key=_offset)
    return Screen(text, entities, InlineKeyboardMarkup(inline_keyboard=filled) if filled else None)


def rendered(text: Text) -> tuple[str, list[MessageEntity]]:
    """Give what ``text.render()`` does, in one pass: screens are drawn all the time."""
    parts: list[str] = []
    entities: list[MessageEntity] = []
    _walk(text, 0, parts, entities)
    entities.sort(key=_offset)
    return "".join(parts), entities


def _walk(node: Node, start: int, parts: list[str], entities: list[MessageEntity]) -> int:
    """Give where the text ends, in UTF-16 code units."""
    if isinstance(node, str):
        parts.append(node)
        return start + _units(node)
    end = start
    for inner in node._body:  # noqa: SLF001 - its own iterator is a generator, which takes longer than the text
        end = _walk(inner, end, parts, entities)
    if node.type is not None:
        particulars = tuple(node._params.items())  # noqa: SLF001 - there is no door to them
        entities.append(_entity(node.type, start, end - start, particulars))
    return end


def _offset(entity: MessageEntity) -> int:
    return entity.offset


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


@lru_cache(REMEMBERED)
def _entity(kind: str, offset: int, length: int, particulars: tuple[tuple[str, Any], ...]) -> MessageEntity:
    return MessageEntity(type=kind, offset=offset, length=length, **dict(particulars))


def as_much_as_fits(make: Callable[[int], Screen], most: int) -> Screen:
    """Make a screen of so many things, or of fewer where a message does not hold them."""
    for number in range(most, 0, -1):
        with suppress(ScreenTooLong):
            return make(number)
    return make(0)


def joined(nodes: Iterable[Node], separator: str) -> Text:
    """Make one text, the separator between the parts."""
    parts: list[Node] = []
    for node in nodes:
        parts += (separator, node) if parts else (node,)
    return Text(*parts)


def fill(sentence: str, **nodes: Node) -> Text:
    """Give a sentence with its ``{placeholders}`` filled by formatted text."""
    parts: list[Node] = []
    for literal, field in _placed(sentence):
        if literal:
            parts.append(literal)
        if field is not None and nodes[field] != "":
            parts.append(nodes[field])
    return Text(*parts)


@lru_cache(REMEMBERED)
def _placed(sentence: str) -> tuple[tuple[str, str | None], ...]:
    return tuple((literal, field) for literal, field, _, _ in Formatter().parse(sentence))


def countdown(until: int, t: Texts) -> Text:
    """Write a moment (Unix milliseconds) that clients count down: "in 45 seconds"; older ones show the time."""
    seconds = until // 1000
    hours, minutes = seconds // 3600 % 24, seconds // 60 % 60
    plain = t("at {time} UTC", time=f"{hours:02}:{minutes:02}:{seconds % 60:02}")
    return DateTime(plain, unix_time=seconds, date_time_format="r")


def toast(text: str) -> str:
    """Cut a text to what an answer to a press may hold."""
    return text if len(text) <= LONGEST_TOAST else text[: LONGEST_TOAST - 1] + "…"


def short_line(text: str, longest: int) -> str:
    """Cut what a person wrote to one line of so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"
