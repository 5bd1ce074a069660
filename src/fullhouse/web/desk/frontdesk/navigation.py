"""The two halves of the front desk, each with its tabs; what both share has one page.

Such a page shows the tabs of the half that one comes from, which its address says.
"""

from functools import partial
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request

from fullhouse.web import pages
from fullhouse.web.desk.layout import here

WAITLIST, APPOINTMENTS = "/desk/waitlist", "/desk/appointments"
PROPOSALS, RULES, VOICE, CONNECTIONS = (
    f"{WAITLIST}/{one}" for one in ("proposals", "rules", "voice", "connections")
)
FOR_HOSTS = frozenset({RULES, VOICE, CONNECTIONS})
SHARED = (PROPOSALS, RULES, VOICE, CONNECTIONS, f"{WAITLIST}/calendar")
FROM, THE_BOOKS = "from", "appointments"


class Section(msgspec.Struct, frozen=True):
    """One half: its name, where it begins, and its tabs."""

    name: str
    home: str
    tabs: tuple[tuple[str, str], ...]


THE_LINE = Section(
    "Waitlist",
    WAITLIST,
    (
        (WAITLIST, "Today"),
        (f"{WAITLIST}/list", "List"),
        (PROPOSALS, "Proposals"),
        (f"{WAITLIST}/summary", "Summary"),
        (RULES, "Rules"),
        (VOICE, "Voice"),
        (CONNECTIONS, "Connections"),
    ),
)
THE_BOOK = Section(
    "Appointments",
    APPOINTMENTS,
    (
        (APPOINTMENTS, "Today"),
        (f"{APPOINTMENTS}/list", "List"),
        (f"{APPOINTMENTS}/summary", "Summary"),
        (PROPOSALS, "Proposals"),
        (RULES, "Rules"),
        (VOICE, "Voice"),
        (CONNECTIONS, "Connections"),
    ),
)


def section_of(request: Request) -> Section:
    """Say to which half a page belongs; a shared one belongs to the half that one comes from."""
    path = here(request)
    comes_from_there = path.startswith(SHARED) and request.query_params.get(FROM) == THE_BOOKS
    return THE_BOOK if path.startswith(APPOINTMENTS) or comes_from_there else THE_LINE


def keep_section(request: Request, path: str, **query: str) -> str:
    """Write an address; that of a shared page with where one comes from."""
    if section_of(request) is THE_BOOK and path.startswith(SHARED):
        query[FROM] = THE_BOOKS
    words = urlencode({name: value for name, value in query.items() if value})
    return f"{path}?{words}" if words else path


def around(request: Request) -> dict[str, Any]:
    """Gather what the pages of a half show around them."""
    section, is_host = section_of(request), request.state.session.is_host
    shown = [one for one in section.tabs if is_host or one[0] not in FOR_HOSTS]
    return {
        "section": section.name,
        "section_home": section.home,
        "tabs": [(_to(request, path), label, path == here(request)) for path, label in shown],
        "to": partial(_to, request),
    }


def _to(request: Request, path: str, **query: str) -> str:
    return f"{pages.root(request)}{keep_section(request, path, **query)}"
