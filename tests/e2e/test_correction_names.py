"""Whom a correction of the score names: people of one name, and names with digits in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.friends import BOOK, owing

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.e2e.town import Town


async def seated(here: Town, *names: str) -> tuple[Group, list[Person]]:
    """A group with a score, whose first member is its creator."""
    people = await here.people(*names)
    group = await here.telegram.group("Friday", *people)
    await owing(here, group, people)
    return group, people


async def correct(here: Town, group: Group, by: Person, *words: str | Person) -> None:
    """Write it with links to those who are given as people, as clients do for people without a user name."""
    text = "/correct"
    entities: list[dict[str, Any]] = [{"type": "bot_command", "offset": 0, "length": len(text)}]
    for word in words:
        text += " "
        if not isinstance(word, str):
            user = {"id": word.id, "is_bot": False, "first_name": word.name}
            place = {
                "offset": len(text.encode("utf-16-le")) // 2,
                "length": len(word.name.encode("utf-16-le")) // 2,
            }
            entities.append({"type": "text_mention", "user": user, **place})
        text += word if isinstance(word, str) else word.name
    sender = {"id": by.id, "is_bot": False, "first_name": by.name, "language_code": "en"}
    chat = {"id": group.id, "type": "supergroup", "title": group.title}
    message = {
        "message_id": 9000,
        "date": 1,
        "chat": chat,
        "from": sender,
        "text": text,
        "entities": entities,
    }
    await here.telegram.inject({"message": message})


async def changes(here: Town, group: Group) -> dict[str, int]:
    """What the last booking moved."""
    (last,) = await here.store.ledger.latest(group.id, BOOK, 1)
    assert last.kind == "correct"
    return {account.removeprefix("p:"): amount for account, amount in last.changes}


@pytest.mark.parametrize(
    "names", [("Anna", "Anna", "Galya"), ("Anna", "An", "Galya"), ("🂡 Anna", "Ann", "a")]
)
async def test_of_two_links_the_first_pays_whatever_their_names(here: Town, names: tuple[str, ...]) -> None:
    group, (anna, boris, _) = await seated(here, *names)
    await correct(here, group, anna, anna, boris, "50", "a", "taxi")
    await here.sees(anna, group, "Reason: a taxi")
    assert await changes(here, group) == {str(anna.id): -50, str(boris.id): 50}
    await correct(here, group, anna, boris, anna, "7", "Anna", "An")
    await here.sees(anna, group, "Reason: Anna An")
    assert await changes(here, group) == {str(anna.id): 7, str(boris.id): -7}


async def test_of_one_name_a_correction_tells_who_is_who_as_the_ledger_does(here: Town) -> None:
    people = await here.people("Anna", "Anna", "Galya")
    group = await here.telegram.group("Friday", *people)
    await here.sit(group, people)
    await here.deal(group, people[0])
    await here.play_out(group, people)
    anna, other = people[:2]
    await correct(here, group, anna, anna, other, "50", "taxi")
    told = await here.sees(anna, group, "Reason: taxi")
    assert "+50 Anna ²" in told.text
    await anna.say(group, "/ledger")
    shown = await here.sees(anna, group, "Bookings")
    assert "Anna ² +50" in shown.text


async def test_a_name_with_digits_is_no_amount(here: Town) -> None:
    group, (anna, kolya, _) = await seated(here, "Anna", "Kolya77", "5")
    for words in ("Kolya77 9 taxi 5", "Anna Kolya77 9 taxi"):
        await correct(here, group, anna, words)
        await here.until("it is booked", lambda: booked(here, group))
        assert (await changes(here, group))[str(kolya.id)] == 9
    for words in ("Kolya77 -9 taxi", "Kolya78 9 taxi", "Kolya77 9.5 taxi"):
        await correct(here, group, anna, words)
        await here.sees(anna, group, "The amount is a whole number")
    kinds = [entry.kind for entry in await here.store.ledger.entries(group.id, BOOK)]
    assert kinds == ["divide", "correct", "correct"]


async def booked(here: Town, group: Group) -> bool:
    return (await here.store.ledger.latest(group.id, BOOK, 1))[0].kind == "correct"
