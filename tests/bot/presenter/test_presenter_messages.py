from __future__ import annotations

import pytest

from bot.presenter.presenter import Wish, differs, message_link, renews
from bot.presenter.wanted import Wanted
from bot.screens.screen import Screen
from bot.store import Shown


def wanted(text: str = "cards", *, place: str = "1", asked: str = "", chat: int = 5) -> Wanted:
    return Wanted("hand:5", chat, 0, place, lambda: Screen(text, []), asked=asked, private=True)


def shown(one: Wanted, *, asked: str = "") -> Shown:
    return Shown(chat=one.chat, message_id=7, digest=one.digest, place=one.place, asked=asked)


def test_what_is_shown_as_wanted_is_left_alone() -> None:
    assert not differs(wanted(), shown(wanted()))
    assert differs(wanted("other"), shown(wanted()))
    assert differs(wanted(), None)


@pytest.mark.parametrize(
    ("now", "before", "rings"),
    [("1:5", "", True), ("1:5", "1:4", False), ("", "1:4", False), ("1:5", "1:5", False)],
    ids=["asked", "asked on", "asked no more", "still asked"],
)
def test_a_new_message_rings_when_its_holder_is_asked_who_was_not(
    now: str, before: str, *, rings: bool
) -> None:
    assert renews(wanted(asked=now), shown(wanted(), asked=before)) is rings


def test_in_another_chat_or_place_there_is_another_message() -> None:
    assert renews(wanted(chat=6), shown(wanted()))
    assert renews(wanted(place="2"), shown(wanted()))


def test_of_two_wishes_the_later_turns_the_page_and_both_are_sent_anew() -> None:
    first = Wish(anew=frozenset({"table"}), menu="ante", turn_page=True)
    both = first.then(Wish(anew=frozenset({"hand:5"})))
    assert both == Wish(frozenset({"table", "hand:5"}), "ante", turn_page=True)
    assert first.then(Wish(turn_page=True)).menu is None
    assert not Wish()


def test_only_messages_of_supergroups_have_an_address() -> None:
    message = Shown(chat=-1001234, message_id=7, digest="")
    assert message_link(-1001234, message) == "https://t.me/c/1234/7"
    assert message_link(-1234, message) is None
    assert message_link(-1001234, None) is None
