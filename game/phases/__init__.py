"""The parts of a deal, each a small value with its own legal actions and its own step.

A phase tells ``to_act``, the seats that are asked; ``legal(seat)``, all that a seat may do;
``step(setup, seat, action)``, the phase that follows a legal action and what happened; and
``refusal(seat, action)``, the rule that an illegal one breaks. They follow one another in the
order bidding, whisting, exchange, cutting, play, over.
"""

from __future__ import annotations

from typing import TypeAlias

from game.phases.bidding import Bidding
from game.phases.cutting import CutDiscard, CutDraw, CuttingIn
from game.phases.exchange import BlindDiscard, Exchanging
from game.phases.over import Over
from game.phases.play import Playing
from game.phases.whisting import Whisting

__all__ = [
    "Bidding",
    "BlindDiscard",
    "CutDiscard",
    "CutDraw",
    "CuttingIn",
    "Exchanging",
    "Over",
    "Phase",
    "Playing",
    "Whisting",
]

Phase: TypeAlias = (
    Bidding | Whisting | BlindDiscard | Exchanging | CuttingIn | CutDraw | CutDiscard | Playing | Over
)
