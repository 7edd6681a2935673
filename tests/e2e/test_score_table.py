"""The board as a table: in place of the text, for the whole group, as long as Telegram takes it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.screens.cards import face
from bot.screens.score_buttons import Board, ScorePress, ScoreVerb
from bot.tables.deals import deal_of
from bot.texts import Texts
from tests.e2e.friends import owing, said, three
from tests.e2e.secrecy import Leak

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Message, Person
    from tests.e2e.town import Town


async def the_board(here: Town, person: Person, group: Group, label: str) -> Message:
    """The one message with this button, once it has come."""
    await here.button(person, group, label)
    (message,) = [one for one in await person.see(group) if label in one.labels]
    return message


def cells(message: Message) -> list[list[str]]:
    """What the table says, the invisible parts aside."""
    lines = [line.split("\t") for line in message.text.replace("\xa0", " ").splitlines() if "\t" in line]
    return [[text.strip("\u2068\u2069") for text in line] for line in lines]


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_the_board_becomes_a_table_in_place_and_stays_one_for_the_group(
    here: Town, language: str
) -> None:
    t = Texts(language)
    people, group = await three(here, language)
    anna, boris = people[0], people[1]
    await owing(here, group, people)
    await anna.say(group, "/score")
    text = await the_board(here, anna, group, t("As a table"))
    assert "rich_message" not in text.body
    assert await here.press(anna, group, t("As a table")) == ""
    table = await the_board(here, boris, group, t("As text"))
    assert table.key == text.key
    assert "text" not in table.body
    assert cells(table)[0][:2] == [t.c("column", "player"), t("kopecks")]
    players = [t("Player {digits}", digits=str(person.id)[-4:]) for person in people]
    assert [line[:2] for line in cells(table)[1:]] == [
        [player, amount] for player, amount in zip(players, ("+30", "−10", "−20"), strict=True)
    ]
    (block,) = [one for one in table.body["rich_message"]["blocks"] if one["type"] == "table"]
    assert block["is_striped"]
    assert block["is_compact"]
    assert all(one["is_header"] and one["text"]["type"] == "bold" for one in block["cells"][0])
    assert [{one["align"] for one in row[1:]} for row in block["cells"]] == [{"right"}] * 4

    assert await here.press(boris, group, t("Calls")) == ""
    turned = await the_board(here, boris, group, t("As text"))
    assert (turned.key, cells(turned)[0][2]) == (text.key, t("calls"))
    await boris.say(group, "/score")
    await here.until("there is another", lambda: another(boris, group, t("As text"), 2))
    assert (await here.store.groups.get(group.id)).score_table

    last = (await boris.see(group))[-1]
    assert await here.press(anna, group, t("As text")) == ""
    again = await the_board(here, anna, group, t("As a table"))
    assert (again.key, "rich_message" in again.body) == (last.key, False)
    assert not (await here.store.groups.get(group.id)).score_table
    await anna.say(group, "/score")
    await here.until("it is text", lambda: another(anna, group, t("As a table"), 2))


async def another(person: Person, group: Group, label: str, number: int) -> bool:
    return len([one for one in await person.see(group) if label in one.labels]) == number


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(
    ("status", "description"),
    [(400, "Bad Request: RICH_MESSAGE_INVALID"), (404, "Not Found: method not found")],
)
async def test_where_telegram_takes_no_table_the_text_stays_and_the_presser_is_told(
    here: Town, language: str, status: int, description: str
) -> None:
    t = Texts(language)
    people, group = await three(here, language)
    anna = people[0]
    await owing(here, group, people)
    await anna.say(group, "/score")
    text = await the_board(here, anna, group, t("As a table"))
    await here.telegram.fault(method="editMessageText", status=status, description=description, count=1)
    told = await anna.press(group, t("As a table"))
    assert (told.text, told.alert) == (
        t("Telegram does not take a table here: the score stays as text."),
        True,
    )
    after = await the_board(here, anna, group, t("As a table"))
    assert (after.key, after.text) == (text.key, text.text)
    assert not (await here.store.groups.get(group.id)).score_table

    assert await here.press(anna, group, t("As a table")) == ""
    await here.telegram.fault(method="sendRichMessage", status=status, description=description, count=1)
    await anna.say(group, "/score")
    fallen = await the_board(here, anna, group, t("As a table"))
    assert "+30" in fallen.text
    assert not (await here.store.groups.get(group.id)).score_table


async def test_the_table_is_for_the_group_and_in_private_there_is_text(here: Town) -> None:
    people, group = await three(here)
    anna = people[0]
    await anna.say(group, "/frap")
    await here.button(anna, group, "Sit down")
    await owing(here, group, people)
    await here.store.groups.set_score_table(group.id, wanted=True)
    private = await said(here, anna, anna, "/score", "Score · Friday")
    assert "rich_message" not in private.body
    assert not {"As a table", "As text"} & {*private.labels}
    for verb in (ScoreVerb.TABLE, ScoreVerb.TEXT):
        forged = ScorePress(group=group.id, verb=verb, arg=Board().code).pack()
        answer = await anna.forge(anna, private.key, forged)
        assert answer.text == "This button is out of date: look at the newest message."
    assert (await here.store.groups.get(group.id)).score_table


async def test_the_score_of_a_table_and_of_a_chart_comes_as_the_group_has_chosen(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    await here.store.groups.set_score_table(group.id, wanted=True)
    await here.play_out(group, people)
    await here.press(people[0], group, "Score")
    board = await the_board(here, people[0], group, "As text")
    assert len(cells(board)) == 3


async def test_cards_in_a_table_would_be_noticed(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    await here.press(people[1], people[1], "Look at my cards")
    await here.rest()
    deal = deal_of(await here.table(group))
    assert deal is not None
    hand = deal.view(deal.seats.index(str(people[1].id))).hand or ()
    cell = {"align": "left", "valign": "middle", "text": {"type": "bold", "text": f"deal 1: {face(hand[0])}"}}
    rich = {"blocks": [{"type": "table", "cells": [[cell]]}]}
    url = f"{here.settings.telegram_api_url}/bot{here.settings.bot_token.get_secret_value()}/sendRichMessage"
    async with aiohttp.ClientSession() as session:
        await session.post(url, json={"chat_id": group.id, "rich_message": json.dumps(rich)})
    with pytest.raises(Leak, match="was shown"):
        await here.inspect()
    here.leaks = True
