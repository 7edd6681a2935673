from __future__ import annotations

from typing import TYPE_CHECKING

from game import record, shuffle
from game.commands import lines

if TYPE_CHECKING:
    from typing import TextIO


def run(path: str, out: TextIO) -> int:
    """Write for each record its line and that it is well, or its error."""
    return 0 if lines.each(path, out, _answer) else 1


def _answer(given: lines.JsonObject, line: int) -> lines.JsonObject:
    record.load(given)
    shuffle.check(given)
    return {"line": line, "ok": True}
