"""The pages behind a customer's links: claim, decline, leave. A GET asks and a POST acts, as with guests' links."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.engine.ical import entry_file
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letters import UID_DOMAIN, CalendarEntry, single_line
from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, DeclineSlot, LeaveWaitlist
from fullhouse.products.frontdesk.waitlist.model import Slot, WaitlistResult, offer_name
from fullhouse.web.dependencies import dependencies
from fullhouse.web.links import CALENDAR, Handler
from fullhouse.web.pages import SECURITY, page, problem
from fullhouse.web.request_body import read_fields
from fullhouse.web.waitlist.link_session import (
    CustomerLinkSession,
    about,
    deadline,
    find_visit,
    leave_path,
    offer_of,
    path_of,
    refreshed,
    still_waits,
)
from fullhouse.web.waitlist.result_text import ResultText, result_text

BY = "customer"
AS_FILE = {
    **SECURITY,
    "Cache-Control": "no-store",
    "Content-Disposition": 'attachment; filename="booking.ics"',
}


class Question(msgspec.Struct, frozen=True):
    """How a link is asked: the heading, what the button says, and what the other button would do instead."""

    heading: str
    text: str
    button: str
    other: str = ""
    other_button: str = ""


QUESTIONS = {
    "claim": Question("Would you like it?", "", "Yes, I'll take it", "decline", "Can't make it"),
    "decline": Question(
        "Can't make it?",
        "It goes to the next person in line at once. You stay on the list.",
        "Let it go to the next",
        "claim",
        "I'll take it after all",
    ),
    "leave": Question(
        "Leave the list?", "You would give up your place in line.", "Yes, take me off the list"
    ),
}


async def answer_offer(request: Request, link: Link) -> Response:
    """Ask whether to claim or decline what is offered, or do it."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None:
        return nobody(request)
    if request.method == "POST":
        await read_fields(request)
        answer: WaitlistResult = await engine.execute(_command(link), BY)
        return tell(request, refreshed(visit, answer), answer.code)
    return tell(request, visit, visit.code) if visit.code else ask(request, visit)


def _command(link: Link) -> Command:
    slot_id, seq = offer_of(link)
    deed: Callable[..., Command] = ClaimSlot if link.purpose == "claim" else DeclineSlot
    return deed(slot_id=slot_id, seq=seq, entry_id=link.person)


async def leave(request: Request, link: Link) -> Response:
    """Ask whether to leave the list, or do it: for whoever still has the address that the link was sent to."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None or not visit.is_theirs:
        return nobody(request)
    if request.method == "POST":
        await read_fields(request)
        answer: WaitlistResult = await engine.execute(LeaveWaitlist(entry_id=visit.entry.id), BY)
        return tell(request, refreshed(visit, answer), answer.code)
    return (
        ask(request, visit)
        if visit.entry.state == "waiting"
        else tell(request, visit, f"entry_{visit.entry.state}")
    )


def ask(request: Request, visit: CustomerLinkSession) -> Response:
    """Say what is offered and until when, what each button would do, and that nothing is done yet."""
    engine = dependencies(request).engine
    question = QUESTIONS[visit.link.purpose]
    context: dict[str, Any] = {
        "visit": visit,
        "entry": visit.entry,
        "question": question,
        "business": visit.rulebook.business,
    }
    if visit.slot is not None and visit.offer is not None:
        other = path_of(engine, visit, question.other, visit.link.offer)
        kept = {"until": deadline(visit), "share_left": _share_left(visit), "other": other}
        context |= {
            **about(visit.slot, visit.rulebook, visit.now),
            **kept,
            "leave": leave_path(engine, visit),
        }
    return page(request, "waitlist/confirm.html", **context)


def _share_left(visit: CustomerLinkSession) -> int:
    """Say how much of the claim window is left, in hundredths."""
    assert visit.offer is not None  # noqa: S101 - looked at by whoever asks
    whole = (visit.offer.ends_at - visit.offer.made_at).total_seconds()
    left = (visit.offer.ends_at - visit.now).total_seconds()
    return max(0, min(100, round(100 * left / whole))) if whole > 0 else 0


def tell(request: Request, visit: CustomerLinkSession, code: str) -> Response:
    """Say what happened, where they stand now, and where to go from here; to a stranger no more than the first."""
    engine = dependencies(request).engine
    booked = _booking(engine, visit) if visit.is_theirs else None
    said: ResultText = result_text(
        visit, code, booked, still_waits(engine, visit.entry) if visit.is_theirs else ()
    )
    context: dict[str, Any] = {
        "told": said,
        "entry": visit.entry,
        "business": visit.rulebook.business,
        "slot": None,
    }
    shown = booked if said.shows_booking else None
    if shown is not None:
        name = offer_name(shown.id, 0)
        context |= {
            **about(shown, visit.rulebook, visit.now),
            "calendar": path_of(engine, visit, CALENDAR, name),
        }
    if visit.entry.state == "waiting" and visit.is_theirs:
        context["leave"] = leave_path(engine, visit)
    return page(request, "waitlist/result.html", said.status, **context)


def _booking(engine: Engine, visit: CustomerLinkSession) -> Slot | None:
    """Find what is booked for this person, if anything is."""
    name = visit.entry.booked
    slot = visit.slot if visit.slot is not None and visit.slot.id == name else None
    return slot or (engine.load(Get(Slot, (name,))) if name else None)


def nobody(request: Request) -> Response:
    """Say that a link speaks of someone who is not on the list now."""
    text = "The link is ours, but your entry is no longer kept here. Nothing was done. You are welcome to join again."
    return problem(
        request,
        410,
        "There is nothing here any more.",
        text,
        ("To the waitlist's page", "/waitlist"),
    )


async def my_calendar_file(request: Request, link: Link) -> Response:
    """Send a booking's calendar file: the same entry as in the mail, so that it never stands there twice."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    slot = None if visit is None else _booking(engine, visit)
    if visit is None or slot is None or slot.id != offer_of(link)[0]:
        return nobody(request)
    return Response(entry_file(_entry(visit, slot, engine.now())), 200, AS_FILE, "text/calendar")


def _entry(visit: CustomerLinkSession, slot: Slot, now: datetime) -> CalendarEntry:
    with_staff = f" with {slot.staff}" if slot.staff else ""
    return CalendarEntry(
        uid=f"waitlist.{slot.id}.{visit.entry.id}@{UID_DOMAIN}",
        sequence=0,
        method="PUBLISH",
        summary=single_line(slot.service + with_staff),
        starts=slot.starts_at,
        ends=slot.ends_at,
        location=single_line(visit.rulebook.business),
        stamp=now,
    )


PURPOSES: dict[str, Handler] = {
    "claim": answer_offer,
    "decline": answer_offer,
    "leave": leave,
    CALENDAR: my_calendar_file,
}
