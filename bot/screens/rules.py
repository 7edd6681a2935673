"""The rules of both games, in chapters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.screens.chapters import Chapter, chapter_screen
from bot.texts import lazy

if TYPE_CHECKING:
    from bot.screens.screen import Screen
    from bot.texts import Texts

MENU: Final = "rules"

CHAPTERS: Final = {
    "idea": Chapter(
        lazy("In short"),
        (
            lazy(
                "Everybody puts the same ante into the pot and gets a few cards. One player calls: “I will take enough tricks”. The others whist against it or pass."
            ),
            lazy(
                "Tricks earn a share of the pot. Whoever takes fewer than they owe pays a penalty, and the pot for the next deal grows."
            ),
            lazy(
                "Frap: 4 cards, the caller owes 2 tricks. Khrap: 5 cards, the caller owes 3. A whister owes 1 in both."
            ),
        ),
    ),
    "deal": Chapter(
        lazy("The deal"),
        (
            lazy(
                "2–4 players use 32 cards, from the seven up; 5–6 use 36 or 52; from 7 on it is 52. Frap is for up to 12 players, Khrap for up to 10."
            ),
            lazy("The card turned up after the deal shows the trump suit. Aces are high, twos are low."),
            lazy("Your cards lie face down until you look. You may do that at any time."),
        ),
    ),
    "call": Chapter(
        lazy("Calling"),
        (
            lazy(
                "In turn, from the dealer's left, everybody calls or passes. The first call ends the bidding."
            ),
            lazy(
                "All passed? Everybody adds one more ante, another card shows the trump, and bidding starts again with the same cards. Frap has 3 rounds, Khrap 2. After the last one the cards are thrown in and the pot stays; the ante added last is good for the next deal."
            ),
            lazy(
                "Blind: you call without having looked. You take the turned-up trump into your hand and discard one card, but failing costs more."
            ),
        ),
    ),
    "whist": Chapter(
        lazy("Whist and exchange"),
        (
            lazy(
                "After a call everybody else says whist or pass, those who passed before too. Words are not taken back."
            ),
            lazy(
                "Then the caller and the whisters exchange in turn: put away as many cards as you like and draw as many from the stock. When the stock runs out, the discards are shuffled."
            ),
            lazy("Nobody against the caller? Then no cards are played and the caller takes the prize."),
        ),
    ),
    "cut": Chapter(
        lazy("Cutting in"),
        (
            lazy(
                "After the exchange, those who passed may still cut in, as long as there are cards enough: you get a whole new hand and one card more, discard one, and owe one trick. Whoever says so first is first."
            ),
            lazy(
                "The first to cut in may take the turned-up trump as one of the cards, and leads to the first trick."
            ),
            lazy("In Russian it is called “podrezka” in Frap and “razrez” in Khrap; the rule is the same."),
        ),
    ),
    "play": Chapter(
        lazy("The play"),
        (
            lazy("The first to cut in leads, otherwise the caller; later the winner of each trick."),
            lazy(
                "Follow suit. If you cannot, play a trump. If you have no trump either, play anything. You need not beat what lies there."
            ),
            lazy("The highest trump takes the trick, or the highest card of the suit led."),
        ),
    ),
    "pay": Chapter(
        lazy("Who gets what"),
        (
            lazy("Frap: each trick takes a quarter of the pot. Alone, the caller takes all of it."),
            lazy(
                "Khrap: whoever takes 3 tricks gets the pot, or half of it if the call came in the second round. If nobody does, the pot stays."
            ),
            lazy(
                "Penalties go into the next pot and are counted in pots as they were before the tricks were paid. Caller short: ×1, without a trick: ×2. Whister or cutter without a trick: ×1."
            ),
            lazy(
                "Blind caller by the book: without a trick ×2, short ×4; doubled, by a table rule: without a trick ×4, short ×2. If the turned-up card was an ace, short costs ×3."
            ),
            lazy("What does not divide evenly stays in the pot."),
        ),
    ),
}


def rules_screen(page: str, t: Texts) -> Screen:
    """Show a chapter; an unknown page shows the first."""
    return chapter_screen(MENU, CHAPTERS, page, t)
