"""How to use the bot, in chapters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.screens.chapters import Chapter, chapter_screen
from bot.texts import lazy

if TYPE_CHECKING:
    from bot.screens.screen import Screen
    from bot.texts import Texts

MENU: Final = "help"

CHAPTERS: Final = {
    "start": Chapter(
        lazy("Begin"),
        (
            lazy("1. Add me to a group and type /frap or /khrap there: a table opens."),
            lazy(
                "2. Everybody presses “Sit down”. Your cards come to you in a private chat, so press Start there once."
            ),
            lazy("3. Somebody presses “Deal”. Short of players? Add a computer."),
            lazy(
                "Alone? /play in our private chat sets you against computers, /learn shows how it is played."
            ),
            lazy("One table in a group, or one in each topic. The rules of the games are in /rules."),
        ),
    ),
    "marks": Chapter(
        lazy("Marks"),
        (
            lazy(
                "► to act\n★ called\n✓ has the tricks they owe\n🎴 dealer\n🤖 computer\n💤 away, the bot plays for them\n⛔ the bot cannot write to them"
            ),
            lazy(
                "⇄2 has exchanged two cards\n⏳ when the turn runs out\n·9♥· cannot be played now\n✗ 9♥ will be exchanged\n🔒 fingerprint of the shuffle"
            ),
            lazy("In a trick the card that holds it is bold. A K Q J are ace, king, queen and jack."),
        ),
    ),
    "time": Chapter(
        lazy("Time"),
        (
            lazy(
                "Every decision has a clock; when it runs out, the bot decides for you: pass, keep the cards, or play a card that is allowed."
            ),
            lazy(
                "Twice in a row, and you are away: the bot plays for you at once until you press “I am back” or type /back."
            ),
            lazy(
                "Sit down and stand up whenever you like: in a deal it counts from the next one. The clock is a table rule and can be switched off."
            ),
        ),
    ),
    "money": Chapter(
        lazy("Score"),
        (
            lazy(
                "The bot only counts: it takes no money and pays none. /score shows who has won how much in this group."
            ),
            lazy(
                "Its buttons turn it: an evening (until six hours pass without a deal), the season or all time. /chart draws it, /stats shows your own figures, /history tells past deals again."
            ),
            lazy(
                "/settle works out who pays whom in the fewest payments and then begins a new season. A mistake is set right by an admin with /correct; /ledger shows every booking."
            ),
            lazy("Deals with a computer at the table have a score and a pot of their own."),
            lazy(
                "When a table closes, its pot waits for the next table of the same game. /divide shares it among the players of the last deal."
            ),
        ),
    ),
    "fair": Chapter(
        lazy("Fair shuffle"),
        (
            lazy("The next shuffle is fixed before the deal, and its fingerprint stands under the table 🔒."),
            lazy(
                "Everyone at the table can add their own words with /cut: then the cards depend on the players too."
            ),
            lazy(
                "After the deal “Check the shuffle” opens the seed: from it anyone can work out the same cards."
            ),
        ),
    ),
}


def help_screen(page: str, t: Texts) -> Screen:
    """Show a chapter; an unknown page shows the first."""
    return chapter_screen(MENU, CHAPTERS, page, t)
