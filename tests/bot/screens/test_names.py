from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.names import COMPUTER_NAMES, MARKS, WIDEST, called, names_at, short, width
from bot.texts import Texts
from tests.bot.screens.scenes import NASTY, table_of

RU, EN = Texts("ru"), Texts("en")


@pytest.mark.parametrize(
    ("given_", "shown"),
    [
        ("Анна", "Анна"),
        ("  Анна \n Мария ", "Анна Мария"),
        ("Константин Константинопольский", "Константин Ко…"),
        ("<b>&_*`", "<b>&_*`"),
        ("\u202eevil\u2066", "evil"),
        ("🎉" * 64, "🎉" * 6 + "…"),
        ("👨‍👩‍👧‍👦" * 10, "👨‍👩‍👧‍👦" * 6 + "…"),
        ("🇷🇺" * 20, "🇷🇺" * 6 + "…"),
        ("★ Анна ► ✓", "Анна"),
        ("Вася 🤖", "Вася"),
        ("", ""),
        ("\u200b\u200d\ufeff", ""),
        ("\u3164\u2800", ""),
        ("@durov", "@\u2060durov"),
        ("t.me/x", "t.\u2060me/\u2060x"),
        ("a" + "\u0301" * 30, "a\u0301\u0301"),
    ],
)
def test_names_made_safe(given_: str, shown: str) -> None:
    assert short(given_) == shown


def test_right_to_left_is_fenced() -> None:
    assert short("محمد") == "\u2068محمد\u2069"


def test_the_same_name_twice() -> None:
    people = [("1", "Анна"), ("2", "анна"), ("3", "Анна"), ("4", "Анна ²")]
    assert list(called(people, RU).values()) == ["Анна", "анна ²", "Анна ³", "Анна ² ²"]


def test_names_of_nobody() -> None:
    assert called([("123456789", "")], RU) == {"123456789": "Игрок 6789"}
    assert called([("123456789", "\u200b")], EN) == {"123456789": "Player 6789"}


def test_computers_are_translated_and_told_from_people() -> None:
    assert called([("5", "Валет"), ("c1", "jack"), ("c2", "seven")], RU) == {
        "5": "Валет",
        "c1": "Валет ²",
        "c2": "Семёрка",
    }
    assert called([("c1", "jack")], EN) == {"c1": "Jack"}


def test_enough_computers_for_the_largest_table() -> None:
    assert len({RU(name) for name in COMPUTER_NAMES.values()}) == len(COMPUTER_NAMES) >= 11


def test_a_nasty_table() -> None:
    names = names_at(table_of(NASTY), RU)
    assert len({name.casefold() for name in names.values()}) == len(NASTY)


@given(st.text(max_size=80))
def test_any_name_is_one_short_line(name: str) -> None:
    shown = short(name)
    assert len(shown.splitlines()) <= 1
    assert width(shown.strip("\u2068\u2069").replace("\u2060", "")) <= WIDEST
    assert len(shown) <= 120
    assert not MARKS.intersection(shown)
    inner = shown.replace("\u2068", "").replace("\u2069", "").replace("\u2060", "").replace("\u200d", "")
    assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs"} for char in inner)
    assert shown.count("\u2068") == shown.count("\u2069")


@given(st.lists(st.text(max_size=20), min_size=2, max_size=12))
def test_any_names_are_told_apart(names: list[str]) -> None:
    shown = called([(str(10**9 + number), name) for number, name in enumerate(names)], EN)
    assert len({name.casefold() for name in shown.values()}) == len(names)
    assert all(name.strip() for name in shown.values())
