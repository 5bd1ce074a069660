"""Guests at the desk: the line in order, with the reason why someone is not asked, and one guest's page."""

from datetime import datetime

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.offers import Opening, send_at
from fullhouse.products.rsvp.capacity import Shares
from fullhouse.products.rsvp.commands import ResendLink
from fullhouse.products.rsvp.model import (
    Event,
    Guest,
    GuestResult,
    OfferableGuests,
    OfferPage,
    PeopleAhead,
    WaitingGuests,
)
from fullhouse.products.rsvp.offers import seats_on_offer, why_not
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.products.rsvp.seat_counters import HOST, PUBLIC
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.audit_text import WHY_NOT
from fullhouse.web.desk.events.guest_list import SOURCES
from fullhouse.web.desk.events.lookup import count_of, event_or_404, of_guest
from fullhouse.web.desk.events.seat_history import GuestNames
from fullhouse.web.desk.events.unreachable import REACHED
from fullhouse.web.desk.formatting import people
from fullhouse.web.desk.layout import go, page, problem

PAGE = 50
FREED_BY = {HOST: "the host", PUBLIC: "nobody"}
# What the page says after someone was added or put right.
DONE = {
    "added_confirmed": "Added: they have a seat, and a mail that says so is on its way.",
    "added_pending": "Invited: a seat is held for them until they answer.",
    "added_waitlisted": "Added. The room is full, so they stand in line and get a mail that says so.",
    "added_already": "This address was on the list already. Nothing was changed.",
    "address_asked": "Saved. The new address counts once someone has pressed the button in the mail that went there.",
}


class QueuePosition(msgspec.Struct, frozen=True):
    """Someone in line: their position, none while they hold an offer; why they are not asked; whether they are next."""

    guest: Guest
    position: int | None
    why_not: str
    is_next: bool = False


class OfferTrail(msgspec.Struct, frozen=True):
    """Seats set aside or offered: whose they were, and who was asked for them before, in that order."""

    seats: int
    freed_by: str
    asked: tuple[str, ...]


def standing(
    engine: Engine, event: Event, behind: int = 0, limit: int = PAGE
) -> list[QueuePosition]:
    """Put a part of the line in order."""
    guests = engine.load(WaitingGuests(event.id, behind, limit))
    position = engine.load(PeopleAhead(event.id, guests[0].place)) if guests else 0
    first = next_to_ask(engine, event) if guests else None
    line = []
    for guest in guests:
        position += guest.is_waiting
        place, is_next = (
            position if guest.is_waiting else None,
            first is not None and guest.id == first.id,
        )
        line.append(QueuePosition(guest, place, reason(event, guest), is_next))
    return line


def next_to_ask(engine: Engine, event: Event) -> Guest | None:
    """Name who is asked next: for the seats set aside, or else for the first one that is freed."""
    now = engine.now()
    if not event.is_live(now):
        return None
    seats, freed_at = (
        (seats_on_offer(event), event.freed_at) if event.owed else (event.free + 1, now)
    )
    line = engine.load(OfferableGuests(event.id, seats, freed_at, 1))
    return line[0] if line else None


def reason(event: Event, guest: Guest) -> str:
    """Say why someone in line is not asked; that no seat is free is no reason of theirs."""
    code = why_not(event, guest)
    if code != "party_does_not_fit":
        return WHY_NOT.get(code, code)
    seats = seats_on_offer(event)
    if seats:
        return f"needs {guest.party} seats together, and {seats:,} {'is' if seats == 1 else 'are'} free"
    return f"needs {guest.party} seats together" if guest.party > 1 else ""


def trails(names: GuestNames, shares: Shares) -> list[OfferTrail]:
    """Say of seats whose they were and who was asked for them."""
    return [
        OfferTrail(
            share.seats,
            FREED_BY[share.freed_by] if share.freed_by in FREED_BY else names(share.freed_by),
            asked,
        )
        for share in shares
        if (asked := tuple(map(names, share.asked))) or share.freed_by != PUBLIC
    ]


def outlook(engine: Engine, event: Event) -> tuple[str, datetime | None]:
    """Say what becomes of the next seat, and until when quiet hours hold that up."""
    now = engine.now()
    if not event.is_live(now):
        return "No seat is offered any more.", None
    if event.owed:
        opens = send_at(Opening(event.starts), event.offer_rules, now)
        said = f"{people(event.owed, 'seat is', 'seats are')} set aside for the line."
        return said, opens if opens > now else None
    if event.free:
        open_to_all = people(event.free, "seat is", "seats are")
        return (
            f"{open_to_all} open to all: nobody is asked, and whoever waits may take one by their link.",
            None,
        )
    return "No seat is free just now.", None


def offers_out(engine: Engine, event: Event) -> list[Guest]:
    """Load those who hold an offer, the first to end first."""
    guests = engine.load(OfferPage(event.id, limit=PAGE))
    return sorted(
        guests, key=lambda one: (one.offer.ends_at, one.id) if one.offer else (event.starts, one.id)
    )


@event_or_404
async def line(request: Request, event: Event) -> Response:
    """Show the line in order."""
    engine = dependencies(request).engine
    shown = standing(engine, event, count_of(request.query_params.get("behind", "")), PAGE + 1)
    more = shown[PAGE - 1].guest.place if len(shown) > PAGE else 0
    names, (said, opens) = GuestNames(engine, event), outlook(engine, event)
    offers = [
        (one, trails(names, one.offer.shares if one.offer else ()))
        for one in offers_out(engine, event)
    ]
    aside = trails(names, event.owed_from)
    told = {"offers": offers, "aside": aside, "outlook": said, "opens": opens}
    return page(
        request, "events/line.html", {"event": event, "line": shown[:PAGE], "more": more, **told}
    )


@of_guest
async def guest_page(request: Request, event: Event, guest: Guest) -> Response:
    """Show one guest: where they stand, what they were told, what can be done."""
    engine = dependencies(request).engine
    position = engine.load(PeopleAhead(event.id, guest.place)) + 1 if guest.is_waiting else None
    letters = [
        (one, engine.composer.letter(one).subject)
        for one in engine.load(MessagePage(scope=event.id, to=guest.email, limit=PAGE))
        if one.person == guest.id
    ]
    shown = {
        "position": position,
        "why_not": reason(event, guest) if guest.is_waiting else "",
        "letters": letters,
    }
    occasion = f"desk-{engine.now():%Y%m%dT%H%M}"
    about = {
        "event": event,
        "guest": guest,
        "occasion": occasion,
        "reached": REACHED,
        "sources": SOURCES,
    }
    done = DONE.get(request.query_params.get("done", ""))
    return page(
        request, "events/guest.html", {**about, **shown, **({"done": done} if done else {})}
    )


@of_guest
async def resend(request: Request, event: Event, guest: Guest) -> Response:
    """Mail a guest their own link again; pressing twice on the same page sends it once."""
    engine = dependencies(request).engine
    form = await request.form()
    occasion = (
        "".join(one for one in str(form.get("occasion", "")) if one.isalnum() or one == "-")[:40]
        or "desk"
    )
    command = ResendLink(event_id=event.id, guest_id=guest.id, occasion=occasion)
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    return _after(request, answer, event, guest, "link_sent")


def _after(
    request: Request, answer: GuestResult, event: Event, guest: Guest, done: str
) -> Response:
    path = f"/desk/e/{event.id}/g/{guest.id}"
    if answer.code in PROBLEMS:
        return problem(request, "Nothing was changed", PROBLEMS[answer.code], 409, path)
    return go(request, path, done)


ROUTES = [
    Route("/desk/e/{event}/line", line),
    Route("/desk/e/{event}/g/{guest}", guest_page),
    Route("/desk/e/{event}/g/{guest}/resend", resend, methods=["POST"]),
]
