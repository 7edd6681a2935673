"""What holds in every deal, whoever plays and whatever they do: the money, the turns, the cards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.actions import (
    BLIND,
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
    Action,
    Discard,
    Exchange,
)
from game.cards import Card, pack
from game.deal import Deal
from game.errors import BadNotation, DealRunning, GameError
from game.players import POLICIES, Player
from game.record import dump
from game.rules import FRAP, KHRAP, Rules, Variant
from game.shuffle import Shuffle
from game.table import Table
from game.view import Outcome, Stage
from tests.game.walks import NAMES, TABLES, Seeded, played, start, states, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

from tests.game.strategies import DEALS, RULES, SEEDS, Setting, every_table


@given(DEALS, SEEDS)
def test_after_every_action_the_money_is_all_there(deal: Deal, seed: int) -> None:
    carried = deal.view(None).carried
    for now in states(deal, seed):
        view = now.view(None)
        if now.result is None:
            assert view.pot == carried + sum(seat.paid for seat in view.seats)
        else:
            assert view.pot == now.result.pot
            assert sum(now.result.net) + now.result.pot == carried


@given(DEALS, SEEDS)
def test_prizes_never_exceed_the_pot_and_nobody_pays_more_than_their_penalty(deal: Deal, seed: int) -> None:
    over = played(deal, seed)
    result, view = over.result, over.view(None)
    assert result is not None
    prizes = [
        net + fine + seat.paid
        for net, fine, seat in zip(result.net, result.penalties, view.seats, strict=True)
    ]
    before = view.carried + sum(seat.paid for seat in view.seats)
    assert all(prize >= 0 for prize in prizes)
    assert sum(prizes) <= before
    assert all(0 <= fine <= 4 * before for fine in result.penalties)
    if over.rules.penalty_limit is not None:
        assert max(result.penalties) <= over.rules.penalty_limit
    assert (sum(result.tricks) == over.variant.hand_size) is (result.outcome is Outcome.PLAYED)


@given(
    st.sampled_from([FRAP, KHRAP]),
    RULES,
    st.lists(
        st.tuples(SEEDS, st.sampled_from(["deal", "deal", "divide", "sit", "stand"])), min_size=5, max_size=25
    ),
)
@settings(max_examples=25)
def test_over_any_evening_balances_and_pot_add_up_to_nothing(
    variant: Variant, rules: Rules, evening: list[tuple[int, str]]
) -> None:
    table = Table(variant, rules)
    balances: Counter[str] = Counter()
    for seed, what in evening:
        chance = random.Random(seed)
        if what == "sit" and len(table.seats) < variant.most_seats:
            table = table.sit(chance.choice(NAMES[: variant.most_seats]))
        elif what == "stand" and table.seats:
            table = table.stand(chance.choice(table.seats))
        elif what == "divide":
            shares, pot = table.pot.divide()
            balances.update(shares)
            table = table.with_pot(pot)
        while what == "deal" and not table.may_deal:
            table = table.sit(chance.choice(NAMES[: variant.most_seats]))
        if what == "deal":
            over = played(table.deal(Shuffle(seed.to_bytes(32, "big"))), seed)
            assert over.result is not None
            balances.update(dict(zip(over.seats, over.result.net, strict=True)))
            table = table.after(over)
        assert sum(balances.values()) + table.pot.amount == 0
        assert table.pot.amount >= 0


@given(DEALS, SEEDS)
def test_somebody_can_act_until_the_deal_is_over(deal: Deal, seed: int) -> None:
    seats = len(deal.seats)
    steps = 0
    for now in states(deal, seed):
        assert now.over is (not now.to_act) is (now.result is not None)
        for seat in now.to_act:
            assert [action for action in now.legal(seat) if action != LOOK]
        for seat in set(range(seats)) - set(now.to_act):
            assert set(now.legal(seat)) <= {LOOK}
        steps += 1
    # A look each, three rounds, whisting, exchanging, cutting in with draw and discard, five cards.
    assert steps <= 2 + seats * (1 + 3 + 1 + 1 + 2 + 5) + 2


def _action_space(deal: Deal, seat: int) -> Iterator[Action]:
    """All actions there are; of the exchanges those of the hand and of it with a strange card."""
    yield from (LOOK, CALL, BLIND, PASS, WHIST, CUT, DECLINE, DRAW_TRUMP, DRAW_STOCK)
    yield from DISCARDS
    yield from PLAYS
    hand = deal.view(seat).hand or deal.setup.deck[: deal.variant.hand_size]
    strange = next(card for card in deal.setup.deck if card not in hand)
    cards = sorted((*hand, strange))
    for number in range(len(cards) + 1):
        yield from map(Exchange, combinations(cards, number))
    yield Exchange(tuple(reversed(hand)))
    yield Exchange((hand[0],) * 2 if hand else (Card(0),) * 2)


def _accepted(deal: Deal, seat: int) -> list[Action]:
    accepted = []
    for action in _action_space(deal, seat):
        try:
            deal.apply(seat, action)
        except GameError:
            continue
        accepted.append(action)
    return accepted


@every_table
def test_apply_accepts_exactly_what_legal_lists(table: Setting) -> None:
    _, seats, size = table
    chance = random.Random(size)
    stages: Counter[Stage] = Counter()
    for seed in range(2 if seats > 4 else 6):
        for now in states(start(table, seed), seed):
            stage = now.view(None).stage
            stages[stage] += 1
            if stages[stage] > 3 and chance.random() > 1 / seats:
                continue
            before = dump(now)
            for seat in range(seats):
                legal = now.legal(seat)
                assert len(set(legal)) == len(legal)
                assert now.view(seat).legal == legal
                assert Counter(_accepted(now, seat)) == Counter(legal)
            assert dump(now) == before


def test_the_walks_reach_every_stage_and_outcome() -> None:
    ways = [states(start(table, seed), seed) for table in TABLES for seed in range(6)]
    assert {now.view(None).stage for way in ways for now in way} == set(Stage)
    assert {way[-1].result.outcome for way in ways if way[-1].result} == set(Outcome)
    assert any(way[-1].reshuffles for way in ways)


@given(DEALS, SEEDS)
@settings(max_examples=30)
def test_no_seat_beyond_the_table_can_do_anything(deal: Deal, seed: int) -> None:
    for now in states(deal, seed):
        for seat in (-1, len(now.seats), 10**12):
            assert now.legal(seat) == ()
            with pytest.raises(GameError):
                now.apply(seat, PASS)
            with pytest.raises(GameError):
                now.view(seat)


@given(DEALS, SEEDS)
@settings(max_examples=30)
def test_the_turn_tells_one_question_from_another(deal: Deal, seed: int) -> None:
    for step in walk(deal, seed):
        same = (
            step.action == LOOK
            or step.after.view(None).stage is step.before.view(None).stage is Stage.CUTTING
        )
        assert step.after.turn == step.before.turn + (not same)


@every_table
def test_however_often_all_pass_the_deal_ends_and_the_next_begins(table: Setting) -> None:
    variant, seats, size = table
    sitting = Table(variant, Rules(), NAMES[:seats], pack=size)
    for number in range(4):
        deal = sitting.deal(Shuffle(bytes([number]) * 32))
        for _ in range(variant.rounds * seats):
            deal, _ = deal.apply(deal.to_act[0], PASS)
        assert deal.result is not None
        assert deal.result.outcome is Outcome.REDEAL
        sitting = sitting.after(deal)
        assert sitting.pot.amount == 5 * seats * (1 + variant.rounds * (number + 1))


@pytest.mark.parametrize("variant", [FRAP, KHRAP], ids=lambda variant: variant.name)
def test_in_every_seating_of_people_and_computers_somebody_acts(variant: Variant) -> None:
    for seats in (2, 3, variant.most_seats):
        for seating in range(min(2**seats, 8)):
            chance = random.Random(seating)
            computers: list[Player] = [
                POLICIES["steady" if seating >> s & 1 else "random"](s) for s in range(seats)
            ]
            deal = start((variant, seats, 32 if seats < 5 else 52), seating)
            while not deal.over:
                seat = chance.choice(deal.to_act)
                view = deal.view(seat)
                choice = computers[seat].decide(view)
                assert choice in view.legal
                deal, _ = deal.apply(seat, choice)


def _whereabouts(deal: Deal) -> int:
    view = deal.view(None)
    on_table = sum(len(trick.plays) for trick in (*view.taken, *([view.trick] if view.trick else [])))
    return (
        sum(seat.cards for seat in view.seats)
        + view.stock
        + view.discards
        + on_table
        + (not view.indicator_taken)
    )


@given(DEALS, SEEDS)
def test_no_card_is_lost_or_there_twice(deal: Deal, seed: int) -> None:
    size = len(deal.setup.deck)
    for step in walk(deal, seed):
        now = step.after
        assert _whereabouts(now) == size
        hands = [card for seat in range(len(now.seats)) for card in now.view(seat).hand or ()]
        assert len(set(hands)) == len(hands)
        view = now.view(None)
        gone = [card for trick in view.taken for _, card in trick.plays]
        assert len(set(gone)) == len(gone)
        assert not set(gone) & set(hands)


@given(DEALS, SEEDS)
def test_a_reshuffle_is_of_the_discards_without_those_of_who_draws(deal: Deal, seed: int) -> None:
    for step in walk(deal, seed):
        new = step.after.reshuffles[len(step.before.reshuffles) :]
        if new:
            (cards,) = new
            own = set(step.action.cards) if isinstance(step.action, Exchange) else set()
            just_discarded = {step.action.card} if isinstance(step.action, Discard) else set()
            assert len(set(cards)) == len(cards) == step.before.view(None).discards + len(just_discarded)
            assert not own & set(cards)
            assert just_discarded <= set(cards)


@every_table
def test_a_completed_trick_is_gathered_and_a_finished_deal_takes_no_card(table: Setting) -> None:
    for seed in range(12):
        for step in walk(start(table, seed), seed):
            view = step.after.view(None)
            if view.trick is None:
                continue
            in_game = sum(seat.duty > 0 for seat in view.seats)
            assert len(view.trick.plays) < in_game
            assert all(len(trick.plays) == in_game for trick in view.taken)
        over = step.after
        assert over.over
        after_the_end: tuple[Action, ...] = (*PLAYS, LOOK, PASS, CUT)
        for seat in range(len(over.seats)):
            assert over.legal(seat) == ()
            for action in after_the_end:
                with pytest.raises(GameError):
                    over.apply(seat, action)


def test_no_deal_starts_with_a_seat_too_few_or_too_many() -> None:
    for variant, most in ((FRAP, 12), (KHRAP, 10)):
        for seats in (0, 1, most + 1):
            names = tuple(str(number) for number in range(seats))
            with pytest.raises(GameError):
                _dealt_to(variant, names)
        for seats in (2, most):
            assert _dealt_to(variant, tuple(str(number) for number in range(seats))).to_act


def _dealt_to(variant: Variant, names: tuple[str, ...]) -> Deal:
    deck = pack(32 if len(names) < 5 else 52)
    return Deal.start(variant, Rules(), names, 0, 0, (5,) * len(names), deck, Seeded(0))


def test_a_table_takes_back_no_deal_that_runs_and_none_of_others() -> None:
    table = Table(FRAP, Rules(), NAMES[:4])
    deal = table.deal(Shuffle(bytes(32)))
    with pytest.raises(DealRunning):
        table.after(deal)
    over = played(deal, 1)
    with pytest.raises(BadNotation):
        table.stand(NAMES[2]).after(over)
    assert table.after(over).pot.players == NAMES[:4]


@every_table
def test_whoever_is_absent_can_be_played_for_at_every_moment(table: Setting) -> None:
    stages = set()
    for seed in range(8):
        for step in walk(start(table, seed), seed):
            stages.add(step.before.view(None).stage)
            for seat in step.before.to_act:
                choice = POLICIES["steady"](0).decide(step.before.view(seat))
                after, _ = step.before.apply(seat, choice)
                assert after != step.before
    assert {Stage.BIDDING, Stage.WHISTING, Stage.EXCHANGE} <= stages
