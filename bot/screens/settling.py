"""Settling accounts: the proposal, what was booked, and corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold, Code, Text

from bot.screens.columns import column
from bot.screens.money import counted, moved, standing
from bot.screens.names import called
from bot.screens.score_buttons import ScoreVerb, score_button
from bot.screens.screen import fill, screen
from bot.screens.wording import DOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.scores.seasons import Transfer
    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.tables.reckoning import Proposal
    from bot.texts import Texts


def proposal_screen(group: int, wanted: Proposal, agreed: frozenset[str], t: Texts, unit: Unit) -> Screen:
    """Show who would pay whom, who has agreed so far, and the buttons that agree and that book it."""
    names = called([(player, wanted.names.get(player, "")) for player in sorted(wanted.owing)], t)
    title = t("Settling season {number}", number=wanted.season)
    lines: list[Node] = [Text(Bold(title), DOT, t("a proposal")), ""]
    lines += payment_lines(wanted.transfers, names, t, unit)
    if wanted.pots:
        share = t(
            "Pots that wait: {money}. They stay, and count here as if divided among the players of their last deal.",
            money=standing(wanted.pots, t, unit),
        )
        lines += ["", share]
    waiting = sorted(names[player] for player in wanted.concerned - agreed)
    lines += ["", t("Pay each other, then confirm. Still to agree: {names}", names=", ".join(waiting))]
    lines.append(
        t("When all of them agree, or an admin books it, the payments are booked and a season begins.")
    )
    count = f" ({len(agreed)}/{len(wanted.concerned)})"
    agree = score_button(group, t("I agree") + count, ScoreVerb.AGREE, wanted.mark, style=ButtonStyle.PRIMARY)
    book = score_button(group, t("Book it (admins)"), ScoreVerb.CLOSE, wanted.mark)
    again = score_button(group, t("Work it out anew"), ScoreVerb.SETTLE)
    return screen(lines, [[agree], [book, again]])


def settled_screen(group: int, wanted: Proposal, by: str, t: Texts, unit: Unit) -> Screen:
    """Show what was booked; ``by`` is the admin who did, empty where all agreed."""
    names = called([(player, wanted.names.get(player, "")) for player in sorted(wanted.owing)], t)
    title = t("Season {number} is settled", number=wanted.season)
    lines: list[Node] = [Bold(title), ""]
    lines += payment_lines(wanted.transfers, names, t, unit)
    lines.append("")
    lines.append(t("Booked by {name}.", name=by) if by else t("All have agreed."))
    lines.append(t("Season {number} begins. The old one: /seasons", number=wanted.season + 1))
    return screen(lines, [[score_button(group, t("All seasons"), ScoreVerb.SEASONS)]])


def payment_lines(
    transfers: Iterable[Transfer], names: Mapping[str, str], t: Texts, unit: Unit
) -> list[Node]:
    return [
        fill("{payer} → {payee}: {money}", payer=names[one.payer], payee=names[one.payee], money=Bold(money))
        for one in transfers
        for money in (standing(int(one.amount), t, unit),)
    ]


def corrected_screen(
    changes: Mapping[str, int], names: Mapping[str, str], by: str, reason: str, t: Texts, unit: Unit
) -> Screen:
    """Show a correction as it was booked: who got what, from whom, why and by whom."""
    # Of all, as in the ledger: of two with one name the same is the second on both screens.
    called_ = called([(player, names.get(player, "")) for player in sorted({*changes, *names})], t)
    figures = column(moved(change, t) for change in changes.values())
    lines: list[Node] = [Text(Bold(t("Correction")), DOT, counted(unit, t)), ""]
    lines += [
        Text(Code(money), f" {called_[player]}") for money, player in zip(figures, changes, strict=True)
    ]
    lines += ["", t("Reason: {reason}", reason=reason), t("Booked by {name}.", name=by)]
    lines.append(
        t("Nothing is erased: a wrong correction is set right by another one. All bookings: /ledger")
    )
    return screen(lines)
