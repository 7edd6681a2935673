"""The rules of a table, by buttons: a list, and for every rule a page that says in a line what it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold

from bot.screens.buttons import TableVerb, table_button
from bot.screens.money import standing
from bot.screens.names import names_at
from bot.screens.screen import screen
from bot.texts import lazy
from game.rules import BlindPenalty

if TYPE_CHECKING:
    from aiogram.types import InlineKeyboardButton

    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.tables.state import Table, TableRules
    from bot.texts import Texts

DONE: Final = "done"
"""The page that leaves the menu."""
PLAYERS: Final = "players"
CLOSE: Final = "close"
NONE: Final = "none"
MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of :class:`TableRules` as a page."""

    title: str
    line: str
    choices: tuple[str, ...]
    row: int = 3
    """Choices side by side."""


RULES: Final = {
    "ante": Rule(
        lazy("Ante"),
        lazy("What everybody pays into the pot before each deal."),
        ("1", "2", "5", "10", "25", "100"),
    ),
    "penalty_limit": Rule(
        lazy("Penalty limit"),
        lazy("The most that one penalty can cost. Without a limit the pot can grow very fast."),
        (NONE, "50", "100", "250", "500", "1000"),
    ),
    "blind_penalty": Rule(
        lazy("Failed blind call"),
        lazy("What a blind caller pays who falls short, in pots."),
        (BlindPenalty.BOOK.value, BlindPenalty.DOUBLED.value),
        1,
    ),
    "pack": Rule(
        lazy("Pack for 5 and 6"),
        lazy("Cards in the pack with five or six players; other numbers have no choice."),
        ("36", "52"),
    ),
    "clock": Rule(
        lazy("Time for a turn"),
        lazy("When it runs out, the bot plays for whoever is late."),
        (NONE, "30", "60", "120", "300", "3600"),
    ),
    "next_deal": Rule(
        lazy("Next deal"),
        lazy("Whether the next deal starts by itself after a pause, or somebody presses “Deal”."),
        (NONE, "10", "20", "30", "60"),
    ),
    "computers": Rule(lazy("Computers"), lazy("Whether computers may take a seat."), ("on", "off")),
    "strength": Rule(lazy("Computers play"), lazy("How well they play."), ("steady", "random")),
    "starter": Rule(lazy("First deal"), lazy("Who may start it."), ("owner", "seated"), 1),
}


def setting(arg: str) -> tuple[str, str]:
    """Split the rule and the value of a ``SET`` press, unchecked."""
    rule, _, value = arg.partition("=")
    return rule, value


def rules_menu(table: Table, page: str, t: Texts, unit: Unit) -> Screen:
    """Show a page of the menu; one that is not there shows the list."""
    if page in RULES:
        return _rule_page(table, page, t, unit)
    if page == PLAYERS:
        return _players_page(table, t)
    if page == CLOSE:
        return _close_page(table, t)
    rows = [
        [
            table_button(
                table,
                f"{t(rule.title)}: {value_text(name, current(table.rules, name), t, unit)}",
                TableVerb.RULES,
                name,
            )
        ]
        for name, rule in RULES.items()
    ]
    rows.append(
        [
            table_button(table, t("Players"), TableVerb.RULES, PLAYERS),
            table_button(table, t("Close the table"), TableVerb.RULES, CLOSE),
        ]
    )
    rows.append([table_button(table, t("Done"), TableVerb.RULES, DONE, style=ButtonStyle.PRIMARY)])
    heading = Bold(t("Table rules"))
    return screen([heading, t("Changed by the host and admins, between deals.")], rows)


def _rule_page(table: Table, name: str, t: Texts, unit: Unit) -> Screen:
    rule = RULES[name]
    now = current(table.rules, name)
    lines: list[Node] = [Bold(t(rule.title)), t(rule.line)]
    if name == "blind_penalty":
        lines += ["", t("By the book: no trick ×2, too few ×4."), t("Doubled: no trick ×4, too few ×2.")]
    lines += ["", t("Now: {value}", value=value_text(name, now, t, unit))]
    buttons = [
        table_button(
            table,
            ("✓ " if choice == now else "") + value_text(name, choice, t, unit),
            TableVerb.SET,
            f"{name}={choice}",
            style=ButtonStyle.PRIMARY if choice == now else None,
        )
        for choice in rule.choices
    ]
    rows = [buttons[at : at + rule.row] for at in range(0, len(buttons), rule.row)]
    return screen(lines, [*rows, [_back(table, t)]])


def _players_page(table: Table, t: Texts) -> Screen:
    names = names_at(table, t)
    lines: list[Node] = [Bold(t("Players")), t("The host and admins can take a player off the table.")]
    rows = [
        [table_button(table, t("Remove: {name}", name=names[seat.player]), TableVerb.REMOVE, seat.player)]
        for seat in table.seats
    ]
    return screen(lines, [*rows, [_back(table, t)]])


def _close_page(table: Table, t: Texts) -> Screen:
    lines: list[Node] = [
        Bold(t("Close the table?")),
        t(
            "The pot stays in the group for the next table of the same game. A deal that is running will not count."
        ),
    ]
    close = table_button(table, t("Yes, close"), TableVerb.CLOSE, style=ButtonStyle.DANGER)
    return screen(lines, [[close, _back(table, t)]])


def _back(table: Table, t: Texts) -> InlineKeyboardButton:
    return table_button(table, t("Back"), TableVerb.RULES)


def current(rules: TableRules, name: str) -> str:
    """Give the value of a rule as the text of its choice."""
    value = getattr(rules, name)
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(getattr(value, "value", value))


def value_text(name: str, value: str, t: Texts, unit: Unit) -> str:
    """Name a choice."""
    if name in {"ante", "penalty_limit"}:
        return t("no limit") if value == NONE else standing(int(value), t, unit)
    if name == "clock":
        return t("no clock") if value == NONE else duration(int(value), t)
    if name == "next_deal":
        return t("by the button") if value == NONE else t("after {time}", time=duration(int(value), t))
    if name == "pack":
        return t.n("{n} card", "{n} cards", int(value))
    return t(_CHOICES[name, value])


_CHOICES: Final = {
    ("blind_penalty", "book"): lazy("by the book"),
    ("blind_penalty", "doubled"): lazy("doubled"),
    ("computers", "on"): lazy("allowed"),
    ("computers", "off"): lazy("not allowed"),
    ("strength", "steady"): lazy("sensibly"),
    ("strength", "random"): lazy("at random"),
    ("starter", "owner"): lazy("host and admins"),
    ("starter", "seated"): lazy("anyone seated"),
}


def duration(seconds: int, t: Texts) -> str:
    """Name a length of time, in whole minutes where it is some."""
    if seconds % MINUTE:
        return t("{n} s", n=seconds)
    return t("{n} min", n=seconds // MINUTE)
