"""Seasons that are over, and the records of a group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiogram.utils.formatting import Bold, Text

from bot.scores.records import Kind, best
from bot.scores.tally import BOTH
from bot.screens.dates import day
from bot.screens.money import counted, moved, standing
from bot.screens.names import called, short
from bot.screens.score_buttons import Board, ScoreVerb, score_button
from bot.screens.screen import fill, screen
from bot.screens.wording import DOT, game_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.scores.records import Feat, Records
    from bot.scores.seasons import Season
    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.texts import Texts

MOST_SEASONS: Final = 12
ROW: Final = 3


def seasons_screen(group: int, seasons: Sequence[Season], running: int, t: Texts, unit: Unit) -> Screen:
    """List seasons that are over, the newest first, with a button to the board of each."""
    lines: list[Node] = [Text(Bold(t("Seasons")), DOT, counted(unit, t))]
    buttons = [score_button(group, t("Running: {number}", number=running), ScoreVerb.BOARD, Board().code)]
    for season in sorted(seasons, key=lambda one: -one.number):
        names = called(sorted(season.names.items()), t)
        both = f"{BOTH}:"
        money = {
            name.removeprefix(both): int(tally.money)
            for name, tally in season.tallies.items()
            if name.startswith(both)
        }
        since = fill(
            t("Season {number}: {since} – {until}"),
            number=str(season.number),
            since=day(season.since or season.until, t),
            until=day(season.until, t),
        )
        lines += ["", Text(since, DOT, t.n("{n} deal", "{n} deals", season.deals))]
        if money:
            first, last = max(money, key=lambda one: money[one]), min(money, key=lambda one: money[one])
            ends = [f"{names.get(one, one)} {moved(money[one], t)}" for one in dict.fromkeys((first, last))]
            lines.append(", ".join(ends))
        code = Board(season=season.number).code
        buttons.append(score_button(group, str(season.number), ScoreVerb.BOARD, code))
    if not seasons:
        lines += ["", t("The first season still runs. /settle ends it and begins the next.")]
    return screen(lines, [buttons[at : at + ROW] for at in range(0, len(buttons), ROW)])


def records_screen(records: Records, names: Mapping[str, str], t: Texts, unit: Unit) -> Screen:
    """List the records of a group."""
    holders = [(best(records, kind).player, "") for kind in Kind if best(records, kind).player]
    called_ = called([(player, names.get(player, "")) for player, _ in holders], t)
    lines: list[Node] = [Bold(t("Records")), ""]
    for kind in Kind:
        held = best(records, kind)
        if int(held.amount) > 0:
            what = _record(kind, int(held.amount), called_.get(held.player, ""), t, unit)
            place = [day(held.at, t)]
            lines.append(Text(what, " (", *place, DOT + game_name(held.game, t) if held.game else "", ")"))
    if not any(int(best(records, kind).amount) > 0 for kind in Kind):
        lines.append(t("No records yet."))
    return screen(lines)


def feat_line(feat: Feat, t: Texts, unit: Unit) -> str:
    """Tell in one line of a record that was just broken."""
    # Who has been forgotten since is named no more.
    name = called([(feat.player, feat.name)], t)[feat.player] if short(feat.name) else t("the player")
    record = _record(Kind(feat.kind), int(feat.amount), name, t, unit)
    before = int(feat.before)
    was = str(before) if feat.kind in {"blinds", "thrown"} else standing(before, t, unit)
    return t("🏆 A record of the group. {record}; it was {before}", record=record, before=was)


def _record(kind: Kind, amount: int, name: str, t: Texts, unit: Unit) -> str:
    match kind:
        case Kind.EVENING:
            return t("Best evening: {name}, {money}", name=name, money=standing(amount, t, unit))
        case Kind.POT:
            return t("Biggest pot taken: {name}, {money}", name=name, money=standing(amount, t, unit))
        case Kind.BLINDS:
            return t("Most blind calls kept in an evening: {name}, {n}", name=name, n=amount)
        case _:
            return t.n("{n} deal in a row thrown in", "{n} deals in a row thrown in", amount)
