"""Guests at the desk: the list, the line in order with the reason why someone is not asked, and one guest's page."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.house import House
from fullhouse.engine.ports import MessagePage
from fullhouse.products.rsvp.answers import PROBLEMS
from fullhouse.products.rsvp.commands import CancelGuest, ResendLink
from fullhouse.products.rsvp.model import Answer, Event, Guest, GuestPage, Line, OfferPage, PeopleAhead
from fullhouse.products.rsvp.offers import why_not
from fullhouse.web.desk.found import count_of, of_event, of_guest
from fullhouse.web.desk.reach import REACHED
from fullhouse.web.desk.story import WHY_NOT
from fullhouse.web.desk.view import go, page, problem

PAGE = 50
STATES = {
    "": "All",
    "confirmed": "Confirmed",
    "waitlisted": "In line",
    "pending": "To confirm",
    "cancelled": "Cancelled",
}


class Standing(msgspec.Struct, frozen=True):
    """Someone in line: their position, or none while they hold an offer; and why they are not asked."""

    guest: Guest
    position: int | None
    why_not: str


def standing(house: House, event: Event, behind: int = 0, limit: int = PAGE) -> list[Standing]:
    """Put a part of the line in order."""
    guests = house.load(Line(event.id, behind, limit))
    position = house.load(PeopleAhead(event.id, guests[0].place)) if guests else 0
    line = []
    for guest in guests:
        position += guest.is_waiting
        line.append(Standing(guest, position if guest.is_waiting else None, reason(event, guest)))
    return line


def reason(event: Event, guest: Guest) -> str:
    """Say why someone in line is not asked; that no seat is free is no reason of theirs."""
    code = why_not(event, guest)
    nothing_to_offer = code == "party_does_not_fit" and not event.owed + event.free
    return "" if nothing_to_offer else WHY_NOT.get(code, code)


def offers_out(house: House, event: Event) -> list[Guest]:
    """Load those who hold an offer, the first to end first."""
    guests = house.load(OfferPage(event.id, limit=PAGE))
    return sorted(guests, key=lambda one: (one.offer.ends_at, one.id) if one.offer else (event.starts, one.id))


@of_event
async def guest_list(request: Request, event: Event) -> Response:
    """Show the guests, a page at a time, in one state or in any."""
    house: House = request.app.state.house
    state = request.query_params.get("state", "")
    after = request.query_params.get("after", "")
    guests = house.load(GuestPage(event.id, state if state in STATES else "", after, PAGE + 1))
    more = guests[PAGE - 1].id if len(guests) > PAGE else ""
    shown = {"guests": guests[:PAGE], "more": more, "first": not after, "states": STATES, "state": state}
    return page(request, "guests.html", {"event": event, **shown})


@of_event
async def line(request: Request, event: Event) -> Response:
    """Show the line in order."""
    house: House = request.app.state.house
    shown = standing(house, event, count_of(request.query_params.get("behind", "")), PAGE + 1)
    more = shown[PAGE - 1].guest.place if len(shown) > PAGE else 0
    asked = offers_out(house, event)
    return page(request, "line.html", {"event": event, "line": shown[:PAGE], "more": more, "offers": asked})


@of_guest
async def guest_page(request: Request, event: Event, guest: Guest) -> Response:
    """Show one guest: where they stand, what they were told, what can be done."""
    house: House = request.app.state.house
    position = house.load(PeopleAhead(event.id, guest.place)) + 1 if guest.is_waiting else None
    letters = [
        (one, house.letter(one).subject)
        for one in house.load(MessagePage(scope=event.id, to=guest.email, limit=PAGE))
        if one.person == guest.id
    ]
    shown = {"position": position, "why_not": reason(event, guest) if guest.is_waiting else "", "letters": letters}
    occasion = f"desk-{house.now():%Y%m%dT%H%M}"
    about = {"event": event, "guest": guest, "occasion": occasion, "reached": REACHED}
    return page(request, "guest.html", {**about, **shown})


@of_guest
async def cancel(request: Request, event: Event, guest: Guest) -> Response:
    """Take a guest off the list."""
    house: House = request.app.state.house
    command = CancelGuest(event_id=event.id, guest_id=guest.id, by_host=True)
    answer: Answer = await house.give(command, request.state.session.by)
    return _after(request, answer, event, guest, "guest_cancelled")


@of_guest
async def resend(request: Request, event: Event, guest: Guest) -> Response:
    """Mail a guest their own link again; pressing twice on the same page sends it once."""
    house: House = request.app.state.house
    form = await request.form()
    occasion = "".join(one for one in str(form.get("occasion", "")) if one.isalnum() or one == "-")[:40] or "desk"
    command = ResendLink(event_id=event.id, guest_id=guest.id, occasion=occasion)
    answer: Answer = await house.give(command, request.state.session.by)
    return _after(request, answer, event, guest, "link_sent")


def _after(request: Request, answer: Answer, event: Event, guest: Guest, done: str) -> Response:
    path = f"/desk/e/{event.id}/g/{guest.id}"
    if answer.code in PROBLEMS:
        return problem(request, "Nothing was changed", PROBLEMS[answer.code], 409, path)
    return go(request, path, done)


ROUTES = [
    Route("/desk/e/{event}/guests", guest_list),
    Route("/desk/e/{event}/line", line),
    Route("/desk/e/{event}/g/{guest}", guest_page),
    Route("/desk/e/{event}/g/{guest}/cancel", cancel, methods=["POST"]),
    Route("/desk/e/{event}/g/{guest}/resend", resend, methods=["POST"]),
]
