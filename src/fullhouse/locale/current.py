"""The language of the request that is being answered, and its texts.

A request is answered in one language: the one its reader chose, else that of its guest, event or
business, else the browser's. Code that reads forms or makes pages marks its English texts with
these functions, as templates do. Rules know no current language: what they say depends on their
arguments alone.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from fullhouse.locale import DEFAULT, catalogue, known_language
from fullhouse.locale.numbers import format_count

_language: ContextVar[str] = ContextVar("language", default=DEFAULT)
_chosen: ContextVar[str] = ContextVar("chosen", default="")


def choose_language(language: str) -> None:
    """Answer this request in the language that its reader chose; "" if they chose none."""
    _chosen.set(language)
    if language:
        _language.set(language)


def chosen_language() -> str:
    """Return the language that the reader of this request chose, or ""."""
    return _chosen.get()


def use_language(language: str) -> None:
    """Answer this request in a language, unless its reader chose another."""
    _language.set(_chosen.get() or known_language(language))


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Use a language for a while, such as English for what is stored."""
    token = _language.set(known_language(language))
    try:
        yield
    finally:
        _language.reset(token)


def current_language() -> str:
    """Return the language of this request."""
    return _language.get()


def gettext(text: str, /, **values: object) -> str:
    """Translate a text and insert values: `%(name)s` stands for one."""
    return _filled(catalogue(current_language()).translate(text), values)


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Translate a text that counts something: `%(count)s` stands for the number."""
    text = catalogue(current_language()).translate_count(one, many, count)
    return _filled(text, {"count": count, **values})


def pgettext(context: str, text: str, /, **values: object) -> str:
    """Translate a text that means different things in different contexts."""
    return _filled(catalogue(current_language()).translate_in(context, text), values)


def translate(text: str) -> str:
    """Translate a text that is marked where it stands, in a table or by `to_translate`."""
    if not text:
        return ""
    return catalogue(current_language()).translate(text)


def format_number(count: int) -> str:
    """Write a number with the separators of this request's language."""
    return format_count(count, current_language())


def _filled(text: str, values: Mapping[str, object]) -> str:
    """Insert values into a text; most texts have no place for any."""
    if "%" not in text:
        return text
    return text % written(values)


def written(values: Mapping[str, object]) -> dict[str, object]:
    """Write the whole numbers among the values in this request's language."""
    return {
        name: format_number(value) if type(value) is int else value
        for name, value in values.items()
    }
