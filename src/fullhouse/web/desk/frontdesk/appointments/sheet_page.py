"""The sheet of appointments, with the same pages as the sheet of the waitlist."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fullhouse.inbound.sync.appointment_sheet.sync import NAME, VERSIONS
from fullhouse.locale import to_translate
from fullhouse.web.desk.frontdesk.appointments import layout
from fullhouse.web.desk.frontdesk.sheet_page import Kept, routes_of


def _appointment_page(request: Request, shown: Mapping[str, Any]) -> Response:
    return layout.page(request, "frontdesk/waitlist/sheet.html", shown)


THE_BOOK = Kept(
    name=NAME,
    file="appointments",
    path=f"{layout.HOME}/sheet",
    list_path=layout.LIST,
    minutes=to_translate("five"),
    stays=to_translate(
        "Every version is kept. Putting one back writes it to the sheet; "
        "what customers have answered or moved since then, and whoever came from the waitlist, "
        "stays as it is."
    ),
    versions=VERSIONS,
    sync=lambda outside: outside.appointments_sheet,
    page=_appointment_page,
)
APPOINTMENT_ROUTES = routes_of(THE_BOOK)
