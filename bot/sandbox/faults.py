from dataclasses import dataclass, field
from http import HTTPStatus

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from bot.sandbox.errors import SimError
from bot.sandbox.wire import Json


@with_config(ConfigDict(extra="forbid"))
@dataclass(slots=True, kw_only=True)
class Fault:
    """Something that goes wrong with calls of the Bot API: exactly one way, for some calls."""

    method: str | None = None
    """Any method when it is not given."""
    chat: int | None = None
    count: int | None = 1
    """How many calls it hits; None is all until the faults are cleared."""
    skip: int = 0
    """How many matching calls pass first."""
    status: HTTPStatus | None = None
    """Answer with this HTTP status instead of carrying the call out."""
    description: str | None = None
    retry_after: int | None = None
    """Answer 429 with these seconds."""
    delay: float | None = None
    """Carry the call out after these seconds."""
    drop: bool = False
    """Cut the connection; the call is not carried out."""
    drop_after: bool = False
    """Carry the call out, then cut the connection."""
    hang: bool = False
    """Never answer; the call is not carried out."""
    garbage: bool = False
    """Answer 502 with an HTML page; the call is not carried out."""
    garbage_after: bool = False
    """Carry the call out and answer 200 with what is no JSON."""
    lost: bool = False
    """An ephemeral message is taken, but never arrives."""
    reverse: bool = False
    """Hand out a batch of updates last one first (getUpdates)."""

    def ways(self) -> int:
        whether = (
            self.drop,
            self.drop_after,
            self.hang,
            self.garbage,
            self.garbage_after,
            self.lost,
            self.reverse,
        )
        return sum(whether) + sum(one is not None for one in (self.status, self.retry_after, self.delay))


_FAULT = TypeAdapter(Fault)


@dataclass(slots=True)
class Faults:
    waiting: list[Fault] = field(default_factory=list)

    def add(self, wish: Json) -> None:
        try:
            fault = _FAULT.validate_python(wish)
        except ValidationError as error:
            raise SimError(f"no such fault: {error.errors()[0]['loc']} {error.errors()[0]['msg']}") from error
        if fault.ways() != 1:
            raise SimError("a fault goes wrong in exactly one way")
        self.waiting.append(fault)

    def take(self, method: str, chat: int | None) -> Fault | None:
        """Return the fault that hits this call, counting it."""
        for fault in self.waiting:
            if fault.method is not None and fault.method.lower() != method.lower():
                continue
            if fault.chat is not None and fault.chat != chat:
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            if fault.count is not None:
                fault.count -= 1
                if fault.count <= 0:
                    self.waiting.remove(fault)
            return fault
        return None
