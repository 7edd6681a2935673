from __future__ import annotations

import csv
import io
import json
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.scores.tally import BOTH, Period
from bot.store import Booking
from bot.tables.state import Book, Pot, TableKey
from bot.texts import Texts
from tests.e2e.friends import BOOK, owing, said, three

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Message, Person
    from tests.e2e.town import Town


async def played(here: Town, language: str = "en") -> tuple[list[Person], Group]:
    """Three people and one deal between them, the table still open."""
    people, group = await three(here, language)
    t = Texts(language)
    await people[0].say(group, "/frap")
    for person in people[1:]:
        await here.press(person, group, t("Sit down"))
    await here.press(people[0], group, t("Deal"))
    await here.play_out(group, people)
    return people, group


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_a_deal_is_on_the_board_at_once_and_its_buttons_turn_it_in_place(
    here: Town, language: str
) -> None:
    t = Texts(language)
    people, group = await played(here, language)
    anna = people[0]
    await anna.say(group, "/score")
    board = await here.button(anna, group, t("All time"))
    table = await here.table(group)
    record = json.loads(table.deal or "")
    for person in people:
        net = record["result"]["net"][record["seats"].index(str(person.id))]
        sign = {1: "+", 0: "", -1: "−"}[(net > 0) - (net < 0)]
        line = next(line for line in board.text.splitlines() if line.endswith(person.name))
        assert line.replace("\xa0", " ").split()[:3] == [f"{sign}{abs(net)}", "1", str(int(net > 0))]
    for label in ("Evening", "All time", "Frap", "Whists", "Calls", "Largest"):
        assert await here.press(anna, group, t(label)) == ""
    await here.press(anna, group, t("Deals with computers"))
    await here.sees(anna, group, t("Nobody has played yet."))
    boards = [message for message in await anna.see(group) if t("All time") in message.labels]
    assert [message.key for message in boards] == [board.key]


async def test_the_chart_is_a_picture_that_the_page_shows(here: Town) -> None:
    people, group = await played(here)
    await people[0].say(group, "/chart")

    async def photo() -> Message | None:
        return next((one for one in await people[1].see(group) if "photo" in one.body), None)

    message = await here.until("there is a picture", photo)
    size = message.body["photo"][-1]
    assert (size["width"], size["height"]) == (1080, 1290)
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{here.telegram.url}{size['url']}") as response,
    ):
        assert response.content_type == "image/png"
        assert (await response.read()).startswith(b"\x89PNG")
    assert "Season 1" in message.text
    await here.press(people[1], group, "Score")
    await here.button(people[1], group, "All time")


async def test_deals_closed_by_force_count_for_nothing_and_those_with_computers_apart(here: Town) -> None:
    anna, boris = await here.people("Anna", "Boris")
    group = await here.telegram.group("Friday", anna, boris)
    await here.sit(group, [anna, boris])
    await here.deal(group, anna)
    await here.asked(group, [anna, boris])
    await anna.say(group, "/close")
    await here.press(anna, group, "Yes, close")
    await here.sees(anna, group, "that deal does not count")
    assert (await here.store.scores.read(group.id, BOOK)).course.ever.deals == 0
    await here.sit(group, [anna, boris])
    await here.press(anna, group, "+ Computer")
    await here.deal(group, anna)
    await here.play_out(group, [anna, boris])
    assert (await here.store.scores.read(group.id, BOOK)).course.ever.deals == 0
    apart = await here.store.scores.read(group.id, Book.COMPUTERS)
    assert apart.tally(BOTH, "c1", Period.ALL).deals == 1
    await here.press(anna, group, "Score")
    await here.sees(anna, group, "both games · with computers")


async def test_history_tells_a_deal_again_and_files_hold_everything(here: Town) -> None:
    people, group = await played(here)
    anna = people[0]
    await said(here, anna, group, "/history", "The last deals")
    await here.press(anna, group, "▶ 1")
    await here.sees(anna, group, "Deal 1: how it went")
    await anna.say(group, "/export")

    async def files() -> list[Message]:
        found = [one for one in await anna.see(group) if "document" in one.body]
        return found if len(found) == 2 else []

    bodies = {}
    async with aiohttp.ClientSession() as http:
        for message in await here.until("there are two files", files):
            document = message.body["document"]
            async with http.get(f"{here.telegram.url}{document['url']}") as response:
                bodies[document["file_name"]] = (await response.read()).decode("utf-8-sig")
    records = [json.loads(line) for line in bodies["frap-deals.jsonl"].splitlines()]
    assert [record["format"] for record in records] == ["frap-deal/1"]
    rows = list(csv.DictReader(io.StringIO(bodies["frap-ledger.csv"])))
    assert sum(int(row["change"]) for row in rows) == 0
    assert {row["name"] for row in rows if row["account"].startswith("p:")} == {"Anna", "Boris", "Galya"}


async def test_a_persons_figures_in_the_group_and_over_all_groups_in_private(here: Town) -> None:
    people, group = await played(here)
    anna = people[0]
    await said(here, anna, group, "/stats", "their figures here")
    await said(here, anna, anna, "/stats", "You, in all your groups")
    await here.press(anna, anna, "Chart")

    async def photo() -> bool:
        return any("photo" in one.body for one in await anna.see(anna))

    await here.until("there is a picture", photo)
    await said(here, anna, anna, "/score", "Score · Friday")
    await here.press(anna, anna, "All time")
    await group.kick(anna)
    assert (
        await here.press(anna, anna, "Evening")
        == "You are not a member of that group, so you cannot sit at its table."
    )


async def test_a_pot_that_waits_is_shown_divided_and_played_on(here: Town) -> None:
    people, group = await three(here)
    anna = people[0]
    now = here.store.clock()
    pot = Pot("31", players=tuple(str(person.id) for person in people), since=now // 1000)
    put_in = Booking(BOOK, "leave", ((f"p:{anna.id}", -31), ("pot:frap", 31)), "frap", now)
    await here.store.tables.commit(
        TableKey(group.id, 0),
        0,
        None,
        update_id=None,
        wake_at=None,
        bookings=(put_in,),
        waiting={(BOOK, "frap"): pot},
        pots_version=0,
    )
    shown = await said(here, anna, group, "/score", "waits")
    assert "31\xa0kopecks" in shown.text
    await anna.say(group, "/frap")
    lobby = await here.sees(anna, group, "At the table: 1 of 12")
    assert "waits, 31" in lobby.text
    assert "pot 31" in lobby.text
    await anna.say(group, "/close")
    await here.sees(anna, group, "The pot stays for the next table")
    await here.press(anna, group, "Divide 31")
    await here.until("the pot is divided", partial(divided, here, group, 1))
    await here.until("the button has changed", partial(no_button, here, anna, group, "Divide 31"))


async def divided(here: Town, group: Group, rest: int) -> bool:
    return (await here.store.ledger.balances(group.id, BOOK)).get("pot:frap", 0) == rest


async def no_button(here: Town, person: Person, group: Group, label: str) -> bool:
    await here.rest()
    return label not in [one for message in (await person.see(group))[-2:] for one in message.labels]


async def test_a_forged_press_shows_nothing_of_another_group(here: Town) -> None:
    people, group = await three(here)
    await owing(here, group, people)
    stranger = await here.telegram.person("Zoe", language="en", started=True)
    other = await here.telegram.group("Others", stranger)
    await stranger.say(other, "/score")
    message = await here.button(stranger, other, "All time")
    for data in (
        f"s:{group.id}:b:psbm",
        f"s:{other.id}:b:zzzz",
        f"s:{other.id}:r:99999999",
        f"s:{other.id}:b:p7bm",
    ):
        answer = await stranger.forge(other, message.key, data)
        assert answer.text == "This button is out of date: look at the newest message.", data
    await stranger.say(stranger, "/score")
    await here.rest()
    private = await stranger.last(stranger)
    answer = await stranger.forge(stranger, private.key, f"s:{group.id}:b:psbm")
    assert answer.answered
    assert "30" not in "".join(one.text for one in await stranger.see(stranger))
