"""What tricks are worth to a player, in money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.rules import Prize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.view import View

_QUARTERS = 4
_MAJORITY = 3


@dataclass(frozen=True, slots=True)
class Stakes:
    """The payouts and penalties that one player looks at, the penalties as if open; whole units."""

    payouts: tuple[float, ...]
    """What each number of tricks earns, from none, less the part of a penalty that the others will share."""
    unopposed: int

    @classmethod
    def of(cls, view: View, *, caller: bool) -> Stakes:
        limit, pot, variant = view.rules.penalty_limit, view.pot, view.variant
        prize = pot // view.round if variant.prize is Prize.MAJORITY else pot
        payouts: list[float] = []
        lost = 1 - 1 / len(view.seats)
        for tricks in range(variant.hand_size + 1):
            if variant.prize is Prize.QUARTERS:
                earned = tricks * (pot // _QUARTERS)
            else:
                earned = prize if tricks >= _MAJORITY else 0
            penalty = 0
            if tricks == 0:
                penalty = pot * (2 if caller else 1)
            elif caller and tricks < variant.duty:
                penalty = pot
            payouts.append(earned - lost * (penalty if limit is None else min(limit, penalty)))
        taken = 0 if view.seat is None else view.seats[view.seat].tricks
        return cls(tuple(payouts[taken:]), prize)

    def value(self, spread: Sequence[float]) -> float:
        """Tell what a distribution of further tricks is worth on average."""
        return sum(chance * payout for chance, payout in zip(spread, self.payouts, strict=False))
