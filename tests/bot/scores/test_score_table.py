"""The board as a table says what the board as text does, whoever plays and whatever the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from aiogram.types import InputRichBlockTable
from aiogram.utils.formatting import Bold, Code, Italic, Text

from bot.sandbox.rich_words import rich_words
from bot.scores.tally import Tally
from bot.screens.dates import day
from bot.screens.money import Unit, figure
from bot.screens.names import width
from bot.screens.rich import rich_text
from bot.screens.score import MOST_LINES, WIDEST_FIGURES, Standing, board_screen
from bot.screens.score_buttons import Board, Column, ScorePress, ScoreVerb
from bot.screens.score_table import board_table
from bot.texts import Texts
from tests.bot.scores.test_score_screens import CROWD, GROUP, NAMES, NOW, WORST, at

if TYPE_CHECKING:
    from bot.screens.rich import RichScreen

HUGE = 10**40
MOST_TEXT, MOST_BLOCKS, MOST_COLUMNS = 32_768, 500, 20
"""What Telegram takes of a rich message."""
PARTY = [
    "Аня",
    "Konstantin Konstantinopolsky-Zavadsky",
    "🎉" * 40,
    "محمد عبد الله بن سليمان",
    "Борис",
    "שרה כהן",
    "👨‍👩‍👧‍👦" * 9,
    "<b>&amp; _*`[x](y)",
    "李小龙" * 9,
    "Анна",
    "Анна",
    "",
]
MONEY = (35, -5, 0, 10**15 - 1, -HUGE, HUGE, -1, 1250, -1250, 77, 8, -(10**15))


def party(number: int, money: tuple[int, ...] = MONEY) -> Standing:
    names = {str(1001 + place): name for place, name in enumerate(PARTY[:number])}
    tallies = {
        player: Tally(str(amount), deals=12, won=5, calls=9, calls_kept=4, pot="7", penalty="3", streak=-2)
        for player, amount in zip(names, money, strict=False)
    }
    return Standing(tallies, names, NOW, 12, 1)


def table_in(shown: RichScreen) -> InputRichBlockTable:
    (found,) = [one for one in shown.content.blocks or [] if isinstance(one, InputRichBlockTable)]
    return found


def lines(shown: RichScreen) -> list[list[str]]:
    """The table's text, its head first."""
    words = rich_words({"blocks": [table_in(shown).model_dump(mode="json", exclude_none=True)]})
    return [line.split("\t") for line in words.split("\n")]


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("number", range(3, 13))
def test_whoever_plays_has_one_row_the_richest_first(number: int, language: str) -> None:
    t = Texts(language)
    for column in Column:
        shown = board_table(GROUP, Board(column=column), party(number), t, Unit.POINTS)
        head, *rows = lines(shown)
        assert len(rows) == number
        assert {len(row) for row in rows} == {len(head)}
        assert all(name and width(name) <= 20 and "\n" not in name for name, *_ in rows)
        assert len({name for name, *_ in rows}) == number
        signed = [figure(amount, t) for amount in sorted(MONEY[:number], reverse=True)]
        assert [row[1].lstrip("+") for row in rows] == signed


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_head_is_bold_and_the_figures_stand_to_the_right(language: str) -> None:
    table = table_in(board_table(GROUP, Board(), party(12), Texts(language), Unit.KOPECKS))
    assert (table.is_striped, table.is_compact) == (True, True)
    assert all(cell.is_header for cell in table.cells[0])
    assert not any(cell.is_header for row in table.cells[1:] for cell in row)
    for row in table.cells:
        assert [cell.align for cell in row] == ["left"] + ["right"] * (len(row) - 1)
        assert {cell.valign for cell in row} == {"middle"}


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_rest_of_a_crowd_is_counted_and_everything_fits(language: str) -> None:
    t = Texts(language)
    crowd = at(dict.fromkeys(CROWD, WORST), CROWD)
    shown = board_table(GROUP, Board(), crowd, t, Unit.KOPECKS)
    assert len(lines(shown)) == 1 + MOST_LINES
    blocks = [one.model_dump(mode="json", exclude_none=True) for one in shown.content.blocks or []]
    text = rich_words({"blocks": blocks})
    rest = len(CROWD) - MOST_LINES
    assert t.n("and {n} more", "and {n} more", rest) in text.split("\n")
    assert len(text) <= MOST_TEXT
    assert len(blocks) + sum(len(one.get("cells", ())) for one in blocks) <= MOST_BLOCKS
    assert max(len(row) for row in table_in(shown).cells) <= MOST_COLUMNS
    assert shown.content.skip_entity_detection


@pytest.mark.parametrize("language", ["ru", "en"])
def test_table_and_text_say_the_same(language: str) -> None:
    t = Texts(language)
    for column in Column:
        standing = party(12, (35, -5, 0, 7, -8, 9, -10, 11, -12, 77, 8, -77))
        board = Board(column=column)
        table = board_table(GROUP, board, standing, t, Unit.CHIPS)
        text = board_screen(GROUP, board, standing, t, Unit.CHIPS, switch=True)
        for name, *figures in lines(table)[1:]:
            (line,) = [one for one in text.text.split("\n") if one.endswith(f" {name}")]
            assert line.removesuffix(f" {name}").split("\xa0")[-1:] == figures[-1:]
        assert verbs(text.keyboard) - verbs(table.keyboard) == {ScoreVerb.TABLE}
        assert verbs(table.keyboard) - verbs(text.keyboard) == {ScoreVerb.TEXT}


def verbs(keyboard: Any) -> set[ScoreVerb]:  # noqa: ANN401 - none fails
    return {ScorePress.unpack(one.callback_data).verb for row in keyboard.inline_keyboard for one in row}


def test_nobody_has_a_table_where_nobody_has_played() -> None:
    shown = board_table(GROUP, Board(), Standing({}, {}), Texts("en"), Unit.KOPECKS)
    assert [one.type for one in shown.content.blocks or []] == ["heading", "paragraph", "paragraph"]


@pytest.mark.parametrize("language", ["ru", "en"])
def test_text_leaves_out_columns_that_a_phone_would_break(language: str) -> None:
    t = Texts(language)
    for standing in (party(12), at(dict.fromkeys(NAMES, WORST), NAMES)):
        for column in Column:
            shown = board_screen(GROUP, Board(column=column), standing, t, Unit.KOPECKS)
            codes = {entity.length for entity in shown.entities if entity.type == "code"}
            assert len(codes) == 1
            assert max(codes) <= WIDEST_FIGURES
    usual = board_screen(GROUP, Board(), party(3), t, Unit.KOPECKS)
    assert t("streak") in usual.text


def test_formats_within_a_line_are_kept() -> None:
    t = Texts("en")
    assert rich_text("plain") == "plain"
    parts = rich_text(Text("🎉 ", Bold("b"), " ", Code("c"), Italic("i")))
    assert isinstance(parts, list)
    assert [getattr(one, "type", one) for one in parts] == ["🎉 ", "bold", " ", "code", "i"]
    assert [getattr(one, "text", one) for one in parts] == ["🎉 ", "b", " ", "c", "i"]
    date = rich_text(day(NOW, t))
    assert getattr(date, "unix_time", None) == NOW // 1000
