"""Who may know which card at which moment, and whether anybody was ever shown more.

The truth is what Redis has written: every state of every table, in order and with its moment, whoever wrote it. A card that
a message shows must have been known, at the moment when the message appeared, to everybody who could read it: to the person
whose chat it is, or in a group to a bystander.
"""

from __future__ import annotations

import ast
import json
import re
import socket
import threading
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.screens.buttons import HandPress, HandVerb
from bot.screens.cards import face
from bot.screens.learn import NOWHERE
from game import record
from game.cards import Card
from game.shuffle import Proof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from game.deal import Deal
    from game.view import View
    from tests.bot.store.servers import Process, Servers

FACE = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")
DEAL_NUMBER = re.compile(r"(?:deal|сдача) (\d+)", re.IGNORECASE)
SEED = re.compile(r"\b[0-9a-f]{64}\b")
OF_A_LESSON = f"h:{NOWHERE}:"
"""Its cards are prepared, and no secret."""
WRITE = re.compile(rb'^\+?(\d+\.\d+) \[\d+ lua\] "HSET" ("\{p\d+\}:t:[^"]+") "s" (".*")\r?\n?$')
HOLDS_CARDS = (HandVerb.PLAY, HandVerb.DISCARD, HandVerb.MARK, HandVerb.EXCHANGE)


class Witness:
    """Hears every write of a table from when it begins to listen, on whichever server it is made."""

    def __init__(self, redis: Servers) -> None:
        self._ears = [Ear(node) for node in redis.nodes]

    def lines(self) -> list[bytes]:
        """All that was written up to now, in order."""
        return sorted((line for ear in self._ears for line in ear.lines()), key=_moment)

    def close(self) -> None:
        for ear in self._ears:
            ear.close()


class Ear:
    """At one server."""

    def __init__(self, redis: Process) -> None:
        self._redis = redis
        self._lines: list[bytes] = []
        self._heard = threading.Event()
        self._closed = False
        self._socket = self._connect()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _connect(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self._redis.port))
        try:
            connection.sendall(b"MONITOR\r\n")
            if not connection.recv(len(b"+OK\r\n")):
                raise ConnectionResetError
        except OSError:
            connection.close()
            raise
        return connection

    def _listen(self) -> None:
        while not self._closed:
            with self._socket, self._socket.makefile("rb") as file, suppress(OSError, ValueError):
                self._hear(file)
            try:
                # A Sentinel ends all connections to a server that it makes the primary.
                self._socket = self._connect()
            except OSError:
                return

    def _hear(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            if b' lua] "HSET" "{p' in line and b'" "s" "' in line:
                self._lines.append(line)
            elif b"that is all" in line:
                self._heard.set()

    def lines(self) -> list[bytes]:
        """All up to now, or to the end of a server that was killed."""
        self._heard.clear()
        if self._redis.answers():
            with self._redis.client() as client:
                client.echo("that is all")
            self._heard.wait(10)
        else:
            self._thread.join(10)
        return list(self._lines)

    def close(self) -> None:
        self._closed = True
        with suppress(OSError):  # the server may have been killed
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
        self._socket.close()


def _moment(line: bytes) -> float:
    return float(line.removeprefix(b"+").split(b" ", 1)[0])


@dataclass(slots=True)
class Story:
    """One deal, as it went on."""

    group: int
    thread: int
    table: int
    number: int
    moments: list[tuple[float, int]] = field(default_factory=list)
    """When so many actions had been done, by the wall clock."""
    fields: dict[str, Any] = field(default_factory=dict, repr=False)
    """The record as it was last written."""
    over_at: float | None = None
    _deals: list[Deal] = field(default_factory=list, repr=False)
    _known: dict[tuple[int | None, int], frozenset[str]] = field(default_factory=dict, repr=False)

    @property
    def seats(self) -> list[str]:
        return list(self.fields["seats"])

    @property
    def seed(self) -> str:
        return str(self.fields["proof"]["seed"])

    def known(self, player: str | None, at: float) -> frozenset[str]:
        """Faces of the cards that this player, or with none everybody, knew at that moment."""
        done = max((actions for moment, actions in self.moments if moment <= at), default=None)
        if done is None:
            return frozenset()
        seat = None if player is None else self.seats.index(player)
        if (seat, done) not in self._known:
            self._known[seat, done] = frozenset(face(card) for card in _cards(self._after(done).view(seat)))
        return self._known[seat, done]

    def _after(self, actions: int) -> Deal:
        if not self._deals:
            begun = {name: self.fields[name] for name in record.KEYS[:-1]} | {"actions": [], "reshuffles": []}
            self._deals.append(record.load(begun, Proof.load(self.fields["proof"]).shuffle))
        while len(self._deals) <= actions:
            last = self._deals[-1]
            seat, *words = self.fields["actions"][len(self._deals) - 1]
            self._deals.append(last.apply(seat, record.read(last.variant, words))[0])
        return self._deals[actions]


def _cards(view: View) -> Iterable[Card]:
    yield view.indicator
    yield from view.dead_indicators
    yield from view.hand or ()
    yield from view.discarded
    for trick in (*view.taken, *([] if view.trick is None else [view.trick])):
        yield from (card for _, card in trick.plays)


@dataclass(slots=True)
class Truth:
    """All deals, and the seeds of those to come."""

    stories: list[Story] = field(default_factory=list)
    to_come: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, lines: Iterable[bytes]) -> Truth:
        stories: dict[tuple[int, int, int, int], Story] = {}
        truth = cls()
        for line in lines:
            match = WRITE.match(line)
            if match is None:
                continue
            at = float(match[1])
            table = json.loads(ast.literal_eval(f"b{match[3].decode('ascii')}"))
            if table.get("seed"):
                truth.to_come.add(table["seed"])
            if table.get("deal") is None:
                continue
            fields = json.loads(table["deal"])
            name = (table["group"], table["thread"], table["number"], table["deal_number"])
            story = stories.setdefault(name, Story(*name))
            story.fields = fields
            story.moments.append((at, len(fields["actions"])))
            if "result" in fields and story.over_at is None:
                story.over_at = at
        truth.stories = list(stories.values())
        truth.to_come -= {story.seed for story in truth.stories}
        return truth

    @property
    def groups(self) -> set[int]:
        return {story.group for story in self.stories}


@dataclass(frozen=True, slots=True)
class Seen:
    """Something the bot has shown."""

    chat: int
    at: float
    """By the wall clock."""
    text: str
    buttons: tuple[dict[str, Any], ...] = ()
    public: bool = True
    """A message, and no answer to a press."""


class Leak(AssertionError):
    """Somebody was shown what they may not know."""


def check(truth: Truth, shown: Iterable[Seen], home: Callable[[int], int]) -> int:
    """Raise :class:`Leak` for the first thing shown to somebody who may not know it; gives how many showed cards.

    ``home`` tells under which id a group is kept.
    """
    by_number: dict[int, list[Story]] = defaultdict(list)
    for story in truth.stories:
        by_number[story.number].append(story)
    opened = dict.fromkeys(truth.to_come, None) | {story.seed: story.over_at for story in truth.stories}
    number = 0
    for one in shown:
        _check_seeds(one, opened)
        faces, tables = _faces(one)
        lesson = any(str(button.get("callback_data", "")).startswith(OF_A_LESSON) for button in one.buttons)
        if not faces or lesson:
            continue
        number += 1
        match = DEAL_NUMBER.search(one.text)
        if one.public and match is None:
            raise Leak(f"cards of no deal in chat {one.chat}: {one.text!r}")
        player = str(one.chat) if one.chat > 0 else None
        allowed = [
            story.known(player, one.at)
            for story in (by_number[int(match[1])] if match else truth.stories)
            if (player in story.seats if player else story.group == home(one.chat))
            and (not tables or story.table in tables)
        ]
        proven = any(story.seed in one.text and (story.over_at or one.at) < one.at for story in truth.stories)
        if not proven and not any(faces <= known for known in allowed):
            least = min((faces - known for known in allowed), key=len, default=faces)
            raise Leak(f"chat {one.chat} was shown {sorted(least)}: {one.text!r}")
    return number


def _check_seeds(one: Seen, opened: Mapping[str, float | None]) -> None:
    for seed in opened.keys() & set(SEED.findall(one.text)):
        over = opened[seed]
        if over is None or over > one.at:
            raise Leak(f"a seed of cards that are not played yet, in chat {one.chat}: {one.text!r}")


def _faces(one: Seen) -> tuple[set[str], set[int]]:
    """Give the faces that text and buttons show, and the tables that the buttons belong to."""
    pressed = [HandPress.unpack(data) for data in _data(one) if data.startswith("h:")]
    if pressed and one.chat < 0:
        raise Leak(f"buttons of a hand in group {one.chat}: {one.text!r}")
    if one.buttons and all(data.startswith("m:") for data in _data(one)):
        return set(), set()  # a page of the rules, with examples
    faces = set(FACE.findall(" ".join([one.text, *(str(button["text"]) for button in one.buttons)])))
    faces.update(face(card) for press in pressed for card in _named(press))
    return faces, {press.number for press in pressed}


def _data(one: Seen) -> list[str]:
    return [str(button.get("callback_data", "")) for button in one.buttons]


def _named(press: HandPress) -> list[Card]:
    if press.verb not in HOLDS_CARDS:
        return []
    return [Card(int(press.arg[at : at + 2])) for at in range(0, len(press.arg), 2)]
