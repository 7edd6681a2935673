"""A table from deal to deal: who sits, who deals, and the pot that is left behind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.deal import Deal
from game.errors import BadNotation, BadRules, DealRunning, TableFull
from game.rules import FEWEST_SEATS, Rules, Variant, packs
from game.view import Outcome

if TYPE_CHECKING:
    from game.shuffle import Shuffle


@dataclass(frozen=True, slots=True)
class Pot:
    """What a deal left behind, in whole units. It belongs to the group and outlives the table."""

    amount: int = 0
    prepaid: frozenset[str] = frozenset()
    """Whose ante for the next deal lies in it already: the players of a deal thrown in just now (rule 8)."""
    players: tuple[str, ...] = ()
    """The players of the last deal, among whom it can be divided."""

    def divide(self) -> tuple[dict[str, int], Pot]:
        """Divide the pot equally among the players of the last deal; gives their shares and the pot with the rest.

        Antes paid ahead are divided with it, so nobody has paid for the next deal any more.
        """
        if not self.players:
            return {}, self
        share, rest = divmod(self.amount, len(self.players))
        return dict.fromkeys(self.players, share), replace(self, amount=rest, prepaid=frozenset())


@dataclass(frozen=True, slots=True)
class Table:
    """Between two deals. A deal that runs is not part of it: :meth:`deal` gives it away and :meth:`after` takes it back."""

    variant: Variant
    rules: Rules
    seats: tuple[str, ...] = ()
    """The players' ids, clockwise."""
    next_dealer: int | None = None
    """Where the dealer is looked for: in this seat, or in seat 0 where nobody sits there. None until the first lot."""
    pot: Pot = Pot()
    pack: int = 36
    """The table rule for five and six players, 36 or 52 cards; other numbers have no choice (rule 1)."""

    def __post_init__(self) -> None:
        if len(set(self.seats)) != len(self.seats):
            raise BadRules("a player sits at a table once")
        if len(self.seats) > self.variant.most_seats:
            raise TableFull(f"{self.variant.name} has {self.variant.most_seats} seats")

    def sit(self, player: str) -> Table:
        """Give the player the last seat, before seat 0; no change for one who sits. Raises :class:`TableFull`."""
        return self if player in self.seats else replace(self, seats=(*self.seats, player))

    def stand(self, player: str) -> Table:
        """Take the player off the table; no change for one who does not sit.

        Where the last dealer leaves, the next one is still whoever sits clockwise from the empty seat.
        """
        if player not in self.seats:
            return self
        place = self.seats.index(player)
        seats = self.seats[:place] + self.seats[place + 1 :]
        if not seats:
            return replace(self, seats=seats, next_dealer=None)
        following = self.next_dealer
        if following is not None and place < following:
            following -= 1
        return replace(self, seats=seats, next_dealer=following)

    @property
    def may_deal(self) -> bool:
        return len(self.seats) >= FEWEST_SEATS

    @property
    def pack_size(self) -> int:
        """The number of cards the next deal is played with."""
        sizes = packs(len(self.seats))
        return self.pack if self.pack in sizes else sizes[0]

    @property
    def antes(self) -> tuple[int, ...]:
        """What each seat pays before the next deal (rule 3)."""
        return tuple(0 if player in self.pot.prepaid else self.rules.ante for player in self.seats)

    def with_pot(self, pot: Pot) -> Table:
        """Take over the group's pot."""
        return replace(self, pot=pot)

    def deal(self, shuffle: Shuffle) -> Deal:
        """Start the next deal: its cards and, the first time, its dealer from the shuffle. Raises :class:`BadRules`."""
        if not self.may_deal:
            raise BadRules(f"{self.variant.name} needs {FEWEST_SEATS} players")
        count = len(self.seats)
        dealer = shuffle.lot(count) if self.next_dealer is None else self.next_dealer % count
        deck = shuffle.deck(self.pack_size)
        return Deal.start(
            self.variant, self.rules, self.seats, dealer, self.pot.amount, self.antes, deck, shuffle
        )

    def after(self, deal: Deal) -> Table:
        """Take back a deal that is over: the pot it left, who has prepaid, and the next seat to deal.

        Raises :class:`DealRunning` before the end, :class:`BadNotation` for the deal of other players.
        """
        if deal.result is None:
            raise DealRunning("the deal is not over")
        if deal.seats != self.seats:
            raise BadNotation("not a deal of these players")
        thrown_in = deal.result.outcome is Outcome.REDEAL
        pot = Pot(deal.result.pot, frozenset(self.seats) if thrown_in else frozenset(), self.seats)
        return replace(self, pot=pot, next_dealer=deal.dealer + 1)
