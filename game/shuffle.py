"""Where the cards come from: a shuffle that anybody can derive again, and its proof. docs/shuffle.md is the specification."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from game.cards import Card, pack, parse
from game.errors import BadNotation

SCHEME: Final = "frap-shuffle/1"
SEED_BYTES: Final = 32
_WORDS: Final = 1 << 32

Cuts = tuple[tuple[str, str], ...]
"""What players added to the shuffle, ``(player id, text)`` in the order it came."""


def commitment(seed: bytes) -> str:
    """Hash the scheme and the secret seed with SHA-256: the hex that is published before the first cut."""
    return hashlib.sha256(SCHEME.encode() + seed).hexdigest()


def _field(text: str) -> bytes:
    """Put the number of bytes before the text, so that no two lists of texts look alike."""
    try:
        content = text.encode()
    except UnicodeEncodeError:
        raise BadNotation("a cut that is no valid text") from None
    return len(content).to_bytes(4, "big") + content


@dataclass(frozen=True, slots=True)
class Shuffle:
    """All the chance of one deal, from a seed of 32 bytes and the players' cuts; raises :class:`BadNotation`."""

    seed: bytes
    cuts: Cuts = ()

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise BadNotation(f"a seed is {SEED_BYTES} bytes")
        self._prefix()

    def deck(self, size: int) -> tuple[Card, ...]:
        """Shuffle the pack of 32, 36 or 52; the first card is dealt first."""
        return self._mix(f"deck/{size}", pack(size))

    def reshuffle(self, number: int, discards: Sequence[Card]) -> tuple[Card, ...]:
        """Make the discard pile the stock, for the ``number``-th time from 0 in this deal (rule 12)."""
        return self._mix(f"reshuffle/{number}", sorted(discards))

    def lot(self, seats: int) -> int:
        """Draw the seat, from 0, that deals first (rule 2)."""
        return _below(seats, self._words(f"lot/{seats}"))

    def _prefix(self) -> bytes:
        texts = (text for cut in self.cuts for text in cut)
        return _field(SCHEME) + len(self.cuts).to_bytes(4, "big") + b"".join(map(_field, texts))

    def _words(self, purpose: str) -> Iterator[int]:
        """Yield 32-bit numbers without end, eight from each block of HMAC-SHA256."""
        message = self._prefix() + _field(purpose)
        counter = 0
        while True:
            block = hmac.digest(self.seed, message + counter.to_bytes(8, "big"), "sha256")
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4], "big")
            counter += 1

    def _mix(self, purpose: str, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Shuffle by Fisher and Yates, from the last place down."""
        mixed = list(cards)
        words = self._words(purpose)
        for last in range(len(mixed) - 1, 0, -1):
            other = _below(last + 1, words)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)


def _below(bound: int, words: Iterator[int]) -> int:
    """Draw from ``range(bound)`` without bias: words of the incomplete last run are thrown away."""
    even = _WORDS - _WORDS % bound
    return next(word for word in words if word < even) % bound


@dataclass(frozen=True, slots=True)
class Proof:
    """What stands in a deal record under ``proof`` once the deal is over."""

    commitment: str
    shuffle: Shuffle

    @classmethod
    def of(cls, shuffle: Shuffle) -> Proof:
        return cls(commitment(shuffle.seed), shuffle)

    def dump(self) -> dict[str, object]:
        return {
            "scheme": SCHEME,
            "commitment": self.commitment,
            "seed": self.shuffle.seed.hex(),
            "cuts": [list(cut) for cut in self.shuffle.cuts],
        }

    @classmethod
    def load(cls, proof: object) -> Proof:
        """Read a proof, without looking at its truth; raises :class:`BadNotation` for none of this scheme."""
        if not isinstance(proof, Mapping):
            raise BadNotation("the record has no proof of its shuffle")
        if proof.get("scheme") != SCHEME:
            raise BadNotation(f"the proof is not of the scheme {SCHEME}")
        published, seed, cuts = proof.get("commitment"), proof.get("seed"), proof.get("cuts")
        if not isinstance(published, str):
            raise BadNotation("the proof has no commitment")
        if not isinstance(cuts, list):
            raise BadNotation("the proof has no list of cuts")
        return cls(published, Shuffle(_seed(seed), tuple(map(_cut, cuts))))


def _seed(text: object) -> bytes:
    if isinstance(text, str) and len(text) == 2 * SEED_BYTES:
        try:
            seed = bytes.fromhex(text)
        except ValueError:
            seed = b""
        if seed.hex() == text:
            return seed
    raise BadNotation(f"the seed of a proof is {2 * SEED_BYTES} lower-case hex digits")


def _cut(cut: object) -> tuple[str, str]:
    match cut:
        case [str(player), str(text)]:
            return player, text
        case _:
            raise BadNotation("a cut is a player and a text")


def check(record: Mapping[str, object]) -> None:
    """Raise :class:`BadNotation` unless the record's proof opens its commitment and gives its deck and reshuffles.

    Says nothing of the actions: whether they are legal is for :func:`game.record.load`.
    """
    proof = Proof.load(record.get("proof"))
    if proof.commitment != commitment(proof.shuffle.seed):
        raise BadNotation("the commitment is not that of the seed")
    deck = _cards(record.get("deck"), "deck")
    if deck != proof.shuffle.deck(len(deck)):
        raise BadNotation("the deck does not come from the seed and the cuts")
    reshuffles = record.get("reshuffles")
    if not isinstance(reshuffles, list):
        raise BadNotation("reshuffles are lists of cards")
    for number, reshuffle in enumerate(reshuffles):
        cards = _cards(reshuffle, "reshuffle")
        if cards != proof.shuffle.reshuffle(number, cards):
            raise BadNotation(f"reshuffle {number} does not come from the seed and the cuts")


def _cards(cards: object, what: str) -> tuple[Card, ...]:
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise BadNotation(f"a {what} is a list of cards")
    return tuple(map(parse, cards))
