"""A running deal as text: what is added to an earlier text is what would be written anew."""

from __future__ import annotations

from random import Random  # noqa: TC003 - Hypothesis reads the types

from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import encode

from bot.tables.deals import Dealt, read
from game import record
from game.rules import VARIANTS, Rules
from game.shuffle import SEED_BYTES, Proof, Shuffle
from game.table import Pot, Table

CUTS = ("7", "♠", '],"proof":{}', '"],"proof":', "\\")


@given(
    game=st.sampled_from(sorted(VARIANTS)),
    players=st.integers(2, 8),
    seed=st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
    cuts=st.lists(st.sampled_from(CUTS), max_size=2),
    chance=st.randoms(use_true_random=False),
)
def test_text_grows_as_it_would_be_written(
    game: str, players: int, seed: bytes, cuts: list[str], chance: Random
) -> None:
    shuffle = Shuffle(seed, tuple(("1", cut) for cut in cuts))
    seats = tuple(str(1000 + number) for number in range(players))
    dealt = Dealt(
        Table(VARIANTS[game], Rules(5), seats, None, Pot(0, frozenset(), ()), 36).deal(shuffle), shuffle
    )
    dealt.text()
    while not dealt.deal.over:
        if chance.random() < 0.8:  # several moves may be written at once
            dealt = read(dealt.text())
        place = chance.choice(dealt.deal.to_act)
        dealt = dealt.after(dealt.deal.apply(place, chance.choice(dealt.deal.legal(place)))[0])
        whole = encode(record.dump(dealt.deal, {"proof": Proof.of(shuffle).dump()})).decode()
        assert dealt.text() == whole
    assert read(dealt.text()).deal == dealt.deal
