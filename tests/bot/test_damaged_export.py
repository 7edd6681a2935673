"""Files of ``python -m bot export`` that somebody or something has changed: nothing of them is read in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from bot.operating.exporting import read_lines
from bot.operating.sound import FORMAT
from bot.settings import SettingsError
from bot.tables.state import SCHEMA
from tests.bot.tables.table_world import BORIS, GALYA, KEY, World

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Line = dict[str, Any]


def exported() -> list[Line]:
    """A finished deal and the table it was played at."""
    world = World().opened(BORIS, GALYA).started().finish()
    table = json.loads(msgspec.json.encode(world.open_table))
    lines: list[Line] = [
        {"kind": "group", "format": FORMAT, "schema": SCHEMA, "group": KEY.group},
        {"kind": "deal", "record": json.loads(world.archive[0])},
        {"kind": "table", "thread": KEY.thread, "version": 3, "table": table},
    ]
    return [*lines, {"kind": "end", "lines": len(lines)}]


def read_back(lines: list[Line], folder: Path) -> list[Line]:
    file = folder / "group.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return list(read_lines(file))


def test_a_whole_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert read_back(exported(), tmp_path) == exported()


DAMAGES: list[Callable[[list[Line]], object]] = [
    lambda lines: lines[0].update(group=str(KEY.group)),
    lambda lines: lines[1].update(record={}),
    lambda lines: lines[1]["record"].update(names=7),
    lambda lines: lines[1]["record"]["names"].update({BORIS.id: None}),
    lambda lines: lines[1]["record"].update(time="yesterday"),
    lambda lines: lines[1]["record"]["deck"].pop(),
    lambda lines: lines[1]["record"]["result"].update(pot=0),
    lambda lines: lines[1]["record"].pop("proof"),
    lambda lines: lines[1]["record"].update(note="\ud800"),
    lambda lines: lines[2].update(thread=KEY.thread + 1),
    lambda lines: lines[2]["table"].update(schema=-1),
    lambda lines: lines[2]["table"].update(deal="{}"),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_cannot_be_shown_or_played_on_is_refused(
    damage: Callable[[list[Line]], object], tmp_path: Path
) -> None:
    lines = exported()
    damage(lines)
    with pytest.raises(SettingsError, match=r"line \d is not one of an export"):
        read_back(lines, tmp_path)


def test_a_file_of_a_newer_version_says_so(tmp_path: Path) -> None:
    for line, place in ((0, "format"), (0, "schema"), (2, "schema")):
        lines = exported()
        (lines[line]["table"] if line else lines[line])[place] = 10**6
        with pytest.raises(SettingsError, match="newer version"):
            read_back(lines, tmp_path)
