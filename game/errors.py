"""What the rules refuse: one family, so that a caller catches ``GameError`` and nothing else."""

from __future__ import annotations


class GameError(Exception):
    """An action, a table or a record that the rules do not allow; nothing has changed."""


class BadNotation(GameError):
    """Text that is no card, no action or no record."""


class BadRules(GameError):
    """Rules, a pack or a number of players that the game cannot be played with (rule 1)."""


class WrongPhase(GameError):
    """The action belongs to another part of the deal."""


class NotYourTurn(GameError):
    """The seat is not asked now, or has answered already."""


class IllegalCall(GameError):
    """A call that this seat may not make: an open one before looking, a blind one after (rule 6)."""


class IllegalCard(GameError):
    """A card not held, or one that may not be played, discarded or exchanged now (rules 11, 12, 15)."""


class TableFull(GameError):
    """No seat is left (rule 1)."""


class DealRunning(GameError):
    """Seats change between deals only."""
