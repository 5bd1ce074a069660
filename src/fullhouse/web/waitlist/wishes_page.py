"""The page where customers change the days and times that suit them; GET asks, POST saves."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.inbound.forms import waitlist_form
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.link_binding import REPLACED
from fullhouse.kernel.links import Link
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import chosen_language
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY, Entry, WaitlistResult
from fullhouse.products.frontdesk.waitlist.wishes import DAY_PARTS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.formatting import business_values
from fullhouse.web.links import Handler
from fullhouse.web.pages import page
from fullhouse.web.request_body import read_fields
from fullhouse.web.waitlist.join_page import Blanks
from fullhouse.web.waitlist.link_pages import BY, held_text, nobody, show_result
from fullhouse.web.waitlist.link_session import (
    CustomerLinkSession,
    find_asked_wishes,
    find_visit,
    leave_path,
    refreshed,
)
from fullhouse.web.wish_text import PARTS, wish_choices


async def wishes_page(request: Request, link: Link) -> Response:
    """Ask for the days and times that suit, or save them, if the link's address is still theirs."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None or not visit.is_theirs:
        return nobody(request)
    if visit.entry.state != "waiting":
        return show_result(request, visit, f"entry_{visit.entry.state}")
    asked = find_asked_wishes(engine, visit)
    shown = asked or visit.entry
    if request.method != "POST":
        return _show(request, visit, asked, form_fields(shown))
    fields = await read_fields(request)
    try:
        command = waitlist_form.read_wishes(fields, visit.rulebook, visit.now, shown)
    except Invalid as invalid:
        return _show(request, visit, asked, fields, invalid.problems, 422)
    bound = msgspec.structs.replace(command, link=visit.sent_to, language=chosen_language())
    answer: WaitlistResult = await engine.execute(bound, BY)
    if answer.code == REPLACED:
        return nobody(request)
    return show_result(request, refreshed(visit, answer), _code(visit, answer))


def _code(visit: CustomerLinkSession, answer: WaitlistResult) -> str:
    """Return the code of a result; it differs if an offer ended because it no longer fits."""
    held = visit.entry.offer and answer.entry is not None and not answer.entry.offer
    return "edited_offer" if held and answer.code == "edited" else answer.code


def form_fields(entry: Entry) -> dict[str, str]:
    """Return the form's fields as an entry has them."""
    fields = {"earliest": entry.earliest, "latest": entry.latest}
    fields |= {"party": str(entry.party), "staff": entry.staff}
    fields |= {f"on_{day}": "1" for day in entry.weekdays}
    window = entry.from_time, entry.until_time
    part = next((part for part in PARTS if DAY_PARTS[part] == window), "")
    if part:
        return {**fields, "daytime": part}
    return {**fields, "from_time": entry.from_time, "until_time": entry.until_time}


def _show(
    request: Request,
    visit: CustomerLinkSession,
    asked: Entry | None,
    fields: dict[str, str],
    problems: tuple[FieldProblem, ...] = (),
    status: int = 200,
) -> Response:
    today = wall_time(visit.now, visit.rulebook.zone).date()
    context: dict[str, Any] = {
        **business_values(visit.rulebook),
        "entry": visit.entry,
        "person": visit.person,
        "asked": asked,
        "staff": visit.rulebook.staff,
        "largest_party": LARGEST_PARTY,
        "leave": leave_path(dependencies(request).engine, visit),
        "held": held_text(dependencies(request).engine, visit),
        "today": today.isoformat(),
        "farthest": (today + waitlist_form.FARTHEST).isoformat(),
        "typed": Blanks(fields),
        "problems": Blanks({found.field: found.message for found in problems}),
        **wish_choices(),
    }
    return page(request, "waitlist/change.html", status, **context)


PURPOSES: dict[str, Handler] = {"wishes": wishes_page}
