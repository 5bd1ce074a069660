"""The waitlist of an event in order, with the reason why a guest gets no offer; a guest's page."""

from datetime import datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.offers import Opening, send_at
from fullhouse.locale.current import gettext, ngettext, pgettext, translate
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
from fullhouse.web.desk.events.answer_texts import answer_texts, load_all_questions
from fullhouse.web.desk.events.guest_list import SOURCES
from fullhouse.web.desk.events.lookup import count_of, event_or_404, of_guest
from fullhouse.web.desk.events.seat_history import GuestNames
from fullhouse.web.desk.events.unreachable import REACHED
from fullhouse.web.desk.layout import go, page, problem

PAGE = 50
MOST_OFFERS = 50
STATUSES = {
    "queued": "queued",
    "sending": "sending",
    "sent": "sent",
    "kept": "kept",
    "failed": "failed",
}
# Sentence shown after a guest was added or corrected.
DONE = {
    "added_confirmed": "Added: they have a seat, and an email that says so is on its way.",
    "added_pending": "Invited: a seat is held for them until they answer.",
    "added_waitlisted": (
        "Added. There are not enough free seats, so they are on the waitlist and get an email that "
        "says so."
    ),
    "added_already": "This address was on the list already. Nothing was changed.",
    "address_asked": (
        "Almost done: the new address counts once someone presses the button in the email "
        "that went there."
    ),
}


class QueuePosition(msgspec.Struct, frozen=True):
    """A waiting guest; `position` is None while they hold an offer, `why_not` if they get none."""

    guest: Guest
    position: int | None
    why_not: str
    is_next: bool = False


class OfferTrail(msgspec.Struct, frozen=True):
    """Seats set aside or offered: whose they were, and who had an offer before, in order.

    Seats that the host `added` were nobody's.
    """

    seats: int
    freed_by: str
    asked: tuple[str, ...]
    added: bool = False


def standing(
    engine: Engine, event: Event, behind: int = 0, limit: int = PAGE
) -> list[QueuePosition]:
    """Return a part of the queue in order."""
    guests = engine.load(WaitingGuests(event.id, behind, limit))
    if not guests:
        return []
    position = engine.load(PeopleAhead(event.id, guests[0].place))
    first = next_to_ask(engine, event)
    queue = []
    for guest in guests:
        position += guest.is_waiting
        place = position if guest.is_waiting else None
        is_next = first is not None and guest.id == first.id
        queue.append(QueuePosition(guest, place, reason(event, guest), is_next))
    return queue


def next_to_ask(engine: Engine, event: Event) -> Guest | None:
    """Return the guest who gets the next offer: of the seats set aside, or the next freed one."""
    now = engine.now()
    if not event.is_live(now):
        return None
    if event.owed:
        need = OfferableGuests(event.id, seats_on_offer(event), event.freed_at, 1)
    else:
        need = OfferableGuests(event.id, event.free + 1, now, 1)
    queue = engine.load(need)
    return queue[0] if queue else None


def reason(event: Event, guest: Guest) -> str:
    """Return why a waiting guest gets no offer; empty if only a free seat is missing."""
    code = why_not(event, guest)
    if code != "party_does_not_fit":
        return translate(WHY_NOT.get(code, code))
    seats, party = seats_on_offer(event), guest.party
    if seats:
        return ngettext(
            "needs %(party)s seats together, and %(count)s is free",
            "needs %(party)s seats together, and %(count)s are free",
            seats,
            party=party,
        )
    return gettext("needs %(party)s seats together", party=party) if party > 1 else ""


def trails(names: GuestNames, shares: Shares) -> list[OfferTrail]:
    """Return whose seats these were and who had an offer of them."""
    found = []
    for share in shares:
        asked = tuple(map(names, share.asked))
        # A seat that was open to all and never offered has no history to show.
        if not asked and share.freed_by == PUBLIC:
            continue
        who, added = _freed_by(names, share.freed_by), share.freed_by == HOST
        found.append(OfferTrail(share.seats, who, asked, added))
    return found


def _freed_by(names: GuestNames, who: str) -> str:
    if who == HOST:
        return ""
    if who == PUBLIC:
        return pgettext("seats from", "nobody")
    return names(who)


def outlook(engine: Engine, event: Event) -> tuple[str, datetime | None]:
    """Return what happens to the next seat, and when quiet hours that delay it end."""
    now = engine.now()
    if not event.is_live(now):
        return gettext("No seat is offered any more."), None
    if event.owed:
        opens = send_at(Opening(event.starts), event.offer_rules, now)
        aside = ngettext(
            "%(count)s seat is set aside for the waitlist.",
            "%(count)s seats are set aside for the waitlist.",
            event.owed,
        )
        return aside, opens if opens > now else None
    if event.free:
        free = ngettext(
            "%(count)s seat is open to all: nobody is asked, "
            "and whoever waits may take one by their link.",
            "%(count)s seats are open to all: nobody is asked, "
            "and whoever waits may take one by their link.",
            event.free,
        )
        return free, None
    return gettext("No seat is free just now."), None


def offers_out(engine: Engine, event: Event) -> list[Guest]:
    """Load the guests who hold an offer, the first to end first."""
    guests = engine.load(OfferPage(event.id, limit=MOST_OFFERS))

    def end(guest: Guest) -> tuple[datetime, str]:
        ends_at = guest.offer.ends_at if guest.offer else event.starts
        return ends_at, guest.id

    return sorted(guests, key=end)


@event_or_404
async def line(request: Request, event: Event) -> Response:
    """Show the waitlist in order."""
    engine = dependencies(request).engine
    shown = standing(engine, event, count_of(request.query_params.get("behind", "")), PAGE + 1)
    more = shown[PAGE - 1].guest.place if len(shown) > PAGE else 0
    names, (said, opens) = GuestNames(engine, event), outlook(engine, event)
    offers = [
        (guest, trails(names, guest.offer.shares if guest.offer else ()))
        for guest in offers_out(engine, event)
    ]
    context = {
        "event": event,
        "line": shown[:PAGE],
        "more": more,
        "offers": offers,
        "aside": trails(names, event.owed_from),
        "outlook": said,
        "opens": opens,
    }
    return page(request, "events/line.html", context)


@of_guest
async def guest_page(request: Request, event: Event, guest: Guest) -> Response:
    """Show one guest: their state, their messages, and the actions."""
    engine = dependencies(request).engine
    position = engine.load(PeopleAhead(event.id, guest.place)) + 1 if guest.is_waiting else None
    letters = [
        (message, engine.composer.letter_to_show(message).subject)
        for message in engine.load(MessagePage(scope=event.id, to=guest.email, limit=PAGE))
        if message.person == guest.id
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
        "answers": answer_texts(load_all_questions(engine, event), guest),
        "occasion": occasion,
        "reached": REACHED,
        "sources": SOURCES,
        "statuses": STATUSES,
    }
    context: dict[str, Any] = {**about, **shown}
    done = request.query_params.get("done", "")
    if done in DONE:
        context["done"] = translate(DONE[done])
    return page(request, "events/guest.html", context)


@of_guest
async def resend(request: Request, event: Event, guest: Guest) -> Response:
    """Mail a guest their own link again; pressing twice on the same page sends it once."""
    engine = dependencies(request).engine
    form = await request.form()
    typed = str(form.get("occasion", ""))
    occasion = "".join(sign for sign in typed if sign.isalnum() or sign == "-")[:40] or "desk"
    command = ResendLink(event_id=event.id, guest_id=guest.id, occasion=occasion)
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    return _after(request, answer, event, guest, "link_sent")


def _after(
    request: Request, answer: GuestResult, event: Event, guest: Guest, done: str
) -> Response:
    path = f"/desk/e/{event.id}/g/{guest.id}"
    if answer.code in PROBLEMS:
        why = translate(PROBLEMS[answer.code])
        return problem(request, gettext("Nothing was changed"), why, 409, path)
    return go(request, path, done)


ROUTES = [
    Route("/desk/e/{event}/line", line),
    Route("/desk/e/{event}/g/{guest}", guest_page),
    Route("/desk/e/{event}/g/{guest}/resend", resend, methods=["POST"]),
]
