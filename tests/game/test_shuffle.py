from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from game.cards import pack, parse, text
from game.errors import BadNotation
from game.shuffle import Proof, Shuffle, check, commitment

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DOC = Path(__file__).parents[2] / "docs" / "shuffle.md"
VECTORS: list[dict[str, Any]] = [
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
]
SEED = bytes(range(32))
CUTS = (("1", "abc"), ("2", "d"))


def shuffle_of(vector: dict[str, Any]) -> Shuffle:
    return Shuffle(bytes.fromhex(vector["seed"]), tuple((player, added) for player, added in vector["cuts"]))


def spelled(cards: Sequence[Any]) -> str:
    return " ".join(map(text, cards))


def seeded(number: int) -> bytes:
    return hashlib.sha256(str(number).encode()).digest()


@pytest.mark.parametrize("vector", VECTORS)
def test_the_vectors_of_the_documentation_hold(vector: dict[str, Any]) -> None:
    shuffle = shuffle_of(vector)
    discards = [parse(card) for card in vector["discards"].split()]
    assert vector["commitment"] == commitment(shuffle.seed)
    for size in (32, 36, 52):
        assert vector[f"deck/{size}"] == spelled(shuffle.deck(size))
    for number in (0, 1):
        assert vector[f"reshuffle/{number}"] == spelled(shuffle.reshuffle(number, discards))
    for seats in (4, 7):
        assert vector[f"lot/{seats}"] == shuffle.lot(seats)


def test_the_documentation_has_vectors_with_and_without_cuts() -> None:
    assert [len(vector["cuts"]) for vector in VECTORS] == [0, 3]


@pytest.mark.parametrize("vector", VECTORS)
def test_the_derivation_written_again_from_the_documentation(vector: dict[str, Any]) -> None:
    def field(content: str) -> bytes:
        return len(content.encode()).to_bytes(4, "big") + content.encode()

    seed = bytes.fromhex(vector["seed"])
    prefix = field("frap-shuffle/1") + len(vector["cuts"]).to_bytes(4, "big")
    for player, added in vector["cuts"]:
        prefix += field(player) + field(added)
    blocks = [
        hmac.new(seed, prefix + field("deck/32") + index.to_bytes(8, "big"), hashlib.sha256).digest()
        for index in range(5)
    ]
    assert blocks[0].hex() == vector["block 0 of deck/32"]
    stream = b"".join(blocks)
    words = [int.from_bytes(stream[place : place + 4], "big") for place in range(0, len(stream), 4)]
    deck = [rank + suit for suit in "cdhs" for rank in "789TJQKA"]
    for last in range(31, 0, -1):
        word = words.pop(0)
        while word >= 2**32 - 2**32 % (last + 1):
            word = words.pop(0)
        other = word % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    assert " ".join(deck) == vector["deck/32"]


@pytest.mark.parametrize("size", [32, 36, 52])
def test_a_deck_is_the_whole_pack(size: int) -> None:
    assert sorted(Shuffle(SEED, CUTS).deck(size)) == list(pack(size))


def test_every_card_comes_to_every_place_equally_often() -> None:
    rounds, size = 6400, 32
    decks = [Shuffle(seeded(number)).deck(size) for number in range(rounds)]
    expected = rounds / size
    for place in (0, 1, 15, 30, 31):
        seen = Counter(deck[place] for deck in decks)
        chi = sum((seen[card] - expected) ** 2 / expected for card in pack(size))
        assert chi < 70  # 31 degrees of freedom: exceeded once in 10 000


def test_all_orders_of_three_cards_are_equally_likely() -> None:
    cards = pack(32)[:3]
    seen = Counter(Shuffle(seeded(number)).reshuffle(0, cards) for number in range(6000))
    assert len(seen) == 6
    assert sum((times - 1000) ** 2 / 1000 for times in seen.values()) < 25


def test_the_lot_falls_on_every_seat() -> None:
    seen = Counter(Shuffle(seeded(number)).lot(7) for number in range(3500))
    assert sorted(seen) == list(range(7))
    assert all(400 < times < 600 for times in seen.values())


def test_words_of_the_incomplete_run_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    words = (2**32 - 1).to_bytes(4, "big") + (7).to_bytes(4, "big") + bytes(24)
    monkeypatch.setattr(hmac, "digest", lambda *_: words)
    assert Shuffle(SEED).lot(5) == 2  # 2**32 - 1 is the one word too many for five seats


def test_a_reshuffle_depends_on_the_cards_and_not_on_how_they_lay() -> None:
    cards = pack(32)[:9]
    assert Shuffle(SEED).reshuffle(0, cards) == Shuffle(SEED).reshuffle(0, cards[::-1])
    assert Shuffle(SEED).reshuffle(0, cards) != Shuffle(SEED).reshuffle(1, cards)


@pytest.mark.parametrize(
    "cuts",
    [
        (),
        (("1", "ab"),),
        (("1a", "b"),),
        (("1", "a"), ("b", "")),
        (("1", ""), ("", "ab")),
        (("1", "a"), ("", "b")),
        (("", "1"), ("ab", "")),
    ],
)
def test_cuts_that_spell_alike_are_told_apart(cuts: tuple[tuple[str, str], ...]) -> None:
    assert Shuffle(SEED, cuts).deck(52) != Shuffle(SEED, (("1", "ab"), ("", ""))).deck(52)


def test_the_order_of_cuts_counts() -> None:
    assert Shuffle(SEED, CUTS).deck(52) != Shuffle(SEED, CUTS[::-1]).deck(52)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_is_32_bytes(seed: bytes) -> None:
    with pytest.raises(BadNotation):
        Shuffle(seed)


def test_a_cut_that_is_no_text_is_refused() -> None:
    with pytest.raises(BadNotation):
        Shuffle(SEED, (("1", "\ud800"),))


def test_an_unknown_pack_is_refused() -> None:
    with pytest.raises(BadNotation):
        Shuffle(SEED).deck(40)


def proven() -> dict[str, Any]:
    shuffle = Shuffle(SEED, CUTS)
    deck = shuffle.deck(32)
    return {
        "deck": [text(card) for card in deck],
        "reshuffles": [[text(card) for card in shuffle.reshuffle(number, deck[:5])] for number in (0, 1)],
        "proof": Proof.of(shuffle).dump(),
    }


def test_a_true_proof_passes_the_check() -> None:
    check(json.loads(json.dumps(proven())))


def test_a_proof_survives_being_written() -> None:
    assert Proof.load(json.loads(json.dumps(proven()["proof"]))) == Proof.of(Shuffle(SEED, CUTS))


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.pop("proof"),
        lambda record: record.update(proof=None),
        lambda record: record["proof"].update(scheme="frap-shuffle/2"),
        lambda record: record["proof"].update(commitment=commitment(bytes(32))),
        lambda record: record["proof"].pop("commitment"),
        lambda record: record["proof"].update(seed="00" * 32),
        lambda record: record["proof"].update(seed="00" * 31),
        lambda record: record["proof"].update(seed=SEED.hex().upper()),
        lambda record: record["proof"].update(seed="zz" * 32),
        lambda record: record["proof"].update(seed=7),
        lambda record: record["proof"].update(cuts=[]),
        lambda record: record["proof"].update(cuts=[["1", "abc"]]),
        lambda record: record["proof"].update(cuts="12"),
        lambda record: record["proof"].update(cuts=["ab", "cd"]),
        lambda record: record["proof"].update(cuts=[["1", 2]]),
        lambda record: record["deck"].reverse(),
        lambda record: record["deck"].pop(),
        lambda record: record.update(deck=None),
        lambda record: record.update(deck=[1] * 32),
        lambda record: record.update(deck=["XX"] * 32),
        lambda record: record["reshuffles"].reverse(),
        lambda record: record["reshuffles"][1].reverse(),
        lambda record: record.update(reshuffles={}),
        lambda record: record.update(reshuffles=["As"]),
    ],
)
def test_a_proof_that_was_tampered_with_fails(change: Callable[[dict[str, Any]], object]) -> None:
    record = proven()
    change(record)
    with pytest.raises(BadNotation):
        check(record)
