"""Values in a file of ``python -m bot export`` that this bot never writes, and that a bot that runs would stumble over."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.operating.exporting import read_lines
from bot.settings import SettingsError
from tests.bot.tables.table_world import BORIS, GALYA, KEY
from tests.bot.test_damaged_export import exported, read_back

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bot.operating.sound import Line

GROUP, FIELDS, ENTRY, PERSON, DEAL, TABLE, END = range(7)


def whole() -> list[Line]:
    group, deal, table, _ = exported()
    entry = {
        "seq": 1,
        "at": 1_790_000_000_000,
        "book": "people",
        "kind": "divide",
        "game": "frap",
        "thread": None,
        "table": None,
        "deal": None,
        "postings": [[f"p:{BORIS.id}", str(10**30)], [f"p:{GALYA.id}", str(-(10**30))]],
    }
    lines: list[Line] = [
        group,
        {"kind": "fields", "name": "group", "fields": {"title": "Friday", "thread:0": "1", "language": "ru"}},
        {"kind": "entry", "book": "people", "entry": entry},
        {"kind": "person", "id": int(BORIS.id), "fields": {"name": "Boris", "cards": "both"}},
        deal,
        table,
    ]
    return [*lines, {"kind": "end", "lines": len(lines)}]


def test_a_sound_file_is_read(tmp_path: Path) -> None:
    assert read_back(whole(), tmp_path) == whole()


def test_a_byte_order_mark_and_other_ends_of_lines_are_no_damage(tmp_path: Path) -> None:
    file = tmp_path / "group.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + b"".join(json.dumps(line).encode() + b"\r\n" for line in whole()))
    assert list(read_lines(file)) == whole()


UNSOUND: dict[str, tuple[int, Callable[[Line], object]]] = {
    "true is no group": (GROUP, lambda line: line.update(group=True)),
    "a group's id is whole": (GROUP, lambda line: line.update(group=float(KEY.group))),
    "no group is 0": (GROUP, lambda line: line.update(group=0)),
    "an id beyond 64 bits": (GROUP, lambda line: line.update(group=-(10**40))),
    "true is no format": (GROUP, lambda line: line.update(format=True)),
    "not a number": (GROUP, lambda line: line.update(format=float("nan"))),
    "an address in words": (FIELDS, lambda line: line["fields"].update(chat="home")),
    "a topic in words": (FIELDS, lambda line: line["fields"].update({"thread:general": "1"})),
    "a language there is not": (FIELDS, lambda line: line["fields"].update(language="de")),
    "rules that are none": (FIELDS, lambda line: line["fields"].update({"rules:frap": "{"})),
    "rules nobody can choose": (FIELDS, lambda line: line["fields"].update({"rules:frap": '{"ante":0}'})),
    "a field that is no text": (FIELDS, lambda line: line["fields"].update(title=1)),
    "a hash of another name": (FIELDS, lambda line: line.update(name="passwords")),
    "an entry out of order": (ENTRY, lambda line: line["entry"].update(seq=2)),
    "an entry of another book": (ENTRY, lambda line: line.update(book="computers")),
    "an account there is not": (
        ENTRY,
        lambda line: line["entry"].update(postings=[["p:x", "1"], ["p:2", "-1"]]),
    ),
    "half a kopeck": (ENTRY, lambda line: line["entry"].update(postings=[["p:1", "0.5"], ["p:2", "-0.5"]])),
    "a booking of an unknown kind": (ENTRY, lambda line: line["entry"].update(kind="gift")),
    "a day after all calendars": (ENTRY, lambda line: line["entry"].update(at=10**18)),
    "a person's id is whole": (PERSON, lambda line: line.update(id=1.5)),
    "true is no person": (PERSON, lambda line: line.update(id=True)),
    "cards in no place": (PERSON, lambda line: line["fields"].update(cards="pocket")),
    "a table of a person in words": (PERSON, lambda line: line["fields"].update({"t:here": "1"})),
    "a deal that is not over": (
        DEAL,
        lambda line: (line["record"].pop("result"), line["record"].update(actions=[])),
    ),
    "true is no topic": (DEAL, lambda line: line["record"].update(thread=True)),
    "a deal after all calendars": (DEAL, lambda line: line["record"].update(time=10**15)),
    "true is no version": (TABLE, lambda line: line.update(version=True)),
    "half a version": (TABLE, lambda line: line.update(version=1.5)),
    "false is no topic": (TABLE, lambda line: line.update(thread=False)),
    "a table of another group": (TABLE, lambda line: line["table"].update(group=-1)),
    "a game there is not": (TABLE, lambda line: line["table"].update(game="poker")),
    "a pot in words": (TABLE, lambda line: line["table"]["people_pot"].update(amount="much")),
    "a pot below nothing": (TABLE, lambda line: line["table"]["people_pot"].update(amount="-5")),
    "a clock that runs backwards": (TABLE, lambda line: line["table"]["rules"].update(clock=-1)),
    "a pack of seven": (TABLE, lambda line: line["table"]["rules"].update(pack=7)),
    "a limit in words": (TABLE, lambda line: line["table"]["rules"].update(penalty_limit="little")),
    "a deal that is nowhere": (TABLE, lambda line: line["table"].update(phase="deal", deal=None)),
    "a seed that is none": (TABLE, lambda line: line["table"].update(seed="zz")),
    "one who sits twice": (TABLE, lambda line: line["table"]["seats"].append(line["table"]["seats"][0])),
    "a count that is true": (END, lambda line: line.update(lines=True)),
}


@pytest.mark.parametrize("what", UNSOUND)
def test_a_value_that_this_bot_never_writes_is_refused(what: str, tmp_path: Path) -> None:
    number, damage = UNSOUND[what]
    lines = whole()
    damage(lines[number])
    with pytest.raises(SettingsError, match=f"^line {number + 1} is not one of an export$"):
        read_back(lines, tmp_path)


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "group.jsonl"
    texts = [json.dumps(line) for line in whole()]
    texts[PERSON] = texts[PERSON].replace('"id"', '"id": 7, "id"')
    file.write_text("\n".join(texts), "utf-8")
    with pytest.raises(SettingsError, match=f"line {PERSON + 1}"):
        list(read_lines(file))
