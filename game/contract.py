"""The call that a deal is played for, and who stands for and against it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contract:
    """Grows through whisting and cutting in; whoever is not in it has passed, or not spoken yet."""

    caller: int
    blind: bool
    round: int
    """The round of bidding it was called in, from 1."""
    whisters: tuple[int, ...] = ()
    cutters: tuple[int, ...] = ()
    """In the order announced (rule 13)."""
    declined: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """Everyone in the game: the caller and who stands against."""
        return (self.caller, *self.whisters, *self.cutters)

    @property
    def opposed(self) -> bool:
        """Somebody whists or cut in (rule 14)."""
        return bool(self.whisters or self.cutters)

    def whisted(self, seat: int) -> Contract:
        return Contract(self.caller, self.blind, self.round, (*self.whisters, seat))

    def cut(self, seat: int) -> Contract:
        return Contract(
            self.caller, self.blind, self.round, self.whisters, (*self.cutters, seat), self.declined
        )

    def decline(self, seat: int) -> Contract:
        return Contract(
            self.caller, self.blind, self.round, self.whisters, self.cutters, (*self.declined, seat)
        )
