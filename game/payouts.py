"""What the tricks earn and what failing costs, in both games (rules 14, 16, 17 and the payouts of each)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.rules import BlindPenalty, Prize, Rules, Variant

if TYPE_CHECKING:
    from game.contract import Contract

_SHORT_AT_ACE: Final = 3
# Multiples of the pot for a caller with no trick, and for one short of the duty with at least one.
_OPEN: Final = (2, 1)
_BLIND: Final = {BlindPenalty.BOOK: (2, 4), BlindPenalty.DOUBLED: (4, 2)}
_QUARTER: Final = 4
DEFENDER_DUTY: Final = 1
"""Tricks that a whister or a cutter must take (rule 16)."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Whole units; one figure a seat."""

    prizes: tuple[int, ...]
    penalties: tuple[int, ...]
    pot: int
    """What is left for the next deal."""


def settle(
    variant: Variant,
    rules: Rules,
    contract: Contract | None,
    tricks: tuple[int, ...],
    pot: int,
    *,
    ace: bool,
) -> Settlement:
    """Share the pot out and fill it again.

    ``contract`` is none where all passed, ``tricks`` one number a seat, ``pot`` as it stood before;
    ``ace`` tells whether the indicator at the call was one.
    """
    prizes = [0] * len(tricks)
    penalties = [0] * len(tricks)
    if contract is not None and not contract.opposed:
        prizes[contract.caller] = pot if variant.prize is Prize.QUARTERS else _majority(contract, pot)
    elif contract is not None:
        prizes = [_prize(variant, contract, taken, pot) for taken in tricks]
        for seat in contract.players:
            multiple = _multiple(variant, rules, contract, seat, tricks[seat], ace=ace)
            penalties[seat] = _limited(rules, multiple * pot)
    return Settlement(tuple(prizes), tuple(penalties), pot - sum(prizes) + sum(penalties))


def duty(variant: Variant, contract: Contract, seat: int) -> int:
    """Tricks this seat must take: 0 for one that is not in the game (rule 16)."""
    if seat == contract.caller:
        return variant.duty
    return DEFENDER_DUTY if seat in contract.whisters or seat in contract.cutters else 0


def _prize(variant: Variant, contract: Contract, taken: int, pot: int) -> int:
    match variant.prize:
        case Prize.QUARTERS:
            return taken * (pot // _QUARTER)
        case Prize.MAJORITY:
            return _majority(contract, pot) if 2 * taken > variant.hand_size else 0


def _majority(contract: Contract, pot: int) -> int:
    return pot if contract.round == 1 else pot // 2


def _multiple(variant: Variant, rules: Rules, contract: Contract, seat: int, taken: int, *, ace: bool) -> int:
    """How many pots this seat owes (rule 17)."""
    if taken >= duty(variant, contract, seat):
        return 0
    if seat != contract.caller:
        return 1
    if contract.blind and taken and ace:
        return _SHORT_AT_ACE
    none, short = _BLIND[rules.blind_penalty] if contract.blind else _OPEN
    return short if taken else none


def _limited(rules: Rules, penalty: int) -> int:
    return penalty if rules.penalty_limit is None else min(penalty, rules.penalty_limit)
