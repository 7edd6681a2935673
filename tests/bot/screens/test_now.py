from __future__ import annotations

import re

import pytest

from bot.screens.cards import face
from bot.screens.lessons.steps import LESSONS
from bot.screens.now import now_text
from bot.screens.screen import LONGEST_TOAST
from bot.texts import Texts
from game.deal import Deal
from game.players import POLICIES
from game.rules import VARIANTS, Rules, packs
from game.shuffle import Shuffle
from game.view import Stage

LANGUAGES = ("ru", "en")
FACE = re.compile("(?:10|[2-9AKQJ])[♣♦♥♠]")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", VARIANTS)
def test_every_moment_is_explained_whole_and_names_no_hidden_card(game: str, language: str) -> None:
    t = Texts(language)
    variant = VARIANTS[game]
    met: set[tuple[Stage, bool]] = set()
    for seed in range(120):
        seats = 2 + seed % (variant.most_seats - 1)
        shuffle = Shuffle(seed.to_bytes(32, "big"))
        deal = Deal.start(
            variant,
            Rules(),
            tuple(map(str, range(seats))),
            seed % seats,
            25,
            (5,) * seats,
            shuffle.deck(packs(seats)[0]),
            shuffle,
        )
        players = [POLICIES["random"](seed * 100 + seat) for seat in range(seats)]
        while True:
            for seat in range(seats):
                view = deal.view(seat)
                text = now_text(view, t)
                assert 0 < len(text) <= LONGEST_TOAST
                assert "…" not in text
                assert set(FACE.findall(text)) <= {"" if deal.over else face(view.indicator)}
                met.add((view.stage, seat in view.to_act))
            if deal.over:
                break
            seat = deal.to_act[0]
            deal, _ = deal.apply(seat, players[seat].decide(deal.view(seat)))
    assert {stage for stage, asked in met if asked} == set(Stage) - {Stage.OVER}


def test_a_bystander_has_nothing_to_choose() -> None:
    shuffle = Shuffle(bytes(32))
    deal = Deal.start(VARIANTS["frap"], Rules(), ("1", "2"), 0, 0, (5, 5), shuffle.deck(packs(2)[0]), shuffle)
    with pytest.raises(ValueError, match="bystander"):
        now_text(deal.view(None), Texts("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_of_lessons_fit_into_alerts(language: str) -> None:
    t = Texts(language)
    for steps in LESSONS.values():
        assert all(len(t(step.hint)) <= LONGEST_TOAST for step in steps if step.hint)
