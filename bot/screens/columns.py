"""Figures of equal width, to stand in a monospaced column before what they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

PAD: Final = "\N{NO-BREAK SPACE}"


def column(amounts: Iterable[str]) -> list[str]:
    """Pad figures to equal width."""
    figures = list(amounts)
    widest = max(map(len, figures), default=0)
    return [amount.rjust(widest, PAD) for amount in figures]
