"""What properties are tested with: deals of every table and rule, and who may know which card."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from game.actions import (
    Discard,
    Exchange,
    Play,
)
from game.rules import BlindPenalty, Rules, Variant
from tests.game.walks import TABLES, start, table_name

if TYPE_CHECKING:
    from game.cards import Card
    from game.deal import Deal
    from game.view import View

settings.register_profile(
    "deals",
    max_examples=60,
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("deals")

RULES = st.builds(
    Rules,
    ante=st.sampled_from([1, 2, 5, 7, 10**20]),
    blind_penalty=st.sampled_from(BlindPenalty),
    penalty_limit=st.sampled_from([None, None, 0, 1, 50, 10**25]),
)
SEEDS = st.integers(0, 2**48)
POTS = st.sampled_from([0, 1, 2, 3, 35, 36, 2**64 + 1, 10**65 + 7])
DEALS = st.builds(start, st.sampled_from(TABLES), SEEDS, RULES, POTS)
every_table = pytest.mark.parametrize("table", TABLES, ids=table_name)
Setting = tuple[Variant, int, int]


def seen(view: View) -> set[Card]:
    """Every card that is anywhere in the view."""
    cards = {view.indicator, *view.dead_indicators, *view.discarded, *(view.hand or ())}
    for trick in (*view.taken, *([view.trick] if view.trick else [])):
        cards.update(card for _, card in trick.plays)
    for action in view.legal:
        if isinstance(action, Exchange):
            cards.update(action.cards)
        elif isinstance(action, Discard | Play):
            cards.add(action.card)
    return cards


def public(deal: Deal) -> set[Card]:
    return seen(deal.view(None))
