"""The odds of the trick on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.cards import Card, rank, suit
from game.players.odds import Count, in_game

if TYPE_CHECKING:
    from game.view import View

_KEPT_TRUMPS = 1.5
"""How much likelier than another card a trump is in a hand: nobody throws one away."""
_SURE = 0.95


def voids(view: View) -> dict[int, set[int]]:
    """List the suits that seats have shown to be out of."""
    shown: dict[int, set[int]] = {}
    for trick in (*view.taken, view.trick):
        if trick is None or not trick.plays:
            continue
        led = suit(trick.plays[0][1])
        for seat, card in trick.plays[1:]:
            if suit(card) != led:
                shown.setdefault(seat, set()).add(led)
                if suit(card) != view.trump:
                    shown[seat].add(view.trump)
    return shown


def to_follow(view: View) -> list[int]:
    """List the seats that play to the trick after the one whose turn it is, in order."""
    number = len(view.seats)
    played = {seat for seat, _ in view.trick.plays} if view.trick is not None else set()
    seat = view.to_act[0]
    others = ((seat + step) % number for step in range(1, number))
    return [other for other in others if other not in played and in_game(view.seats[other])]


class Odds:
    """The chances of one's own cards in the trick that lies, or is to be led."""

    def __init__(self, view: View, count: Count) -> None:
        self._count = count
        self._trump = view.trump
        plays = view.trick.plays if view.trick is not None else ()
        self._led = suit(plays[0][1]) if plays else None
        self._best = max((card for _, card in plays), key=self._strength, default=None)
        shown = voids(view)
        self._after = [(view.seats[seat].cards, shown.get(seat, set())) for seat in to_follow(view)]

    def _strength(self, card: Card) -> int:
        if suit(card) == self._trump:
            return 100 + rank(card)
        return rank(card) if suit(card) == self._led else -1

    def wins(self, card: Card) -> float:
        """Tell the chance that the card takes this trick."""
        led = suit(card) if self._led is None else self._led
        if self._best is not None and self._strength(card) < self._strength(self._best):
            return 0.0
        if suit(card) not in (led, self._trump):
            return 0.0
        chance = 1.0
        for cards, shown in self._after:
            chance *= 1 - self._beaten(card, led, cards, shown)
        return chance

    def _beaten(self, card: Card, led: int, cards: int, shown: set[int]) -> float:
        share = min(_SURE, cards / max(1, len(self._count.unseen)))
        trump_share = min(_SURE, share * _KEPT_TRUMPS)
        higher = self._count.higher(card)
        if led == self._trump:
            return 0.0 if led in shown else 1 - (1 - trump_share) ** higher
        out = 1.0 if led in shown else (1 - share) ** len(self._count.by_suit[led])
        over = higher if suit(card) == self._trump else len(self._count.by_suit[self._trump])
        ruffed = 0.0 if self._trump in shown else out * (1 - (1 - trump_share) ** over)
        if suit(card) == self._trump or led in shown:
            return ruffed
        return min(1.0, 1 - (1 - share) ** higher + ruffed)
