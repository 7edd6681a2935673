"""Who pays whom, in the fewest payments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.scores.seasons import Transfer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MOST_EXACT: Final = 12
"""Players who owe or are owed, up to whom the fewest payments are found for certain."""


def owed(balances: Mapping[str, int], pots: Iterable[tuple[int, tuple[str, ...]]]) -> dict[str, int]:
    """Tell what each player is owed, or owes below zero.

    ``balances`` are by player; ``pots`` lie in the group, each with the players of its last deal. A pot counts as theirs in
    equal shares, as if it were divided, the first of them a unit more where it does not divide: so all sums to zero,
    and whoever gets the pot later is square with the others.
    """
    owing = dict(balances)
    for amount, players in pots:
        shared = players or tuple(sorted(balances))
        if not shared:
            continue
        share, rest = divmod(amount, len(shared))
        for place, player in enumerate(shared):
            owing[player] = owing.get(player, 0) + share + (place < rest)
    return {player: amount for player, amount in owing.items() if amount}


def transfers(owing: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Find payments after which nobody owes anything; ``owing`` sums to zero, else :class:`ValueError`.

    The fewest up to :data:`MOST_EXACT` players: as many groups as possible that are square among themselves, since each
    saves a payment. With more, close to it: those who match exactly first, then the largest with the largest.
    """
    if sum(owing.values()):
        raise ValueError("what is owed does not sum to zero")
    left = {player: amount for player, amount in sorted(owing.items()) if amount}
    payments: list[Transfer] = []
    if len(left) > MOST_EXACT:
        payments += _matched(left)
    groups = _square_groups(left) if len(left) <= MOST_EXACT else [tuple(left)]
    for group in groups:
        payments += _paid_off({player: left[player] for player in group})
    return tuple(sorted(payments, key=lambda one: (-int(one.amount), one.payer, one.payee)))


def _matched(left: dict[str, int]) -> list[Transfer]:
    """Pay where one owes exactly what another is owed, and take both out."""
    payments = []
    for payer, debt in sorted(left.items()):
        if debt >= 0:
            continue
        payee = next((player for player, amount in sorted(left.items()) if amount == -debt), None)
        if payee is not None:
            payments.append(Transfer(payer, payee, str(-debt)))
            del left[payer], left[payee]
    return payments


def _square_groups(owing: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Split the players into as many groups as can be of which each sums to zero."""
    players = tuple(owing)
    full = (1 << len(players)) - 1
    sums = [0] * (full + 1)
    most = [0] * (full + 1)
    for chosen in range(1, full + 1):
        lowest = chosen & -chosen
        sums[chosen] = sums[chosen ^ lowest] + owing[players[lowest.bit_length() - 1]]
        most[chosen] = max(
            most[chosen ^ (1 << place)] for place in range(len(players)) if chosen >> place & 1
        ) + (sums[chosen] == 0)
    groups = []
    rest = full
    while rest:
        # Leave players out one by one as long as that costs no group: what remains outside a whole group is one.
        inside = rest
        best = most[rest] - 1
        chosen = rest
        while True:
            chosen = next(
                chosen ^ (1 << place)
                for place in range(len(players))
                if chosen >> place & 1 and most[chosen ^ (1 << place)] >= best
            )
            if sums[chosen] == 0 and most[chosen] == best:
                break
        group = inside ^ chosen
        groups.append(tuple(player for place, player in enumerate(players) if group >> place & 1))
        rest = chosen
    return groups


def _paid_off(owing: Mapping[str, int]) -> list[Transfer]:
    """Let the largest debt go to the largest claim until all is paid: one payment fewer than players at most."""
    left = dict(owing)
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda player: (left[player], player))
        payee = max(left, key=lambda player: (left[player], player))
        amount = min(-left[payer], left[payee])
        payments.append(Transfer(payer, payee, str(amount)))
        left[payer] += amount
        left[payee] -= amount
    return payments
