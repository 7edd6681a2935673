"""The one module that draws hands, each for its holder: for their private chat, and for the group where they alone see it."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from bot.presenter.wanted import Wanted, table_place
from bot.screens.hand import hand_screen
from bot.tables.deals import deal_of, seat_of
from bot.tables.state import Phase
from bot.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.screens.money import Unit
    from bot.screens.screen import Screen
    from bot.tables.state import Seat, Table
    from game.deal import Deal


HAND: Final = "hand:"
_texts: Final = lru_cache(64)(Texts)


def hand_name(player: str) -> str:
    return f"{HAND}{player}"


def holder(name: str) -> str:
    """Give the player whose hand has this name."""
    return name.removeprefix(HAND)


def hand_here(table: Table, player: str, title: str, unit: Unit) -> Screen | None:
    """The hand that the player, and nobody else, is shown in the group; none between deals and for who is out of this one."""
    deal = deal_of(table)
    place = None if deal is None else seat_of(deal, player)
    seat = table.seat(player)
    if deal is None or place is None or seat is None or table.phase is not Phase.DEAL:
        return None
    if seat.computer or seat.leaving or table.key.practice:
        return None
    texts = Texts(seat.language or table.language)
    return hand_screen(table, deal.view(place), texts, unit, title=title)


def asked_now(table: Table, player: str) -> str:
    """Name the question that is put to the player now; empty while there is none."""
    deal = deal_of(table)
    place = None if deal is None else seat_of(deal, player)
    seat = table.seat(player)
    return "" if deal is None or seat is None or place is None else _asked(table, deal, seat, place)


def _asked(table: Table, deal: Deal, seat: Seat, place: int) -> str:
    return "" if seat.leaving or place not in deal.to_act else f"{table.deal_number}:{deal.turn}"


def _drawn(
    table: Table,
    deal: Deal,
    place: int,
    texts: Texts,
    unit: Unit,
    title: str,
    link: str | None,
) -> Screen:
    return hand_screen(table, deal.view(place), texts, unit, title=title, link=link)


def hands(table: Table, title: str, link: str | None, unit: Unit) -> Iterator[Wanted]:
    """The hands of the people dealt in, those who are asked first; nothing once the table is closed by force."""
    deal = deal_of(table)
    practice = table.key.practice
    if deal is None or table.phase not in ((Phase.DEAL,) if practice else (Phase.DEAL, Phase.PAYOUT)):
        return
    order = sorted(range(len(deal.seats)), key=lambda place: place not in deal.to_act)
    for place in order:
        player = deal.seats[place]
        seat = table.seat(player)
        if seat is None or seat.computer or seat.unreachable:
            continue
        asked = "" if practice else _asked(table, deal, seat, place)
        texts = _texts(seat.language or table.language)
        yield Wanted(
            name=hand_name(player),
            chat=int(player),
            thread=0,
            # At a practice table nobody is to be called: the hand stays below the table.
            place=table_place(table) if practice else str(table.number),
            draw=partial(
                _drawn, table, deal, place, texts, unit, texts("practice") if practice else title, link
            ),
            linked=True,
            rings=asked != "" and not seat.quiet,
            asked=asked,
            private=True,
        )
