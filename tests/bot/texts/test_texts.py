from __future__ import annotations

import pytest

from bot.texts import Texts, languages, pick_language


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("ru", "ru"),
        ("RU", "ru"),
        ("ru-RU", "ru"),
        ("ru_RU", "ru"),
        ("uk", "ru"),
        ("be", "ru"),
        ("kk", "ru"),
        ("en", "en"),
        ("en-GB", "en"),
        ("de", "en"),
        ("pt-br", "en"),
        ("", "en"),
        (None, "en"),
        ("../../etc", "en"),
        ("xx", "en"),
    ],
)
def test_language_of_a_client(code: str | None, language: str) -> None:
    assert pick_language(code) == language
    assert language in languages()


def test_a_sentence() -> None:
    assert Texts("ru")("Pass") == "Пас"
    assert Texts("en")("Pass") == "Pass"
    assert Texts("ru")("Now: {value}", value="5") == "Сейчас: 5"


def test_no_values_leave_placeholders() -> None:
    assert Texts("en")("Now: {value}") == "Now: {value}"


def test_values_are_not_read_as_sentences() -> None:
    assert Texts("en")("Now: {value}", value="{value} {0} %s") == "Now: {value} {0} %s"


def test_an_unknown_sentence_or_language_is_english() -> None:
    assert Texts("ru")("not in any catalogue") == "not in any catalogue"
    assert Texts("xx").language == "en"
    assert Texts("xx")("Pass") == "Pass"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 карт"),
        (1, "1 карта"),
        (2, "2 карты"),
        (5, "5 карт"),
        (11, "11 карт"),
        (12, "12 карт"),
        (21, "21 карта"),
        (22, "22 карты"),
        (111, "111 карт"),
        (10**65, f"{10**65} карт"),
    ],
)
def test_plurals(number: int, text: str) -> None:
    assert Texts("ru").n("{n} card", "{n} cards", number) == text


def test_english_plurals() -> None:
    assert [Texts("en").n("{n} card", "{n} cards", number) for number in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]


def test_context_tells_the_games_apart() -> None:
    t = Texts("ru")
    assert t.c("frap", "cut in") == "подрезка"
    assert t.c("khrap", "cut in") == "разрез"
    assert Texts("en").c("khrap", "cut in") == "cut in"
