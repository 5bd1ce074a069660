"""Texts of each language: one folder of catalogues per language, and CLDR's names of days.

The catalogues (`<language>/*.po`) are compiled when the package is built. They are part of the
program, as time zones are: a text is the same in every process, so pure code may look it up.
"""

import json
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Any

# The languages we write, by their own names. A new one needs its folder and a line here.
LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "pt": "Português",
    "nl": "Nederlands",
    "pl": "Polski",
    "sv": "Svenska",
    "ar": "العربية",
}
# Those in which the desk and the notes to staff are written, too.
DESK_LANGUAGES = ("en", "de", "fr", "es")
DEFAULT = "en"
COMPILED = "fullhouse.mo"
CLDR = "cldr.json"


class MissingText(KeyError):
    """A catalogue has no text for a key."""


class NoTranslations(NullTranslations):
    """Finds no text, where gettext would return the key."""

    def pgettext(self, context: str, message: str) -> str:
        """Return an empty text."""
        return ""

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return an empty text."""
        return ""


class Catalogue:
    """The texts of one language."""

    def __init__(self, language: str, translations: GNUTranslations) -> None:
        """Look texts up in these compiled translations."""
        self.language = language
        self._translations = translations
        if language == DEFAULT:
            translations.add_fallback(NoTranslations())
        else:
            # A text that is missing is English, so that a page is never without it.
            english = catalogue(DEFAULT)
            translations.add_fallback(english._translations)  # noqa: SLF001 - another of our own

    def text(self, group: str, key: str, count: int = 1) -> str:
        """Return the text of a key; `count` chooses between singular and plural."""
        found = self.find(group, key, count)
        if not found:
            raise MissingText(group, key, self.language)
        return found

    def find(self, group: str, key: str, count: int = 1) -> str:
        """Return the text of a key; empty if there is none."""
        counted = self._translations.npgettext(group, key, key, count)
        return counted or self._translations.pgettext(group, key)

    def translate(self, text: str) -> str:
        """Translate an English text, or return it where there is no translation."""
        if self.language == DEFAULT:
            return text
        found = self._translations.gettext(text)
        if found != text:
            return found
        # A text that is counted elsewhere has only plural forms.
        return self._translations.ngettext(text, text, 1)

    def translate_count(self, one: str, many: str, count: int) -> str:
        """Translate an English text that counts something."""
        if self.language == DEFAULT:
            return one if count == 1 else many
        return self._translations.ngettext(one, many, count)

    def translate_in(self, context: str, text: str) -> str:
        """Translate an English text that means different things in different places."""
        return self._translations.pgettext(context, text) or text


def known_language(language: str) -> str:
    """Return the language to write in: "de" for "de-AT", English for an unknown one."""
    if language in LANGUAGES:
        return language
    plain = language.lower().replace("_", "-").split("-")[0]
    if plain in LANGUAGES:
        return plain
    return DEFAULT


def desk_language(language: str) -> str:
    """Return the language of what staff read: English where the desk is not written in it."""
    known = known_language(language)
    return known if known in DESK_LANGUAGES else DEFAULT


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language, read once."""
    known = known_language(language)
    with (files(__name__) / known / COMPILED).open("rb") as file:
        return Catalogue(known, GNUTranslations(file))


@cache
def cldr() -> dict[str, dict[str, Any]]:
    """Return names of days and months and the signs of numbers, by language."""
    names: dict[str, dict[str, Any]] = json.loads((files(__name__) / CLDR).read_bytes())
    return names


def to_translate(text: str) -> str:
    """Mark an English text for the catalogues; a page translates it when it shows it."""
    return text


def to_translate_count(one: str, many: str) -> tuple[str, str]:
    """Mark an English text that counts something, for `ngettext` where it is shown."""
    return one, many
