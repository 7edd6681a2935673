from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.scores.curve import MOST_POINTS
from bot.scores.scorebook import Scorebook
from bot.scores.tally import BOTH, NOTHING, Period, Tally
from tests.bot.scores.by_hand import boards, stretches
from tests.bot.scores.season_play import NAMES, Months, months

if TYPE_CHECKING:
    from tests.bot.scores.by_hand import Row

PLAYERS = [str(100 + number) for number in range(len(NAMES))]
GAMES = {"frap": ("frap",), "khrap": ("khrap",), BOTH: ("frap", "khrap")}


@pytest.fixture(scope="module")
def world() -> Months:
    return months(1000, 7)


def entered(world: Months, upto: int | None = None) -> Scorebook:
    book = Scorebook()
    for booking, _ in world.happened[:upto]:
        book.enter(booking)
    return book


def shown(tally: Tally) -> Row:
    row = {name: getattr(tally, name) for name in tally.__struct_fields__}
    return {name: int(value) for name, value in row.items() if int(value)}


def plain(row: Row) -> Row:
    return {name: value for name, value in row.items() if value}


def test_every_number_of_every_board_is_what_the_records_and_the_ledger_give(world: Months) -> None:
    book = entered(world)
    where = stretches(world)
    season, evening = book.course.season.number, book.course.evening.number
    assert season > 3
    assert evening > 20
    chosen = {
        Period.ALL: [True] * len(where),
        Period.SEASON: [of == season for of, _ in where],
        Period.EVENING: [of == evening for _, of in where],
    }
    for period, counts in chosen.items():
        for game, games in GAMES.items():
            expected = boards(world, counts, games)
            for player in PLAYERS:
                assert shown(book.tally(game, player, period)) == plain(expected[player]), (
                    period,
                    game,
                    player,
                )


def test_every_season_that_is_over_reads_as_it_stood(world: Months) -> None:
    book = entered(world)
    where = stretches(world)
    assert [one.number for one in book.closed] == list(range(1, book.course.season.number))
    for closed in book.closed:
        for game, games in GAMES.items():
            expected = boards(world, [of == closed.number for of, _ in where], games)
            for player in PLAYERS:
                assert shown(closed.tallies.get(f"{game}:{player}", NOTHING)) == plain(expected[player])


def test_the_evening_reads_right_after_every_single_booking(world: Months) -> None:
    where = stretches(world)
    book = Scorebook()
    for number, (booking, _) in enumerate(world.happened[:200], 1):
        book.enter(booking)
        evening = book.course.evening.number
        chosen = [of == evening for _, of in where[:number]] + [False] * (len(where) - number)
        expected = boards(world, chosen, GAMES[BOTH])
        for player in PLAYERS:
            assert shown(book.tally(BOTH, player, Period.EVENING)) == plain(expected[player])


def test_a_curve_goes_through_the_balances(world: Months) -> None:
    book = entered(world)
    points = {n: point for n, point in book.curves[Period.ALL].points.items() if point is not None}
    assert MOST_POINTS / 2 <= len(points) <= MOST_POINTS
    stride = book.course.ever.stride
    assert sorted(points) == list(range(stride, 1001, stride))
    deals = 0
    for number, (_, text) in enumerate(world.happened, 1):
        deals += bool(text)
        if text and deals in points:
            rows = boards(world, [at < number for at in range(len(world.happened))], GAMES[BOTH])
            point = points[deals]
            assert {player: int(money) for player, money in point.money.items() if int(money)} == {
                player: row["money"] for player, row in rows.items() if row["money"]
            }
            assert int(point.pot) == json.loads(text)["result"]["pot"]


def test_records_are_the_most_there_has_been(world: Months) -> None:
    book = entered(world)
    deals = [(booking, json.loads(text)) for booking, text in world.happened if text]
    rows = boards(world, [True] * len(world.happened), GAMES[BOTH])
    assert int(book.records.pot.amount) == max(row["pot"] for row in rows.values())
    longest = 0
    for game in ("frap", "khrap"):
        row = 0
        for _, deal in deals:
            if deal["game"] == game:
                row = row + 1 if deal["result"]["outcome"] == "redeal" else 0
                longest = max(longest, row)
    assert int(book.records.thrown.amount) == longest
    where = stretches(world)
    money, blinds = [], []
    for evening in range(1, book.course.evening.number + 1):
        of = boards(world, [number == evening for _, number in where], GAMES[BOTH])
        blinds += [row["blinds_kept"] for row in of.values()]
        if evening < book.course.evening.number:
            money += [row["money"] for row in of.values()]
    assert int(book.records.evening.amount) == max(money)
    assert int(book.records.blinds.amount) == max(blinds)


def test_only_what_is_touched_needs_to_be_read(world: Months) -> None:
    """A scorebook with the scores of one deal's players gives what a whole one gives."""
    whole = entered(world, 400)
    for booking, _ in world.happened[400:450]:
        if booking.kind != "deal":
            whole.enter(booking)
            continue
        players = {account[2:] for account, _ in booking.postings if account.startswith("p:")}
        part = Scorebook(whole.course, whole.standings, whole.records, dict(whole.names))
        part.scores = {
            name: score for name, score in whole.scores.items() if name.partition(":")[2] in players
        }
        part.enter(booking)
        whole.enter(booking)
        for name, score in part.scores.items():
            assert whole.scores[name] == score
        assert (part.course, part.standings, part.records) == (whole.course, whole.standings, whole.records)
