r"""MarkdownV2 as the Bot API reads it. Offsets in errors are bytes of the UTF-8 text."""

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from bot.sandbox.entities.formatted import Formatted, units
from bot.sandbox.entities.links import link_entity
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.wire import Json

RESERVED = "_*[]()~`>#+-=|{}.!"
MARKS = {"*": "bold", "_": "italic", "__": "underline", "~": "strikethrough", "||": "spoiler"}
TITLES = {"text_link": "TextUrl", "pre": "Pre", "code": "Code"}
ESCAPABLE_UP_TO = 126


@dataclass(slots=True)
class Mark:
    kind: str
    sign: str
    offset: int
    at: int
    is_media: bool = False


@dataclass(slots=True)
class Reader:
    source: str
    at: int = 0
    out: list[str] = field(default_factory=list)
    written: int = 0
    open: list[Mark] = field(default_factory=list)
    entities: list[Json] = field(default_factory=list)
    quote: int | None = None

    def read(self) -> Formatted:
        while self.at < len(self.source):
            self._step()
        if self.quote is not None:
            self._end_quote(expandable=False)
        if self.open:
            last = self.open[-1]
            title = TITLES.get(last.kind, last.kind.capitalize())
            raise _error(f"Can't find end of {title} entity at byte offset {self._byte(last.at)}")
        return Formatted("".join(self.out), self.entities).in_order()

    def _byte(self, at: int) -> int:
        return len(self.source[:at].encode())

    def _write(self, text: str) -> None:
        self.out.append(text)
        self.written += units(text)

    def _starts(self, sign: str) -> bool:
        return self.source.startswith(sign, self.at)

    def _step(self) -> None:
        letter = self.source[self.at]
        line_start = self.at == 0 or self.source[self.at - 1] == "\n"
        following = self.source[self.at + 1 : self.at + 2]
        if letter == "\\" and following and 0 < ord(following) <= ESCAPABLE_UP_TO:
            self._write(following)
            self.at += 2
        elif line_start and self.quote is not None and letter != ">":
            self._end_quote(expandable=False)
        elif letter == "\r":
            self.at += 1
        elif letter == ">" and line_start and not self.open:
            self.quote = self.written if self.quote is None else self.quote
            self.at += 1
        elif letter == "`":
            self._code()
        elif letter == "]" and self.open and self.open[-1].kind == "text_link":
            self._end_link()
        elif letter == "[" or self._starts("!["):
            media = letter == "!"
            self.open.append(Mark("text_link", "[", self.written, self.at, media))
            self.at += 2 if media else 1
        elif letter in "*_~|":
            self._mark()
        elif letter in RESERVED:
            raise _error(f"Character '{letter}' is reserved and must be escaped with the preceding '\\'")
        else:
            self._take()

    def _take(self) -> None:
        self._write(self.source[self.at])
        self.at += 1

    def _mark(self) -> None:
        sign = next((two for two in ("__", "||") if self._starts(two)), self.source[self.at])
        inner = self.open[-1] if self.open else None
        if sign == "|":
            raise _error("Character '|' is reserved and must be escaped with the preceding '\\'")
        if inner and inner.sign == sign:
            self.open.pop()
            self._close(inner, {"type": MARKS[sign]})
        elif any(one.sign == sign for one in self.open):
            title = TITLES.get(inner.kind, inner.kind.capitalize()) if inner else ""
            begun = self._byte(inner.at) if inner else 0
            raise _error(f"Can't find end of {title} entity at byte offset {begun}")
        elif sign == "||" and self.quote is not None and self.source[self.at + 2 : self.at + 3] in {"", "\n"}:
            self.at += 2
            self._end_quote(expandable=True)
            return
        else:
            self.open.append(Mark(MARKS[sign], sign, self.written, self.at))
        self.at += len(sign)

    def _code(self) -> None:
        begin, fence = self.at, "```" if self._starts("```") else "`"
        kind = "pre" if fence == "```" else "code"
        self.at += len(fence)
        text = ""
        while not self._starts(fence):
            if self.at >= len(self.source):
                raise _error(f"Can't find end of {TITLES[kind]} entity at byte offset {self._byte(begin)}")
            if self.source[self.at] == "\\" and self.source[self.at + 1 : self.at + 2] in {"`", "\\"}:
                self.at += 1
            text += self.source[self.at]
            self.at += 1
        self.at += len(fence)
        entity: Json = {"type": kind}
        if kind == "pre":
            first, newline, rest = text.partition("\n")
            if newline and not any(letter.isspace() for letter in first):
                text = rest
                entity |= {"language": first} if first else {}
            text = text.removesuffix("\n")
        start = self.written
        self._write(text)
        self._add(start, entity)

    def _end_link(self) -> None:
        mark = self.open.pop()
        self.at += 1
        if not self._starts("("):
            raise _error("Can't find end of a URL at byte offset " + str(self._byte(self.at)))
        self.at += 1
        url = ""
        while not self._starts(")"):
            if self.at >= len(self.source):
                raise _error(f"Can't find end of a URL at byte offset {self._byte(mark.at)}")
            if self.source[self.at] == "\\":
                self.at += 1
            url += self.source[self.at : self.at + 1]
            self.at += 1
        self.at += 1
        self._close(mark, _media(url) if mark.is_media else link_entity(url))

    def _close(self, mark: Mark, entity: Json | None) -> None:
        if entity:
            self._add(mark.offset, entity)

    def _add(self, start: int, entity: Json) -> None:
        if self.written > start:
            self.entities.append(entity | {"offset": start, "length": self.written - start})

    def _end_quote(self, *, expandable: bool) -> None:
        start, self.quote = self.quote or 0, None
        self._add(start, {"type": "expandable_blockquote" if expandable else "blockquote"})


def parse_markdown(source: str) -> Formatted:
    return Reader(source).read()


def _media(url: str) -> Json:
    parts = urlsplit(url)
    query = parse_qs(parts.query)
    if parts.scheme == "tg" and parts.netloc == "emoji" and query.get("id", [""])[0].isdigit():
        return {"type": "custom_emoji", "custom_emoji_id": query["id"][0]}
    if parts.scheme == "tg" and parts.netloc == "time" and query.get("unix", [""])[0].isdigit():
        shape = query.get("format", [""])[0]
        return {"type": "date_time", "unix_time": int(query["unix"][0])} | (
            {"date_time_format": shape} if shape else {}
        )
    raise _error("Custom emoji URL is invalid")


def _error(why: str) -> ApiError:
    return bad_request(f"can't parse entities: {why}")
