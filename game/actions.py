"""What a seat can do. Actions are values; the ones without choice exist once, the ones with a card once a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from game.cards import Card


@dataclass(frozen=True, slots=True)
class Look:
    """Turn up one's own hand (rule 5)."""


@dataclass(frozen=True, slots=True)
class Call:
    """The open call, frap or khrap (rule 6)."""


@dataclass(frozen=True, slots=True)
class Blind:
    """The blind call (rule 6)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """In bidding and in whisting (rules 6 and 9)."""


@dataclass(frozen=True, slots=True)
class Whist:
    """Rule 9."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Discard these and draw as many (rule 11); the cards in ascending order, each once."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut in (rule 13)."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Do not cut in (rule 13)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The first cutter takes the indicator and one card less from the stock, or leaves it (rule 13)."""

    trump: bool


@dataclass(frozen=True, slots=True)
class Discard:
    """The one card too many of the blind caller (rule 10) or a cutter (rule 13)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Play:
    """A card to the trick (rule 15)."""

    card: Card


Action: TypeAlias = Look | Call | Blind | Pass | Whist | Exchange | Cut | Decline | Draw | Discard | Play

LOOK: Final = Look()
CALL: Final = Call()
BLIND: Final = Blind()
PASS: Final = Pass()
WHIST: Final = Whist()
CUT: Final = Cut()
DECLINE: Final = Decline()
DRAW_TRUMP: Final = Draw(trump=True)
DRAW_STOCK: Final = Draw(trump=False)
DISCARDS: Final = tuple(Discard(Card(number)) for number in range(52))
PLAYS: Final = tuple(Play(Card(number)) for number in range(52))
