"""The buttons of messages, and somebody who presses one or another."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.sandbox.person import Impossible
from bot.screens.buttons import HandPress, HandVerb, TablePress

if TYPE_CHECKING:
    import random

    from bot.sandbox.person import Message, Person


def pressable(message: Message) -> list[str]:
    """The labels of the buttons that are not disabled."""
    return [str(button["text"]) for row in message.buttons for button in row if "disabled" not in button]


def live_tables(messages: list[Message]) -> list[Message]:
    """Those with buttons of a table."""
    return [
        message
        for message in messages
        if any(
            str(b.get("callback_data", "")).startswith(f"{TablePress.__prefix__}:")
            for row in message.buttons
            for b in row
        )
    ]


def hand_presses(message: Message) -> list[tuple[str, HandPress]]:
    """The buttons of a hand that do something, by label."""
    found = []
    for row in message.buttons:
        for button in row:
            data = button.get("callback_data", "")
            if data.startswith(f"{HandPress.__prefix__}:"):
                found.append((str(button["text"]), HandPress.unpack(data)))
    return found


async def press_something(person: Person, chance: random.Random) -> bool:
    """Press one of the buttons that the person's newest hand offers, as somebody who plays anyhow; no if there is none."""
    for message in reversed(await person.see(person)):
        offered = [
            (label, press)
            for label, press in hand_presses(message)
            if press.verb not in {HandVerb.BACK, HandVerb.NOW, HandVerb.PACK}
            and (press.verb is not HandVerb.MARK or chance.random() < 0.3)
        ]
        if offered:
            label, _ = chance.choice(offered)
            with suppress(Impossible):  # the message has changed while the finger came down
                await person.press(person, label, key=message.key)
            return True
    return False
