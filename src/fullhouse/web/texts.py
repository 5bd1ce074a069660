"""Texts of pages: the browser's language, and translation in templates."""

import re
from functools import lru_cache

from jinja2 import Environment
from markupsafe import Markup, escape
from starlette.types import ASGIApp, Receive, Scope, Send

from fullhouse.kernel.quoted_links import blank_links
from fullhouse.locale import DEFAULT, DESK_LANGUAGES, LANGUAGES, cldr
from fullhouse.locale.current import (
    current_language,
    format_number,
    gettext,
    ngettext,
    pgettext,
    translate,
    use_language,
)
from fullhouse.web.request_body import JSON_PATHS, header, scope_wants_json

LONGEST_HEADER = 200
WEIGHT = re.compile(r"q=(0(?:\.[0-9]{1,3})?)(?![0-9.])", re.ASCII)


class BrowserLanguage:
    """Middleware: a page is in the browser's language until its handler knows a better one."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the app."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Choose the language and answer the request."""
        if scope["type"] == "http":
            use_language(first_language(scope))
        await self.app(scope, receive, send)


def first_language(scope: Scope) -> str:
    """Return the browser's language; English for programs, as in the API's documentation.

    At the desk only our own scripts ask for JSON, and show it to people.
    """
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    if path.startswith(JSON_PATHS):
        return DEFAULT
    at_desk = path.startswith("/desk")
    if scope_wants_json(scope) and not at_desk:
        return DEFAULT
    written = DESK_LANGUAGES if at_desk else tuple(LANGUAGES)
    return accepted_language(header(scope, b"accept-language"), written)


def accepted_language(header: str, written: tuple[str, ...] = tuple(LANGUAGES)) -> str:
    """Return the language of an Accept-Language header that we write and it wants most."""
    return _best_language(header[:LONGEST_HEADER], written)


@lru_cache(maxsize=256)  # most browsers send one of a few
def _best_language(header: str, written: tuple[str, ...]) -> str:
    wanted: dict[str, float] = {}
    for choice in header.split(","):
        name, _, parameters = choice.partition(";")
        plain = name.strip().lower().split("-")[0]
        if plain in written:
            wanted.setdefault(plain, _weight(parameters))
    best = max(wanted, key=lambda name: wanted[name], default=DEFAULT)
    return best if wanted.get(best) else DEFAULT


def _weight(parameters: str) -> float:
    """Return the weight of a language, 1 where it says none that can be read."""
    found = WEIGHT.search(parameters)
    return float(found[1]) if found else 1.0


def install_texts(environment: Environment) -> None:
    """Give templates the functions that `{% trans %}` and `_()` call."""
    environment.globals.update(
        gettext=in_markup, _=in_markup, ngettext=counted, pgettext=in_context
    )
    environment.globals.update(
        format_number=format_number, current_language=current_language, direction=direction
    )
    environment.filters["translate"] = translate
    environment.filters["blank_links"] = blank_links
    # `{% trans %}` leaves inserting values to us. (`extend` would not change what is set already.)
    environment.newstyle_gettext = True  # type: ignore[attr-defined]


def in_markup(text: str, /, **values: object) -> Markup:
    """Translate a text of a template; its values are escaped."""
    return Markup(gettext(text, **escaped(values)))  # noqa: S704 - our own text


def counted(one: str, many: str, count: int, /, **values: object) -> Markup:
    """Translate a text of a template that counts something; its values are escaped."""
    return Markup(ngettext(one, many, count, **escaped(values)))  # noqa: S704 - our own text


def in_context(context: str, text: str, /, **values: object) -> Markup:
    """Translate a text of a template in its context; its values are escaped."""
    return Markup(pgettext(context, text, **escaped(values)))  # noqa: S704 - our own text


def escaped(values: dict[str, object]) -> dict[str, object]:
    """Escape all values but numbers, which are written in the page's language."""
    return {name: value if type(value) is int else escape(value) for name, value in values.items()}


def direction() -> str:
    """Return the direction in which the page's language is written."""
    return str(cldr()[current_language()]["direction"])
