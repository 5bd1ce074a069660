"""Texts of pages: the browser's language, and translation in templates."""

import re
from functools import lru_cache
from urllib.parse import urlencode

from jinja2 import Environment
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from fullhouse.kernel.quoted_links import blank_links
from fullhouse.locale import DEFAULT, DESK_LANGUAGES, LANGUAGES, cldr, known_language
from fullhouse.locale.current import (
    choose_language,
    chosen_language,
    current_language,
    format_number,
    gettext,
    ngettext,
    pgettext,
    translate,
    use_language,
)
from fullhouse.locale.numbers import comma
from fullhouse.web.request_body import JSON_PATHS, header, scope_wants_json

LONGEST_HEADER = 200
# A longer query is not repeated in the link of each language.
LONGEST_QUERY = 400
# The field of a page's address that names the language its reader chose.
CHOICE = "lang"
DESK = "/desk"
# What is typed there would be lost on the way to another language.
FORMS = ("/waitlist", "/book")
CHOSEN = re.compile(rb"(?:^|&)lang=([a-z]{2})(?:&|$)")
WEIGHT = re.compile(r"q=(0(?:\.[0-9]{1,3})?)(?![0-9.])", re.ASCII)


class BrowserLanguage:
    """Middleware: a page is in the browser's language until its handler knows a better one."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the app."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Choose the language and answer the request."""
        if scope["type"] == "http":
            choose_language(asked_language(scope))
            use_language(first_language(scope))
        await self.app(scope, receive, send)


def asked_language(scope: Scope) -> str:
    """Return the language that a page's address asks for, or "" at the desk."""
    found = CHOSEN.search(scope["query_string"])
    if found is None or _is_desk(scope):
        return ""
    language = found[1].decode()
    return language if language in LANGUAGES else ""


def _is_desk(scope: Scope) -> bool:
    return _path(scope).startswith(DESK)


def _path(scope: Scope) -> str:
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def first_language(scope: Scope) -> str:
    """Return the browser's language; English for programs, as in the API's documentation.

    At the desk only our own scripts ask for JSON, and show it to people.
    """
    if _path(scope).startswith(JSON_PATHS):
        return DEFAULT
    if scope_wants_json(scope) and not _is_desk(scope):
        return DEFAULT
    written = DESK_LANGUAGES if _is_desk(scope) else tuple(LANGUAGES)
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


def in_chosen_language(address: str) -> str:
    """Return an address of ours that keeps the language which the reader chose."""
    if not chosen_language():
        return address
    return _with_language(address, chosen_language())


def in_readers_language(address: str, home: str) -> str:
    """Return the address of a business's page in the reader's language; `home` is its own.

    A customer who was written to in a language keeps it, as does a reader who chose one.
    """
    if chosen_language() or current_language() == known_language(home):
        return in_chosen_language(address)
    return _with_language(address, current_language())


def _with_language(address: str, language: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}{urlencode({CHOICE: language})}"


def install_texts(environment: Environment) -> None:
    """Give templates the functions that `{% trans %}` and `_()` call."""
    environment.globals.update(
        gettext=in_markup, _=in_markup, ngettext=counted, pgettext=in_context
    )
    environment.globals.update(
        format_number=format_number, current_language=current_language, direction=direction
    )
    environment.globals.update(own_name=own_name, comma=comma, chosen_language=chosen_language)
    environment.filters["translate"] = translate
    environment.filters["in_chosen_language"] = in_chosen_language
    environment.filters["in_readers_language"] = in_readers_language
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


def own_name(language: str = "") -> str:
    """Return the name of a language in that language; the page's if none is given."""
    return LANGUAGES[language or current_language()]


def direction() -> str:
    """Return the direction in which the page's language is written."""
    return str(cldr()[current_language()]["direction"])


def language_choices(request: Request) -> list[tuple[str, str, str]]:
    """Return code, own name and address of each language that a page can be read in."""
    if _is_desk(request.scope):
        return []
    if request.method == "POST" and _path(request.scope) in FORMS:
        return []
    kept: list[tuple[str, str]] = []
    if len(request.scope["query_string"]) <= LONGEST_QUERY:
        fields = request.query_params.multi_items()
        kept = [(name, value) for name, value in fields if name != CHOICE]
    query = f"?{urlencode(kept)}&" if kept else "?"
    return [(code, name, f"{query}{CHOICE}={code}") for code, name in LANGUAGES.items()]
