"""The main screens as players see them, kept in files: a change of one is seen in review.

``FRAP_WRITE_SHOWN=1`` writes the files anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from bot.scores.tally import Tally
from bot.screens.check import check_screen
from bot.screens.hand import hand_screen
from bot.screens.help import help_screen
from bot.screens.history import replay_screen
from bot.screens.money import Unit
from bot.screens.pots import Waiting
from bot.screens.rules import rules_screen
from bot.screens.rules_menu import rules_menu
from bot.screens.score import Standing, board_screen
from bot.screens.score_buttons import Board, Column
from bot.screens.table import table_screen
from bot.screens.welcome import welcome_group, welcome_private
from bot.tables.state import Book, Ending, Phase, Pot
from bot.texts import Texts
from game.actions import BLIND, CALL, LOOK, PASS, WHIST, Exchange
from game.cards import text as notation
from game.view import Stage
from tests.bot.screens.drawing import drawn
from tests.bot.screens.scenes import FOUR, NASTY, NOW, Scene, act, dealt, played, stage_of, table_of, until

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.screens.screen import Screen

SHOWN = Path(__file__).parent / "shown"
WRITE = os.environ.get("FRAP_WRITE_SHOWN") == "1"
UNIT = Unit.KOPECKS
TITLE = "Пятничные карты"

SCORES = Standing(
    rows={
        "1001": Tally("125", 30, 14, 12, 9, 2, 1, 9, 7, 3, 2, "340", "60", 3),
        "1002": Tally("-40", 28, 9, 8, 5, 1, 0, 11, 8, 1, 0, "120", "240", -2),
        "1003": Tally("-120", 30, 7, 10, 4, 0, 0, 8, 8, 2, 2, "85", "170", 0),
        "c1": Tally("0", 4),
    },
    names={"1001": "Анна", "1002": "Борис", "1003": "Галя", "c1": "jack"},
    since=NOW,
    deals=30,
    season=2,
    waiting=(Waiting("frap", 340, NOW // 1000),),
    in_play=15,
)
GROUP = -1003999999999


def start(game: str = "frap") -> Scene:
    return dealt(table_of(FOUR, game), seed=3)


def passed_out() -> Scene:
    at = start()
    while not at.deal.over:
        at = act(at, at.deal.to_act[0], PASS)
    return at


def calling(*, blind: bool = False) -> Scene:
    """Галя is first to speak: she passes, Анна calls."""
    at = act(start(), 3, PASS)
    return act(at, 0, BLIND) if blind else act(act(at, 0, LOOK), 0, CALL)


def exchanging() -> Scene:
    at = act(calling(), 1, WHIST)
    at = act(act(at, 2, PASS), 3, PASS)
    hand = at.deal.view(0).hand or ()
    marks = (("1001", tuple(notation(card) for card in hand[:2])),)
    return Scene(replace(at.table, marks=marks), at.deal)


def cutting() -> Scene:
    at = exchanging()
    at = act(at, 0, Exchange((at.deal.view(0).hand or ())[:2]))
    return act(at, 1, Exchange(()))


def in_play(game: str = "frap", taken: int = 1, seed: int = 1) -> Scene:
    def wanted(at: Scene) -> bool:
        view = at.deal.view(None)
        trick = view.trick
        return len(view.taken) == taken and trick is not None and len(trick.plays) == 1

    for first in range(seed, seed + 50):
        found = until(played(dealt(table_of(FOUR, game), seed=first), "random", first), wanted)
        if found is not None:
            return found
    raise AssertionError


def over(game: str = "frap", seed: int = 3) -> Scene:
    *_, last = played(dealt(table_of(FOUR, game), seed=seed), "random", seed)
    return last


def crowd(stage: Stage) -> Scene:
    table = table_of(NASTY, pot=10**30)
    found = until(played(dealt(table, seed=6), "random", 6), lambda at: stage_of(at) is stage)
    assert found is not None
    return found


def group(at: Scene, t: Texts) -> Screen:
    return table_screen(at.table, at.deal.view(None), t, UNIT)


def own(at: Scene, t: Texts, seat: int | None = None) -> Screen:
    seat = at.deal.to_act[0] if seat is None else seat
    return hand_screen(at.table, at.deal.view(seat), t, UNIT, title=TITLE, link="https://t.me/c/1/2")


def closed(ending: Ending) -> Callable[[Texts], Screen]:
    waits = tuple((book, Pot("35", since=NOW // 1000)) for book in Book)
    table = replace(table_of(FOUR), phase=Phase.CLOSED, ending=ending, waits=waits)
    return lambda t: table_screen(table, None, t, UNIT)


SCREENS: dict[str, Callable[[Texts], Screen]] = {
    "lobby-empty": lambda t: table_screen(table_of((), pot=0), None, t, UNIT),
    "lobby": lambda t: table_screen(table_of(FOUR), None, t, UNIT),
    "lobby-crowd": lambda t: table_screen(table_of(NASTY, pot=10**30), None, t, UNIT),
    "lobby-closing": lambda t: table_screen(replace(table_of(FOUR[:1]), closes_at=NOW), None, t, UNIT),
    "bidding": lambda t: group(act(start(), 3, PASS), t),
    "whisting": lambda t: group(calling(), t),
    "exchange": lambda t: group(exchanging(), t),
    "cutting": lambda t: group(cutting(), t),
    "play": lambda t: group(in_play(), t),
    "play-khrap": lambda t: group(in_play("khrap", 2), t),
    "play-crowd": lambda t: group(crowd(Stage.PLAY), t),
    "cutting-crowd": lambda t: group(crowd(Stage.CUTTING), t),
    "payout": lambda t: group(over(), t),
    "payout-khrap": lambda t: group(over("khrap", 5), t),
    "payout-crowd": lambda t: group(crowd(Stage.OVER), t),
    "payout-passed-out": lambda t: group(passed_out(), t),
    "closed": closed(Ending.ASKED),
    "closed-idle": closed(Ending.IDLE),
    "hand-face-down": lambda t: own(start(), t, 1),
    "hand-word-blind": lambda t: own(act(start(), 3, PASS), t),
    "hand-word": lambda t: own(act(act(start(), 3, PASS), 0, LOOK), t),
    "hand-whist": lambda t: own(act(calling(), 1, LOOK), t),
    "hand-whist-blind": lambda t: own(calling(blind=True), t),
    "hand-exchange": lambda t: own(exchanging(), t),
    "hand-waiting": lambda t: own(exchanging(), t, 1),
    "hand-passed": lambda t: own(exchanging(), t, 3),
    "hand-cut": lambda t: own(cutting(), t),
    "hand-play": lambda t: own(in_play(), t),
    "hand-over": lambda t: own(over(), t, 0),
    "replay": lambda t: replay_screen(over().table, over().deal, t),
    "replay-passed-out": lambda t: replay_screen(passed_out().table, passed_out().deal, t),
    "check": lambda t: check_screen(over().table, t),
    "score": lambda t: board_screen(GROUP, Board(), SCORES, t, UNIT),
    "score-empty": lambda t: board_screen(GROUP, Board(Book.COMPUTERS), Standing({}, {}), t, UNIT),
    "score-calls": lambda t: board_screen(GROUP, Board(column=Column.CALLS), SCORES, t, UNIT),
    "rules-menu": lambda t: rules_menu(table_of(FOUR), "", t, UNIT),
    "rules-menu-limit": lambda t: rules_menu(table_of(FOUR), "penalty_limit", t, UNIT),
    "rules-menu-blind": lambda t: rules_menu(table_of(FOUR), "blind_penalty", t, UNIT),
    "help": lambda t: help_screen("start", t),
    "help-marks": lambda t: help_screen("marks", t),
    "rules": lambda t: rules_screen("idea", t),
    "rules-pay": lambda t: rules_screen("pay", t),
    "welcome-group": welcome_group,
    "welcome-private": lambda t: welcome_private(t, "frap_bot"),
}


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("name", SCREENS)
def test_shown(name: str, language: str) -> None:
    path = SHOWN / language / f"{name}.txt"
    picture = drawn(SCREENS[name](Texts(language)))
    if WRITE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(picture)
    assert path.read_text() == picture


@pytest.mark.parametrize("language", ["ru", "en"])
def test_no_file_is_left_over(language: str) -> None:
    assert {path.stem for path in (SHOWN / language).iterdir()} == set(SCREENS)
