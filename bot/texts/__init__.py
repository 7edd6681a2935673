"""What players read, in their languages. English sentences are the keys; a language is one file in ``locales``."""

from bot.texts.catalogue import Texts, languages, lazy
from bot.texts.language import pick_language

__all__ = ["Texts", "languages", "lazy", "pick_language"]
