"""The settings of a group, for its admins, and a person's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold, Italic

from bot.screens.buttons import menu_button
from bot.screens.language import language_name
from bot.screens.money import Unit, standing
from bot.screens.names import titled
from bot.screens.rules_menu import RULES, current, value_text
from bot.screens.screen import screen
from bot.screens.wording import DUTY_MET, game_name
from bot.tables.state import CardsIn, TableRules
from bot.texts import languages
from game.rules import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from aiogram.types import InlineKeyboardButton

    from bot.screens.screen import Node, Screen
    from bot.texts import Texts

GROUP_MENU: Final = "set"
OWN_MENU: Final = "mine"
LANGUAGE: Final = "language"
UNIT: Final = "unit"
SOUND: Final = "sound"
NOTIFY: Final = "notify"
CARDS: Final = "cards"
ON: Final = "on"
OFF: Final = "off"
SAMPLE: Final = 25
"""So much money shows what it is called."""
WIDEST_TITLE: Final = 30


@dataclass(frozen=True, slots=True)
class GroupSettings:
    language: str | None
    """None: a table speaks the language of whoever opens it."""
    unit: Unit
    rules: Mapping[str, TableRules]
    """What new tables start with, by game, where the group has set it."""


@dataclass(frozen=True, slots=True)
class OwnSettings:
    quiet: bool
    notified: tuple[tuple[int, str], ...] = ()
    """Groups of whose tables they are told, by home id, with their titles."""
    cards_in: CardsIn = CardsIn.BOTH


def setting(page: str) -> tuple[str, str]:
    """Split what is set and its value; without a value it is a page to be shown."""
    what, _, value = page.partition("=")
    return what, value


def group_settings(settings: GroupSettings, page: str, t: Texts) -> Screen:
    """Show a page; one that is not there shows the list. Pages: ``language``, ``unit``, a game, ``game.rule``."""
    game, _, rule = page.partition(".")
    if page == LANGUAGE:
        return _languages(GROUP_MENU, settings.language, t)
    if page == UNIT:
        return _units(settings, t)
    if game in VARIANTS and rule in RULES:
        return _rule(settings, game, rule, t)
    if game in VARIANTS:
        return _game(settings, game, t)
    chosen = language_name(settings.language) if settings.language else t("the host's")
    rows = [
        [menu_button(_line(t("Language"), chosen), GROUP_MENU, LANGUAGE)],
        [menu_button(_line(t("Money"), unit_name(settings.unit, t)), GROUP_MENU, UNIT)],
        *(
            [menu_button(t("New tables of {game}", game=game_name(name, t)), GROUP_MENU, name)]
            for name in VARIANTS
        ),
    ]
    return screen([Bold(t("Settings of this group")), t("Only the group's admins can change them.")], rows)


def _units(settings: GroupSettings, t: Texts) -> Screen:
    rows = [
        [_choice(unit_name(unit, t), GROUP_MENU, f"{UNIT}={unit.value}", chosen=unit is settings.unit)]
        for unit in Unit
    ]
    lines: list[Node] = [
        Bold(t("What is money called here?")),
        t("It is only a word: the bot counts, it takes no money and pays none."),
    ]
    return screen(lines, [*rows, [_back(GROUP_MENU, t)]])


def _game(settings: GroupSettings, game: str, t: Texts) -> Screen:
    rules = settings.rules.get(game, TableRules())
    rows = [
        [
            menu_button(
                _line(t(rule.title), value_text(name, current(rules, name), t, settings.unit)),
                GROUP_MENU,
                f"{game}.{name}",
            )
        ]
        for name, rule in RULES.items()
    ]
    lines: list[Node] = [
        Bold(t("New tables of {game}", game=game_name(game, t))),
        t("A table starts with these rules; its host can change them. An open table keeps its own."),
    ]
    return screen(lines, [*rows, [_back(GROUP_MENU, t)]])


def _rule(settings: GroupSettings, game: str, name: str, t: Texts) -> Screen:
    rule = RULES[name]
    now = current(settings.rules.get(game, TableRules()), name)
    choices = [
        _choice(
            value_text(name, value, t, settings.unit),
            GROUP_MENU,
            f"{game}.{name}={value}",
            chosen=value == now,
        )
        for value in rule.choices
    ]
    rows = [choices[at : at + rule.row] for at in range(0, len(choices), rule.row)]
    lines: list[Node] = [Bold(f"{game_name(game, t)}: {t(rule.title)}"), t(rule.line)]
    return screen(lines, [*rows, [_back(GROUP_MENU, t, game)]])


def own_settings(settings: OwnSettings, page: str, t: Texts) -> Screen:
    """Show a page; one that is not there shows the list. Pages: ``language``, ``sound``, ``cards``, ``notify``."""
    if page == LANGUAGE:
        return _languages(OWN_MENU, t.language, t)
    if page == SOUND:
        return _sound(settings, t)
    if page == CARDS:
        return _cards(settings, t)
    if page == NOTIFY:
        return _notified(settings, t)
    number = len(settings.notified)
    told = t.n("{n} group", "{n} groups", number) if number else t("off")
    rows = [
        [menu_button(_line(t("Language"), language_name(t.language)), OWN_MENU, LANGUAGE)],
        [menu_button(_line(t("Sound"), _sound_name(settings.quiet, t)), OWN_MENU, SOUND)],
        [menu_button(_line(t("My cards"), _cards_name(settings.cards_in, t)), OWN_MENU, CARDS)],
        [menu_button(_line(t("Tell me of new tables"), told), OWN_MENU, NOTIFY)],
    ]
    return screen([Bold(t("Your settings")), t("To be forgotten by the bot: /forget")], rows)


def _sound(settings: OwnSettings, t: Texts) -> Screen:
    rows = [
        [_choice(_sound_name(quiet, t), OWN_MENU, f"{SOUND}={value}", chosen=quiet is settings.quiet)]
        for quiet, value in ((False, ON), (True, OFF))
    ]
    lines: list[Node] = [
        Bold(t("Sound")),
        t("Your cards come without a sound; only when it is your turn the message rings, if you like."),
    ]
    return screen(lines, [*rows, [_back(OWN_MENU, t)]])


def _sound_name(quiet: bool, t: Texts) -> str:  # noqa: FBT001 - named where it is called
    return t("never") if quiet else t("on my turn")


def _cards(settings: OwnSettings, t: Texts) -> Screen:
    rows = [
        [
            _choice(
                _cards_name(where, t), OWN_MENU, f"{CARDS}={where.value}", chosen=where is settings.cards_in
            )
        ]
        for where in CardsIn
    ]
    lines: list[Node] = [
        Bold(t("My cards")),
        t("Press “My cards” under a table, and you see your cards in the group; nobody else does."),
        "",
        t("In this chat: never in the group."),
        t(
            "In the group: while you see them there, this chat is silent and stays as it is. As soon as they are lost there, they are here."
        ),
        t("In both: in the group as well, and always here."),
    ]
    return screen(lines, [*rows, [_back(OWN_MENU, t)]])


def _cards_name(cards_in: CardsIn, t: Texts) -> str:
    match cards_in:
        case CardsIn.PRIVATE:
            return t("in this chat")
        case CardsIn.GROUP:
            return t("in the group")
        case _:
            return t("in both")


def _notified(settings: OwnSettings, t: Texts) -> Screen:
    lines: list[Node] = [
        Bold(t("Tell me of new tables")),
        t("Type /notify in a group, and I write to you here when a table opens there, once an hour at most."),
    ]
    if not settings.notified:
        lines.append(Italic(t("So far I tell you of none.")))
    rows = [
        [menu_button(f"✗ {title}", OWN_MENU, f"{NOTIFY}={group}")]
        for group, title in titled(settings.notified, t, WIDEST_TITLE).items()
    ]
    return screen(lines, [*rows, [_back(OWN_MENU, t)]])


def _languages(menu: str, now: str | None, t: Texts) -> Screen:
    rows = [
        [_choice(language_name(one), menu, f"{LANGUAGE}={one}", chosen=one == now)] for one in languages()
    ]
    return screen([Bold(t("Choose the language"))], [*rows, [_back(menu, t)]])


def unit_name(unit: Unit, t: Texts) -> str:
    """Show what money is called, such as 25 kopecks."""
    return standing(SAMPLE, t, unit)


def _line(title: str, value: str) -> str:
    return f"{title}: {value}"


def _choice(label: str, menu: str, page: str, *, chosen: bool) -> InlineKeyboardButton:
    mark = f"{DUTY_MET} " if chosen else ""
    return menu_button(mark + label, menu, page, style=ButtonStyle.PRIMARY if chosen else None)


def _back(menu: str, t: Texts, page: str = "") -> InlineKeyboardButton:
    return menu_button(t("Back"), menu, page)


def forget_screen(user: int, t: Texts) -> Screen:
    """Ask whether the bot is to forget somebody."""
    rows: Iterable[list[InlineKeyboardButton]] = [
        [
            menu_button(t("Forget me"), FORGET_MENU, "yes", style=ButtonStyle.DANGER),
            menu_button(t("Keep"), FORGET_MENU, "no"),
        ]
    ]
    name = t("Player {digits}", digits=str(user)[-4:])
    return screen(
        [
            Bold(t("Shall I forget you?")),
            t(
                "You leave your tables, and I forget your name, language and settings. What was won and lost stays in the groups' scores, under “{name}”.",
                name=name,
            ),
        ],
        rows,
    )


FORGET_MENU: Final = "forget"
