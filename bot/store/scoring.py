"""Scores read for a commit, and what the commit writes of them. They change with the ledger, or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from msgspec import DecodeError, ValidationError
from msgspec.json import Decoder, encode

from bot.scores.bookkeeping import SETTLE, player_of
from bot.scores.records import Records
from bot.scores.scorebook import Course, Scorebook, Standings, slot
from bot.scores.tally import BOTH, Period, Score
from bot.store import keys
from bot.store.errors import StoreBroken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.scores.records import Feat
    from bot.store.bookings import Booking
    from bot.store.connection import Connection
    from bot.tables.state import Book

VERSION: Final = "v"
_COURSE: Final = "course"
_STANDINGS: Final = "standings"
_RECORDS: Final = "records"
_NAMES: Final = "names"
WHOLE: Final = (VERSION, _COURSE, _STANDINGS, _RECORDS, _NAMES)
"""Fields that are no player's score."""

_course: Final = Decoder(Course)
_standings: Final = Decoder(Standings)
_records: Final = Decoder(Records)
_names: Final = Decoder(dict[str, str])
_score: Final = Decoder(Score)


@dataclass(slots=True)
class ScoreSheet:
    """The scores that some bookings touch, as they stood before, and those bookings."""

    version: str
    book: Scorebook
    bookings: tuple[Booking, ...]

    def enter(self, names: Mapping[str, str]) -> Feat | None:
        """Enter the bookings; gives the record that a deal among them has broken."""
        for booking in self.bookings:
            self.book.enter(booking, names)
        return self.book.feat

    def pages(self) -> list[str]:
        """Arguments of the script ``commit``."""
        return [self.version, *_hash(self.fields()), *_written(self.book)]

    def fields(self) -> dict[str, str]:
        fields = fields_of(self.book)
        fields[VERSION] = str(int(self.version) + 1)
        return fields


def fields_of(book: Scorebook) -> dict[str, str]:
    """Write a scorebook, or the part of one that is here, as the fields of its hash."""
    fields = {slot_name: encode(score).decode() for slot_name, score in book.scores.items()}
    fields[_COURSE] = encode(book.course).decode()
    fields[_STANDINGS] = encode(book.standings).decode()
    fields[_RECORDS] = encode(book.records).decode()
    fields[_NAMES] = encode(book.names).decode()
    return fields


def nothing_scored() -> list[str]:
    """Arguments of the script ``commit`` for a book that stays as it is."""
    return ["", *_hash({}), *(["0", "0"] * len(Period)), "0"]


def _written(book: Scorebook) -> list[str]:
    """Curves and seasons: each a hash, with whether it is emptied first."""
    pages = []
    for period in Period:
        drawn = book.curves[period]
        points = {
            str(number): "" if point is None else encode(point).decode()
            for number, point in drawn.points.items()
        }
        pages += ["1" if drawn.anew else "0", *_hash(points)]
    return [*pages, *_hash({str(season.number): encode(season).decode() for season in book.closed})]


def _hash(fields: Mapping[str, str]) -> list[str]:
    return [str(len(fields)), *(text for name, value in fields.items() for text in (name, value))]


def score_keys(group: int, book: Book) -> list[str]:
    """Name the hashes in the order in which the script ``commit`` takes them."""
    return [
        keys.scores(group, book),
        *(keys.curve(group, book, period) for period in Period),
        keys.seasons(group, book),
    ]


async def read_score_sheets(
    connection: Connection, group: int, bookings: tuple[Booking, ...]
) -> dict[Book, ScoreSheet]:
    """Read the scores that are touched; 1 round trip for each book. The closing of a season touches all."""
    sheets = {}
    for book in {booking.book: None for booking in bookings}:
        mine = tuple(booking for booking in bookings if booking.book is book)
        if any(booking.kind == SETTLE for booking in mine):
            sheets[book] = await read_scores(connection, group, book, mine)
            continue
        slots = {
            slot(game, player): None
            for booking in mine
            for account, _ in booking.postings
            if (player := player_of(account))
            for game in (BOTH, booking.game or BOTH)
        }
        if not slots:
            continue  # a pot changes places, and no score with it
        names = [*WHOLE, *slots]
        texts = await connection.read("HMGET", keys.scores(group, book), *names)
        sheets[book] = _sheet(group, dict(zip(names, texts, strict=True)), mine)
    return sheets


async def read_scores(
    connection: Connection, group: int, book: Book, bookings: tuple[Booking, ...] = ()
) -> ScoreSheet:
    """Read all scores of a book; 1 round trip."""
    fields = await connection.read("HGETALL", keys.scores(group, book))
    return _sheet(group, dict(fields), bookings)


def _sheet(group: int, fields: Mapping[str, str | None], bookings: tuple[Booking, ...]) -> ScoreSheet:
    try:
        book = Scorebook(
            course=_course.decode(fields.get(_COURSE) or "{}"),
            standings=_standings.decode(fields.get(_STANDINGS) or "{}"),
            records=_records.decode(fields.get(_RECORDS) or "{}"),
            names=_names.decode(fields.get(_NAMES) or "{}"),
            scores={name: _score.decode(text) for name, text in fields.items() if text and name not in WHOLE},
        )
    except (ValidationError, DecodeError):
        raise StoreBroken(f"the scores of group {group} cannot be read") from None
    return ScoreSheet(fields.get(VERSION) or "0", book, bookings)
