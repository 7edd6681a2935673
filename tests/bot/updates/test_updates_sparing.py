"""What is left out of updates before they are read: nothing that anybody uses."""

from __future__ import annotations

from typing import Any

import pytest
from aiogram.types import Update

from bot.updates.raw import sparing


def press(data: str | None, rows: object) -> dict[str, Any]:
    person = {"id": 5, "is_bot": False, "first_name": "Anna"}
    message = {
        "message_id": 7,
        "date": 1_800_000_000,
        "chat": {"id": -5, "type": "group", "title": "Cards"},
        "text": "Frap",
        "reply_markup": {"inline_keyboard": rows},
    }
    asked = {"id": "1", "from": person, "chat_instance": "1", "message": message}
    return {"update_id": 1, "callback_query": asked if data is None else asked | {"data": data}}


def button(data: str) -> dict[str, str]:
    return {"text": data.upper(), "callback_data": data}


ROWS = [[button("a"), button("b")], [button("c"), {"text": "Link", "url": "https://t.me/"}]]


@pytest.mark.parametrize(("data", "kept"), [("a", ["a"]), ("c", ["c"]), ("forged", [])])
def test_of_a_keyboard_the_button_pressed_is_kept(data: str, kept: list[str]) -> None:
    update = Update.model_validate(sparing(press(data, ROWS)))
    assert update.callback_query is not None
    message = update.callback_query.message
    markup = getattr(message, "reply_markup", None)
    assert markup is not None
    assert [one.callback_data for row in markup.inline_keyboard for one in row] == kept
    assert getattr(message, "text", None) == "Frap"


def test_what_came_is_not_changed() -> None:
    came = press("a", ROWS)
    sparing(came)
    assert came == press("a", ROWS)


@pytest.mark.parametrize("rows", [None, 5, [5], [[5]], {"a": 1}])
def test_what_is_no_keyboard_is_left_for_others_to_tell(rows: object) -> None:
    kept = sparing(press("a", rows))["callback_query"]["message"]["reply_markup"]["inline_keyboard"]
    assert kept in (rows, [])


@pytest.mark.parametrize("update", [{}, {"callback_query": 5}, {"callback_query": {"message": 5}}])
def test_strange_updates_stay_as_they_are(update: dict[str, Any]) -> None:
    assert sparing(update) == update
