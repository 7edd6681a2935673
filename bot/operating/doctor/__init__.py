"""``python -m bot doctor``: looks a set-up over before it goes live, and says how to mend what is wrong with it.

It changes nothing: it confirms no update and leaves the webhook alone. Run it while the bot itself does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.operating.doctor.finding import bad, good
from bot.operating.doctor.machine import addresses, data
from bot.operating.doctor.telegram import telegram
from bot.settings import SettingsError, read_settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.operating.doctor.finding import Findings
    from bot.settings import Settings


async def examine() -> Findings:
    """Look at everything in turn; what depends on something broken is left out."""
    try:
        settings = read_settings()
    except SettingsError as error:
        yield bad(str(error), "see .env.example for what each setting takes")
        return
    yield good("the settings can be read")
    parts: tuple[Callable[[Settings], Findings], ...] = (addresses, data, telegram)
    for part in parts:
        async for finding in part(settings):
            yield finding
