"""Records as lines of JSON, read with distrust and written in one style."""

from __future__ import annotations

import json
import math
import sys
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final

from game.errors import BadNotation, GameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

MOST_DIGITS: Final = 200_000
"""Of a number in a record. Pots without a limit grow fast, but reading takes time with the square of the length."""
_WRITTEN_DIGITS: Final = MOST_DIGITS + 1_000
_BOM: Final = b"\xef\xbb\xbf"

JsonObject = dict[str, object]


def encode(value: object, *, sort_keys: bool = False) -> str:
    """Give the value as compact JSON, all ASCII. Raises :class:`BadNotation` for a number that has outgrown all bounds."""
    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False, sort_keys=sort_keys)
    except ValueError:
        raise BadNotation("a number has outgrown all bounds") from None


def long_numbers() -> None:
    """Let this process read and write numbers far beyond the digits that Python allows by default."""
    sys.set_int_max_str_digits(_WRITTEN_DIGITS)


def each(path: str, out: TextIO, answer: Callable[[JsonObject, int], JsonObject]) -> bool:
    """Write the answer to each record and its line, or the error in its place; false where there was one.

    Raises :class:`OSError` for a file that cannot be read.
    """
    long_numbers()
    well = True
    with _opened(path) as stream:
        for line, text in _records(stream):
            try:
                written = encode(answer(_decode(text), line))
            except GameError as error:
                written = encode({"error": str(error), "line": line})
                well = False
            except RecursionError:
                written = encode({"error": "nested too deeply", "line": line})
                well = False
            out.write(written + "\n")
    return well


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    if path != "-":
        with open(path, "rb") as stream:  # noqa: PTH123 - a name as it was typed
            yield stream
    elif sys.stdin is None:
        raise OSError(0, "standard input is closed", "-")
    else:
        yield sys.stdin.buffer


def _records(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank with their numbers; a single record over several lines counts as one."""
    numbered = enumerate(stream, 1)
    clean = ((number, line.removeprefix(_BOM) if number == 1 else line) for number, line in numbered)
    lines = ((number, line) for number, line in clean if line.strip())
    for number, line in lines:
        if _opens(line):
            rest = list(lines)
            spread = b"".join([line, *(following for _, following in rest)])
            if _reads(spread):
                yield number, spread
            else:
                yield number, line
                yield from rest
        else:
            yield number, line
            yield from lines


def _opens(line: bytes) -> bool:
    """Whether the line may be the first of several that hold one record."""
    return line.lstrip().startswith(b"{") and not _reads(line)


def _reads(text: bytes) -> bool:
    try:
        _decode(text)
    except (BadNotation, RecursionError):
        return False
    return True


def _decode(text: bytes) -> JsonObject:
    try:
        value = json.loads(
            text.decode(),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_constant,
        )
    except UnicodeDecodeError:
        raise BadNotation("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadNotation(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    if not isinstance(value, dict):
        raise BadNotation("a record is a JSON object")
    return value


def _object(pairs: list[tuple[str, object]]) -> JsonObject:
    read = dict(pairs)
    if len(read) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in read if keys.count(key) > 1)
        raise BadNotation(f"a key stands twice: {twice[:20]!r}")
    return read


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BadNotation(f"a number of more than {MOST_DIGITS} digits")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise BadNotation(f"a number too large: {digits[:20]}")
    return number


def _constant(name: str) -> float:
    raise BadNotation(f"not JSON: {name} is no number")
