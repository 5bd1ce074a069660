"""Tabs of the two sections of the front desk, waitlist and appointments.

A page that both share shows the tabs of the section it was opened from; its URL says which.
"""

from functools import partial
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request

from fullhouse.locale import to_translate
from fullhouse.locale.current import translate
from fullhouse.web import pages
from fullhouse.web.desk.layout import here

WAITLIST, APPOINTMENTS = "/desk/waitlist", "/desk/appointments"
PROPOSALS, RULES, VOICE, CONNECTIONS = (
    f"{WAITLIST}/{page}" for page in ("proposals", "rules", "voice", "connections")
)
FOR_HOSTS = frozenset({RULES, VOICE, CONNECTIONS})
SHARED = (PROPOSALS, RULES, VOICE, CONNECTIONS, f"{WAITLIST}/calendar")
FROM, THE_BOOKS = "from", "appointments"


class Section(msgspec.Struct, frozen=True):
    """A section: its name, its first page, and its tabs."""

    name: str
    home: str
    tabs: tuple[tuple[str, str], ...]


THE_LINE = Section(
    to_translate("Waitlist"),
    WAITLIST,
    (
        (WAITLIST, to_translate("Today")),
        (f"{WAITLIST}/list", to_translate("List")),
        (PROPOSALS, to_translate("Proposals")),
        (f"{WAITLIST}/summary", to_translate("Summary")),
        (RULES, to_translate("Rules")),
        (VOICE, to_translate("Voice")),
        (CONNECTIONS, to_translate("Connections")),
    ),
)
THE_BOOK = Section(
    to_translate("Appointments"),
    APPOINTMENTS,
    (
        (APPOINTMENTS, to_translate("Today")),
        (f"{APPOINTMENTS}/list", to_translate("List")),
        (f"{APPOINTMENTS}/summary", to_translate("Summary")),
        (PROPOSALS, to_translate("Proposals")),
        (RULES, to_translate("Rules")),
        (VOICE, to_translate("Voice")),
        (CONNECTIONS, to_translate("Connections")),
    ),
)


def section_of(request: Request) -> Section:
    """Return the section of a page; a shared page belongs to the one it was opened from."""
    path = here(request)
    if path.startswith(APPOINTMENTS):
        return THE_BOOK
    if path.startswith(SHARED) and request.query_params.get(FROM) == THE_BOOKS:
        return THE_BOOK
    return THE_LINE


def keep_section(request: Request, path: str, **query: str) -> str:
    """Return a URL; that of a shared page keeps the section."""
    if section_of(request) is THE_BOOK and path.startswith(SHARED):
        query[FROM] = THE_BOOKS
    encoded = urlencode({name: value for name, value in query.items() if value})
    return f"{path}?{encoded}" if encoded else path


def around(request: Request) -> dict[str, Any]:
    """Return what the pages of a section show around them."""
    section, is_host = section_of(request), request.state.session.is_host
    shown = [tab for tab in section.tabs if is_host or tab[0] not in FOR_HOSTS]
    return {
        "section": translate(section.name),
        "section_home": section.home,
        "tabs": [
            (_to(request, path), translate(label), path == here(request)) for path, label in shown
        ],
        "to": partial(_to, request),
    }


def _to(request: Request, path: str, **query: str) -> str:
    return f"{pages.root(request)}{keep_section(request, path, **query)}"
