"""What a seat may know, and what nobody is told."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings

from game.cards import Card, text
from game.errors import GameError
from game.record import dump, load
from game.view import Stage
from tests.game.strategies import DEALS, SEEDS, Setting, every_table, public, seen
from tests.game.walks import start, states, walk

if TYPE_CHECKING:
    from game.deal import Deal


def _mapped(record: dict[str, Any], other: dict[str, str]) -> dict[str, Any]:
    """The same deal with other cards in hidden places."""

    def swap(cards: list[str]) -> list[str]:
        return [other[card] for card in cards]

    actions = [
        [seat, verb, *(swap(a) if isinstance(a, list) else other.get(a, a) for a in argument)]
        for seat, verb, *argument in record["actions"]
    ]
    hidden = {
        "deck": swap(record["deck"]),
        "reshuffles": [*map(swap, record["reshuffles"])],
        "actions": actions,
    }
    return {**record, **hidden}


def _twin(deal: Deal, known: set[Card], chance: random.Random, swaps: int) -> Deal | None:
    """A deal that differs in cards that are not known; none where its actions would break the rules."""
    hidden = [text(card) for card in deal.setup.deck if card not in known]
    other = {text(card): text(card) for card in deal.setup.deck}
    for _ in range(swaps):
        if len(hidden) > 1:
            one, two = chance.sample(hidden, 2)
            other[one], other[two] = other[two], other[one]
    record = _mapped(dump(deal), other)
    record.pop("result", None)
    try:
        return load(record, deal.setup.chance)
    except GameError:
        return None


@every_table
def test_deals_that_differ_in_what_a_seat_cannot_know_look_the_same_to_it(table: Setting) -> None:
    chance = random.Random(52)
    compared: Counter[Stage] = Counter()
    for seed in range(5):
        way = states(start(table, seed), seed)
        for now in chance.sample(way, min(12, len(way))):
            for seat in (None, *chance.sample(range(len(now.seats)), 2)):
                view = now.view(seat)
                twin = _twin(now, seen(view), chance, swaps=chance.choice([1, 2, 30]))
                if twin is not None and twin != now:
                    assert twin.view(seat) == view
                    assert repr(twin.view(seat)) == repr(view)
                    compared[view.stage] += 1
    assert compared.total() > 60
    assert len(compared) >= 4


@given(DEALS, SEEDS)
@settings(max_examples=30)
def test_what_has_happened_tells_no_hidden_card(deal: Deal, seed: int) -> None:
    steps = list(walk(deal, seed))
    over = steps[-1].after
    twin = _twin(over, public(over), random.Random(seed), swaps=3)
    if twin is None:
        return
    replayed = _started_like(twin)
    for step, (seat, action) in zip(steps, twin.actions, strict=True):
        replayed, events = replayed.apply(seat, action)
        assert events == step.events


def _started_like(deal: Deal) -> Deal:
    record = {key: value for key, value in dump(deal).items() if key != "result"}
    return load({**record, "actions": [], "reshuffles": []}, deal.setup.chance)


@given(DEALS, SEEDS)
def test_no_view_holds_a_card_of_another_hand(deal: Deal, seed: int) -> None:
    for now in states(deal, seed):
        known = public(now)
        views = [now.view(seat) for seat in range(len(now.seats))]
        for view in (*views, now.view(None)):
            others = {card for other in views if other.seat != view.seat for card in other.hand or ()}
            # What a seat itself discarded can come to another by a reshuffle.
            assert not (seen(view) - set(view.discarded)) & (others - known)
            if view.seat is None or not view.seats[view.seat].looked:
                assert not view.hand
        assert now.view(None).legal == ()
        assert now.view(None).discarded == ()


@given(DEALS, SEEDS)
@settings(max_examples=30)
def test_nobody_sees_a_hand_before_looking(deal: Deal, seed: int) -> None:
    dealt = [deal.setup.deck[place :: len(deal.seats)] for place in range(len(deal.seats))]
    order = deal.setup.order
    for now in states(deal, seed):
        for place, seat in enumerate(order):
            hand = set(dealt[place][: deal.variant.hand_size])
            view = now.view(seat)
            if not view.seats[seat].looked:
                assert not seen(view) - public(now)
                assert view.hand in (None, ())
            elif view.stage in (Stage.BIDDING, Stage.WHISTING) and view.hand:
                assert set(view.hand) == hand
