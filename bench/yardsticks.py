"""Two respected game cores, played at random: a hand of each is one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable


def pokerkit_hand() -> Callable[[random.Random], int]:
    """A six-handed no-limit hold'em hand to the showdown: nobody folds, one action in four is a least raise."""
    from pokerkit import Automation, NoLimitTexasHoldem  # noqa: PLC0415 - may be missing

    chores = tuple(Automation)

    def play(chance: random.Random) -> int:
        state = NoLimitTexasHoldem.create_state(chores, True, 0, (1, 2), 2, (200,) * 6, 6)  # noqa: FBT003 - its door
        actions = 0
        while state.status:
            if chance.random() < 0.25 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
            else:
                state.check_or_call()
            actions += 1
        return actions

    return play


def openspiel_game(name: str) -> Callable[[random.Random], int]:
    """One of OpenSpiel's games that are written in Python, chance and moves at random."""
    import pyspiel  # noqa: PLC0415 - may be missing
    from open_spiel.python import games  # noqa: F401, PLC0415 - registers the games

    game = pyspiel.load_game(name)

    def play(chance: random.Random) -> int:
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                actions += 1
        return actions

    return play
