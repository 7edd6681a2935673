"""People who play deal after deal, each at their own phone, and press whatever they are offered."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.sandbox.person import Impossible, Message
from bot.screens.buttons import HandPress, HandVerb
from tests.e2e.buttons import hand_presses

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.person import Person

GLANCE = 2.0
"""Seconds after which somebody looks at the screen again though nothing has moved there."""
NO_MOVES = {HandVerb.NOW, HandVerb.PACK}
LIKELY = {HandVerb.LOOK: 0.4, HandVerb.MARK: 0.15, HandVerb.CUT: 0.5, HandVerb.BLIND: 0.3}


@dataclass(slots=True)
class Player:
    """One person who watches their chat with the bot."""

    person: Person
    chance: random.Random
    presses: int = 0
    _shown: dict[str, Message] = field(default_factory=dict)
    _moved: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self) -> None:
        """Play until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watch())
            tasks.create_task(self._press())

    async def _watch(self) -> None:
        async with self.person.sandbox.watch(self.person.id, self.person.id) as happenings:
            async for event in happenings:
                if event["type"] in {"open", "world"}:
                    self._shown = {one.key: one for one in await self.person.see(self.person)}
                elif event["type"] == "message":
                    self._shown[event["message"]["key"]] = Message(event["message"]["key"], event["message"])
                elif event["type"] == "delete":
                    self._shown.pop(event["key"], None)
                self._moved.set()

    async def _press(self) -> None:
        refused: set[str] = set()
        while True:
            self._moved.clear()
            wish = self._wish(refused)
            if wish is None:
                refused.clear()
                try:
                    async with asyncio.timeout(GLANCE):
                        await self._moved.wait()
                except TimeoutError:
                    continue
                continue
            label, message, data = wish
            refused.add(data)
            self.presses += 1
            try:
                answer = await self.person.press(self.person, label, key=message.key)
            except Impossible:  # the message has changed while the finger came down
                continue
            assert answer.answered, label

    def _wish(self, refused: set[str]) -> tuple[str, Message, str] | None:
        for message in reversed(self._shown.values()):
            offered = [one for one in hand_presses(message) if one[1].verb not in NO_MOVES]
            if not offered:
                continue
            wanted = [(label, press) for label, press in offered if self._likes(press)] or offered
            asked = any(press.verb is not HandVerb.LOOK for _, press in offered)
            if not asked and self.chance.random() > LIKELY[HandVerb.LOOK]:
                return None
            fresh = [(label, press) for label, press in wanted if press.pack() not in refused]
            if not fresh:
                return None
            label, press = self.chance.choice(fresh)
            return label, message, press.pack()
        return None

    def _likes(self, press: HandPress) -> bool:
        return press.verb is not HandVerb.BACK and self.chance.random() < LIKELY.get(press.verb, 1.0)


async def play_deals(
    people: list[Person], deals: int, seed: int, deal: Callable[[], Any], over: Callable[[int], Any]
) -> int:
    """Let them play; ``deal`` begins one, ``over`` waits for its end. Gives how many buttons were pressed."""
    players = [Player(person, random.Random(f"{seed}:{person.id}")) for person in people]
    playing = [asyncio.ensure_future(player.play()) for player in players]
    try:
        for number in range(1, deals + 1):
            await deal()
            ends = asyncio.ensure_future(over(number))
            await asyncio.wait({ends, *playing}, return_when=asyncio.FIRST_COMPLETED)
            for one in playing:
                if one.done():
                    one.result()
            await ends
    finally:
        for one in playing:
            one.cancel()
        await asyncio.wait(playing)
    return sum(player.presses for player in players)
