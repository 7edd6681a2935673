"""The scores of one book of a group, and what each booking makes of them.

A scorebook may hold everything or only what some bookings touch: entering them gives the same either way, but for the
closing of a season, which needs everything.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from bot.scores.bookkeeping import DEAL, SETTLE, player_of
from bot.scores.curve import Point, Stretch, further
from bot.scores.records import Feat, Kind, Records, beaten, feat
from bot.scores.seasons import Season, transfers_in
from bot.scores.tally import BOTH, NOTHING, Period, Score, Tally, paid, played
from game.view import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.scores.facts import Facts

PAUSE: Final = 6 * 3600 * 1000
"""Milliseconds without a deal that end an evening."""


class Booked(Protocol):
    """A booking, or an entry of the ledger."""

    @property
    def kind(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def at(self) -> int: ...
    @property
    def changes(self) -> Sequence[tuple[str, int]]: ...
    @property
    def facts(self) -> Facts | None: ...


class Course(Struct, frozen=True):
    """Where a book of a group has come to."""

    last: int = 0
    """When its last deal ended, Unix milliseconds."""
    ever: Stretch = Stretch()
    season: Stretch = Stretch(number=1)
    evening: Stretch = Stretch()
    thrown: dict[str, int] = {}
    """How many deals of a game have been thrown in, one after another, up to the last."""

    def stretch(self, period: Period) -> Stretch:
        return {Period.ALL: self.ever, Period.SEASON: self.season, Period.EVENING: self.evening}[period]


class Standings(Struct, frozen=True):
    """What everybody has won or lost in both games, by player, as decimal text: what a point of a curve is made of."""

    ever: dict[str, str] = {}
    season: dict[str, str] = {}
    evening: dict[str, str] = {}

    def of(self, period: Period) -> dict[str, str]:
        return {Period.ALL: self.ever, Period.SEASON: self.season, Period.EVENING: self.evening}[period]


@dataclass(slots=True)
class Drawn:
    """What is to be written to a curve."""

    anew: bool = False
    """Its points so far go first."""
    points: dict[int, Point | None] = field(default_factory=dict)
    """By number of deals; none: goes."""

    def clear(self) -> None:
        self.anew = True
        self.points.clear()


@dataclass(slots=True)
class Scorebook:
    """Scores, changed by bookings as they come."""

    course: Course = field(default_factory=Course)
    standings: Standings = field(default_factory=Standings)
    records: Records = field(default_factory=Records)
    names: dict[str, str] = field(default_factory=dict)
    """What players were called in their last deal; a computer's is a word that the screens translate."""
    scores: dict[str, Score] = field(default_factory=dict)
    """By :func:`slot`."""
    curves: dict[Period, Drawn] = field(default_factory=lambda: {period: Drawn() for period in Period})
    """What the bookings entered here have drawn."""
    closed: list[Season] = field(default_factory=list)
    """Seasons that the bookings entered here have closed."""
    feat: Feat | None = None
    """Of the last deal entered here."""

    def enter(self, booked: Booked, names: Mapping[str, str] | None = None) -> None:
        """Take a booking into account; ``names`` are those of the players of a deal."""
        if booked.kind == SETTLE:
            self._close_season(booked)
        elif booked.kind == DEAL and booked.facts is not None:
            self._enter_deal(booked, booked.facts, names or {})
        else:
            evening = booked.at - self.course.last <= PAUSE and self.course.evening.number > 0
            for player, change in _by_player(booked.changes).items():
                self._count(player, booked.game, partial(paid, change=change), evening=evening)
                self._stand(player, change, evening=evening)

    def tally(self, game: str, player: str, period: Period) -> Tally:
        """Read what a player has in a game, or in both."""
        score = self.scores.get(slot(game, player), Score())
        match period:
            case Period.ALL:
                return score.ever
            case Period.SEASON:
                return score.in_season if score.season == self.course.season.number else NOTHING
            case Period.EVENING:
                return score.in_evening if score.evening == self.course.evening.number else NOTHING

    def _enter_deal(self, booked: Booked, facts: Facts, names: Mapping[str, str]) -> None:
        before = self.records
        self._open_evening(booked.at)
        nets = _by_player(booked.changes)
        for part in facts.parts:
            net = nets.get(part.player, 0)
            counted = partial(played, facts=facts, part=part, net=net)
            self._count(part.player, booked.game, counted, evening=True)
            self._stand(part.player, net, evening=True)
            if part.player in names:
                self.names[part.player] = names[part.player]
        self._note_records(booked, facts)
        self._draw(booked, facts)
        self.feat = feat(before, self.records)
        if self.feat is not None:
            self.feat = replace(self.feat, name=self.names.get(self.feat.player, ""))

    def _open_evening(self, at: int) -> None:
        """Begin an evening if the last one is over; what it brought stands now."""
        course = self.course
        if course.evening.number and at - course.last <= PAUSE:
            return
        for player, money in sorted(self.standings.evening.items()):
            self.records = beaten(self.records, Kind.EVENING, int(money), player, "", course.evening.since)
        self.course = replace(course, evening=Stretch(number=course.evening.number + 1, since=at))
        self.standings = replace(self.standings, evening={})
        self.curves[Period.EVENING].clear()

    def _count(self, player: str, game: str, change: Callable[[Tally], Tally], *, evening: bool) -> None:
        for counted in dict.fromkeys((BOTH, game or BOTH)):
            self.scores[slot(counted, player)] = Score(
                change(self.tally(counted, player, Period.ALL)),
                self.course.season.number,
                change(self.tally(counted, player, Period.SEASON)),
                self.course.evening.number,
                change(self.tally(counted, player, Period.EVENING))
                if evening
                else self.tally(counted, player, Period.EVENING),
            )

    def _stand(self, player: str, change: int, *, evening: bool) -> None:
        def after(money: dict[str, str]) -> dict[str, str]:
            return money | {player: str(int(money.get(player, "0")) + change)}

        at = self.standings
        self.standings = Standings(
            after(at.ever), after(at.season), after(at.evening) if evening else at.evening
        )

    def _note_records(self, booked: Booked, facts: Facts) -> None:
        thrown_in = facts.outcome == Outcome.REDEAL.value
        row = self.course.thrown.get(booked.game, 0) + 1 if thrown_in else 0
        self.course = replace(self.course, thrown=self.course.thrown | {booked.game: row})
        self.records = beaten(self.records, Kind.THROWN, row, "", booked.game, booked.at)
        for part in facts.parts:
            prize = int(part.prize)
            self.records = beaten(self.records, Kind.POT, prize, part.player, booked.game, booked.at)
            kept = self.tally(BOTH, part.player, Period.EVENING).blinds_kept
            self.records = beaten(self.records, Kind.BLINDS, kept, part.player, "", booked.at)

    def _draw(self, booked: Booked, facts: Facts) -> None:
        stretches = {}
        for period in Period:
            stretch, leaves, going = further(self.course.stretch(period))
            points = self.curves[period].points
            points.update(dict.fromkeys(going))
            if leaves:
                points[stretch.deals] = Point(booked.at, facts.pot, dict(self.standings.of(period)))
            stretches[period] = stretch if stretch.since else replace(stretch, since=booked.at)
        self.course = replace(
            self.course,
            last=booked.at,
            ever=stretches[Period.ALL],
            season=stretches[Period.SEASON],
            evening=stretches[Period.EVENING],
        )

    def _close_season(self, booked: Booked) -> None:
        season = self.course.season
        tallies = {
            name: score.in_season
            for name, score in sorted(self.scores.items())
            if score.season == season.number and score.in_season != NOTHING
        }
        payments = transfers_in([(player_of(account), change) for account, change in booked.changes])
        self.closed.append(
            Season(season.number, season.since, booked.at, season.deals, payments, tallies, dict(self.names))
        )
        self.course = replace(self.course, season=Stretch(number=season.number + 1, since=booked.at))
        self.standings = replace(self.standings, season={})
        self.curves[Period.SEASON].clear()


def slot(game: str, player: str) -> str:
    """Name the place of a player's score in a game, or in both."""
    return f"{game}:{player}"


def _by_player(changes: Sequence[tuple[str, int]]) -> dict[str, int]:
    summed: dict[str, int] = {}
    for account, change in changes:
        player = player_of(account)
        if player:
            summed[player] = summed.get(player, 0) + change
    return summed
