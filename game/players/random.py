"""Any legal action, each as likely: for tests, and for the yardstick that others are measured by."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.actions import Action
    from game.view import View


class Random:
    """Draws from the legal actions with a generator of its own; the same seed and views give the same answers."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a player's whim, not a shuffle

    def decide(self, view: View) -> Action:
        return view.legal[self._chance.randrange(len(view.legal))]
