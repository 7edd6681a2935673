"""The line of a record that a deal has broken."""

from __future__ import annotations

import pytest

from bot.scores.records import Feat, Kind
from bot.screens.money import Unit
from bot.screens.seasons import feat_line
from bot.texts import Texts


@pytest.mark.parametrize(
    ("player", "name", "language", "shown"),
    [
        ("c1", "jack", "ru", "Валет"),
        ("c1", "jack", "en", "Jack"),
        ("5", "jack", "ru", "jack"),
        ("5", "", "en", "the player"),
    ],
    ids=["computer", "computer in English", "person", "forgotten"],
)
def test_who_broke_it_is_called_as_at_the_table(player: str, name: str, language: str, shown: str) -> None:
    feat = Feat(kind=Kind.POT.value, player=player, name=name, amount="45", before="15")
    assert f": {shown}, 45" in feat_line(feat, Texts(language), Unit.KOPECKS)
