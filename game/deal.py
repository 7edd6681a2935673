"""One deal, from the first card to the result, as a value: every action makes the next one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from game.actions import LOOK, Action
from game.errors import BadNotation, NotYourTurn
from game.layout import Layout
from game.phases import Bidding, Over, Phase
from game.setup import Chance, Setup
from game.sight import seats_of, see
from game.view import Result, SeatView, Stage, View

if TYPE_CHECKING:
    from game.cards import Card
    from game.events import Event
    from game.rules import Rules, Variant

__all__ = ["Chance", "Deal"]


@dataclass(frozen=True, slots=True)
class Deal:
    """Equal where the same has happened from the same start, wherever further reshuffles come from."""

    setup: Setup
    phase: Phase
    turn: int = 1
    """Counts the questions put, from 1: neither a look nor one answer of several is another question."""
    actions: tuple[tuple[int, Action], ...] = ()
    """All that was done, looks included, each with its seat."""
    _seats: list[SeatView] = field(default_factory=list, init=False, repr=False, compare=False)
    """What everybody sees of the seats, once somebody has looked: the same for all who do."""

    @classmethod
    def start(
        cls,
        variant: Variant,
        rules: Rules,
        seats: tuple[str, ...],
        dealer: int,
        carried: int,
        antes: tuple[int, ...],
        deck: tuple[Card, ...],
        chance: Chance,
    ) -> Deal:
        """Take the antes and deal the cards (rules 3 and 4).

        Raises :class:`BadRules` or :class:`BadNotation` where these cannot be a deal.
        """
        setup = Setup(variant, rules, seats, dealer, carried, antes, deck, chance)
        return cls(setup, Bidding(Layout.dealt(setup), setup.order))

    @property
    def variant(self) -> Variant:
        return self.setup.variant

    @property
    def rules(self) -> Rules:
        return self.setup.rules

    @property
    def seats(self) -> tuple[str, ...]:
        return self.setup.seats

    @property
    def dealer(self) -> int:
        return self.setup.dealer

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are asked; several only in cutting in, none when the deal is over."""
        return self.phase.to_act

    @property
    def over(self) -> bool:
        return isinstance(self.phase, Over)

    @property
    def result(self) -> Result | None:
        return self.phase.result if isinstance(self.phase, Over) else None

    @property
    def reshuffles(self) -> tuple[tuple[Card, ...], ...]:
        """The discard pile as shuffled, each time it became the stock (rule 12)."""
        return self.phase.layout.reshuffles

    def legal(self, seat: int) -> tuple[Action, ...]:
        """List all that this seat may do now, looks included."""
        return self.phase.legal(seat) if 0 <= seat < len(self.setup.seats) else ()

    def apply(self, seat: int, action: Action) -> tuple[Deal, tuple[Event, ...]]:
        """Make the deal after this action, and tell what happened.

        Raises a :class:`GameError` that names the rule broken; this deal stays as it is in any case.
        """
        legal = self.legal(seat)
        if action not in legal:
            if not 0 <= seat < len(self.setup.seats):
                raise NotYourTurn("there is no such seat")
            raise self.phase.refusal(seat, action)
        # A phase gives out as legal only what its own step takes, which the union of phases cannot say.
        chosen: Any = legal[legal.index(action)]
        phase, events = self.phase.step(self.setup, seat, chosen)
        same_question = chosen is LOOK or phase.stage is self.phase.stage is Stage.CUTTING
        turn = self.turn if same_question else self.turn + 1
        return Deal(self.setup, phase, turn, (*self.actions, (seat, chosen))), events

    def view(self, seat: int | None) -> View:
        """Show what this seat may know, or a bystander; raises :class:`BadNotation` for no such seat."""
        if seat is not None and not 0 <= seat < len(self.setup.seats):
            raise BadNotation("there is no such seat")
        if not self._seats:
            self._seats.extend(seats_of(self.setup, self.phase))
        return see(self.setup, self.phase, self.turn, seat, tuple(self._seats))
