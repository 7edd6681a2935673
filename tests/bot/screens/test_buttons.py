from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from bot.screens.buttons import (
    BadPress,
    HandPress,
    HandVerb,
    MenuPress,
    TablePress,
    TableVerb,
    hand_button,
    spell,
)
from bot.screens.help import CHAPTERS as HELP
from bot.screens.help import MENU as HELP_MENU
from bot.screens.rules import CHAPTERS as RULE_CHAPTERS
from bot.screens.rules import MENU as RULES_MENU
from bot.screens.rules_menu import CLOSE, DONE, PLAYERS, RULES, setting
from bot.tables.agreement import with_rule
from bot.tables.state import TableRules
from game.actions import (
    BLIND,
    CALL,
    CUT,
    DECLINE,
    DISCARDS,
    DRAW_STOCK,
    DRAW_TRUMP,
    LOOK,
    PASS,
    PLAYS,
    WHIST,
    Action,
    Exchange,
)
from game.cards import Card
from tests.bot.screens.scenes import FOUR, table_of

GROUPS = (-1003999999999, -(10**15))
THREAD = 2**31 - 1
LARGEST = 10**6
ACTIONS: tuple[Action, ...] = (
    LOOK,
    CALL,
    BLIND,
    PASS,
    WHIST,
    CUT,
    DECLINE,
    DRAW_TRUMP,
    DRAW_STOCK,
    *DISCARDS,
    *PLAYS,
    *(
        Exchange(tuple(map(Card, cards)))
        for number in range(6)
        for cards in combinations((0, 9, 17, 50, 51), number)
    ),
)


def hand_press(verb: HandVerb, arg: str, group: int = GROUPS[1]) -> HandPress:
    return HandPress(group=group, thread=THREAD, number=LARGEST, deal=LARGEST, turn=200, verb=verb, arg=arg)


@pytest.mark.parametrize("group", GROUPS)
def test_every_action_fits_and_comes_back(group: int) -> None:
    for action in ACTIONS:
        data = hand_press(*spell(action), group=group).pack()
        assert len(data.encode()) <= 64
        press = HandPress.unpack(data)
        assert press.action() == action
        assert (press.group, press.thread, press.deal) == (group, THREAD, LARGEST)


def test_presses_of_a_hand_that_are_no_action_fit() -> None:
    for number in range(52):
        press = HandPress.unpack(hand_press(HandVerb.MARK, f"{number:02}").pack())
        assert press.action() is None
        assert press.card() == number
    assert HandPress.unpack(hand_press(HandVerb.BACK, "").pack()).action() is None


@pytest.mark.parametrize("group", GROUPS)
def test_every_press_of_a_table_fits(group: int) -> None:
    settings = [f"{name}={choice}" for name, rule in RULES.items() for choice in rule.choices]
    presses = [(verb, "") for verb in TableVerb]
    presses += [(TableVerb.SET, arg) for arg in settings]
    presses += [(TableVerb.RULES, page) for page in (*RULES, PLAYERS, CLOSE, DONE)]
    presses += [(TableVerb.REMOVE, str(2**52)), (TableVerb.DIVIDE, "computers")]
    for verb, arg in presses:
        data = TablePress(group=group, thread=THREAD, number=LARGEST, verb=verb, arg=arg).pack()
        assert len(data.encode()) <= 64, (verb, arg)
        assert TablePress.unpack(data) == TablePress(
            group=group, thread=THREAD, number=LARGEST, verb=verb, arg=arg
        )


def test_every_press_of_a_menu_fits() -> None:
    for menu, chapters in ((HELP_MENU, HELP), (RULES_MENU, RULE_CHAPTERS)):
        for page in chapters:
            assert len(MenuPress(menu=menu, page=page).pack().encode()) <= 64


def test_the_table_takes_every_choice_of_the_menu() -> None:
    for name, rule in RULES.items():
        for choice in rule.choices:
            with_rule(TableRules(), *setting(f"{name}={choice}"))


@pytest.mark.parametrize(
    ("verb", "arg"),
    [
        (HandVerb.PLAY, ""),
        (HandVerb.PLAY, "52"),
        (HandVerb.PLAY, "-1"),
        (HandVerb.PLAY, "7"),
        (HandVerb.PLAY, "007"),
        (HandVerb.PLAY, "٠٧"),
        (HandVerb.PLAY, "As"),
        (HandVerb.DISCARD, "99"),
        (HandVerb.DRAW, ""),
        (HandVerb.DRAW, "2"),
        (HandVerb.EXCHANGE, "0"),
        (HandVerb.EXCHANGE, "0707"),
        (HandVerb.EXCHANGE, "07xx"),
        (HandVerb.EXCHANGE, "075"),
    ],
)
def test_forged_arguments_are_told_apart(verb: HandVerb, arg: str) -> None:
    with pytest.raises(BadPress):
        hand_press(verb, arg).action()
    with pytest.raises(BadPress):
        hand_press(HandVerb.MARK, "52").card()


@pytest.mark.parametrize("group", GROUPS)
def test_buttons_of_a_question_are_packed_as_presses_are(group: int) -> None:
    table = replace(table_of(FOUR), group=group, thread=THREAD, number=LARGEST, deal_number=LARGEST)
    for verb in HandVerb:
        for arg in ("", "0917505100" if verb is HandVerb.EXCHANGE else "07"):
            assert (
                hand_button(table, 200, "?", verb, arg).callback_data == hand_press(verb, arg, group).pack()
            )
