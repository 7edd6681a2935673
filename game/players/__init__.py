"""Computer players. Each is given a view and nothing else, and answers with one of its legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from game.players.random import Random
from game.players.steady import Steady

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from game.actions import Action
    from game.view import View

__all__ = ["POLICIES", "Player", "Random", "Steady"]


class Player(Protocol):
    """Who decides for a seat."""

    def decide(self, view: View) -> Action:
        """Choose one of ``view.legal``; only a seat in ``view.to_act`` is asked."""
        ...


def _steady(_seed: int) -> Player:
    return Steady()


POLICIES: Final[Mapping[str, Callable[[int], Player]]] = {"steady": _steady, "random": Random}
"""By name, how to make a player from a seed."""
