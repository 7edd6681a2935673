"""The numbers of every board, worked out from deal records and bookings alone, in another way than the bot's."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.bot.scores.season_play import Months

SIX_HOURS = 6 * 3600 * 1000
DUTY = {"frap": 2, "khrap": 3}
Row = dict[str, Any]


def stretches(world: Months) -> list[tuple[int, int]]:
    """For each that happened, the season and the evening it falls into; evening 0 for none."""
    season, evening, last = 1, 0, None
    found = []
    for booking, text in world.happened:
        if text:
            if last is None or booking.at - last > SIX_HOURS:
                evening += 1
            last = booking.at
            found.append((season, evening))
        else:
            near = last is not None and booking.at - last <= SIX_HOURS
            found.append((season, evening if near else 0))
            season += booking.kind == "settle"
    return found


def boards(world: Months, chosen: list[bool], games: tuple[str, ...]) -> dict[str, Row]:
    """Count only what is chosen, of these games; corrections belong to both together alone."""
    rows: dict[str, Row] = defaultdict(lambda: defaultdict(int))
    for (booking, text), counts in zip(world.happened, chosen, strict=True):
        if not counts or booking.kind == "settle":
            continue
        if booking.game not in games and not (booking.game == "" and len(games) == 2):
            continue
        for account, change in booking.postings:
            kind, _, player = account.partition(":")
            if kind == "p":
                rows[player]["money"] += change
        if text:
            count(json.loads(text), rows)
    return rows


def count(deal: Row, rows: dict[str, Row]) -> None:
    result, words = deal["result"], defaultdict(list)
    for seat, verb, *_ in deal["actions"]:
        words[seat].append(verb)
    ante = deal["rules"]["ante"]
    rounds = result["round"] if result["outcome"] == "redeal" else result["round"] - 1
    for seat, player in enumerate(deal["seats"]):
        row, said, tricks = rows[player], words[seat], result["tricks"][seat]
        net, penalty = result["net"][seat], result["penalties"][seat]
        row["deals"] += 1
        row["won"] += net > 0
        row["pot"] = max(row["pot"], net + penalty + deal["antes"][seat] + rounds * ante)
        row["penalty"] = max(row["penalty"], penalty)
        kept = result["outcome"] == "unopposed" or tricks >= DUTY[deal["game"]]
        if deal["game"] in said or "blind" in said:
            row["calls"] += 1
            row["calls_kept"] += kept
        if "blind" in said:
            row["blinds"] += 1
            row["blinds_kept"] += kept
        for verb, name in (("whist", "whists"), ("cut", "cuts")):
            if verb in said:
                row[name] += 1
                row[f"{name}_kept"] += tricks > 0
        if result["outcome"] != "redeal" and net:
            same = (row["streak"] > 0) == (net > 0) and row["streak"] != 0
            row["streak"] = (row["streak"] if same else 0) + (1 if net > 0 else -1)
