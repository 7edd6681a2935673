from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.screens.buttons import HandPress, HandVerb, TablePress, TableVerb
from bot.tables.deals import deal_of
from bot.tables.state import Phase, Table
from tests.e2e.buttons import hand_presses, live_tables

if TYPE_CHECKING:
    from bot.sandbox.person import Person
    from tests.e2e.town import Town


async def data_of(here: Town, person: Person, label: str) -> tuple[str, HandPress]:
    hand = await here.button(person, person, label)
    return hand.key, next(press for text, press in hand_presses(hand) if text == label)


def untouched(table: Table) -> tuple[object, ...]:
    """What a press that is refused leaves as it was."""
    return table.deal, table.seats, table.marks, table.phase, table.rules, table.owner


async def test_a_double_tap_is_one_move_and_both_are_answered(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara")
    first = await here.asked(group, people)
    hand = await here.question(first)
    answers = await asyncio.gather(*(first.press(first, "Pass", key=hand.key) for _ in range(4)))
    assert all(answer.answered for answer in answers)
    deal = deal_of(await here.table(group))
    assert deal is not None
    assert len(deal.actions) == 1


async def test_a_button_of_an_earlier_turn_moves_nothing(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    first = await here.asked(group, people)
    second = next(person for person in people if person is not first)
    key, press = await data_of(here, first, "Pass")
    await first.press(first, "Pass", key=key)
    await here.press(second, second, "Pass")
    await here.question(first)
    before = untouched(await here.table(group))
    hand = await here.question(first)
    answer = await first.forge(first, hand.key, press.pack())
    assert answer.answered
    assert "out of date" in (answer.text or "")
    assert untouched(await here.table(group)) == before
    await here.question(first)


async def test_buttons_of_an_earlier_deal_are_gone_or_refused(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    first = await here.asked(group, people)
    _, old = await data_of(here, first, "Pass")
    await here.play_out(group, people)
    await here.deal(group, people[0])
    asked = await here.asked(group, people)
    await here.question(asked)
    hand = [message for message in await first.see(first) if message.buttons][-1]
    before = untouched(await here.table(group))
    answer = await first.forge(first, hand.key, old.pack())
    assert "out of date" in (answer.text or "")
    assert untouched(await here.table(group)) == before
    await here.rest()
    assert len(live_tables(await first.see(group))) == 1


async def test_nobody_plays_with_another_persons_button(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara")
    outsider = (await here.people("Olga"))[0]
    first = await here.asked(group, people)
    _, press = await data_of(here, first, "Pass")
    before = untouched(await here.table(group))
    for other in [*(person for person in people if person is not first), outsider]:
        message = (await other.see(other))[-1]
        answer = await other.forge(other, message.key, press.pack())
        assert answer.text
    assert untouched(await here.table(group)) == before


async def test_forged_presses_are_answered_and_change_nothing(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara")
    first = await here.asked(group, people)
    other = next(person for person in people if person is not first)
    _, real = await data_of(here, first, "Pass")
    table = await here.table(group)
    wrong = {"group": group.id, "thread": 0, "number": table.number, "deal": 1, "turn": real.turn}
    hands = [
        HandPress.model_validate(wrong | {"verb": verb, "arg": arg})
        for verb, arg in (
            (HandVerb.PLAY, "00"),
            (HandVerb.PLAY, "51"),
            (HandVerb.PLAY, "52"),
            (HandVerb.PLAY, "-1"),
            (HandVerb.PLAY, "٣٣"),
            (HandVerb.PLAY, ""),
            (HandVerb.DISCARD, "12"),
            (HandVerb.MARK, "12"),
            (HandVerb.MARK, "xx"),
            (HandVerb.EXCHANGE, "0101"),
            (HandVerb.EXCHANGE, "123"),
            (HandVerb.EXCHANGE, ""),
            (HandVerb.DRAW, "2"),
            (HandVerb.DRAW, "1"),
            (HandVerb.WHIST, ""),
            (HandVerb.CUT, ""),
            (HandVerb.CALL, ""),
        )
    ]
    elsewhere = [
        HandPress.model_validate(wrong | change | {"verb": HandVerb.PASS})
        for change in (
            {"group": -1},
            {"group": 10**18},
            {"thread": 7},
            {"number": 2},
            {"number": -1},
            {"deal": 2},
            {"turn": 999},
            {"turn": 0},
        )
    ]
    junk = [
        "",
        "x",
        "h:",
        "t:",
        "m:",
        "h:::::::",
        "m:score:nothing",
        "m:language:xx",
        "m:help:../../etc",
        "h:1:1:1:1:1:pass:x:y",
        "t:1:1:1:nothing:",
        "z" * 64,
        "я" * 32,
        "\x00\x01",
        f"t:{group.id}:0:{table.number}:deal:",
        f"t:{group.id}:0:{table.number}:divide:people",
        f"t:{group.id}:0:{table.number}:remove:999",
        f"t:{group.id}:0:{table.number}:set:ante=0",
        f"t:{group.id}:0:{table.number}:set:x",
        f"t:{group.id}:0:{table.number}:rules:nothing",
        f"t:{group.id}:5:{table.number}:score:",
        f"t:-5:0:{table.number}:sit:",
    ]
    before = untouched(table)
    for person, place in ((first, first), (other, other), (first, group)):
        for data in (*(press.pack() for press in (*hands, *elsewhere)), *junk):
            message = (await person.see(place))[-1]
            answer = await person.forge(place, message.key, data)
            assert answer.answered, data
            if any(press.pack() == data for press in hands):
                assert answer.text, data
    assert untouched(await here.table(group)) == before
    await here.play_out(group, people)


async def test_a_forged_press_takes_no_buttons_from_a_live_message(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    table = await here.button(people[1], group, "My cards")
    data = TablePress(group=group.id, thread=0, number=77, verb=TableVerb.STAND)
    answer = await people[1].forge(group, table.key, data.pack())
    assert "out of date" in (answer.text or "")
    await here.rest()
    assert (await here.button(people[0], group, "My cards")).key == table.key


async def test_each_player_has_one_hand_with_buttons(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara")
    for _ in range(3):
        await here.play_out(group, people)
        await here.deal(group, people[0])
        await here.sees(people[0], group, "To speak")
        await here.rest()
        for person in people:
            hands = [message for message in await person.see(person) if hand_presses(message)]
            assert len(hands) == 1
            assert sum("deal " in message.text for message in await person.see(person)) <= 1


async def test_who_stands_up_on_their_turn_or_off_it_is_played_for_to_the_end(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris", "Clara", "Dora")
    on_turn = await here.asked(group, people)
    off_turn = next(person for person in people if person is not on_turn)
    assert "You leave after this deal" in await here.press(off_turn, group, "Stand up")
    await here.press(on_turn, group, "Stand up")
    others = [person for person in people if person not in (on_turn, off_turn)]
    table = await here.play_out(group, others)
    assert {seat.player for seat in table.seats} == {str(person.id) for person in others}


async def test_when_everybody_leaves_the_deal_ends_and_the_table_closes(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    for person in people:
        await here.press(person, group, "Stand up")
    await here.sees(people[0], group, "Everybody left, the table is closed")
    assert await here.store.deals.count(group.id) == 1


async def test_a_late_comer_is_dealt_in_next_time_and_told_so(here: Town) -> None:
    group, people = await here.dealt("Anna", "Boris")
    dora = (await here.people("Dora"))[0]
    await group.join(dora)
    assert await here.press(dora, group, "Sit down") == "You play from the next deal."
    await here.sees(people[0], group, "+ Dora")
    first = await here.asked(group, people)
    _, press = await data_of(here, first, "Pass")
    answer = await dora.forge(group, (await here.button(dora, group, "My cards")).key, press.pack())
    assert answer.text == "You play from the next deal."
    await here.play_out(group, people)
    await here.deal(group, people[0])
    await here.sees(dora, dora, "deal 2")
    assert (await here.play_out(group, [*people, dora])).phase is Phase.PAYOUT
