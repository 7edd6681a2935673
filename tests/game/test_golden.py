"""Whole deals written by hand, their results worked out on paper (the ``note`` of each record)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from game.commands import main
from game.record import dump, extra, load
from game.rules import BlindPenalty, Rules
from game.table import Pot, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

Record = dict[str, Any]
GOLDEN = Path(__file__).with_name("golden")
DOCS = Path(__file__).parents[2] / "docs"


def _golden() -> Iterator[pytest.ParameterSet]:
    for file in sorted(GOLDEN.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            yield pytest.param(record, id=f"{file.stem}: {record['name']}")


def _named(file: str, name: str) -> Record:
    lines = (GOLDEN / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    return next(record for record in map(json.loads, lines) if record["name"] == name)


def _example() -> Record:
    block = re.search(
        r"```json\n(.*?)\n```", (DOCS / "deal-record.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert block
    record: Record = json.loads(block[1])
    return record


GOLDEN_RECORDS = [*_golden(), pytest.param(_example(), id="docs/deal-record.md")]


@pytest.mark.parametrize("record", GOLDEN_RECORDS)
def test_the_rules_make_the_result_that_was_worked_out_on_paper(record: Record) -> None:
    unfinished = {key: value for key, value in record.items() if key != "result"}
    assert dump(load(unfinished), extra(record)) == record


@pytest.mark.parametrize("record", GOLDEN_RECORDS)
def test_nothing_is_lost_on_paper_either(record: Record) -> None:
    assert sum(record["result"]["net"]) + record["result"]["pot"] == record["carried"]


@pytest.mark.parametrize("record", GOLDEN_RECORDS)
def test_every_beginning_of_a_deal_is_a_record(record: Record) -> None:
    beginning = {key: value for key, value in record.items() if key != "result"}
    whole = load(record)
    for length in range(len(record["actions"])):
        beginning["actions"] = record["actions"][:length]
        beginning["reshuffles"] = []
        deal = load(beginning, _Promised(whole.reshuffles))
        assert not deal.over
        written = dump(deal, extra(record))
        assert written["actions"] == beginning["actions"]
        assert "result" not in written


class _Promised:
    """The reshuffles that a record says will come."""

    def __init__(self, reshuffles: tuple[tuple[Any, ...], ...]) -> None:
        self._reshuffles = reshuffles

    def reshuffle(self, number: int, discards: tuple[Any, ...]) -> tuple[Any, ...]:
        assert sorted(discards) == sorted(self._reshuffles[number])
        return self._reshuffles[number]


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.jsonl")), ids=lambda file: file.stem)
def test_replay_prints_the_golden_records_with_their_results(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    stripped = tmp_path / "stripped.jsonl"
    lines = [json.dumps({key: record[key] for key in record if key != "result"}) for record in golden]
    stripped.write_text("\n".join(lines), encoding="utf-8")
    assert main(["replay", str(stripped)]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == golden


def test_the_table_carries_a_thrown_in_deal_into_the_next() -> None:
    first = _named("passed-out", "three rounds passed")
    following = _named("passed-out", "the deal after it, with someone new")
    deal = load(first)
    table = Table(deal.variant, deal.rules, deal.seats, next_dealer=0, pot=Pot(first["carried"])).after(deal)
    assert table.pot.amount == following["carried"]
    assert table.next_dealer == following["dealer"]
    table = table.sit(following["seats"][3])
    assert list(table.antes) == following["antes"]
    table = table.after(load(following))
    assert table.pot == Pot(0, frozenset(), tuple(following["seats"]))


def test_the_example_deals_of_the_rules_are_golden() -> None:
    for page in ("rules.md", "rules.ru.md"):
        text = (DOCS / page).read_text(encoding="utf-8")
        assert "20 − 15" in (DOCS / "deal-record.md").read_text(encoding="utf-8")
        assert "33 − 16 + 33 = 50" in text
    frap = _named("frap", "two cutters, the first takes the indicator")
    assert _example()["actions"] == frap["actions"]
    assert _example()["deck"] == frap["deck"]
    assert _example()["result"] == frap["result"]
    assert _named("khrap", "half of an odd pot")["result"]["pot"] == 50


def test_the_rules_pages_number_the_same_rules() -> None:
    for page in ("rules.md", "rules.ru.md"):
        text = (DOCS / page).read_text(encoding="utf-8")
        assert [int(number) for number in re.findall(r"^\*\*(\d+)\.", text, re.MULTILINE)] == list(
            range(1, 19)
        )


def test_the_table_rules_have_the_defaults_that_the_pages_name() -> None:
    assert Rules() == Rules(ante=5, blind_penalty=BlindPenalty.BOOK, penalty_limit=None)
