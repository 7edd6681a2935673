from __future__ import annotations

from typing import Final

from bot.texts.catalogue import SOURCE, languages

READS: Final = dict.fromkeys(
    ("be", "uk", "kk", "ky", "uz", "tg", "tk", "tt", "ba", "cv", "hy", "az", "ka", "mo"), "ru"
)
"""Languages without a file of their own, and the one their speakers are likelier to read than English."""


def pick_language(code: str | None) -> str:
    """Choose the language for a client's language code, such as ``ru`` or ``pt-br``; English where nothing fits."""
    if not code:
        return SOURCE
    language = code.replace("_", "-").split("-")[0].lower()
    for choice in (language, READS.get(language)):
        if choice in languages():
            return str(choice)
    return SOURCE
