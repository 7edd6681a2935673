"""HTML as the Bot API reads it. Offsets in errors are bytes of the UTF-8 text."""

from dataclasses import dataclass, field

from bot.sandbox.entities.formatted import Formatted, units
from bot.sandbox.entities.links import link_entity
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.wire import Json

SIMPLE = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
SPACES = " \t\r\n\0\v\f"
LAST_CHARACTER = 0x10FFFF


@dataclass(slots=True)
class Tag:
    name: str
    attributes: dict[str, str]
    offset: int
    """Where its text begins, in UTF-16 code units."""
    at: int
    """Where the tag stood in what was sent."""


@dataclass(slots=True)
class Reader:
    source: str
    at: int = 0
    out: list[str] = field(default_factory=list)
    written: int = 0
    open: list[Tag] = field(default_factory=list)
    entities: list[Json] = field(default_factory=list)

    def read(self) -> Formatted:
        while self.at < len(self.source):
            letter = self.source[self.at]
            if letter == "<" and self.source[self.at + 1 : self.at + 2] == "/":
                self._end_tag()
            elif letter == "<":
                self._start_tag()
            elif letter == "&":
                self._write(self._character())
            else:
                self._write(letter)
                self.at += 1
        if self.open:
            raise _error(f'Can\'t find end tag corresponding to start tag "{self.open[-1].name}"')
        return Formatted("".join(self.out), _merge_code(self.entities)).in_order()

    def _write(self, text: str) -> None:
        self.out.append(text)
        self.written += units(text)

    def _byte(self, at: int) -> int:
        return len(self.source[:at].encode())

    def _peek(self) -> str:
        return self.source[self.at] if self.at < len(self.source) else ""

    def _skip_spaces(self) -> None:
        while self._peek() and self._peek() in SPACES:
            self.at += 1

    def _until(self, stops: str) -> str:
        start = self.at
        while self._peek() and self._peek() not in stops:
            self.at += 1
        return self.source[start : self.at]

    def _character(self) -> str:
        """Read a character reference; what is none stands for itself."""
        end = self.source.find(";", self.at, self.at + 12)
        name = self.source[self.at + 1 : end] if end > 0 else ""
        letter = NAMED.get(name) or _numbered(name)
        if letter is None:
            self.at += 1
            return "&"
        self.at = end + 1
        return letter

    def _start_tag(self) -> None:
        begin = self.at
        self.at += 1
        name = self._until(SPACES + ">").lower()
        if not self._peek():
            raise _error(f"Unclosed start tag at byte offset {self._byte(begin)}")
        if name not in SIMPLE:
            raise _error(f'Unsupported start tag "{name}" at byte offset {self._byte(begin)}')
        attributes: dict[str, str] = {}
        self._skip_spaces()
        while self._peek() != ">":
            self._attribute(name, begin, attributes)
            self._skip_spaces()
        self.at += 1
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise _error(f'Tag "span" must have class "tg-spoiler" at byte offset {self._byte(begin)}')
        self.open.append(Tag(name, attributes, self.written, begin))

    def _attribute(self, tag: str, begin: int, attributes: dict[str, str]) -> None:
        name = self._until(SPACES + "=>/\"'").lower()
        if not self._peek():
            raise _error(f"Unclosed start tag at byte offset {self._byte(begin)}")
        if not name:
            raise _error(f'Empty attribute name in the tag "{tag}" at byte offset {self._byte(begin)}')
        self._skip_spaces()
        attributes[name] = ""
        if self._peek() != "=":
            return
        self.at += 1
        self._skip_spaces()
        quote = self._peek()
        if quote and quote in "\"'":
            self.at += 1
            attributes[name] = self._quoted(quote, begin)
            return
        start = self.at
        while self._peek() and ((self._peek().isascii() and self._peek().isalnum()) or self._peek() in ".-"):
            self.at += 1
        attributes[name] = self.source[start : self.at].lower()
        if not self._peek() or self._peek() not in SPACES + ">":
            raise _error(f"Unexpected end of name token at byte offset {self._byte(start)}")

    def _quoted(self, quote: str, begin: int) -> str:
        value = ""
        while (letter := self._peek()) != quote:
            if not letter:
                raise _error(f"Unclosed start tag at byte offset {self._byte(begin)}")
            if letter == "&":
                value += self._character()
            else:
                value += letter
                self.at += 1
        self.at += 1
        return value

    def _end_tag(self) -> None:
        begin = self.at
        if not self.open:
            raise _error(f"Unexpected end tag at byte offset {self._byte(begin)}")
        self.at += 2
        name = self._until(SPACES + ">").lower()
        self._skip_spaces()
        if self._peek() != ">":
            raise _error(f"Unclosed end tag at byte offset {self._byte(begin)}")
        self.at += 1
        tag = self.open.pop()
        if name and name != tag.name:
            raise _error(
                f'Unmatched end tag at byte offset {self._byte(begin)}, expected "</{tag.name}>", found "</{name}>"'
            )
        if self.written > tag.offset and (entity := self._entity(tag)):
            self.entities.append(entity | {"offset": tag.offset, "length": self.written - tag.offset})

    def _entity(self, tag: Tag) -> Json | None:
        kind = SIMPLE[tag.name]
        if kind == "text_link":
            return link_entity(tag.attributes.get("href") or self._text_since(tag.offset))
        if kind == "custom_emoji":
            number = tag.attributes.get("emoji-id", "")
            if not number.isdigit():
                raise _error("Invalid custom emoji identifier specified")
            return {"type": kind, "custom_emoji_id": number}
        if kind == "date_time":
            moment = tag.attributes.get("unix", "")
            if not moment.isdigit():
                raise _error(
                    f'Tag "tg-time" must have a valid attribute "unix" at byte offset {self._byte(tag.at)}'
                )
            shape = tag.attributes.get("format")
            return {"type": kind, "unix_time": int(moment)} | ({"date_time_format": shape} if shape else {})
        if kind == "blockquote" and "expandable" in tag.attributes:
            return {"type": "expandable_blockquote"}
        language = tag.attributes.get("class", "")
        if kind == "code" and language.startswith("language-"):
            return {"type": kind, "language": language.removeprefix("language-")}
        return {"type": kind}

    def _text_since(self, offset: int) -> str:
        raw = "".join(self.out).encode("utf-16-le")
        return raw[offset * 2 :].decode("utf-16-le")


def parse_html(source: str) -> Formatted:
    return Reader(source).read()


def _numbered(name: str) -> str | None:
    if not name.startswith("#"):
        return None
    digits, base = (name[2:], 16) if name[1:2] in {"x", "X"} else (name[1:], 10)
    try:
        number = int(digits, base)
    except ValueError:
        return None
    return chr(number) if 0 < number <= LAST_CHARACTER and not 0xD800 <= number <= 0xDFFF else None  # noqa: PLR2004 - no halves of pairs


def _merge_code(entities: list[Json]) -> list[Json]:
    """Make one entity of code that fills a pre, keeping its language; a language elsewhere means nothing."""
    spans = {(one["offset"], one["length"]): one for one in entities if one["type"] == "pre"}
    merged = []
    for one in entities:
        if one["type"] == "code":
            around = spans.get((one["offset"], one["length"]))
            language = one.pop("language", None)
            if around is not None:
                if language:
                    around["language"] = language
                continue
        merged.append(one)
    return merged


def _error(why: str) -> ApiError:
    return bad_request(f"can't parse entities: {why}")
