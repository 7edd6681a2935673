from __future__ import annotations

import gettext
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Final

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCE: Final = "en"
"""The language that the sentences in the code are written in; it needs no file."""
_LOCALES: Final = resources.files("bot.texts") / "locales"


def lazy(sentence: str) -> str:
    """Mark a sentence for the catalogues that is looked up later."""
    return sentence


@cache
def languages() -> tuple[str, ...]:
    """List the languages there are, the source language first."""
    found = (entry.name.removesuffix(".po") for entry in _LOCALES.iterdir() if entry.name.endswith(".po"))
    return (SOURCE, *sorted(found))


@cache
def _translations(language: str) -> gettext.NullTranslations:
    if language not in languages() or language == SOURCE:
        return gettext.NullTranslations()
    catalogue = read_po(
        BytesIO((_LOCALES / f"{language}.po").read_bytes()), locale=language, abort_invalid=True
    )
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(language)


class Texts:
    """The sentences of one language; one that has no translation, or a language that is not there, stays English.

    Without values a sentence is given as it stands, its placeholders included.
    """

    __slots__ = ("_translations", "language", "locale")

    def __init__(self, language: str) -> None:
        self.language = language if language in languages() else SOURCE
        self.locale = _locale(self.language)
        self._translations = _translations(self.language)

    def __call__(self, sentence: str, /, **values: object) -> str:
        return _filled(self._translations.gettext(sentence), values)

    def n(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Give the form for the number; ``{n}`` stands for it unless another text is given for it."""
        text = self._translations.ngettext(one, many, abs(number))
        return _filled(text, {"n": number} | values)

    def c(self, context: str, sentence: str, /, **values: object) -> str:
        """Give a sentence that means something else elsewhere."""
        return _filled(self._translations.pgettext(context, sentence), values)


def _filled(text: str, values: dict[str, object]) -> str:
    return text.format_map(values) if values else text
