"""What is said at each step of the lessons; the deals themselves stand beside it as records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.texts import lazy

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Step:
    """Where the deal stands, and what is said there."""

    at: int
    """How many actions of the prepared deal have been done."""
    words: str
    hint: str = ""
    """For another choice than the prepared one; none: nothing is asked here."""


LESSONS: Final[Mapping[int, tuple[Step, ...]]] = {
    1: (
        Step(
            0,
            lazy(
                "Everybody has put 5 into the pot, 25 lay there before: 40 to win. Each of you got four cards, face down. One more card was turned up, the 10♦: so diamonds are trumps and beat every other suit."
            ),
        ),
        Step(
            0,
            lazy("Your cards lie face down until you look at them. Look now."),
            lazy("One can call or pass without looking, too. But look first, this time."),
        ),
        Step(
            1,
            lazy(
                "You are the first to speak. “Frap!” means: I shall take at least two of the four tricks. You have two trumps and an ace, that is enough. Say it."
            ),
            lazy("With two trumps and an ace one calls. Press “Frap!”"),
        ),
        Step(
            6,
            lazy(
                "Jack has said “whist”: he plays against you and must take one trick. Queen has passed. Now cards are exchanged. The 7♥ will take nothing: press it, then “Exchange 1”."
            ),
            lazy("Only the 7♥ is worth giving away. Press it, then “Exchange 1”."),
        ),
        Step(
            9,
            lazy(
                "A king has come. Now four tricks are played, and the caller leads. Play the K♥: only the ace is higher, and that one is yours."
            ),
            lazy("It is allowed, but keep it for later. Play the K♥."),
        ),
        Step(
            12,
            lazy(
                "Jack had no heart and took your king with a trump. Now he leads the A♦. The suit led must be followed, so only your diamonds can be pressed. Nothing beats the ace: give the low one."
            ),
            lazy("The ace takes it anyway: keep the jack and give the 8♦."),
        ),
        Step(
            14,
            lazy(
                "The 10♠ is led and you have no spade. Who cannot follow suit must play a trump: the J♦ takes this trick. Without a trump one may play anything."
            ),
            lazy("You have no spade, so a trump must be played: the J♦."),
        ),
        Step(
            15,
            lazy("Your first trick of two. Who takes a trick leads to the next one: play your last card."),
            lazy("Play your last card."),
        ),
        Step(
            17,
            lazy(
                "Two tricks, as promised! In Frap each trick is a quarter of the pot: 20 for two, less the 5 you put in. With one trick you would have paid a penalty of a whole pot, with none of two."
            ),
        ),
    ),
    2: (
        Step(
            0,
            lazy("A new deal, and diamonds are trumps again. Look at your cards."),
            lazy("Look at your cards first."),
        ),
        Step(
            1,
            lazy(
                "One low trump and no ace: nobody calls on that. Pass. If everybody passes, everybody adds an ante, another card is turned up, and you are asked again."
            ),
            lazy("Two tricks with these cards? Rather pass."),
        ),
        Step(
            6,
            lazy(
                "Queen has called. “Whist” means: I play against her and shall take a trick, or else pay a penalty of a whole pot. With these cards say “Pass”."
            ),
            lazy("Not one sure trick here: pass, there will be another chance."),
        ),
        Step(
            10,
            lazy(
                "Jack whists, and they have exchanged. Here is the chance: whoever has passed may cut in now. You get all new cards and owe one trick, like a whister. Cut in."
            ),
            lazy("One may stay out. But try it, this time: cut in."),
        ),
        Step(
            11,
            lazy(
                "The first to cut in may take the open card as one of the new ones. The J♦ is a trump, so take it."
            ),
            lazy("A trump for sure is better than an unknown card: take the J♦."),
        ),
        Step(
            12,
            lazy(
                "What a hand! You have drawn one card more than you may keep. Discard the one you need least: the 7♥."
            ),
            lazy("All others can take a trick. Discard the 7♥."),
        ),
        Step(
            13,
            lazy("The first to cut in leads, too. The ace of trumps is a sure trick: play it."),
            lazy("Begin with what is sure: the A♦."),
        ),
        Step(
            16,
            lazy("There is your trick ✓ Whatever comes now is profit. You lead again: try the K♥."),
            lazy("Keep that one for later. Try the K♥."),
        ),
        Step(
            20,
            lazy(
                "Queen has trumped it and leads the K♠. You have a spade, so it must be played. It is the ace!"
            ),
            lazy("You have a spade, so it must be played."),
        ),
        Step(22, lazy("Your second trick. One card is left."), lazy("Play your last card.")),
        Step(
            25,
            lazy(
                "Two tricks: 20 from the pot, less your ante. Queen took the two she owed. Jack whisted and took none: he pays a whole pot, and the next deal is played for it. That is all of Frap!"
            ),
        ),
    ),
}
KHRAP: Final = lazy(
    "Khrap is its sister: five cards, the caller owes three tricks, and whoever takes three gets the whole pot."
)
