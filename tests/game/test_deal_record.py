"""The deal record: whatever was written reads back equal, and nothing else reads as a deal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GameError, IllegalCall
from game.record import dump, load, read, write
from game.rules import FRAP
from tests.game.strategies import DEALS, SEEDS, Setting
from tests.game.walks import TABLES, played, start, states, walk

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from game.deal import Deal

JUNK: list[Any] = [None, True, -1, 0.5, "", "As", [], {}, [[]], 10**40, ["As", "As"], [[0, "play"]]]


@given(DEALS, SEEDS)
@settings(max_examples=40)
def test_a_written_deal_reads_back_equal_at_every_step(deal: Deal, seed: int) -> None:
    chance = deal.setup.chance
    for now in states(deal, seed):
        record = json.loads(json.dumps(dump(now)))
        again = load(record, chance)
        assert again == now
        assert hash(again) == hash(now)
        assert [again.view(seat) for seat in range(len(now.seats))] == [
            now.view(seat) for seat in range(len(now.seats))
        ]
        assert all(isinstance(player, str) for player in record["seats"])


@given(DEALS, SEEDS)
@settings(max_examples=30)
def test_a_deal_goes_on_from_its_record_as_if_it_had_never_stopped(deal: Deal, seed: int) -> None:
    steps = list(walk(deal, seed))
    middle = steps[seed % len(steps)]
    again = load(dump(middle.before), deal.setup.chance)
    for step in steps[steps.index(middle) :]:
        again, events = again.apply(step.seat, step.action)
        assert events == step.events
    assert again == steps[-1].after


@given(DEALS, SEEDS)
@settings(max_examples=30)
def test_actions_are_written_and_read_back(deal: Deal, seed: int) -> None:
    for now in states(deal, seed):
        for seat in now.to_act:
            for action in now.legal(seat):
                assert read(now.variant, write(now.variant, action)) == action


def test_ids_beyond_thirty_two_bits_and_of_groups_survive() -> None:
    ids = ("9007199254740993", "-1003999999999", str(2**63), "0")
    deal = start((FRAP, 4, 32), 3)
    record = {**dump(played(deal, 3)), "seats": list(ids)}
    again = load(json.loads(json.dumps(record)))
    assert again.seats == ids
    assert dump(again)["seats"] == list(ids)
    assert [seat.player for seat in again.view(None).seats] == list(ids)


@given(st.sampled_from(TABLES), SEEDS, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_a_damaged_record_is_refused_with_an_error_of_the_game_or_still_is_a_deal(
    table: Setting, seed: int, chance: random.Random
) -> None:
    record = json.loads(json.dumps(dump(played(start(table, seed), seed))))
    key = chance.choice(list(record))
    junk = chance.choice(JUNK)
    place = record[key]
    if isinstance(place, list) and place and chance.random() < 0.8:
        place[chance.randrange(len(place))] = junk
    elif isinstance(place, dict) and chance.random() < 0.8:
        place[chance.choice(list(place))] = junk
    else:
        record[key] = junk
    try:
        deal = load(record)
    except GameError:
        return
    assert load(dump(deal)) == deal


def _with_a_reshuffle() -> dict[str, Any]:
    golden = Path(__file__).with_name("golden") / "frap.jsonl"
    records: list[dict[str, Any]] = [
        json.loads(line) for line in golden.read_text(encoding="utf-8").splitlines()
    ]
    return next(record for record in records if record["reshuffles"])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda piles: piles[1:],
        lambda piles: [*piles, piles[0]],
        lambda piles: [*piles, piles[0][:0]],
        lambda piles: [piles[0][:-1]],
        lambda piles: [[*piles[0][:-1], piles[0][0]]],
        lambda piles: [[*piles[0], "Ah"]],
    ],
    ids=["missing", "one more", "an empty one more", "a card short", "a card twice", "a card more"],
)
def test_reshuffles_are_those_that_happened_with_the_cards_that_lay_there(
    spoil: Callable[[list[list[str]]], list[list[str]]],
) -> None:
    record = _with_a_reshuffle()
    assert load(record).over
    with pytest.raises(GameError):
        load({**record, "reshuffles": spoil(record["reshuffles"])})


def test_a_record_that_says_another_result_than_the_rules_is_refused() -> None:
    record = _with_a_reshuffle()
    for key, value in (("pot", 58), ("round", 2), ("net", [-26, -32, 1, 8]), ("outcome", "redeal")):
        with pytest.raises(GameError):
            load({**record, "result": {**record["result"], key: value}})


def test_a_record_names_the_action_that_breaks_a_rule() -> None:
    record = _with_a_reshuffle()
    record["actions"][1] = [0, "blind"]
    with pytest.raises(IllegalCall, match=r"action 2: .*\(rule 6\)"):
        load(record)
