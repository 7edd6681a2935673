from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from game.commands import main

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
Answers = Callable[..., tuple[int, list[dict[str, Any]]]]


def run(
    *arguments: str, given: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "game", *arguments]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, check=False, env=env)


def simulated(*more: str, game: str = "frap", deals: int = 3, seed: int = 7) -> list[dict[str, Any]]:
    ran = run("simulate", "--game", game, "--players", "4", "--deals", str(deals), "--seed", str(seed), *more)
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return next(deal for deal in simulated(deals=20) if deal["result"]["outcome"] == "played")


@pytest.fixture
def answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Answers:
    """Runs a command on a file of these bytes; gives the exit status and the lines it printed."""

    def answer(given: bytes, command: str = "replay") -> tuple[int, list[dict[str, Any]]]:
        file = tmp_path / "deals.jsonl"
        file.write_bytes(given)
        status = main([command, str(file)])
        told = capsys.readouterr()
        assert told.err == ""
        assert told.out.isascii()
        return status, [json.loads(line) for line in told.out.splitlines()]

    return answer


@pytest.mark.parametrize("game", ["frap", "khrap"])
@pytest.mark.parametrize(
    "more", [(), ("--policy", "random", "--penalty-limit", "50", "--blind-penalty", "doubled")]
)
def test_simulated_deals_replay_to_the_same_bytes(game: str, more: tuple[str, ...], tmp_path: Path) -> None:
    ran = run("simulate", "--game", game, "--players", "5", "--deals", "30", "--seed", "-3", *more)
    assert ran.returncode == 0
    assert len(ran.stdout.splitlines()) == 30
    again = run("replay", "-", given=ran.stdout)
    assert (again.returncode, again.stdout, again.stderr) == (0, ran.stdout, b"")
    file = tmp_path / "deals.jsonl"
    file.write_bytes(ran.stdout)
    verified = run("verify", str(file))
    assert verified.returncode == 0
    assert [json.loads(line) for line in verified.stdout.splitlines()] == [
        {"line": line, "ok": True} for line in range(1, 31)
    ]


def test_the_same_seed_prints_the_same_bytes_in_any_process() -> None:
    arguments = (
        "simulate",
        "--game",
        "khrap",
        "--players",
        "3",
        "--deals",
        "20",
        "--seed",
        "9",
        "--policy",
        "random",
    )
    one, two = (run(*arguments, env={**os.environ, "PYTHONHASHSEED": value}) for value in ("1", "2"))
    assert one.stdout == two.stdout
    assert run(*arguments[:-4], "--seed", "10").stdout != one.stdout


def test_a_simulation_is_one_table() -> None:
    deals = simulated("--ante", "3", deals=40)
    for before, after in pairwise(deals):
        assert after["carried"] == before["result"]["pot"]
        assert after["dealer"] == (before["dealer"] + 1) % 4
        paid = 0 if before["result"]["outcome"] == "redeal" else 3
        assert after["antes"] == [paid] * 4
    assert {deal["result"]["outcome"] for deal in deals} >= {"redeal", "played"}
    assert {deal["rules"]["ante"] for deal in deals} == {3}


def test_the_table_rules_of_a_simulation() -> None:
    [deal] = simulated("--blind-penalty", "doubled", "--penalty-limit", "50", deals=1)
    assert deal["rules"] == {"ante": 5, "blind_penalty": "doubled", "penalty_limit": 50}


@pytest.mark.parametrize(
    ("players", "deck", "cards"), [("4", "32", 32), ("5", "52", 52), ("6", "36", 36), ("7", "52", 52)]
)
def test_a_pack_that_the_players_may_use(players: str, deck: str, cards: int) -> None:
    ran = run(
        "simulate", "--game", "frap", "--players", players, "--deals", "1", "--seed", "1", "--deck", deck
    )
    assert len(json.loads(ran.stdout)["deck"]) == cards


def simulate(**changed: str) -> list[str]:
    chosen = {"game": "frap", "players": "4", "deals": "1", "seed": "1"} | changed
    return [
        "simulate",
        *(word for name, value in chosen.items() for word in (f"--{name.replace('_', '-')}", value)),
    ]


def status_of(arguments: list[str]) -> object:
    try:
        return main(arguments)
    except SystemExit as left:
        return left.code


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["shuffle"],
        ["replay"],
        ["replay", "a", "b"],
        ["verify"],
        ["replay", "/nowhere/at/all"],
        ["replay", ""],
        ["replay", "/nowhere/of two\nlines"],
        ["replay", str(ROOT)],
        ["verify", "/nowhere/at/all"],
        ["simulate"],
        simulate(game="skat"),
        simulate(players="1"),
        simulate(players="13"),
        simulate(game="khrap", players="11"),
        simulate(players="many"),
        simulate(deals="0"),
        simulate(deals="-1"),
        simulate(seed="seven"),
        simulate(seed="9" * 400 + "x"),
        simulate(deck="36"),
        simulate(players="5", deck="32"),
        simulate(players="7", deck="36"),
        simulate(deck="0"),
        simulate(ante="0"),
        simulate(penalty_limit="-1"),
        simulate(penalty_limit="1.5"),
        simulate(blind_penalty="none"),
        simulate(policy="clever"),
        simulate(pol="random"),
    ],
)
def test_bad_usage_and_unreadable_files_get_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status = status_of(arguments)
    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert len(told.err.splitlines()) == 1
    assert len(told.err) < 300


def line(record: dict[str, Any], **changed: object) -> bytes:
    return json.dumps(record | changed).encode() + b"\n"


def test_a_missing_result_is_filled_in_and_all_else_is_kept(answers: Answers, record: dict[str, Any]) -> None:
    bare = {"night": {"b": [1.5, None], "a": "\ud800"}, **record}
    del bare["result"]
    status, [answer] = answers(line(bare))
    assert status == 0
    assert answer == bare | {"result": record["result"]}
    assert [key for key in answer if key != "result"] == list(bare)


def test_the_order_of_keys_is_kept(answers: Answers, record: dict[str, Any]) -> None:
    turned = dict(reversed(record.items()))
    _, [answer] = answers(line(turned))
    assert list(answer) == list(turned)


def test_an_unfinished_record_has_no_result(answers: Answers, record: dict[str, Any]) -> None:
    unfinished = record | {"actions": record["actions"][:-1]}
    del unfinished["result"]
    assert answers(line(unfinished)) == (0, [unfinished])
    assert answers(line(unfinished), "verify") == (0, [{"line": 1, "ok": True}])


def test_a_record_in_error_stands_in_its_place_and_the_others_are_replayed(
    answers: Answers, record: dict[str, Any]
) -> None:
    illegal = line(record, actions=[[record["dealer"], "pass"]])
    status, told = answers(line(record) + b"\n  \r\n" + illegal + line(record))
    assert status == 1
    assert told[0] == told[2] == record
    assert told[1].keys() == {"error", "line"}
    assert told[1]["line"] == 4


@pytest.mark.parametrize(
    "text",
    [
        b"nonsense",
        b"{",
        b"\xff\xfe\x00",
        b'{"format": "frap-deal/1", "note": "\xe9"}',
        b"[]",
        b"null",
        b"7",
        b'"text"',
        b"{}",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": 1, "a": 1}',
        b'{"note": {"a": 1, "a": 2}}',
        b'{"a": ' + b"9" * 200_001 + b"}",
        b"\x00",
    ],
    ids=lambda text: repr(text[:24]),
)
def test_what_is_no_record_is_told_line_by_line(
    answers: Answers, record: dict[str, Any], text: bytes
) -> None:
    status, told = answers(line(record) + text + b"\n" + line(record))
    assert status == 1
    assert told[0] == told[2] == record
    assert told[1].keys() == {"error", "line"}
    assert told[1]["line"] == 2
    status, told = answers(text + b"\n" + line(record))
    assert status == 1
    assert [answer.get("line") for answer in told] == [1, None]


@pytest.mark.parametrize(
    "changed",
    [
        {"dealer": True},
        {"dealer": 4},
        {"dealer": 1.0},
        {"carried": -1},
        {"carried": "7"},
        {"carried": None},
        {"antes": [5, 5, 5, True]},
        {"antes": 5},
        {"seats": ["1", "1", "3", "4"]},
        {"seats": [1, 2, 3, 4]},
        {"deck": []},
        {"reshuffles": None},
        {"reshuffles": [[]]},
        {"actions": {}},
        {"actions": [[0]]},
        {"actions": [None]},
        {"actions": [[True, "look"]]},
        {"actions": [[0, "look", "twice"]]},
        {"actions": [[0, {"play": 1}]]},
        {"rules": None},
        {"game": ["frap"]},
        {"game": "khrap"},
        {"format": "frap-deal/2"},
        {"result": {"outcome": "played"}},
    ],
    ids=str,
)
def test_a_malformed_record_is_an_error(
    answers: Answers, record: dict[str, Any], changed: dict[str, Any]
) -> None:
    status, [answer] = answers(line(record, **changed))
    assert status == 1
    assert answer.keys() == {"error", "line"}


def test_pots_far_beyond_64_bits(answers: Answers, record: dict[str, Any]) -> None:
    poor = {key: value for key, value in record.items() if key != "result"} | {"carried": "all of it"}
    status, [answer] = answers(line(poor).replace(b'"all of it"', b"1" + b"0" * 9000))
    assert status == 0
    assert sum(answer["result"]["net"]) + answer["result"]["pot"] == 10**9000


def test_carriage_returns_a_byte_order_mark_and_no_last_newline(
    answers: Answers, record: dict[str, Any]
) -> None:
    text = json.dumps(record).encode()
    assert answers(b"\xef\xbb\xbf" + text + b"\r\n\r\n" + text) == (0, [record, record])


def test_one_record_over_several_lines(answers: Answers, record: dict[str, Any]) -> None:
    assert answers(b"\n" + json.dumps(record, indent=2).encode() + b"\n") == (0, [record])
    assert answers(json.dumps(record, indent=2).encode(), "verify") == (0, [{"line": 1, "ok": True}])


@pytest.mark.parametrize("given", [b"", b"\n\n", b"\xef\xbb\xbf", b" \r\n"])
def test_a_file_without_records_prints_nothing(answers: Answers, given: bytes) -> None:
    assert answers(given) == (0, [])


def test_verifying_finds_what_replaying_cannot(answers: Answers, record: dict[str, Any]) -> None:
    other = simulated(deals=1, seed=8)[0]
    without = {key: value for key, value in record.items() if key != "proof"}
    proof = record["proof"]
    given = b"".join(
        [
            line(record),
            line(record, proof=other["proof"]),
            line(record, proof=proof | {"cuts": [["1", "x"]]}),
            line(record, proof=proof | {"commitment": other["proof"]["commitment"]}),
            line(without),
            line(record, result=record["result"] | {"pot": 1}),
        ]
    )
    status, told = answers(given, "verify")
    assert status == 1
    assert told[0] == {"line": 1, "ok": True}
    assert [answer["line"] for answer in told if "error" in answer] == [2, 3, 4, 5, 6]
    assert answers(line(record) + line(without))[0] == 0


def test_a_reader_that_goes_away_is_no_error_to_tell() -> None:
    arguments = simulate(deals="3000", policy="random")
    with subprocess.Popen(
        [sys.executable, "-m", "game", *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (141, b"")


@pytest.fixture
def to_be_interrupted() -> Iterator[None]:
    """In the background a shell lets nobody be interrupted, and that is inherited."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("to_be_interrupted")
def test_control_c_stops_quietly() -> None:
    arguments = simulate(deals="100000000", policy="random")
    with subprocess.Popen(
        [sys.executable, "-m", "game", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        told = process.stderr.read()
    assert (process.returncode, told) == (130, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_gets_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "game", *simulate()],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1
