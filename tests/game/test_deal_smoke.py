"""Whole deals through the doors of the core: does it hold together at all."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass

import pytest

from game.actions import BLIND, CALL, CUT, LOOK, PASS, PLAYS, WHIST, Action, Exchange
from game.cards import Card, pack, parse
from game.deal import Deal
from game.errors import BadNotation, GameError, IllegalCall, IllegalCard, NotYourTurn, WrongPhase
from game.record import dump, load
from game.rules import FRAP, KHRAP, Rules, Variant, packs
from game.view import Outcome


@dataclass(frozen=True)
class Seeded:
    """Reshuffles that are the same for the same number and cards."""

    seed: int

    def reshuffle(self, number: int, discards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(random.Random(self.seed + number).sample(discards, len(discards)))


def start(variant: Variant, seats: int, seed: int) -> Deal:
    chance = random.Random(seed)
    cards = pack(chance.choice(packs(seats)))
    players = tuple(f"p{seat}" for seat in range(seats))
    deck = tuple(chance.sample(cards, len(cards)))
    return Deal.start(variant, Rules(), players, seed % seats, 7, (5,) * seats, deck, Seeded(seed))


def dealt(*first: str) -> Deal:
    """Two seats, seat 1 first; these cards on top of the pack."""
    top = [parse(card) for card in first]
    deck = (*top, *(card for card in pack(32) if card not in top))
    return Deal.start(FRAP, Rules(), ("a", "b"), 0, 0, (5, 5), deck, Seeded(0))


def act(deal: Deal, *actions: tuple[int, Action]) -> Deal:
    for seat, action in actions:
        deal, _ = deal.apply(seat, action)
    return deal


SPADES_TO_SEAT_1 = ("As", "7c", "Ks", "8c", "Qs", "9c", "Js", "Tc", "7s")
FOLLOWED: tuple[tuple[int, Action], ...] = (
    (1, LOOK),
    (1, CALL),
    (0, WHIST),
    (1, Exchange(())),
    (0, Exchange(())),
    *((1 - place % 2, PLAYS[parse(card)]) for place, card in enumerate(SPADES_TO_SEAT_1[:8])),
)


def test_all_four_tricks_take_their_quarters_and_the_whister_pays_the_pot() -> None:
    result = act(dealt(*SPADES_TO_SEAT_1), *FOLLOWED).result
    assert result is not None
    assert result.outcome is Outcome.PLAYED
    assert (result.tricks, result.penalties, result.net, result.pot) == ((0, 4), (10, 0), (-15, 3), 12)


def test_three_rounds_passed_throw_the_cards_in() -> None:
    deal = act(dealt(*SPADES_TO_SEAT_1), *(((1, PASS), (0, PASS)) * 3))
    assert deal.result is not None
    assert deal.result.outcome is Outcome.REDEAL
    assert (deal.result.round, deal.result.net, deal.result.pot) == (3, (-20, -20), 40)


@pytest.mark.parametrize(
    ("before", "seat", "action", "error"),
    [
        (0, 1, CALL, IllegalCall),
        (1, 1, BLIND, IllegalCall),
        (1, 0, PASS, NotYourTurn),
        (0, 1, WHIST, WrongPhase),
        (2, 1, WHIST, NotYourTurn),
        (3, 1, Exchange((parse("7c"),)), IllegalCard),
        (3, 0, CUT, WrongPhase),
        (5, 1, PLAYS[parse("7c")], IllegalCard),
        (6, 0, PLAYS[parse("As")], IllegalCard),
        (len(FOLLOWED), 0, PASS, WrongPhase),
        (0, 2, PASS, NotYourTurn),
        (0, -1, PASS, NotYourTurn),
    ],
)
def test_an_illegal_action_is_refused(before: int, seat: int, action: Action, error: type[GameError]) -> None:
    deal = act(dealt(*SPADES_TO_SEAT_1), *FOLLOWED[:before])
    with pytest.raises(error):
        deal.apply(seat, action)


@pytest.mark.parametrize("variant", [FRAP, KHRAP], ids=lambda variant: variant.name)
@pytest.mark.parametrize("seed", range(12))
def test_random_deals_end_keep_their_money_and_load_again_at_every_step(variant: Variant, seed: int) -> None:
    chance = random.Random(seed)
    deal = start(variant, chance.randint(2, variant.most_seats), seed)
    while not deal.over:
        record = json.loads(json.dumps(dump(deal)))
        assert load(record) == deal
        seat = chance.choice(deal.to_act)
        view = deal.view(seat)
        assert view.legal == deal.legal(seat)
        assert len(view.hand or ()) in {0, view.seats[seat].cards}
        deal, _ = deal.apply(seat, chance.choice(view.legal))
    assert deal.result is not None
    assert sum(deal.result.net) + deal.result.pot == 7
    assert load(json.loads(json.dumps(dump(deal)))) == deal


def test_a_record_with_another_result_is_refused() -> None:
    record = dump(act(dealt(*SPADES_TO_SEAT_1), *FOLLOWED))
    result = record["result"]
    assert isinstance(result, dict)
    with pytest.raises(BadNotation):
        load({**record, "result": {**result, "pot": 13}})
