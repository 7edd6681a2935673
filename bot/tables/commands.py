"""All that anybody can ask of a table: people's presses and words, timers, and what Telegram says of people and the group.

``number`` is the table's, ``deal`` and ``turn`` are those that a button or a timer was made for; any others make it stale.
Where ``number`` may be none, a typed command means the table that is there. ``admin`` is for the caller to find out, each
time anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from bot.tables.state import Book, CardsIn, TableRules
    from game.actions import Action
    from game.cards import Card


@dataclass(frozen=True, slots=True)
class Person:
    """Who presses or writes, as Telegram names them now."""

    id: str
    """The Telegram id as text."""
    name: str
    language: str = ""
    """Of their private chat, where it is known."""
    quiet: bool | None = None
    """Nothing may ring for them; none: as before."""
    cards_in: CardsIn | None = None
    """Where they look at their cards; none: as before."""


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table, or show the one that is there."""

    by: Person
    game: str
    language: str
    rules: TableRules
    seated: bool
    """Sit down at once: the bot may write to them, and they are no anonymous admin."""
    computers: int = 0
    """Computer players to begin with."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Of a person to whom the bot may write; in a running deal from the next one. Undoes :class:`Stand` in it."""

    by: Person
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Stand:
    """At once between deals; in one, when it is over."""

    by: Person
    number: int | None = None


@dataclass(frozen=True, slots=True)
class AddComputer:
    """By anybody seated, the owner and admins."""

    by: Person
    admin: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """By the owner and admins."""

    by: Person
    player: str
    admin: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class SetRule:
    """By the owner and admins, between deals; :mod:`bot.tables.agreement` knows the names and texts."""

    by: Person
    rule: str
    value: str
    admin: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class CutPack:
    """Add one's own text to the next shuffle; a second one takes the place of the first."""

    by: Person
    text: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class StartDeal:
    """The first by the owner and admins, or by the table's rule anybody seated; the others by anybody seated."""

    by: Person
    admin: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """One's own action in the deal. A look is good for the whole deal, anything else for its turn."""

    by: Person
    number: int
    deal: int
    turn: int
    action: Action


@dataclass(frozen=True, slots=True)
class Mark:
    """Choose a card for the exchange, or take it back."""

    by: Person
    number: int
    deal: int
    turn: int
    card: Card


@dataclass(frozen=True, slots=True)
class ExchangeMarked:
    """Exchange the cards chosen, as one action."""

    by: Person
    number: int
    deal: int
    turn: int


@dataclass(frozen=True, slots=True)
class Back:
    """Someone who was away plays on themselves."""

    by: Person
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """By the owner and admins, by anybody where nothing has happened for an hour."""

    by: Person
    admin: bool = False
    force: bool = False
    """In a running deal too: nothing of it counts."""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Divide:
    """Divide the pot that waits in the group among the players of its last deal; by one of them, or an admin.

    Not while a table of that game is open here.
    """

    by: Person
    game: str
    book: Book
    admin: bool = False


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The turn clock ran out."""

    number: int
    deal: int
    turn: int


@dataclass(frozen=True, slots=True)
class ComputerMove:
    """One decision of a computer player, or for somebody who is not there."""

    number: int
    deal: int
    turn: int


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The pause before the deal after ``deal`` is over."""

    number: int
    deal: int


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing was done for long: warn, and later close."""

    number: int


@dataclass(frozen=True, slots=True)
class Freshen:
    """The turn clock ran out while nobody could have played: the question is put for a full turn again.

    Or the clock of the machine was put back: what the table waits for comes as if it had been asked for now.
    """

    number: int


@dataclass(frozen=True, slots=True)
class Rename:
    """Somebody who may be seated goes by this name now."""

    by: Person


@dataclass(frozen=True, slots=True)
class Forget:
    """A person wants to be forgotten: they stand up, and their name goes from the table and its last deal."""

    player: str


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """The group speaks this language now."""

    language: str


@dataclass(frozen=True, slots=True)
class Left:
    """A player left the group or was banned from it."""

    player: str


@dataclass(frozen=True, slots=True)
class Unreachable:
    """The bot may not write to the player."""

    player: str


@dataclass(frozen=True, slots=True)
class Reachable:
    """It may again."""

    player: str


@dataclass(frozen=True, slots=True)
class Pause:
    """The bot may not write in the group or topic: nothing runs out."""


@dataclass(frozen=True, slots=True)
class Resume:
    """It may again."""


Command: TypeAlias = (
    Open
    | Sit
    | Stand
    | AddComputer
    | Remove
    | SetRule
    | CutPack
    | StartDeal
    | Act
    | Mark
    | ExchangeMarked
    | Back
    | Close
    | Divide
    | TimeUp
    | ComputerMove
    | NextDeal
    | Idle
    | Freshen
    | Rename
    | Forget
    | SetLanguage
    | Left
    | Unreachable
    | Reachable
    | Pause
    | Resume
)
