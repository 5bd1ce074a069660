"""One person's data across events, waitlist and appointments: find, export and erase it."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext, ngettext
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.appointments.formatting import STATES as STANDINGS
from fullhouse.web.desk.frontdesk.waitlist.formatting import STATES
from fullhouse.web.desk.layout import go, page, problem
from fullhouse.web.hooks.slack import followed
from fullhouse.web.privacy import person_data

PLACE = "/desk/person"


@require_session
async def person(request: Request) -> Response:
    """Show where an address or a number is known; it is posted, so that no URL holds it."""
    if request.method != "POST":
        return _page(request)
    engine = dependencies(request).engine
    typed = str((await request.form()).get("address", ""))
    try:
        address = person_data.read_address(engine, typed)
    except Invalid as unfit:
        return _page(request, typed, wrong=str(unfit), status=422)
    return _page(request, address, await person_data.find(engine, address))


def _page(
    request: Request,
    address: str = "",
    found: person_data.PersonData | None = None,
    wrong: str = "",
    status: int = 200,
) -> Response:
    may_erase = request.state.session.member.role != "helper"
    shown = {"address": address, "found": found, "wrong": wrong, "may": may_erase}
    zone = rulebook_of(dependencies(request).engine.load(Get(Document, ("rules",)))).zone
    words = {"states": STATES, "standings": STANDINGS, "zone": zone}
    summary = _summary(found) if found is not None else ""
    return page(request, "person.html", {**shown, **words, "summary": summary}, status)


def _summary(found: person_data.PersonData) -> str:
    """Return a count of the records found, in words."""
    events, entries, mails = len(found.events), len(found.entries), len(found.mails)
    appointments, requests = len(found.appointments), len(found.proposals)
    counted = {
        ngettext("%(count)s event", "%(count)s events", events): events,
        ngettext(
            "%(count)s entry on the waitlist", "%(count)s entries on the waitlist", entries
        ): entries,
        ngettext("%(count)s appointment", "%(count)s appointments", appointments): appointments,
        ngettext("%(count)s request", "%(count)s requests", requests): requests,
        ngettext("%(count)s email to you", "%(count)s emails to you", mails): mails,
        **_unconfirmed(found),
    }
    return ", ".join(text for text, count in counted.items() if count)


def _unconfirmed(found: person_data.PersonData) -> dict[str, int]:
    """Return counts of sign-ups never confirmed, and of people with another address now."""
    requests, former = len(found.requests), len(found.former)
    return {
        ngettext(
            "%(count)s sign-up not confirmed by email",
            "%(count)s sign-ups not confirmed by email",
            requests,
        ): requests,
        ngettext(
            "%(count)s guest or customer with another address now",
            "%(count)s guests or customers with another address now",
            former,
        ): former,
    }


@require_session
async def export_on_desk(request: Request) -> Response:
    """Send all data stored under an address as a file."""
    engine = dependencies(request).engine
    address = await _address(request)
    if address is None:
        return _page(request)
    data = msgspec.json.encode(await person_data.export(engine, address))
    headers = {
        "content-disposition": 'attachment; filename="person.json"',
        "cache-control": "no-store",
    }
    return Response(msgspec.json.format(data, indent=2), 200, headers, "application/json")


@require_session
async def erase_on_desk(request: Request) -> Response:
    """Erase a person; only for hosts, and only with the second button."""
    session = request.state.session
    if session.member.role == "helper":
        return problem(
            request,
            gettext("Only hosts can erase"),
            gettext("Nothing was changed. Ask the host."),
            403,
            PLACE,
        )
    address = await _address(request)
    if address is None or (await request.form()).get("sure") != "yes":
        return _page(request)
    lent = dependencies(request)
    engine, desk, client = lent.engine, lent.desk, lent.slack.slack
    asked = (await person_data.find(engine, address)).proposals if client is not None else []
    lets_go = desk.erases_files and desk.files is not None
    report = await person_data.erase(engine, address, session.by, desk.files, lets_go=lets_go)
    response = go(request, PLACE, _done(report))
    response.background = followed(engine, client, asked)
    return response


def _done(report: person_data.ErasureReport) -> str:
    """Return the key of the sentence about an erasure."""
    stays = report.former and not (report.events or report.entries or report.appointments)
    return "address_erased" if stays else "erased"


async def _address(request: Request) -> str | None:
    try:
        return person_data.read_address(
            dependencies(request).engine, str((await request.form()).get("address", ""))
        )
    except Invalid:
        return None


ROUTES = [
    Route(PLACE, person, methods=["GET", "POST"]),
    Route(f"{PLACE}/export", export_on_desk, methods=["POST"]),
    Route(f"{PLACE}/erase", erase_on_desk, methods=["POST"]),
]
