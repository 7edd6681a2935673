"""The records of a group, and the line that tells of one just broken."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace


class Best(Struct, frozen=True):
    """The most there has been of something."""

    amount: str = "0"
    player: str = ""
    """None where it is the whole table's."""
    game: str = ""
    at: int = 0
    """Unix milliseconds."""


class Records(Struct, frozen=True):
    """Of one book of a group."""

    pot: Best = Best()
    """The most taken from a pot in one deal."""
    thrown: Best = Best()
    """The most deals of a game thrown in one after another."""
    blinds: Best = Best()
    """The most blind calls kept in one evening."""
    evening: Best = Best()
    """The most won in an evening that is over."""


class Kind(Enum):
    """Which record: a field of :class:`Records`, the worthiest first."""

    EVENING = "evening"
    POT = "pot"
    BLINDS = "blinds"
    THROWN = "thrown"


class Feat(Struct, frozen=True):
    """A record broken in a deal."""

    kind: str
    """A value of :class:`Kind`."""
    amount: str
    before: str
    """What the record was."""
    player: str = ""
    name: str = ""


def best(records: Records, kind: Kind) -> Best:
    found: Best = getattr(records, kind.value)
    return found


def beaten(records: Records, kind: Kind, amount: int, player: str, game: str, at: int) -> Records:
    """Put a new best in the place of the old one, if it is better."""
    if amount <= int(best(records, kind).amount):
        return records
    return replace(records, **{kind.value: Best(str(amount), player, game, at)})


def feat(before: Records, after: Records) -> Feat | None:
    """Tell the worthiest record broken. A group's first is none: there was nothing to break."""
    for kind in Kind:
        old, new = best(before, kind), best(after, kind)
        if old != new and int(old.amount) > 0:
            return Feat(kind.value, new.amount, old.amount, new.player)
    return None
