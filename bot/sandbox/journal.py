from collections import deque
from dataclasses import asdict, dataclass, field

from bot.sandbox.wire import Json

KEPT = 100_000


@dataclass(slots=True)
class Entry:
    n: int
    at: float
    method: str
    params: Json
    status: int
    ok: bool
    error: str | None = None


@dataclass(slots=True)
class Journal:
    """Every call of the Bot API, in the order in which they were done with."""

    entries: deque[Entry] = field(default_factory=lambda: deque(maxlen=KEPT))
    last: int = 0

    def note(self, at: float, method: str, params: Json, status: int, error: str | None) -> None:
        self.last += 1
        self.entries.append(Entry(self.last, at, method, params, status, error is None, error))

    def after(self, n: int) -> Json:
        calls = [asdict(one) for one in self.entries if one.n > n]
        for call in calls:
            if call["error"] is None:
                del call["error"]
        return {"calls": calls, "next": self.last}
