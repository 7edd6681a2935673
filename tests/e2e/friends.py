"""Three friends in a group, and what they owe each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import Booking
from bot.tables.state import Book

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Message, Person
    from tests.e2e.town import Town

BOOK = Book.PEOPLE


async def three(here: Town, language: str = "en", **usernames: str) -> tuple[list[Person], Group]:
    people = [
        await here.telegram.person(name, language=language, started=True, username=usernames.get(name))
        for name in ("Anna", "Boris", "Galya")
    ]
    return people, await here.telegram.group("Friday", *people)


async def owing(here: Town, group: Group, people: list[Person]) -> None:
    """As if they had played: the first is owed 30, the others owe 10 and 20."""
    anna, boris, galya = (str(person.id) for person in people)
    at = here.store.clock()
    postings = ((f"p:{anna}", 30), (f"p:{boris}", -10), (f"p:{galya}", -20))
    await here.store.ledger.post(group.id, (Booking(BOOK, "divide", postings, "frap", at),), update_id=None)


async def said(here: Town, person: Person, group: Group | Person, command: str, words: str) -> Message:
    await person.say(group, command)
    return await here.sees(person, group, words)
