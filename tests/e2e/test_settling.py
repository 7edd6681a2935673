"""Paying each other what the score says, and setting it right by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.scores.bookkeeping import table_account
from bot.store import Booking
from bot.texts import Texts
from tests.e2e.friends import BOOK, owing, said, three

if TYPE_CHECKING:
    from bot.sandbox.person import Group
    from tests.e2e.town import Town


async def booked(here: Town, group: Group) -> list[str]:
    return [entry.kind for entry in await here.store.ledger.entries(group.id, BOOK)]


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_those_concerned_settle_by_agreeing(here: Town, language: str) -> None:
    t = Texts(language)
    people, group = await three(here, language)
    await owing(here, group, people)
    anna, boris, galya = people
    await anna.say(group, "/settle")
    await here.button(anna, group, f"{t('I agree')} (0/3)")
    assert await here.press(anna, group, f"{t('I agree')} (0/3)") == ""
    await here.press(boris, group, f"{t('I agree')} (1/3)")
    assert await booked(here, group) == ["divide"]
    await here.press(galya, group, f"{t('I agree')} (2/3)")
    await here.sees(anna, group, t("Season {number} is settled", number=1))
    assert await booked(here, group) == ["divide", "settle"]
    assert not any((await here.store.ledger.balances(group.id, BOOK)).values())
    await said(here, anna, group, "/settle", t("Nobody owes anything: there is nothing to settle."))
    await anna.say(group, "/seasons")
    await here.press(boris, group, "1")
    board = await here.button(boris, group, t("All seasons"))
    assert t("Season {number}", number=1) in board.text
    assert any(word.startswith("+30") for word in board.text.replace("\xa0", " ").split())


async def test_settling_twice_at_the_same_moment_books_once(here: Town) -> None:
    people, group = await three(here)
    anna, boris, _ = people
    await group.set_member(boris, "administrator")
    await owing(here, group, people)
    await anna.say(group, "/settle")
    message = await here.button(anna, group, "Book it (admins)")
    for person in (anna, boris, anna, boris):
        await person.press(group, "Book it (admins)", key=message.key, wait=0)
    await here.sees(anna, group, "Season 1 is settled")
    await here.rest()
    assert (await booked(here, group)).count("settle") == 1


async def test_only_admins_book_and_only_what_still_holds(here: Town) -> None:
    people, group = await three(here)
    anna, boris, _ = people
    olga = await here.telegram.person("Olga", language="en", started=True)
    await group.join(olga)
    await owing(here, group, people)
    await anna.say(group, "/settle")
    message = await here.button(anna, group, "Book it (admins)")
    assert await here.press(boris, group, "Book it (admins)") == "Only the group's admins can do that."
    neither = "You neither pay nor get anything here: those who do must agree."
    assert await here.press(olga, group, "I agree (0/3)") == neither
    await owing(here, group, people)
    moved = "The score has changed since: work it out anew with /settle"
    for label in ("Book it (admins)", "I agree (0/3)"):
        assert (await anna.press(group, label, key=message.key)).text == moved
    assert await booked(here, group) == ["divide", "divide"]
    await here.press(anna, group, "Work it out anew")
    await here.sees(anna, group, "40\xa0kopecks")


async def test_money_on_an_open_table_stands_in_the_way_of_settling(here: Town) -> None:
    people, group = await three(here)
    await here.sit(group, people)
    await owing(here, group, people)
    table = await here.table(group)
    at = here.store.clock()
    pot = Booking(
        BOOK,
        "divide",
        ((f"p:{people[0].id}", -7), (table_account(table.thread, table.number), 7)),
        "frap",
        at,
    )
    await here.store.ledger.post(group.id, (pot,), update_id=None)
    await said(here, people[0], group, "/settle", "There is money in the pot of an open table.")
    back = Booking(
        BOOK,
        "divide",
        ((f"p:{people[0].id}", 7), (table_account(table.thread, table.number), -7)),
        "frap",
        at,
    )
    await here.store.ledger.post(group.id, (back,), update_id=None)


async def test_an_admin_corrects_and_the_ledger_tells_it(here: Town) -> None:
    people, group = await three(here, Boris="boris_b")
    anna, boris, galya = people
    await owing(here, group, people)
    await boris.say(group, "hello")
    await here.rest()
    await said(here, anna, group, "/correct @boris_b 15 lent for a taxi", "Reason: lent for a taxi")
    balances = await here.store.ledger.balances(group.id, BOOK)
    assert [balances[f"p:{one.id}"] for one in people] == [22, 5, -27]
    answered = await galya.say(group, "hello")
    await anna.say(group, "/correct Anna 3 pizza", reply_to=answered)
    await here.sees(anna, group, "Reason: pizza")
    balances = await here.store.ledger.balances(group.id, BOOK)
    assert [balances[f"p:{one.id}"] for one in people] == [19, 5, -24]
    shown = await said(here, anna, group, "/ledger", "Bookings")
    assert "“lent for a taxi” — Anna" in shown.text
    await here.sound_accounts(group.id)


WRONG = {
    "/correct": "Write: /correct",
    "/correct @boris_b": "Write: /correct",
    "/correct @boris_b fifty why": "Write: /correct",
    "/correct @boris_b 5o why": "The amount is a whole number",
    "/correct @boris_b -50 why": "The amount is a whole number",
    "/correct @boris_b 0 why": "The amount is a whole number",
    "/correct @boris_b 1.5 why": "The amount is a whole number",
    "/correct @boris_b ٥٠ why": "The amount is a whole number",
    f"/correct @boris_b {'9' * 40} why": "The amount is a whole number",
    "/correct @nobody 50 why": "I know no such player here.",
    "/correct @boris_b @boris_b 50 why": "Write: /correct",
    "/correct @boris_b 50": "Add why",
}


async def test_a_wrong_correction_gets_one_clear_answer_and_books_nothing(here: Town) -> None:
    people, group = await three(here, Boris="boris_b")
    anna, boris, _ = people
    await owing(here, group, people)
    await boris.say(group, "hello")
    await here.rest()
    for command, answer in WRONG.items():
        admin = await here.telegram.person(
            "Admin", language="en"
        )  # who is told the same twice at once hears it once
        await group.set_member(admin, "administrator")
        await here.rest()
        before = len(await anna.see(group))
        await admin.say(group, command)
        await here.rest()
        new = (await anna.see(group))[before + 1 :]
        assert [answer in message.text for message in new] == [True], (command, [one.text for one in new])
    await said(here, boris, group, "/correct @boris_b 50 why", "Only the group's admins can do that.")
    await said(here, boris, boris, "/correct @boris_b 50 why", "This works in a group")
    assert await booked(here, group) == ["divide"]
