"""What holds of every screen, whatever the names, the amounts and the course of the deal."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.scores.tally import Tally
from bot.screens.buttons import HandPress, HandVerb
from bot.screens.cards import face
from bot.screens.hand import hand_screen
from bot.screens.history import replay_screen
from bot.screens.money import Unit
from bot.screens.pots import Waiting
from bot.screens.score import Standing, board_screen
from bot.screens.score_buttons import Board, Column
from bot.screens.screen import (
    LONGEST_HAND,
    LONGEST_MESSAGE,
    LONGEST_TOAST,
    Screen,
    ScreenTooLong,
    fill,
    screen,
)
from bot.screens.table import table_screen
from bot.screens.tricks import last_trick
from bot.tables.state import Phase, Pot, Seat, Table
from bot.texts import Texts
from game.actions import Action, Exchange
from game.cards import Card, text
from game.view import Stage, View
from tests.bot.screens.scenes import FOUR, NASTY, Scene, dealt, played, table_of

if TYPE_CHECKING:
    from aiogram.types import InlineKeyboardButton

LANGUAGES = ("ru", "en")
GAMES = ("frap", "khrap")
LINES = 20
FACE = re.compile("(?:10|[2-9AKQJ])[♣♦♥♠]")
NAMES = st.text(max_size=70)
AMOUNTS = st.one_of(st.integers(0, 10**6), st.integers(0, 10**70))


def units(shown: str) -> int:
    return len(shown.encode("utf-16-le")) // 2


def check(shown: Screen, longest: int = LONGEST_MESSAGE) -> None:
    assert 0 < units(shown.text) <= longest
    assert shown.text == shown.text.strip()
    whole = shown.text.encode("utf-16-le")
    for entity in shown.entities:
        assert entity.length > 0
        assert 0 <= entity.offset < entity.offset + entity.length <= units(shown.text)
        whole[2 * entity.offset : 2 * (entity.offset + entity.length)].decode("utf-16-le")
    rows = rows_of(shown)
    assert all(rows)
    for button in (button for row in rows for button in row):
        assert button.text.strip()
        actions = [button.callback_data, button.url, button.disabled]
        assert sum(action is not None for action in actions) == 1
        assert len((button.callback_data or "").encode()) <= 64


def group(at: Scene, language: str) -> Screen:
    return table_screen(at.table, at.deal.view(None), Texts(language), Unit.KOPECKS)


def own(table: Table, view: View, language: str = "ru") -> Screen:
    return hand_screen(table, view, Texts(language), Unit.KOPECKS, title="🎲" * 99, link="https://t.me/c/1/2")


def presses(shown: Screen) -> list[HandPress]:
    data = [button.callback_data for row in rows_of(shown) for button in row if button.callback_data]
    return [HandPress.unpack(one) for one in data]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [FOUR[:2], FOUR, NASTY[:10]], ids=len)
def test_a_whole_deal(seats: tuple[Seat, ...], game: str, language: str) -> None:
    t = Texts(language)
    for at in played(dealt(table_of(seats, game, 10**20), seed=len(seats)), "random", 4):
        shown = group(at, language)
        check(shown)
        assert len(shown.text.splitlines()) <= LINES
        for name in range(len(seats)):
            check(own(at.table, at.deal.view(name), language), LONGEST_HAND)
        assert len(last_trick(at.table, at.deal.view(None), t)) <= LONGEST_TOAST
        check(replay_screen(at.table, at.deal, t))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_the_group_sees_open_cards_alone(game: str, seed: int) -> None:
    for at in played(dealt(table_of(FOUR, game), seed=seed), "random", seed):
        view = at.deal.view(None)
        tricks = [*view.taken, *([view.trick] if view.trick else [])]
        public = {
            view.indicator,
            *view.dead_indicators,
            *(card for trick in tricks for _, card in trick.plays),
        }
        texts = [group(at, "ru").text, last_trick(at.table, view, Texts("ru"))]
        texts += [button.text for row in rows_of(group(at, "ru")) for button in row]
        texts += [replay_screen(at.table, at.deal, Texts("ru")).text]
        shown = {word for text in texts for word in FACE.findall(text)}
        assert shown <= set(map(face, public))


def rows_of(shown: Screen) -> list[list[InlineKeyboardButton]]:
    return shown.keyboard.inline_keyboard if shown.keyboard else []


def offered(shown: Screen) -> set[Action]:
    return {action for press in presses(shown) if (action := press.action()) is not None}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_the_buttons_are_the_legal_actions(game: str, seed: int) -> None:
    for at in played(dealt(table_of(FOUR, game), seed=seed), "random", seed):
        for seat in range(len(FOUR)):
            view = at.deal.view(seat)
            legal = set(view.legal)
            if view.stage is Stage.EXCHANGE and view.seat in view.to_act:
                marked = tuple(view.hand or ())[:2]
                marks = ((FOUR[seat].player, tuple(map(text, marked))),)
                shown = own(replace(at.table, marks=marks), view)
                assert offered(shown) == {Exchange(()), Exchange(tuple(sorted(marked)))} <= legal
                switches = [press.card() for press in presses(shown) if press.verb is HandVerb.MARK]
                assert sorted(switches) == list(view.hand or ())
            else:
                assert offered(own(at.table, view)) == legal


def test_marks_of_cards_no_longer_held_are_not_offered() -> None:
    for at in played(dealt(table_of(FOUR), seed=3), "random", 3):
        if at.deal.view(None).stage is Stage.EXCHANGE:
            seat = at.deal.to_act[0]
            view = at.deal.view(seat)
            other = next(Card(number) for number in range(52) if Card(number) not in (view.hand or ()))
            marked = replace(at.table, marks=((FOUR[seat].player, (text(other),)),))
            assert offered(own(marked, view)) == {Exchange(())}
            return
    pytest.fail("no exchange in this deal")


@pytest.mark.parametrize("seed", range(6))
def test_hands_of_those_not_asked_rarely_change(seed: int) -> None:
    """Within a stage, the moves of others leave a hand that is not asked as it is."""
    before: dict[int, tuple[tuple[object, ...], str]] = {}
    for at in played(dealt(table_of(FOUR), seed=seed), "random", seed):
        for seat in range(len(FOUR)):
            view = at.deal.view(seat)
            me = view.seats[seat]
            state = (
                view.stage,
                view.round,
                view.hand,
                me.looked,
                me.said,
                me.tricks,
                me.folded,
                seat in view.to_act,
            )
            digest = own(at.table, view).digest
            if seat not in view.to_act and seat in before and before[seat][0] == state:
                assert before[seat][1] == digest
            before[seat] = (state, digest)


@pytest.mark.parametrize("language", LANGUAGES)
@given(names=st.lists(NAMES, min_size=1, max_size=12), amount=AMOUNTS, ante=st.integers(1, 10**6))
@settings(max_examples=40, deadline=None)
def test_any_names_and_amounts(language: str, names: list[str], amount: int, ante: int) -> None:
    seats = tuple(Seat(str(10**12 + number), name) for number, name in enumerate(names))
    table = table_of(seats, pot=amount, ante=ante)
    lobby = table_screen(table, None, Texts(language), Unit.KOPECKS)
    check(lobby)
    lines = lobby.text.splitlines()
    assert [line.split(".")[0] for line in lines[3 : 3 + len(seats)]] == [
        str(n) for n in range(1, len(seats) + 1)
    ]
    assert len(lines) <= LINES
    if len(seats) > 1:
        at = dealt(table)
        shown = group(at, language)
        check(shown)
        assert shown.text.count("\n") == group(dealt(table_of(seats_named(len(seats)))), language).text.count(
            "\n"
        )
        check(own(at.table, at.deal.view(0), language), LONGEST_HAND)


def seats_named(number: int) -> tuple[Seat, ...]:
    return tuple(Seat(str(10**12 + one), f"Имя{one}") for one in range(number))


@given(
    balances=st.dictionaries(st.integers(1, 2**52), st.integers(-(10**70), 10**70), max_size=60), name=NAMES
)
@settings(max_examples=30, deadline=None)
def test_any_score(balances: dict[int, int], name: str) -> None:
    rows = {
        str(player): Tally(str(money), 10**6, 10**5, pot=str(10**70), penalty=str(10**70))
        for player, money in balances.items()
    }
    at = Standing(rows, dict.fromkeys(rows, name), 1, 5, 10**4, [Waiting("frap", 10**40, 1)], 5, name or "x")
    for column in Column:
        shown = board_screen(-(10**13), Board(column=column, season=999999), at, Texts("ru"), Unit.POINTS)
        check(shown)
        assert len(shown.text.splitlines()) <= 4 + min(len(balances), 40) + 1 + 3


def test_closed_table() -> None:
    table = replace(table_of(FOUR), phase=Phase.CLOSED, people_pot=Pot("0"), computer_pot=Pot("0"))
    for language in LANGUAGES:
        shown = table_screen(table, None, Texts(language), Unit.CHIPS)
        check(shown)
        assert "/frap" in shown.text


def test_equal_screens_have_equal_digests_and_others_do_not() -> None:
    table = table_of(FOUR)
    ru = Texts("ru")

    def lobby(table: Table) -> Screen:
        return table_screen(table, None, ru, Unit.KOPECKS)

    shown = [
        lobby(table),
        lobby(replace(table, number=4)),
        lobby(replace(table, owner="1002")),
        table_screen(table, None, Texts("en"), Unit.KOPECKS),
    ]
    assert lobby(table).digest == shown[0].digest
    assert max(Counter(one.digest for one in shown).values()) == 1


def test_a_screen_too_long_is_refused() -> None:
    with pytest.raises(ScreenTooLong):
        screen(["x" * 4097])
    with pytest.raises(ScreenTooLong):
        screen(["🎉" * 2049])
    with pytest.raises(ScreenTooLong):
        screen([""])
    assert screen(["🎉" * 2048]).text


def test_filled_sentences_keep_braces_of_names() -> None:
    assert fill("{a} and {b}", a="{b}", b="x").render()[0] == "{b} and x"
