"""The pages behind a guest's link: ask before, tell after, and one page with all that they can do now."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.engine.ical import entry_file
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.calendar_entries import seat_entry
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.model import Event, Guest, GuestResult, PeopleAhead
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.links import CALENDAR, Handler, calendar_path
from fullhouse.web.pages import AS_CALENDAR, page, problem
from fullhouse.web.request_body import read_fields
from fullhouse.web.rsvp.guest_status import GuestStatus, about, sentence, standing
from fullhouse.web.rsvp.link_actions import ALL, DEEDS, GuestLinkSession, LinkAction, action_for

BY = "guest"
OK = 200
STATUS = {
    "offer_lapsed": 410,
    "offer_spent": 410,
    "event_cancelled": 410,
    "event_over": 410,
    "already_cancelled": 200,
    "party_too_big": 422,
    "address_taken": 409,
    "address_spent": 410,
}
# Said in a heading and a sentence of their own; everything else in where the guest stands and the answer's sentence.
TOLD = {
    "cancelled": ("Thank you for telling us.", "Your seat is free for someone else now."),
    "left": ("You have left the line.", "Thank you for telling us."),
    "declined": (
        "Thank you for telling us.",
        "The seat goes to the next person in line. You keep your place.",
    ),
    "stopped": (
        "These mails are stopped.",
        "No more reminders or offers reach you. What you have stays yours.",
    ),
    "already_cancelled": ("This is done already.", "You gave your place back before."),
    "address_changed": ("We write to you here now.", "The links in our older mails still work."),
    "address_spent": (
        "This link has been replaced.",
        "The address was changed again since, or left as it was.",
    ),
    "address_taken": (
        "This address is on the list already.",
        "Nothing was changed. It may have signed up by itself.",
    ),
    "offer_lapsed": ("The time to answer has passed.", "The seat goes to the next person in line."),
    "offer_spent": ("This offer has moved on.", "It was answered before, or its time has passed."),
}


async def action_page(request: Request, link: Link) -> Response:
    """Ask, or do, the one thing that a link is for."""
    visit = find_visit(request, link)
    if visit is None:
        return unknown_person_page(request)
    if link.purpose != "stop" and visit.now >= visit.event.ends:
        return over(request, visit)
    deed = action_for(link.purpose, visit.guest)
    if request.method == "POST":
        await read_fields(request)
        answer = await do(request, visit, deed, {})
        return tell(request, seen_after(request, visit, answer), answer)
    return (
        ask(request, visit, deed)
        if deed.possible(visit)
        else tell(request, visit, GuestResult(_why_not(visit)))
    )


async def manage_page(request: Request, link: Link) -> Response:
    """Show where a guest stands and all that they can do now, or do one of it."""
    visit = find_visit(request, link)
    if visit is None:
        return unknown_person_page(request)
    if visit.now >= visit.event.ends:
        return over(request, visit)
    if request.method != "POST":
        return manage(request, visit)
    fields = await read_fields(request)
    deed = ALL.get(fields.get("do", ""))
    if deed is None:
        return manage(request, visit, 400, "Nothing was changed: please press one of the buttons.")
    try:
        answer = await do(request, visit, deed, fields)
    except Invalid as unfit:
        return manage(request, visit, 422, str(unfit), fields)
    status = STATUS.get(answer.code, 409) if answer.code in PROBLEMS else 200
    return manage(request, seen_after(request, visit, answer), status, sentence(answer), fields)


async def do(
    request: Request, visit: GuestLinkSession, deed: LinkAction, fields: dict[str, str]
) -> GuestResult:
    """Give the deed's command."""
    engine = dependencies(request).engine
    answer: GuestResult = await engine.execute(deed.command(visit, fields), BY)
    return answer


def find_visit(request: Request, link: Link) -> GuestLinkSession | None:
    """Load whom and what a link speaks of; None if they are not there any more."""
    engine = dependencies(request).engine
    event = engine.load(Get(Event, (link.scope,)))
    guest = engine.load(Get(Guest, (link.scope, link.person)))
    if event is None or guest is None or guest.is_erased:
        return None
    return GuestLinkSession(event, guest, link, engine.now(), position(engine, guest))


def seen_after(request: Request, visit: GuestLinkSession, answer: GuestResult) -> GuestLinkSession:
    """Look at the guest again as the answer left them."""
    guest = answer.guest or visit.guest
    place = position(dependencies(request).engine, guest)
    return msgspec.structs.replace(
        visit, event=answer.event or visit.event, guest=guest, position=place
    )


def position(engine: Engine, guest: Guest) -> int | None:
    """Count the place in line, from 1."""
    return engine.load(PeopleAhead(guest.event_id, guest.place)) + 1 if guest.is_waiting else None


def _why_not_there(visit: GuestLinkSession) -> str:
    return (
        "address_changed"
        if visit.link.offer == address_mark(visit.guest.email)
        else "address_spent"
    )


# What does not hang on the event: to stop mails, and where they go.
ALONE: dict[str, Callable[[GuestLinkSession], str]] = {
    "stop": lambda _visit: "stopped",
    "address": _why_not_there,
}


def _why_not(visit: GuestLinkSession) -> str:
    """Say why a link's deed cannot be done: most often because it was done before."""
    guest, purpose = visit.guest, visit.link.purpose
    if purpose in ALONE:
        return ALONE[purpose](visit)
    if visit.event.state == "cancelled":
        return "event_cancelled"
    if visit.now >= visit.event.starts:
        return "event_over"
    if purpose in {"cancel", "leave"}:
        return "already_cancelled"
    if guest.state == "confirmed" or purpose == "back":
        return "already" if guest.state != "cancelled" else "sign_up_closed"
    held = guest.offer is not None and guest.offer.id == visit.link.offer
    return "offer_lapsed" if held else "offer_spent"


def ask(request: Request, visit: GuestLinkSession, deed: LinkAction) -> Response:
    """Say what the button would do, and that it is not yet done."""
    return page(request, "rsvp/confirm.html", **_context(request, visit), deed=deed)


def tell(request: Request, visit: GuestLinkSession, answer: GuestResult) -> Response:
    """Say what happened, where the guest stands now, and where to go from here."""
    code, stands = answer.code, standing(visit.event, visit.guest, visit.position)
    heading, said = TOLD.get(code, (stands.heading, sentence(answer)))
    lines = [] if said == stands.heading else [said]
    lines += (
        [stands.heading] if visit.guest.state == "waitlisted" and heading != stands.heading else []
    )
    lines += stands.lines if visit.guest.state != "cancelled" and code != "event_cancelled" else ()
    told = GuestStatus(heading, tuple(lines), stands.seats_of_mine, stands.place_of_mine)
    # Saying no twice, or no to what has moved on, comes out the same: nothing went wrong for this person.
    calm = visit.link.purpose == "decline" and code == "offer_spent"
    status = STATUS.get(code, 409) if code in PROBLEMS and not calm else 200
    return page(request, "rsvp/result.html", status, **{**_context(request, visit), "told": told})


def manage(
    request: Request,
    visit: GuestLinkSession,
    status: int = 200,
    said: str = "",
    fields: dict[str, str] | None = None,
) -> Response:
    """Show where a guest stands, with a button for each thing they can do now; what could not be used stays typed."""
    possible = {name: deed for name, deed in ALL.items() if deed.possible(visit)}
    if visit.guest.state == "waitlisted" and "cancel" in possible:
        possible["cancel"] = DEEDS["leave"]
    again = fields if fields and fields.get("do") == "contact" and status != OK else {}
    typed = {"name": again.get("name", ""), "email": again.get("email", "")}
    shown: dict[str, Any] = {
        "deeds": possible,
        "said": said,
        "typed": typed,
        "wrong": said if again else "",
    }
    return page(request, "rsvp/manage.html", status, **_context(request, visit), **shown)


def _context(request: Request, visit: GuestLinkSession) -> dict[str, Any]:
    stands = standing(visit.event, visit.guest, visit.position)
    mine = calendar_path(dependencies(request).engine, visit.guest)
    seen = {
        "guest": visit.guest,
        "visit": visit,
        "told": stands,
        "say": visit.words,
        "my_calendar": mine,
    }
    return {**about(visit.event), **seen}


def over(request: Request, visit: GuestLinkSession) -> Response:
    """Say that a link's event has passed."""
    text = f"{visit.event.name} has passed, so there is nothing left to do here. Thank you for looking."
    return problem(
        request, 410, "This event is over.", text, ("See the event's page", f"/e/{visit.event.id}")
    )


def unknown_person_page(request: Request) -> Response:
    """Say that a link speaks of someone who is not on any list now."""
    text = "The link is ours, but the event or your name is no longer kept here. Nothing was done."
    return problem(request, 410, "There is nothing here any more.", text)


async def my_calendar_file(request: Request, link: Link) -> Response:
    """Send a guest's own calendar file: the same entry as in their mail, so that it never stands there twice."""
    engine = dependencies(request).engine
    event = engine.load(Get(Event, (link.scope,)))
    guest = engine.load(Get(Guest, (link.scope, link.person)))
    if event is None or guest is None:
        return unknown_person_page(request)
    entry = seat_entry(event, guest, f"{engine.composer.urls.guests}/e/{event.id}", engine.now())
    return Response(entry_file(entry), 200, AS_CALENDAR, "text/calendar")


PURPOSES: dict[str, Handler] = {
    **dict.fromkeys(DEEDS, action_page),
    "manage": manage_page,
    CALENDAR: my_calendar_file,
}
