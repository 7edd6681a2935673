"""What the doctor says of one thing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Grade(Enum):
    GOOD = "ok"
    DOUBTFUL = "look"
    BAD = "MEND"


@dataclass(frozen=True, slots=True)
class Finding:
    grade: Grade
    what: str
    mend: str = ""
    """What to do about it."""

    @property
    def fatal(self) -> bool:
        return self.grade is Grade.BAD

    def line(self) -> str:
        return f"{self.grade.value:4}  {self.what}" + (f"\n      -> {self.mend}" if self.mend else "")


Findings: TypeAlias = AsyncIterator[Finding]


def good(what: str) -> Finding:
    return Finding(Grade.GOOD, what)


def doubtful(what: str, mend: str) -> Finding:
    return Finding(Grade.DOUBTFUL, what, mend)


def bad(what: str, mend: str) -> Finding:
    return Finding(Grade.BAD, what, mend)
