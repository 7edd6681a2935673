"""What a command is decided from, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct

from bot.tables.state import Book, Pot, Table

if TYPE_CHECKING:
    from bot.store.bookings import Booking
    from game.events import Event

Waiting: TypeAlias = Mapping[tuple[Book, str], Pot]
"""Pots by book and game that wait in the group for its next table."""


@dataclass(frozen=True, slots=True)
class Context:
    """The world at the moment of a decision."""

    now: int
    """Unix milliseconds."""
    seed: bytes = field(repr=False)
    """32 fresh random bytes, for the shuffle after the next."""
    waiting: Waiting = field(default_factory=dict)
    computer_delay: int = 1500
    """Milliseconds a computer takes for a decision."""
    maintenance: bool = False
    """No new deal begins."""
    first_number: int = 1
    """Of a table where none is known to have been."""


class Said(Enum):
    """What was done, for the answer to a press; in brackets the fields of :class:`Reply` that go with it."""

    NOTHING = "nothing"
    """There was nothing to do; nothing to tell."""
    REPEATED = "repeated"
    """This update has been handled before."""
    VOID = "void"
    """A timer of another turn."""
    OPENED = "opened"
    """A new table; whether its opener sits is in the table."""
    SHOWN = "shown"
    """A table is open already: show that one."""
    SEATED = "seated"
    SEATED_NEXT = "seated next"
    """Plays from the next deal."""
    SEATED_ALREADY = "seated already"
    STOOD = "stood"
    STANDS_AFTER = "stands after"
    """Stands up after the running deal."""
    COMPUTER_ADDED = "computer added"
    """(player)"""
    REMOVED = "removed"
    """(player)"""
    REMOVED_AFTER = "removed after"
    """(player) After the running deal."""
    RULE_SET = "rule set"
    """(rule)"""
    PACK_CUT = "pack cut"
    DEALT = "dealt"
    LOOKED = "looked"
    MOVED = "moved"
    """(events)"""
    MARKED = "marked"
    """(marked)"""
    BACK = "back"
    CLOSED = "closed"
    WARNED = "warned"
    """An idle table was told that it closes."""
    DIVIDED = "divided"
    """(shares, rest)"""


class Reply(Struct, frozen=True):
    """What to answer; ``table`` is the state after it."""

    said: Said
    table: Table | None = None
    player: str = ""
    rule: str = ""
    marked: int = 0
    """How many cards are chosen for the exchange now."""
    events: tuple[Event, ...] = ()
    shares: tuple[tuple[str, int], ...] = ()
    """By player, in whole units."""
    rest: int = 0


class Reason(Enum):
    """Why something was refused; in brackets the fields of :class:`Refusal` that go with it."""

    NO_TABLE = "no table"
    """None is open here."""
    STALE = "stale"
    """A button of another table, deal or turn."""
    DEAL_RUNNING = "deal running"
    """Only between deals."""
    TABLE_FULL = "table full"
    """(limit)"""
    TOO_FEW = "too few"
    """(limit) Players to start with."""
    NO_PERSON = "no person"
    """Computers do not play among themselves."""
    NOT_SEATED = "not seated"
    NOT_DEALT_IN = "not dealt in"
    """Plays from the next deal."""
    STOOD_UP = "stood up"
    """Has left the deal and is played for."""
    NOT_OWNER = "not owner"
    """For the owner of the table and admins."""
    NOT_AT_TABLE = "not at table"
    """That player does not sit here."""
    COMPUTERS_OFF = "computers off"
    UNKNOWN_GAME = "unknown game"
    BAD_RULE = "bad rule"
    """(rule)"""
    BAD_CUT = "bad cut"
    """(limit) Empty text, or longer than so many characters."""
    TOO_MANY_MARKED = "too many marked"
    """(limit) No more cards may be exchanged."""
    TABLE_OPEN = "table open"
    """The pot belongs to a table that is open."""
    NOTHING_TO_DIVIDE = "nothing to divide"
    MAINTENANCE = "maintenance"
    """The operator lets no new deal begin for a while."""
    NOTHING_TO_SETTLE = "nothing to settle"
    POT_ON_TABLE = "pot on table"
    """An open table holds money of the group: it is to be closed before accounts are settled."""
    SCORE_MOVED = "score moved"
    """Something has been booked since this was proposed."""
    NOT_CONCERNED = "not concerned"
    """Neither pays nor is paid."""
    BUSY = "busy"
    """So many at once that it was not this one's turn: try again."""


class Refusal(Exception):
    """The command is not allowed now; nothing has changed."""

    def __init__(self, reason: Reason, *, limit: int = 0, rule: str = "") -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.limit = limit
        self.rule = rule


class Decision(Struct, frozen=True):
    """What is to be kept, all of it or nothing."""

    table: Table | None
    reply: Reply
    bookings: tuple[Booking, ...] = ()
    waiting: Waiting = msgspec.field(default_factory=dict)
    """Those that change; an empty pot waits no more."""
    archive: str | None = None
    """The record of a deal that was played to its end, as JSON."""
    wake_at: int | None = None
    """Unix milliseconds: when the table next has something to do by itself."""
