"""A player who counts and weighs: plays what promises most, by simple odds, the same way every time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.actions import (
    CALL,
    CUT,
    DECLINE,
    DISCARDS,
    DRAW_STOCK,
    DRAW_TRUMP,
    LOOK,
    PASS,
    PLAYS,
    WHIST,
    Exchange,
)
from game.cards import Card, rank, suit
from game.players.odds import Count, distribution, fresh, in_game
from game.players.stakes import Stakes
from game.players.tricks import Odds
from game.view import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from game.actions import Action
    from game.view import View

_CALLS = 0.2
"""The chance that a player yet to be asked calls."""
_CALLED, _COMES = 1.2, 0.25
"""How many rivals a caller reckons with, and how many more for each other player: nearly always somebody comes in."""
_JOINS = 0.4
"""The chance that a player yet to be asked comes in against the caller, now or by cutting in."""
_CHOSEN = 1.5
"""How many players with any cards one counts for who came in, and so has good ones."""
_CALL_MARGIN = -0.08
_WHIST_MARGIN = 0.05
_CUT_MARGIN = 0.05
"""How much more than its alternative each must promise, in pots."""
_MOST_BITS: Final = 512
"""Of a pot; twice as many are the most that a float can tell."""


class Steady:
    """Looks, calls on good cards, joins in by the odds, remembers the cards played. Never calls blind."""

    def decide(self, view: View) -> Action:
        return LOOK if LOOK in view.legal else _DECISIONS[view.stage](_weighable(view))


def _weighable(view: View) -> View:
    """Money that odds cannot be multiplied with is made less, all of it alike: only its proportions count."""
    beyond = view.pot.bit_length() - _MOST_BITS
    if beyond <= 0:
        return view
    limit = view.rules.penalty_limit
    rules = replace(
        view.rules,
        ante=max(1, view.rules.ante >> beyond),
        penalty_limit=None if limit is None else limit >> beyond,
    )
    return replace(view, pot=view.pot >> beyond, rules=rules)


def _hand(view: View) -> tuple[Card, ...]:
    return view.hand or ()


def _chances(view: View, rivals: float) -> list[tuple[float, Card]]:
    """Each card in hand with the chance that it takes a trick, the worst first."""
    hand = _hand(view)
    count = Count.of(view, hand)
    trumps = sum(suit(card) == view.trump for card in hand)
    length = [0, 0, 0, 0]
    for card in hand:
        length[suit(card)] += 1
    ordered = sorted(
        (count.later(card, rivals, trumps), length[suit(card)], rank(card), card) for card in hand
    )
    return [(chance, card) for chance, _, _, card in ordered]


def _after_exchange(chances: Iterable[tuple[float, Card]], rivals: float) -> list[float]:
    """Estimate a hand whose poorer cards are exchanged."""
    drawn = fresh(rivals)
    return [max(chance, drawn) for chance, _ in chances]


def _rivals(view: View) -> int:
    return sum(in_game(seat) for number, seat in enumerate(view.seats) if number != view.seat)


def _bid(view: View) -> Action:
    """Weigh the call against waiting for another's, or for the next indicator."""
    others = len(view.seats) - 1
    call = Stakes.of(view, caller=True).value(_tricks(view, _CALLED + _COMES * others))
    silent = (1 - _CALLS) ** others
    passed = view.pot / len(view.seats) - view.rules.ante
    against = _CHOSEN + _JOINS * (others - 1)
    wait = (1 - silent) * max(0.0, _joining(view, against), _cutting(view, against)) + silent * passed
    return CALL if call > wait + _CALL_MARGIN * view.pot else PASS


def _whist(view: View) -> Action:
    """Weigh whist against passing, which leaves the right to cut in."""
    to_speak = ((view.caller or 0) - (view.seat or 0) - 1) % len(view.seats)
    rivals = _CHOSEN * _rivals(view) + _JOINS * to_speak
    wait = max(0.0, _cutting(view, rivals))
    return WHIST if _joining(view, rivals) > wait + _WHIST_MARGIN * view.pot else PASS


def _tricks(view: View, rivals: float) -> list[float]:
    return distribution(_after_exchange(_chances(view, rivals), rivals))


def _joining(view: View, rivals: float) -> float:
    return Stakes.of(view, caller=False).value(_tricks(view, rivals))


def _cutting(view: View, rivals: float) -> float:
    """Tell what new cards promise, the indicator among them for who cuts in first."""
    chances = [fresh(rivals)] * view.variant.hand_size
    if not view.indicator_taken and all(seat.cutter is None for seat in view.seats):
        chances[0] = Count.of(view, (view.indicator,)).later(view.indicator, rivals, 2)
    return Stakes.of(view, caller=False).value(distribution(chances))


def _exchange(view: View) -> Action:
    most = max(len(option.cards) for option in view.legal if isinstance(option, Exchange))
    rivals = max(1, _rivals(view))
    drawn = fresh(rivals)
    poor = [card for chance, card in _chances(view, rivals) if chance < drawn]
    return Exchange(tuple(sorted(poor[:most])))


def _cut(view: View) -> Action:
    return CUT if _cutting(view, _CHOSEN * _rivals(view)) > _CUT_MARGIN * view.pot else DECLINE


def _draw(view: View) -> Action:
    rivals = _rivals(view)
    taken = Count.of(view, (view.indicator,)).later(view.indicator, rivals, 1)
    return DRAW_TRUMP if taken > fresh(rivals) else DRAW_STOCK


def _discard(view: View) -> Action:
    _, worst = _chances(view, max(1, _rivals(view)))[0]
    return DISCARDS[worst]


def _play(view: View) -> Action:
    if len(view.legal) == 1:
        return view.legal[0]
    hand = _hand(view)
    count = Count.of(view, hand)
    odds = Odds(view, count)
    stakes = Stakes.of(view, caller=view.caller == view.seat)
    rivals = _rivals(view)
    later = {card: count.later(card, rivals, _trumps(view, hand)) for card in hand}

    def worth(card: Card) -> tuple[float, float, int]:
        now = odds.wins(card)
        chances = [now, *(chance for other, chance in later.items() if other != card)]
        return round(stakes.value(distribution(chances)), 6), -later[card], -rank(card)

    return max((PLAYS[card] for card in hand if PLAYS[card] in view.legal), key=lambda play: worth(play.card))


def _trumps(view: View, hand: Sequence[Card]) -> int:
    return sum(suit(card) == view.trump for card in hand)


_DECISIONS: Final[Mapping[Stage, Callable[[View], Action]]] = {
    Stage.BIDDING: _bid,
    Stage.WHISTING: _whist,
    Stage.BLIND_DISCARD: _discard,
    Stage.EXCHANGE: _exchange,
    Stage.CUTTING: _cut,
    Stage.CUT_DRAW: _draw,
    Stage.CUT_DISCARD: _discard,
    Stage.PLAY: _play,
}
