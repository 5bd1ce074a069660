"""The keyed phrases of the catalogues, as a test compares them."""

from functools import cache
from typing import Any

from fullhouse.locale import DESK_LANGUAGES, LANGUAGES, catalogue
from scripts.texts import GROUPS_OF_GUESTS

Phrases = dict[str, str | tuple[str, ...]]


@cache
def phrases(*groups: str) -> dict[str, Phrases]:
    """Return the phrases of some groups by language; a tuple holds singular and plural."""
    languages = LANGUAGES if set(groups) <= set(GROUPS_OF_GUESTS) else DESK_LANGUAGES
    return {language: _phrases(language, groups) for language in languages}


def _phrases(language: str, groups: tuple[str, ...]) -> Phrases:
    found: dict[str, dict[int, str]] = {}
    texts: Any = catalogue(language)._translations  # noqa: SLF001 - gettext lists its texts nowhere
    for id_, text in texts._catalog.items():  # noqa: SLF001 - as above
        whole, form = id_ if isinstance(id_, tuple) else (id_, -1)
        group, _, key = whole.partition("\x04")
        if group in groups and key:
            found.setdefault(key, {})[form] = text
    return {key: _one_or_several(forms) for key, forms in found.items()}


def _one_or_several(forms: dict[int, str]) -> str | tuple[str, ...]:
    if -1 in forms:
        return forms[-1]
    return tuple(forms[form] for form in sorted(forms))
