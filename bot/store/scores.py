"""The scores of a group: tallies, curves, records and seasons, kept with the ledger and rebuilt from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import DecodeError, ValidationError
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from bot.scores.curve import Point
from bot.scores.scorebook import Scorebook
from bot.scores.seasons import Season
from bot.scores.tally import Period
from bot.store import keys
from bot.store.bookings import Entry
from bot.store.errors import StoreBroken
from bot.store.scoring import VERSION, fields_of, read_scores, score_keys

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.store.connection import Connection
    from bot.tables.state import Book

CHUNK: Final = 500
PROPOSAL_LIFE: Final = 48 * 3600 * 1000
"""Milliseconds."""
_AGREED: Final = "by:"
_entries: Final = Decoder(Entry)
_points: Final = Decoder(Point)
_seasons: Final = Decoder(Season)


class Scores:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def read(self, group: int, book: Book) -> Scorebook:
        """Read everything but curves and seasons; 1 round trip, however many deals there were."""
        return (await read_scores(self._connection, group, book)).book

    async def curve(self, group: int, book: Book, period: Period) -> dict[int, Point]:
        """Read how everybody stood, by number of deals, in order; at most ``bot.scores.curve.MOST_POINTS`` points."""
        fields = dict(await self._connection.read("HGETALL", keys.curve(group, book, period)))
        try:
            return {number: _points.decode(fields[str(number)]) for number in sorted(map(int, fields))}
        except (ValidationError, DecodeError, ValueError):
            raise StoreBroken(f"a curve of group {group} cannot be read") from None

    async def season(self, group: int, book: Book, number: int) -> Season | None:
        """Read a season that is over."""
        text = await self._connection.read("HGET", keys.seasons(group, book), str(number))
        try:
            return None if text is None else _seasons.decode(text)
        except (ValidationError, DecodeError):
            raise StoreBroken(f"a season of group {group} cannot be read") from None

    async def seasons(self, group: int, book: Book, numbers: range) -> list[Season]:
        """Read those of these seasons that are over."""
        if not numbers:
            return []
        texts = await self._connection.read("HMGET", keys.seasons(group, book), *map(str, numbers))
        try:
            return [_seasons.decode(text) for text in texts if text is not None]
        except (ValidationError, DecodeError):
            raise StoreBroken(f"a season of group {group} cannot be read") from None

    async def agree(self, group: int, book: Book, proposal: str, who: str = "") -> frozenset[str]:
        """Note that somebody agrees to a proposal, and tell who has so far; without ``who``, only tell."""
        names = await self._connection.run("agree", (keys.agreed(group, book),), proposal, who, PROPOSAL_LIFE)
        return frozenset(name[len(_AGREED) :] for name in names if name.startswith(_AGREED))

    async def forget_name(self, group: int, book: Book, player: str) -> None:
        """Keep what a player has won and lost, and no longer what they were called, in seasons that are over either."""
        while True:
            sheet = await read_scores(self._connection, group, book)
            over = await self.seasons(group, book, range(1, sheet.book.course.season.number))
            seasons = [
                text
                for season in over
                if season.names.get(player)
                for text in (
                    str(season.number),
                    encode(replace(season, names=season.names | {player: ""})).decode(),
                )
            ]
            if not sheet.book.names.get(player) and not seasons:
                return
            args = (
                sheet.version,
                str(int(sheet.version) + 1),
                encode(sheet.book.names | {player: ""}).decode(),
            )
            places = (keys.scores(group, book), keys.seasons(group, book))
            if await self._connection.run("unname", places, *args, *seasons):
                return

    async def audit(self, group: int, book: Book) -> list[str]:
        """Compare the scores kept with what the ledger gives; in words for the operator, empty when all is well."""
        while True:
            before = await read_scores(self._connection, group, book)
            again = (await self._replayed(group, book))[0]
            curves = {period: await self.curve(group, book, period) for period in Period}
            seasons = await self.seasons(group, book, range(1, before.book.course.season.number))
            if (await read_scores(self._connection, group, book)).version == before.version:
                break  # of one moment
        kept = before.book
        compared = {
            "tallies": kept.scores == again.scores,
            "evening and season": kept.course == again.course,
            "standings": kept.standings == again.standings,
            "records": kept.records == again.records,
            "curves": all(curves[period] == drawn(again, period) for period in Period),
            "seasons": all(
                replace(one, names={}) == replace(other, names={})
                for one, other in zip(seasons, again.closed, strict=False)
            )
            and len(seasons) == len(again.closed),
        }
        return [f"the {what} are not what the ledger gives" for what, same in compared.items() if not same]

    async def rebuild(self, group: int, book: Book) -> Scorebook:
        """Put what the ledger gives in the place of the scores kept. Waits for a quiet moment."""
        while True:
            kept = await read_scores(self._connection, group, book)
            again, count = await self._replayed(group, book)
            again.names = kept.book.names
            fields = fields_of(again) | {VERSION: str(int(kept.version) + 1)}
            hashes: list[Mapping[str, str]] = [fields]
            hashes += [
                {str(number): encode(point).decode() for number, point in drawn(again, period).items()}
                for period in Period
            ]
            hashes.append({str(season.number): encode(season).decode() for season in again.closed})
            args = [
                text
                for hash_ in hashes
                for text in (str(len(hash_)), *(part for pair in hash_.items() for part in pair))
            ]
            names = (keys.entries(group, book), *score_keys(group, book))
            if await self._connection.run("rescore", names, str(count), kept.version, *args):
                return again

    async def _replayed(self, group: int, book: Book) -> tuple[Scorebook, int]:
        again, count = Scorebook(), 0
        again.names = (await self.read(group, book)).names
        while texts := await self._connection.read(
            "LRANGE", keys.entries(group, book), count, count + CHUNK - 1
        ):
            for text in texts:
                try:
                    again.enter(_entries.decode(text))
                except (ValidationError, DecodeError):
                    raise StoreBroken(f"entry {count + 1} of group {group} cannot be read") from None
                count += 1
        return again, count


def drawn(book: Scorebook, period: Period) -> dict[int, Point]:
    """Give the points of a curve, where everything that was drawn has been entered here."""
    points = sorted(book.curves[period].points.items())
    return {number: point for number, point in points if point is not None}
