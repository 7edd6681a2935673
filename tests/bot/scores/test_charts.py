from __future__ import annotations

import itertools
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.charts.draw import GAP, apart
from bot.charts.painter import NoPicture, Painter
from bot.charts.plot import MOST_LINES, Line, Plot, added, drawable, most_telling, standing_lines
from bot.scores.curve import MOST_POINTS, Point, Stretch, further


def a_plot(*values: int, name: str = "Аня") -> Plot:
    lines = [Line(f"{name} {number}", "?", "+1", drawable([0, value])) for number, value in enumerate(values)]
    return Plot("Пятница", "Сезон 1", [0.0, 1.0], lines, drawable([0, 5]), "сдачи", "кон")


async def test_a_picture_has_a_phones_shape() -> None:
    with Painter() as painter:
        picture = await painter.paint(a_plot(10, -10))
        assert picture.startswith(b"\x89PNG")
        assert struct.unpack(">II", picture[16:24]) == (1080, 1290)
        assert await painter.paint(a_plot(10, -10)) is picture


@pytest.mark.parametrize(
    "plot",
    [
        a_plot(0),
        a_plot(*range(8), name="محمد <b>$x_1^2$ 🎉 李"),
        a_plot(10**65, -5, 10**400),
        Plot("", "", [0.0], [Line("", "…", "", [0.0])], [], "", ""),
    ],
)
async def test_nothing_that_can_be_kept_cannot_be_drawn(plot: Plot) -> None:
    with Painter() as painter:
        assert (await painter.paint(plot)).startswith(b"\x89PNG")


@pytest.mark.logs_errors
async def test_a_picture_that_fails_is_told_and_the_next_one_is_drawn() -> None:
    broken = Plot("", "", [0.0, 1.0], [Line("", "", "", [1.0])], [], "", "")
    with Painter() as painter:
        with pytest.raises(NoPicture):
            await painter.paint(broken)
        assert await painter.paint(a_plot(1))


def test_of_many_players_those_near_zero_are_added_up() -> None:
    money = {str(number): [0, number * (-1) ** number] for number in range(12)}
    drawn, rest = most_telling(money)
    assert len(drawn) == MOST_LINES - 1
    assert sorted(drawn) == sorted(str(number) for number in range(5, 12))
    assert [money[player][1] for player in drawn] == sorted((money[p][1] for p in drawn), reverse=True)
    assert added(money[player] for player in rest) == [0, sum(money[player][1] for player in rest)]
    few, none = most_telling({player: money[player] for player in list(money)[:MOST_LINES]})
    assert (len(few), none) == (MOST_LINES, [])


def test_lines_begin_at_zero_and_end_where_everybody_stands_now() -> None:
    points = {2: Point(1, "30", {"1": "5"}), 4: Point(2, "0", {"1": "15", "2": "-15"})}
    steps, money, pots = standing_lines(points, {"1": "10", "2": "-15", "3": "5"}, 5)
    assert steps == [0, 2, 4, 5]
    assert money == {"1": [0, 5, 15, 10], "2": [0, 0, -15, -15], "3": [0, 0, 0, 5]}
    assert pots == [0, 30, 0, 0]


@given(st.integers(1, 5000))
def test_points_stay_few_and_evenly_spread(deals: int) -> None:
    stretch = Stretch()
    points: set[int] = set()
    for _ in range(deals):
        stretch, leaves, going = further(stretch)
        points -= set(going)
        if leaves:
            points.add(stretch.deals)
    assert points == set(range(stretch.stride, deals + 1, stretch.stride))
    assert len(points) <= MOST_POINTS
    assert deals < MOST_POINTS or len(points) >= MOST_POINTS / 2 - 1


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_names_stand_apart_in_the_order_of_their_lines(ends: list[float]) -> None:
    places = apart(ends, GAP)
    ordered = [places[number] for number in sorted(range(len(ends)), key=lambda number: ends[number])]
    assert all(later - earlier > 0.09 for earlier, later in itertools.pairwise(ordered))
    assert min(places) > -0.1
    assert max(places) < 1.1
