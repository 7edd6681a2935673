"""A table of a group as it is kept: who sits there, by which rules, and the deal on it.

The deal stands in it as its record (docs/deal-record.md), its only serialised form. What messages show a table is not part
of it: that is kept by whoever shows them.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from msgspec import Struct

from bot.scores.records import Feat  # noqa: TC001 - msgspec reads the types of fields
from game.rules import BlindPenalty

SCHEMA: Final = 1


class TableKey(NamedTuple):
    """Where a table stands: one a topic.

    ``group`` is the id under which the group was first met, which it keeps here when Telegram gives it another; ``thread``
    is 0 outside topics and in General. A person's own chat with the bot, whose id is theirs and positive, holds their
    practice table.
    """

    group: int
    thread: int

    @property
    def practice(self) -> bool:
        """Only one person plays there, against computers; its books are kept apart like those of any other place."""
        return self.group > 0


class Phase(Enum):
    """What a table is doing."""

    LOBBY = "lobby"
    """Open, nothing dealt yet."""
    DEAL = "deal"
    PAYOUT = "payout"
    """Between deals; the last one lies open."""
    CLOSED = "closed"


class Ending(Enum):
    """Why a table was closed."""

    ASKED = "asked"
    """Somebody who may closed it."""
    FORCED = "forced"
    """So, in a running deal, of which nothing counts."""
    IDLE = "idle"
    EMPTY = "empty"
    """No person was left at it."""


class Starter(Enum):
    """Who may start the first deal."""

    OWNER = "owner"
    """The owner of the table and the group's admins."""
    SEATED = "seated"


class Book(Enum):
    """Two sets of accounts: money among people never mixes with a deal in which a computer sat."""

    PEOPLE = "people"
    COMPUTERS = "computers"


class CardsIn(Enum):
    """Where a person looks at their cards; the private chat always has them in the end."""

    PRIVATE = "private"
    GROUP = "group"
    """As long as they are seen there, the private chat is left alone."""
    BOTH = "both"


class TableRules(Struct, frozen=True):
    """What the table has agreed on; binds from the next deal. Money in whole units, times in seconds."""

    ante: int = 5
    pack: int = 36
    """For five and six players (rule 1)."""
    blind_penalty: BlindPenalty = BlindPenalty.BOOK
    penalty_limit: str | None = None
    """Decimal text: it may outgrow 64 bits."""
    clock: int | None = 60
    """For one decision; none: no clock."""
    computers: bool = True
    """Whether computer players may be added."""
    strength: str = "steady"
    """Which computer player, a name of ``game.players``."""
    next_deal: int | None = None
    """Pause before the next deal starts by itself; none: somebody presses."""
    starter: Starter = Starter.OWNER


class Seat(Struct, frozen=True):
    """A place at the table, taken."""

    player: str
    """A person's Telegram id as text, or ``c1``, ``c2`` for computers."""
    name: str
    """As last seen; for a computer a word that the screens translate."""
    language: str = ""
    """Of a person's private chat; empty: the table's."""
    computer: bool = False
    missed: int = 0
    """Turns run out in a row (a person's)."""
    away: bool = False
    """Played for at once until they say they are back."""
    leaving: bool = False
    """Stands up when the deal is over."""
    unreachable: bool = False
    """The bot may not write to them at present."""
    quiet: bool = False
    """Nothing rings for them."""
    cards_in: CardsIn = CardsIn.BOTH


class Pot(Struct, frozen=True):
    """What lies in the pot between deals, and for whom."""

    amount: str = "0"
    """Decimal text."""
    prepaid: tuple[str, ...] = ()
    """Whose ante for the next deal is in it already (rules 3 and 8)."""
    players: tuple[str, ...] = ()
    """Of the last deal."""
    since: int = 0
    """When that deal ended, Unix seconds."""


class Table(Struct, frozen=True):
    """Everything about one table. Times are Unix milliseconds."""

    group: int
    thread: int
    number: int
    """Counts the tables of this place; buttons of an earlier one are stale."""
    game: str
    owner: str
    language: str
    phase: Phase
    opened: int
    touched: int
    """When a person last did something here."""
    seats: tuple[Seat, ...] = ()
    """Clockwise."""
    rules: TableRules = TableRules()
    dealer: str | None = None
    """Who dealt the last deal, or deals this one."""
    next_dealer: int | None = None
    """The seat where the next dealer is looked for; none before the first lot (rule 2)."""
    people_pot: Pot = Pot()
    computer_pot: Pot = Pot()
    took: tuple[Book, ...] = ()
    """The books whose waiting pot this table has taken over."""
    deal_number: int = 0
    """Counts the deals of the table, the one running or last included."""
    book: Book = Book.PEOPLE
    """Of the deal running or last."""
    deal: str | None = None
    """The record of the deal running or last, as JSON; in a running one the proof of the shuffle is secret."""
    names: tuple[tuple[str, str], ...] = ()
    """Of those in that deal, by player: they may have left since."""
    seed: str = ""
    """Hex; secret: of the next deal while none runs. Its commitment is public."""
    cuts: tuple[tuple[str, str], ...] = ()
    """What players added to the next shuffle, in order."""
    marks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Cards a player has chosen to exchange and not yet confirmed."""
    deadline: int | None = None
    """When the turn clock of the running turn runs out."""
    computer_at: int | None = None
    """When the computer or away player to act does so."""
    next_deal_at: int | None = None
    closes_at: int | None = None
    """When it closes unless somebody does something: it has been idle, and has been told."""
    ending: Ending | None = None
    """Why it was closed."""
    paused: bool = False
    """The bot may not write here: nothing runs out."""
    waits: tuple[tuple[Book, Pot], ...] = ()
    """Pots of this game that wait in the group, as they were when the table was opened, and when it was closed."""
    feat: Feat | None = None
    """A record that the last deal has broken; set by the commit that ended it, which alone knows."""
    schema: int = SCHEMA

    def __repr__(self) -> str:
        """Without the seed and the deal: neither belongs in a log."""
        return f"Table({self.group}:{self.thread} {self.number}, {self.phase.value})"

    @property
    def key(self) -> TableKey:
        return TableKey(self.group, self.thread)

    def seat(self, player: str) -> Seat | None:
        for seat in self.seats:  # the loop is faster than a generator, and this is asked all the time
            if seat.player == player:
                return seat
        return None
