"""Every screen of the scores, with the worst names, numbers and ids, in both languages."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from bot.scores.records import Best, Feat, Kind, Records
from bot.scores.seasons import Season, Transfer
from bot.scores.tally import BOTH, Period, Tally
from bot.screens.buttons import BadPress
from bot.screens.deals import Played, history_screen
from bot.screens.ledger import PAGE, ledger_screen
from bot.screens.money import Unit, counted
from bot.screens.pots import Waiting
from bot.screens.score import Standing, board_screen
from bot.screens.score_buttons import Board, Column, ScorePress, ScoreVerb
from bot.screens.screen import LONGEST_MESSAGE, Screen
from bot.screens.seasons import feat_line, records_screen, seasons_screen
from bot.screens.settling import corrected_screen, proposal_screen, settled_screen
from bot.screens.stats import groups_screen, own_stats_screen, stats_screen
from bot.screens.table import table_screen
from bot.store.bookings import Entry
from bot.tables.reckoning import Proposal
from bot.tables.state import Book, Pot
from bot.texts import Texts
from game.commands.simulate import play
from game.players import POLICIES
from game.rules import FRAP, Rules
from game.shuffle import Shuffle
from game.table import Table as GameTable
from tests.bot.screens.scenes import FOUR, NASTY, dealt, played, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

GROUP = -1009999999999999
UNIT = Unit.KOPECKS
NOW = 1_800_000_000_000
FAMILY = "👨‍👩‍👧‍👦" * 20
NAMES = {str(2**52 + number): seat.name for number, seat in enumerate(NASTY[:-1])} | {str(2**52 + 50): FAMILY}
CROWD = {str(2**52 + number): FAMILY for number in range(60)}
WORST = Tally(
    "-" + "9" * 70,
    **dict.fromkeys(("deals", "won", "calls", "calls_kept", "blinds", "blinds_kept"), 10**6),
    **dict.fromkeys(("whists", "whists_kept", "cuts", "cuts_kept"), 10**6),
    pot="9" * 70,
    penalty="9" * 70,
    streak=-(10**5),
)
TALLIES = dict.fromkeys(NAMES, WORST)
PAYMENTS = tuple(Transfer(payer, payee, "9" * 60) for payer, payee in zip(NAMES, [*NAMES][1:], strict=False))
PROPOSAL = Proposal(10**5, 10**9, dict.fromkeys(NAMES, 1), PAYMENTS, 10**65, NAMES)
RECORDS = Records(*[Best("9" * 60, next(iter(NAMES)), "frap", NOW)] * 4)
SEASONS = [
    Season(number, NOW, NOW, 10**6, PAYMENTS, {f"{BOTH}:{one}": WORST for one in NAMES}, NAMES)
    for number in range(10**5, 10**5 + 12)
]


def entries(names: dict[str, str]) -> list[Entry]:
    postings = tuple((f"p:{player}", "9" * 60) for player in [*names][:12])
    one = Entry(1, NOW, Book.PEOPLE, "deal", "frap", 0, 1, 10**6, postings, None, "1", "why " * 90)
    kinds = ("deal", "take", "leave", "divide", "correct", "settle", "else", "deal")
    return [replace(one, kind=kind) for kind in kinds]


def deals() -> list[Played]:
    players = tuple([*CROWD][:12])
    table = GameTable(FRAP, Rules(10**6), players)
    chance = random.Random(1)
    found = []
    for place in range(6):
        deal = play(table.deal(Shuffle(chance.randbytes(32))), [POLICIES["random"](place)] * 12)
        found.append(Played(deal, CROWD, 10**6 + place, 10**6, NOW))
        table = table.after(deal)
    return found


def at(tallies: dict[str, Tally], names: dict[str, str]) -> Standing:
    return Standing(
        tallies, names, NOW, 10**6, 10**5, [Waiting("khrap", 10**66, NOW // 1000)], 10**66, FAMILY
    )


def board_of(column: Column) -> Callable[[Texts], Screen]:
    return lambda t: board_screen(GROUP, Board(column=column), at(TALLIES, NAMES), t, UNIT)


SCREENS: dict[str, Callable[[Texts], Screen]] = {
    **{f"board {column.name}": board_of(column) for column in Column},
    "board of a crowd": lambda t: board_screen(
        GROUP, Board(), at(dict.fromkeys(CROWD, WORST), CROWD), t, UNIT
    ),
    "proposal": lambda t: proposal_screen(GROUP, PROPOSAL, frozenset(), t, UNIT),
    "settled": lambda t: settled_screen(GROUP, PROPOSAL, "Anna", t, UNIT),
    "corrected": lambda t: corrected_screen(
        dict.fromkeys(NAMES, -(10**65)), NAMES, "Anna", "w" * 200, t, UNIT
    ),
    "ledger": lambda t: ledger_screen(GROUP, entries(NAMES), NAMES, 10**6, t, UNIT),
    "ledger of a crowd": lambda t: ledger_screen(GROUP, entries(CROWD), CROWD, 0, t, UNIT),
    "ledger, empty": lambda t: ledger_screen(GROUP, [], {}, 0, t, UNIT),
    "history": lambda t: history_screen(GROUP, deals(), 10**6, t, UNIT),
    "history, empty": lambda t: history_screen(GROUP, [], 0, t, UNIT),
    "seasons": lambda t: seasons_screen(GROUP, SEASONS, 10**6, t, UNIT),
    "seasons, none": lambda t: seasons_screen(GROUP, [], 1, t, UNIT),
    "records": lambda t: records_screen(RECORDS, NAMES, t, UNIT),
    "records, none": lambda t: records_screen(Records(), {}, t, UNIT),
    "stats": lambda t: stats_screen(GROUP, str(2**52), FAMILY, dict.fromkeys(Period, WORST), t, UNIT),
    "own stats": lambda t: own_stats_screen([(GROUP, FAMILY, WORST)] * 30, WORST, t, UNIT),
    "own stats, none": lambda t: own_stats_screen([], Tally(), t, None),
    "groups": lambda t: groups_screen([(GROUP, FAMILY), (GROUP, "")], t),
}


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_can_be_sent(name: str, language: str) -> None:
    shown = SCREENS[name](Texts(language))
    assert 0 < len(shown.text.encode("utf-16-le")) // 2 <= LONGEST_MESSAGE
    assert len(shown.entities) <= 100
    assert "{" not in shown.text
    for row in shown.keyboard.inline_keyboard if shown.keyboard else []:
        assert 0 < len(row) <= 8
        for button in row:
            assert button.text.strip()
            assert 0 < len((button.callback_data or "").encode()) <= 64
            assert (
                ScorePress.unpack(button.callback_data or "").group == GROUP
                or button.callback_data == "s:0:t:"
            )


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_page_with_money_calls_it_as_the_group_does(language: str) -> None:
    t = Texts(language)
    for unit in Unit:
        word, others = counted(unit, t), {counted(other, t) for other in Unit} - {counted(unit, t)}
        pages = {
            **{
                column.name: board_screen(GROUP, Board(column=column), at(TALLIES, NAMES), t, unit)
                for column in Column
            },
            "corrected": corrected_screen({"1001": 5, "1002": -5}, NAMES, "Anna", "why", t, unit),
            "ledger": ledger_screen(GROUP, entries(NAMES), NAMES, 0, t, unit),
            "history": history_screen(GROUP, deals(), 0, t, unit),
            "seasons": seasons_screen(GROUP, SEASONS, 3, t, unit),
            "stats": stats_screen(GROUP, "1001", "Anna", dict.fromkeys(Period, WORST), t, unit),
            "own stats": own_stats_screen([(GROUP, "Friday", WORST)], WORST, t, unit),
        }
        for name, page in pages.items():
            assert word in page.text, name
            assert not [other for other in others if other in page.text], name


@pytest.mark.parametrize("language", ["ru", "en"])
def test_figures_line_up_and_every_player_has_one_line(language: str) -> None:
    for column in Column:
        shown = board_screen(GROUP, Board(column=column), at(TALLIES, NAMES), Texts(language), UNIT)
        codes = [entity for entity in shown.entities if entity.type == "code"]
        assert len(codes) == 1 + len(NAMES)
        assert len({entity.length for entity in codes}) == 1
        units = shown.text.encode("utf-16-le")
        for entity in codes:
            before = units[: 2 * entity.offset].decode("utf-16-le")
            assert before.endswith("\n")


def test_a_board_reads_back_from_its_button() -> None:
    for book in Book:
        for period in Period:
            for column in Column:
                board = Board(book, period, "khrap", column)
                assert Board.read(board.code) == board
    assert Board.read(Board(season=12).code).season == 12
    for forged in ("", "psb", "psbmm", "qsbm", "p0bm", "p²bm", "psbm\n"):
        with pytest.raises(BadPress):
            Board.read(forged)
    assert {verb.value for verb in ScoreVerb} == {verb.value.lower() for verb in ScoreVerb}


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("kind", list(Kind))
def test_a_broken_record_is_one_line_of_the_payout(language: str, kind: Kind) -> None:
    t = Texts(language)
    feat = Feat(kind.value, "640", "5", "1001", "Анна\nМария <b>")
    *_, over = played(dealt(table_of(FOUR), seed=3))
    view = over.deal.view(None)
    without = table_screen(over.table, view, t, UNIT).text.splitlines()
    told = table_screen(replace(over.table, feat=feat), view, t, UNIT).text.splitlines()
    new = [line for line in told if line not in without]
    assert len(told) == len(without) + 1
    assert new == [feat_line(feat, t, UNIT)]
    assert "640" in new[0]
    assert "5" in new[0]


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_lobby_tells_of_the_pot_that_waits_until_it_is_taken(language: str) -> None:
    waits = tuple((book, Pot("340", since=NOW // 1000)) for book in Book)
    empty = replace(table_of(FOUR[:2]), people_pot=Pot(), computer_pot=Pot(), waits=waits)
    for table, tells in ((empty, True), (replace(empty, took=(Book.PEOPLE,)), False)):
        shown = table_screen(table, None, Texts(language), UNIT)
        assert ("340" in shown.text) is tells
        assert any(entity.type == "date_time" for entity in shown.entities) is tells


def test_a_page_of_the_ledger_offers_what_there_is_more() -> None:
    t = Texts("en")
    assert ledger_screen(GROUP, entries(NAMES), NAMES, 0, t, UNIT).keyboard is not None
    assert len(entries(NAMES)) == PAGE
    assert ledger_screen(GROUP, entries(NAMES)[:3], NAMES, 0, t, UNIT).keyboard is None
