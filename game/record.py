"""The deal record, the one written form of a deal, and the notation of its actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.actions import (
    BLIND,
    CALL,
    CUT,
    DECLINE,
    DISCARDS,
    DRAW_STOCK,
    DRAW_TRUMP,
    LOOK,
    PASS,
    PLAYS,
    WHIST,
    Action,
    Discard,
    Draw,
    Exchange,
    Play,
)
from game.cards import Card, parse, text
from game.deal import Chance, Deal
from game.errors import BadNotation, GameError
from game.rules import VARIANTS, BlindPenalty, Rules, Variant

if TYPE_CHECKING:
    from game.view import Result

FORMAT: Final = "frap-deal/1"
KEYS: Final = (
    "format",
    "game",
    "rules",
    "seats",
    "dealer",
    "carried",
    "antes",
    "deck",
    "reshuffles",
    "actions",
    "result",
)
_RULES: Final = ("ante", "blind_penalty", "penalty_limit")
_WORDS: Final[dict[str, Action]] = {
    "look": LOOK,
    "blind": BLIND,
    "pass": PASS,
    "whist": WHIST,
    "cut": CUT,
    "decline": DECLINE,
}
_VERBS: Final = {action: word for word, action in _WORDS.items()}
_DRAWS: Final = {"trump": DRAW_TRUMP, "stock": DRAW_STOCK}


def write(variant: Variant, action: Action) -> list[object]:
    """Give the verb, and the argument if any: ``["play", "As"]``. An open call has the game's name."""
    match action:
        case Exchange(cards):
            return ["exchange", [text(card) for card in cards]]
        case Discard(card):
            return ["discard", text(card)]
        case Play(card):
            return ["play", text(card)]
        case Draw(trump):
            return ["draw", "trump" if trump else "stock"]
        case _:
            return [_VERBS.get(action, variant.name)]


def read(variant: Variant, words: object) -> Action:
    """Read such a list, exchanged cards in any order; raises :class:`BadNotation` for anything else."""
    match words:
        case [str(verb)] if verb == variant.name:
            return CALL
        case [str(verb)] if verb in _WORDS:
            return _WORDS[verb]
        case ["exchange", list(cards)]:
            return Exchange(tuple(sorted(_cards(cards))))
        case ["discard", str(card)]:
            return DISCARDS[parse(card)]
        case ["play", str(card)]:
            return PLAYS[parse(card)]
        case ["draw", str(pile)] if pile in _DRAWS:
            return _DRAWS[pile]
        case _:
            raise BadNotation(f"not an action of {variant.name}")


def dump(deal: Deal, extra: Mapping[str, object] | None = None) -> dict[str, object]:
    """Write the deal down, for JSON; ``extra`` are the keys to stand beside the format's own, in their order.

    Raises :class:`BadNotation` where one of them is the format's own.
    """
    setup = deal.setup
    record: dict[str, object] = {
        "format": FORMAT,
        "game": setup.variant.name,
        "rules": {
            "ante": setup.rules.ante,
            "blind_penalty": setup.rules.blind_penalty.value,
            "penalty_limit": setup.rules.penalty_limit,
        },
        "seats": list(setup.seats),
        "dealer": setup.dealer,
        "carried": setup.carried,
        "antes": list(setup.antes),
        "deck": [text(card) for card in setup.deck],
        "reshuffles": [[text(card) for card in cards] for cards in deal.reshuffles],
        "actions": [action(deal, number) for number in range(len(deal.actions))],
    }
    if deal.result is not None:
        record["result"] = _result(deal.result)
    for key, value in (extra or {}).items():
        if key in KEYS:
            raise BadNotation(f"{key!r} is a key of the record itself")
        record[key] = value
    return record


def action(deal: Deal, number: int) -> list[object]:
    """Write one action of the deal, counted from 0, as it stands in the record."""
    seat, done = deal.actions[number]
    return [seat, *write(deal.variant, done)]


def extra(record: Mapping[str, object]) -> dict[str, object]:
    """Pick out what stands in a record beside the format's own keys, in its order."""
    return {key: value for key, value in record.items() if key not in KEYS}


def load(record: object, chance: Chance | None = None) -> Deal:
    """Play the record again, and so check it whole; ``chance`` gives the reshuffles after those it holds.

    Raises a :class:`GameError` of some kind for anything that is not the record of a deal by the rules;
    an illegal action is named by its number, from 1. A result that stands in the record must be right.
    """
    if not isinstance(record, Mapping):
        raise BadNotation("a record is an object")
    for key in KEYS[:-1]:
        if key not in record:
            raise BadNotation(f"the record has no {key!r}")
    reshuffles = tuple([_cards(cards) for cards in _list(record["reshuffles"], "reshuffles")])
    deal = _started(record, _Recorded(reshuffles, chance))
    for number, action in enumerate(_list(record["actions"], "actions"), 1):
        try:
            deal = _acted(deal, action)
        except GameError as error:
            raise type(error)(f"action {number}: {error}") from error
    if len(deal.reshuffles) < len(reshuffles):
        raise BadNotation("the record has a reshuffle that did not happen (rule 12)")
    if "result" in record:
        _check_result(deal, record["result"])
    return deal


@dataclass(frozen=True, slots=True)
class _Recorded:
    """The reshuffles of a record, and after them those of another chance."""

    reshuffles: tuple[tuple[Card, ...], ...]
    further: Chance | None

    def reshuffle(self, number: int, discards: tuple[Card, ...]) -> tuple[Card, ...]:
        if number < len(self.reshuffles):
            return self.reshuffles[number]
        if self.further is None:
            raise BadNotation("the stock runs out, but the record has no further reshuffle (rule 12)")
        return self.further.reshuffle(number, discards)


def _started(record: Mapping[str, object], chance: Chance) -> Deal:
    if record["format"] != FORMAT:
        raise BadNotation(f"the format of the record is not {FORMAT}")
    variant = VARIANTS.get(_string(record["game"], "game"))
    if variant is None:
        raise BadNotation("the game of a record is frap or khrap")
    return Deal.start(
        variant,
        _rules(record["rules"]),
        tuple([_string(player, "seats") for player in _list(record["seats"], "seats")]),
        _whole(record["dealer"], "dealer"),
        _whole(record["carried"], "carried"),
        tuple([_whole(paid, "antes") for paid in _list(record["antes"], "antes")]),
        _cards(record["deck"]),
        chance,
    )


def _acted(deal: Deal, action: object) -> Deal:
    match action:
        case [int(seat), *words] if not isinstance(seat, bool):
            return deal.apply(seat, read(deal.variant, words))[0]
        case _:
            raise BadNotation("an action is a seat and a verb")


def _check_result(deal: Deal, result: object) -> None:
    if deal.result is None:
        raise BadNotation("the record has a result, but the deal is not over")
    if not _same(result, _result(deal.result)):
        raise BadNotation("the result of the record is not what the rules make of the deal")


def _result(result: Result) -> dict[str, object]:
    return {
        "outcome": result.outcome.value,
        "round": result.round,
        "tricks": list(result.tricks),
        "penalties": list(result.penalties),
        "net": list(result.net),
        "pot": result.pot,
    }


def _same(given: object, made: object) -> bool:
    """Equal in type as well: 1 is neither true nor 1.0."""
    if type(given) is not type(made):
        return False
    if isinstance(given, dict) and isinstance(made, dict):
        return given.keys() == made.keys() and all(_same(given[key], made[key]) for key in made)
    if isinstance(given, list) and isinstance(made, list):
        return len(given) == len(made) and all(map(_same, given, made))
    return given == made


def _rules(rules: object) -> Rules:
    if not isinstance(rules, Mapping) or set(rules) != set(_RULES):
        raise BadNotation(f"the rules of a record are {', '.join(_RULES)}")
    try:
        blind_penalty = BlindPenalty(_string(rules["blind_penalty"], "blind_penalty"))
    except ValueError:
        raise BadNotation("'blind_penalty' is book or doubled") from None
    limit = rules["penalty_limit"]
    return Rules(
        _whole(rules["ante"], "ante"),
        blind_penalty,
        None if limit is None else _whole(limit, "penalty_limit"),
    )


def _cards(cards: object) -> tuple[Card, ...]:
    return tuple([parse(_string(card, "cards")) for card in _list(cards, "cards")])


def _list(value: object, key: str) -> list[object]:
    if not isinstance(value, list):
        raise BadNotation(f"{key!r} is not a list")
    return value


def _string(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise BadNotation(f"{key!r} is not text")
    return value


def _whole(value: object, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadNotation(f"{key!r} is not a whole number")
    return value
