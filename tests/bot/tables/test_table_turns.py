"""Buttons, clocks and computers in a running deal."""

from __future__ import annotations

import pytest

from bot.tables.clock import MINUTE, due
from bot.tables.commands import (
    Act,
    Back,
    ComputerMove,
    ExchangeMarked,
    Freshen,
    Mark,
    Sit,
    TimeUp,
    Unreachable,
)
from bot.tables.decision import Reason, Said
from bot.tables.state import Phase
from game.actions import CALL, CUT, LOOK, PASS, Exchange
from game.cards import Card, text
from game.errors import GameError, IllegalCard, NotYourTurn, WrongPhase
from game.players import POLICIES
from game.view import Stage
from tests.bot.tables.table_world import (
    ANNA,
    BORIS,
    BY,
    DINA,
    GALYA,
    World,
    crowd,
    cutting,
    exchanging,
    refused,
)


def test_a_button_of_another_turn_deal_or_table_does_nothing() -> None:
    world = World().opened(BORIS).started()
    number, deal, turn = world.turn
    first = BY[world.asked]
    world.act(first.id, PASS)
    for stale in ((number, deal, turn), (number, deal + 1, turn), (number + 1, deal, turn), (number, 0, 0)):
        for action in (PASS, CALL):
            assert refused(world, Act(first, *stale, action)).reason is Reason.STALE
    assert refused(world, Mark(first, number, deal, turn, Card(3))).reason is Reason.STALE
    assert refused(world, ExchangeMarked(first, number, deal, turn)).reason is Reason.STALE
    world.finish()
    assert refused(world, Act(first, *world.turn, PASS)).reason is Reason.STALE


def test_a_look_is_good_for_the_whole_deal_only() -> None:
    world = World().opened(BORIS).started()
    number, deal, turn = world.turn
    first, other = BY[world.asked], BY[world.deal.seats[world.deal.setup.order[1]]]
    world.act(first.id, PASS)
    deadline = world.open_table.deadline
    assert world.do(Act(first, number, deal, turn, LOOK)).said is Said.LOOKED
    assert world.open_table.deadline == deadline
    assert world.turn == (number, deal, turn + 1)
    assert refused(world, Act(other, number, deal + 1, turn, LOOK)).reason is Reason.STALE


def test_the_cards_are_for_those_who_were_dealt_in() -> None:
    world = World().opened(BORIS).started()
    world.do(Sit(GALYA))
    assert refused(world, Act(GALYA, *world.turn, PASS)).reason is Reason.NOT_DEALT_IN
    assert refused(world, Act(DINA, *world.turn, LOOK)).reason is Reason.NOT_SEATED


def test_what_the_rules_forbid_changes_nothing() -> None:
    world = World().opened(BORIS).started()
    before = world.table
    other = next(player for player in world.deal.seats if player != world.asked)
    with pytest.raises(NotYourTurn):
        world.act(other, PASS)
    with pytest.raises(WrongPhase):
        world.act(world.asked, CUT)
    with pytest.raises(WrongPhase):
        world.do(Mark(BY[world.asked], *world.turn, Card(0)))
    assert world.table is before


def test_cards_are_chosen_taken_back_and_exchanged() -> None:
    world = exchanging(World().opened(BORIS).started())
    by, turn = BY[world.asked], world.turn
    hand = world.deal.view(world.deal.to_act[0]).hand
    assert hand is not None
    for number, card in enumerate(hand, 1):
        assert world.do(Mark(by, *turn, card)).marked == number
    assert world.do(Mark(by, *turn, hand[0])).marked == len(hand) - 1
    assert dict(world.open_table.marks)[by.id] == tuple(map(text, hand[1:]))
    strange = next(Card(number) for number in range(52) if Card(number) not in hand)
    with pytest.raises(IllegalCard):
        world.do(Mark(by, *turn, strange))
    world.do(ExchangeMarked(by, *turn))
    assert world.deal.actions[-1][1] == Exchange(hand[1:])
    assert world.open_table.marks == ()


def test_no_more_cards_are_chosen_than_there_are_to_draw() -> None:
    world = World(1).opened(*crowd(9), computers=0, game="khrap").started()
    exchanging(world)
    while world.deal.view(None).stage is Stage.EXCHANGE:
        place = world.deal.to_act[0]
        most = max(len(action.cards) for action in world.deal.legal(place) if isinstance(action, Exchange))
        view = world.deal.view(place)
        by = next(person for person in (ANNA, *crowd(9)) if person.id == world.asked)
        if most < 5 and view.hand is not None:
            for card in view.hand[:most]:
                world.do(Mark(by, *world.turn, card))
            refusal = refused(world, Mark(by, *world.turn, view.hand[most]))
            assert (refusal.reason, refusal.limit) == (Reason.TOO_MANY_MARKED, most)
            return
        world.act(world.asked, Exchange((view.hand or ())[:1]))
    pytest.fail("this deal had cards enough for all")


def test_a_timer_is_for_its_own_turn() -> None:
    world = World().opened(BORIS, clock=60).started()
    turn = world.turn
    assert world.do(TimeUp(*turn)).said is Said.VOID
    world.now += 59_000
    world.act(world.asked, PASS)
    world.now += 2_000
    assert world.do(TimeUp(*turn)).said is Said.VOID
    assert world.do(TimeUp(*world.turn)).said is Said.VOID
    assert world.open_table.deadline == world.now + 58_000
    assert len(world.deal.actions) == 1


def test_two_turns_missed_in_a_row_make_a_player_away() -> None:
    world = World().opened(BORIS, clock=60).started()
    first, second = world.asked, world.deal.seats[world.deal.setup.order[1]]
    world.time_up()
    world.act(second, PASS)
    seat = world.open_table.seat(first)
    assert seat is not None
    assert (seat.missed, seat.away) == (1, False)
    world.act(first, LOOK)
    world.time_up()
    world.act(second, PASS)
    seat = world.open_table.seat(first)
    assert seat is not None
    assert (seat.missed, seat.away) == (1, False)
    world.time_up()
    seat = world.open_table.seat(first)
    assert seat is not None
    assert (seat.missed, seat.away) == (2, True)
    other = world.open_table.seat(second)
    assert other is not None
    assert (other.missed, other.away) == (0, False)


def test_an_away_player_is_played_for_at_once_until_they_are_back() -> None:
    world = World().opened(BORIS, clock=60).started()
    first, second = world.asked, world.deal.seats[world.deal.setup.order[1]]
    world.time_up()
    world.act(second, PASS)
    world.time_up()
    world.act(second, PASS)
    assert world.asked == first
    assert world.open_table.deadline is None
    assert world.open_table.computer_at is not None
    assert world.do(Back(BY[first])).said is Said.BACK
    assert world.open_table.computer_at is None
    assert world.open_table.deadline == world.now + 60_000


def test_without_a_clock_nobody_is_hurried() -> None:
    world = World().opened(BORIS, clock=None).started()
    assert world.open_table.deadline is None
    assert world.do(TimeUp(*world.turn)).said is Said.VOID
    world.now += 10_000 * MINUTE
    assert due(world.table, world.now) is None


def test_all_who_are_silent_in_the_cutting_window_decline_together() -> None:
    world = cutting()
    asked = [world.deal.seats[place] for place in world.deal.to_act]
    assert len(asked) == 2
    world.time_up()
    assert world.deal.view(None).stage is not Stage.CUTTING
    assert [(seat.player, seat.missed) for seat in world.open_table.seats if seat.missed] == [
        (player, 1) for player in world.deal.seats if player in asked
    ]


def test_one_answer_of_several_leaves_the_others_their_time() -> None:
    world = cutting()
    deadline, turn = world.open_table.deadline, world.turn
    first, second = (world.deal.seats[place] for place in world.deal.to_act)
    world.now += 10_000
    world.do(Act(BY[second], *turn, CUT))
    assert world.open_table.deadline == deadline
    assert world.turn == turn
    with pytest.raises(GameError):
        world.do(Act(BY[second], *turn, CUT))
    world.do(Act(BY[first], *turn, CUT))


def test_computers_in_the_window_answer_without_waiting_for_people() -> None:
    world = cutting()
    first, second = (world.deal.seats[place] for place in world.deal.to_act)
    world.do(Unreachable(first))
    assert world.open_table.computer_at is not None
    assert world.open_table.deadline is not None
    world.computer_move()
    assert [world.deal.seats[place] for place in world.deal.to_act] == [second]
    assert world.open_table.computer_at is None


def test_computers_in_the_window_answer_one_after_another() -> None:
    world = cutting()
    first, second = (world.deal.seats[place] for place in world.deal.to_act)
    world.do(Unreachable(first))
    world.do(Unreachable(second))
    world.computer_move()
    assert [world.deal.seats[place] for place in world.deal.to_act] == [second]
    assert world.open_table.computer_at == world.now + world.context().computer_delay


@pytest.mark.parametrize("strength", list(POLICIES))
def test_a_computer_makes_one_decision_at_a_time(strength: str) -> None:
    world = World().opened(computers=4, strength=strength).started()
    while world.open_table.phase is Phase.DEAL:
        if world.open_table.computer_at is None:
            world.time_up()
            continue
        before, turn = len(world.deal.actions), world.turn
        world.computer_move()
        done = world.deal.actions[before:]
        assert len([action for _, action in done if action != LOOK]) == 1
        assert len({seat for seat, _ in done}) == 1
        if world.turn != turn:
            assert world.do(ComputerMove(*turn)).said is Said.VOID


def test_after_an_outage_the_question_is_put_for_a_full_turn() -> None:
    world = World().opened(BORIS, clock=60).started()
    world.now += 3600_000
    assert due(world.table, world.now) == Freshen(1)
    world.wake()
    assert world.deal.actions == ()
    assert world.open_table.deadline == world.now + 60_000
    world.now += 60_000 + 2_000
    assert due(world.table, world.now) == TimeUp(*world.turn)
