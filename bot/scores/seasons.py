"""Seasons that are over, as they stay readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from bot.scores.tally import Tally  # noqa: TC001 - msgspec reads the types of fields

if TYPE_CHECKING:
    from collections.abc import Sequence


class Transfer(Struct, frozen=True, array_like=True):
    """One player pays another."""

    payer: str
    payee: str
    amount: str
    """Decimal text, above 0."""


class Season(Struct, frozen=True):
    """One season from its first deal to the settling that ended it. Times are Unix milliseconds."""

    number: int
    since: int
    until: int
    deals: int
    transfers: tuple[Transfer, ...]
    tallies: dict[str, Tally]
    """By game or both, and player: ``both:123``."""
    names: dict[str, str]
    """By player, as they were called then."""


def transfers_in(changes: Sequence[tuple[str, int]]) -> tuple[Transfer, ...]:
    """Read the payments of a settling: its postings come in pairs, the payer's first. Players, not accounts."""
    pairs = zip(changes[::2], changes[1::2], strict=True)
    return tuple(Transfer(payer, payee, str(amount)) for (payer, amount), (payee, _) in pairs)
