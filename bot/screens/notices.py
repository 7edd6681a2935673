"""Short answers: to presses, to commands that cannot be followed, to links. Each fits into a toast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.screens.names import names_at
from bot.screens.rules_menu import RULES
from bot.screens.screen import toast
from bot.tables.decision import Reason, Said
from bot.texts import lazy
from game import errors

if TYPE_CHECKING:
    from bot.tables.decision import Refusal, Reply
    from bot.texts import Texts

REASONS: Final = {
    Reason.NO_TABLE: lazy("There is no table here. Open one: /frap or /khrap"),
    Reason.STALE: lazy("This button is out of date: look at the newest message."),
    Reason.DEAL_RUNNING: lazy("Not during a deal: wait until it is over."),
    Reason.NO_PERSON: lazy("Computers do not play among themselves: somebody must sit down."),
    Reason.NOT_SEATED: lazy("You are not at this table. Press “Sit down” first."),
    Reason.NOT_DEALT_IN: lazy("You play from the next deal."),
    Reason.STOOD_UP: lazy("You have left this deal: the bot plays it for you to the end."),
    Reason.NOT_OWNER: lazy("Only the host of the table and the group's admins can do that."),
    Reason.NOT_AT_TABLE: lazy("That player is not at the table."),
    Reason.COMPUTERS_OFF: lazy(
        "This table plays without computers. The host can change that in the table rules."
    ),
    Reason.UNKNOWN_GAME: lazy("I know two games: /frap and /khrap"),
    Reason.TABLE_OPEN: lazy("The pot belongs to the open table. Close the table first, then divide it."),
    Reason.NOTHING_TO_DIVIDE: lazy("No pot is waiting here."),
    Reason.MAINTENANCE: lazy("The bot is being looked after: no new deals for a while. Nothing is lost."),
    Reason.NOTHING_TO_SETTLE: lazy("Nobody owes anything: there is nothing to settle."),
    Reason.POT_ON_TABLE: lazy(
        "There is money in the pot of an open table. Close the table first, then settle accounts."
    ),
    Reason.SCORE_MOVED: lazy("The score has changed since: work it out anew with /settle"),
    Reason.NOT_CONCERNED: lazy("You neither pay nor get anything here: those who do must agree."),
    Reason.BUSY: lazy("Too many presses at once. Try again."),
}
"""Those that need no number or rule; the others are in :func:`refusal_text`."""

ERRORS: Final[dict[type[errors.GameError], str]] = {
    errors.NotYourTurn: lazy("It is not your turn, or you have answered already."),
    errors.WrongPhase: lazy("Too late or too early for that: look at your cards' message."),
    errors.IllegalCall: lazy(
        "Look at your cards first, or call blind. After a look a blind call is not possible."
    ),
    errors.IllegalCard: lazy("This card cannot be used now: follow suit, or else play a trump."),
    errors.TableFull: lazy("No seat is left at this table."),
    errors.DealRunning: lazy("Not during a deal: wait until it is over."),
    errors.BadRules: lazy("The game cannot be played like this: check the players and the table rules."),
    errors.BadNotation: lazy("This button is out of date: look at the newest message."),
}

SAID: Final = {
    Said.NOTHING: "",
    Said.REPEATED: "",
    Said.VOID: "",
    Said.OPENED: lazy("The table is open."),
    Said.SHOWN: lazy("A table is open here already."),
    Said.SEATED: lazy("You are at the table."),
    Said.SEATED_NEXT: lazy("You play from the next deal."),
    Said.SEATED_ALREADY: lazy("You are at the table already."),
    Said.STOOD: lazy("You have left the table."),
    Said.STANDS_AFTER: lazy("You leave after this deal. Changed your mind? Press “Sit down”."),
    Said.PACK_CUT: lazy("Your words go into the next shuffle."),
    Said.DEALT: "",
    Said.LOOKED: "",
    Said.MOVED: "",
    Said.MARKED: "",
    Said.BACK: lazy("Welcome back: you play on yourself."),
    Said.CLOSED: lazy("The table is closed."),
    Said.WARNED: "",
    Said.DIVIDED: lazy("The pot is divided."),
}
"""Those that name nobody; the others are in :func:`reply_text`."""


def refusal_text(refusal: Refusal | errors.GameError, t: Texts) -> str:
    """Say why not, for a toast."""
    if isinstance(refusal, errors.GameError):
        known = next((kind for kind in type(refusal).__mro__ if kind in ERRORS), errors.WrongPhase)
        return t(ERRORS[known])
    limit = refusal.limit
    match refusal.reason:
        case Reason.TABLE_FULL:
            text = t.n("All seats are taken: {n}.", "All {n} seats are taken.", limit)
        case Reason.TOO_FEW:
            text = t.n("At least {n} player is needed.", "At least {n} players are needed.", limit)
        case Reason.BAD_RULE if refusal.rule in RULES:
            text = t("“{rule}” cannot be set to that.", rule=t(RULES[refusal.rule].title))
        case Reason.BAD_RULE:
            text = t("There is no such table rule.")
        case Reason.BAD_CUT:
            text = t.n(
                "Write /cut and {n} character at most.",
                "Write /cut and a text of at most {n} characters.",
                limit,
            )
        case Reason.TOO_MANY_MARKED:
            text = t.n(
                "Only {n} card can be exchanged now.", "No more than {n} cards can be exchanged now.", limit
            )
        case reason:
            text = t(REASONS[reason])
    return toast(text)


def reply_text(reply: Reply, t: Texts) -> str:
    """Say what was done, for a toast; empty where the screens say it all."""
    names = names_at(reply.table, t) if reply.table is not None else {}
    name = names.get(reply.player, t("the player"))
    match reply.said:
        case Said.COMPUTER_ADDED:
            return toast(t("{name} sits down.", name=name))
        case Said.REMOVED:
            return toast(t("Off the table: {name}.", name=name))
        case Said.REMOVED_AFTER:
            return toast(t("Leaves after this deal: {name}.", name=name))
        case Said.RULE_SET if reply.rule in RULES:
            return toast(t("Changed: {rule}.", rule=t(RULES[reply.rule].title)))
        case Said.RULE_SET:
            return t("Changed.")
        case said:
            return t(SAID[said]) if SAID[said] else ""


NOTICES: Final = {
    "start first": lazy(
        "So that I can send you cards, open the private chat and press Start: you will be seated at once."
    ),
    "as a channel": lazy("You write as a channel. Choose yourself as the sender and type it again."),
    "anonymous": lazy(
        "You write as the group. Switch off “Remain anonymous” in your admin rights and sit down as yourself."
    ),
    "not a member": lazy("You are not a member of that group, so you cannot sit at its table."),
    "link dead": lazy("That table is gone. Open a new one in the group: /frap or /khrap"),
    "link broken": lazy("This link does not lead to a table. Ask for a new one in the group."),
    "practice running": lazy("A deal of the other game is running here: play it out, or /close it."),
    "nothing to cut": lazy("None of your tables is waiting for its next deal."),
    "deal forgotten": lazy("I do not have the record of that deal any more."),
    "in private": lazy("It is in our private chat."),
    "start to see": lazy("It comes to our private chat: open it, press Start, then press here again."),
    "start to hear": lazy(
        "I write to you in our private chat: open it, press Start, then type /notify here again."
    ),
    "forgotten": lazy("Forgotten. Should you play again, I shall get to know you anew."),
    "kept": lazy("All right, everything stays as it is."),
    "group only": lazy("This works in a group, where the table is."),
    "private only": lazy("This works in our private chat."),
    "admins only": lazy("Only the group's admins can do that."),
    "unavailable": lazy("I cannot get at my notes just now. Nothing is lost: try again in a minute."),
    "no tables": lazy("Telegram does not take a table here: the score stays as text."),
    "broken": lazy("Something went wrong on my side. Nothing is lost: try again."),
    "hand sent": lazy("Your cards are in our private chat."),
    "hand here": lazy("Here are your cards: nobody else sees them. They are in our private chat, too."),
    "hand not here": lazy("I cannot show you your cards here just now: they are in our private chat."),
    "no hand": lazy("You have no cards in this deal."),
    "language set": lazy("Language: English"),
    "nothing played": lazy("Nothing has been played here yet."),
    "correct usage": lazy(
        "Write: /correct @name 50 and why, and all others pay it alike. Or: /correct @payer @payee 50 and why."
    ),
    "correct amount": lazy(
        "The amount is a whole number above zero in the digits 0–9. To take money away, name the payer first."
    ),
    "correct nobody": lazy("I know no such player here. Name one person who has played in this group."),
    "correct reason": lazy("Add why: the reason is kept with the booking for everybody to read."),
    "unknown": lazy("I do not know that. /help says what I can do."),
    "button unknown": lazy("This button is out of date: look at the newest message."),
}
"""What else a handler has to say, by occasion."""


def notice(occasion: str, t: Texts) -> str:
    """Say one of ``NOTICES``, for a toast or a message."""
    return t(NOTICES[occasion])


def unreachable_notice(name: str, t: Texts) -> str:
    """Tell the group that a player gets no cards; ``name`` as on screens."""
    return t(
        "{name} has blocked the bot or has not pressed Start: I play for them until they are back.", name=name
    )


def seated_notice(group: str, t: Texts) -> str:
    """Tell a player who came by a link that they sit now."""
    return t("You are at the table in “{group}”. Your cards will come here.", group=group)
