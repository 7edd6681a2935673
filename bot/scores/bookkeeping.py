"""The words of the ledger: kinds of bookings, and the names of the accounts that money moves between."""

from __future__ import annotations

from typing import Final

DEAL: Final = "deal"
TAKE: Final = "take"
"""A table takes up the pot that waits."""
LEAVE: Final = "leave"
"""A table leaves its pot to wait."""
DIVIDE: Final = "divide"
SETTLE: Final = "settle"
CORRECT: Final = "correct"

_ON_TABLE: Final = "table:"
_WAITING: Final = "pot:"


def account(player: str) -> str:
    """Name a player's account; people and computers are told apart."""
    return f"c:{player[1:]}" if player.startswith("c") else f"p:{player}"


def waiting_account(game: str) -> str:
    """Name the pot that waits in the group for the next table of the game."""
    return f"{_WAITING}{game}"


def table_account(thread: int, number: int) -> str:
    """Name the pot that lies on an open table."""
    return f"{_ON_TABLE}{thread}:{number}"


def player_of(account: str) -> str:
    """Give the player whose account this is; empty for a pot's."""
    kind, _, number = account.partition(":")
    return {"p": number, "c": f"c{number}"}.get(kind, "")


def person_of(account: str) -> str:
    """Give the person whose account this is; empty for a computer's and a pot's."""
    kind, _, number = account.partition(":")
    return number if kind == "p" else ""


def lies_on_table(account: str) -> bool:
    return account.startswith(_ON_TABLE)


def is_pot(account: str) -> bool:
    """Whether it is a pot's, wherever that lies."""
    return account.startswith((_ON_TABLE, _WAITING))
