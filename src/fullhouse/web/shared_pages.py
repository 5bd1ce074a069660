"""Pages that many people get at once: rendered once, and filled in with what each of them typed."""

import re
from collections.abc import Hashable, Mapping

import msgspec
from markupsafe import escape
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.locale.current import current_language
from fullhouse.web.dependencies import dependencies
from fullhouse.web.pages import SECURITY, html, rendered, to
from fullhouse.web.sites import PLACES
from fullhouse.web.texts import language_choices

# Few pages are wanted by many in the same moment; each has some ten kilobytes.
MOST_KEPT = 16
# A character for private use, around the name of a value that is filled in.
MARK = "\ue000"
MARKED = re.compile(f"{MARK}([a-z_]+){MARK}")


class _SharedPage(msgspec.Struct, frozen=True):
    """All that a page is made from, but for what each person typed."""

    template: str
    context: tuple[tuple[str, Hashable], ...]
    marks: tuple[tuple[str, str], ...]
    language: str
    languages: tuple[tuple[str, str, str], ...]
    carries: frozenset[str]
    addresses: tuple[str, ...]


_kept: dict[_SharedPage, str] = {}


def shared_page(
    request: Request,
    template: str,
    status: int = 200,
    *,
    headers: dict[str, str] = SECURITY,
    typed: Mapping[str, str],
    **context: Hashable,
) -> Response:
    """Return a page that differs from person to person only in what they `typed`.

    The template may show these values, and ask whether one is empty.
    """
    marks = {name: f"{MARK}{name}{MARK}" if value else "" for name, value in typed.items()}
    key = _SharedPage(
        template,
        tuple(context.items()),
        tuple(marks.items()),
        current_language(),
        tuple(language_choices(request)),
        dependencies(request).carries(),
        tuple(to(request, f"/{place}") for place in PLACES),
    )
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            del _kept[next(iter(_kept))]
        _kept[key] = rendered(request, template, typed=marks, **context)
    text = MARKED.sub(lambda found: str(escape(typed[found[1]])), _kept[key])
    return html(text, status, headers)
