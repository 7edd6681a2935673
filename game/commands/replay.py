from __future__ import annotations

from typing import TYPE_CHECKING

from game import record
from game.commands import lines

if TYPE_CHECKING:
    from typing import TextIO


def run(path: str, out: TextIO) -> int:
    """Write each record with its result, or its error."""
    return 0 if lines.each(path, out, _answer) else 1


def _answer(given: lines.JsonObject, _line: int) -> lines.JsonObject:
    """Put the result after the actions where it is missing, and leave everything else as it stands."""
    result = record.dump(record.load(given)).get("result")
    if result is None or "result" in given:
        return given
    filled: lines.JsonObject = {}
    for key, value in given.items():
        filled[key] = value
        if key == "actions":
            filled["result"] = result
    return filled
