"""Checks of translated pages: no English is left on them."""

import html
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from httpx2 import Response

from fullhouse import locale

FEWEST_WORDS = 3
PLACEHOLDER = re.compile(r"%\(\w+\)s")
WORD = re.compile(r"\w+")
WORD_BETWEEN = re.compile(r"(?<=\W)\w+(?=\W)")
LEFT_OVER = re.compile(r"%\(|\{\{|\{\w+\}")


def texts_of(language: str, *catalogues: str) -> dict[str, str]:
    """Return the translation of each English text."""
    return dict(chain.from_iterable(map(_paired, messages_of(language, *catalogues))))


@cache
def messages_of(language: str, *catalogues: str) -> list[Message]:
    """Return the texts of catalogues with their translations."""
    found: list[Message] = []
    for catalogue in catalogues:
        path = Path(locale.__file__).parent / language / f"{catalogue}.po"
        with path.open("rb") as file:
            found += [message for message in read_po(file) if message.id]
    return found


def _paired(message: Message) -> Iterator[tuple[str, str]]:
    """Pair each English form of a text with the same form of its translation.

    A language with more plural forms than English has its own for one, and its last for several.
    """
    english, said = _forms(message.id), _forms(message.string)
    return zip(english, (said[0], *said[1:][-1:]), strict=True)


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    if text is None or isinstance(text, str):
        return (text or "",)
    return tuple(text)


def never_shown(
    pages: list[Response], language: str, *catalogues: str, folders: tuple[str, ...]
) -> set[str]:
    """Return the texts of the folders of which no form is on any of the pages."""
    everything = "\n".join(map(readable, pages))
    return {
        _forms(message.id)[-1]
        for message in messages_of(language, *catalogues)
        if any(name.startswith(folders) for name, _ in message.locations)
        and not any(is_shown(said, everything) for said in _forms(message.string))
    }


def words_on(page: str) -> set[str]:
    """Return the words of a page."""
    return set(WORD.findall(page))


@cache
def words_between(text: str) -> frozenset[str]:
    """Return the words inside a text: a page that shows the text has all of them.

    To look for them first is many times as quick as to look for the text.
    """
    parts = PLACEHOLDER.split(text)
    return frozenset(word for part in parts for word in WORD_BETWEEN.findall(part))


def is_shown(text: str, page: str) -> bool:
    """Return True if a page shows a text, with any values in it."""
    parts = list(filter(None, PLACEHOLDER.split(text)))
    if not all(part in page for part in parts):  # most are not there, and this is quicker
        return False
    return re.search(".*?".join(map(re.escape, parts)), page) is not None


def readable(response: Response) -> str:
    """Return a page's source with plain characters."""
    return html.unescape(response.text)


def assert_translated(response: Response, language: str, *catalogues: str) -> None:
    """Check that a page is in a language, and shows no English text of the catalogues."""
    page = readable(response)
    assert f'<html lang="{language}"' in page
    assert LEFT_OVER.search(page) is None
    assert list(english_on(page, language, *catalogues)) == []


def english_on(page: str, language: str, *catalogues: str) -> Iterator[str]:
    """Yield the English texts of the catalogues that a page in another language shows."""
    words = words_on(page)
    return (
        text
        for text in _translated(language, *catalogues)
        if words_between(text) <= words and is_shown(text, page)
    )


@cache
def _translated(language: str, *catalogues: str) -> list[str]:
    """Return the English sentences of the catalogues that are others in a language."""
    return [
        english
        for english, translation in texts_of(language, *catalogues).items()
        if len(PLACEHOLDER.sub("", english).split()) >= FEWEST_WORDS
        and translation not in ("", english)
    ]
