"""Pages of waitlist links: claim, decline and leave. GET asks, POST acts."""

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
from fullhouse.locale import to_translate
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, DeclineSlot, LeaveWaitlist
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, WaitlistResult, offer_name
from fullhouse.web.dependencies import dependencies
from fullhouse.web.formatting import calendar_title
from fullhouse.web.links import CALENDAR, Handler
from fullhouse.web.pages import SECURITY, page, problem
from fullhouse.web.request_body import read_fields
from fullhouse.web.waitlist.link_session import (
    CustomerLinkSession,
    deadline,
    find_visit,
    leave_path,
    offer_of,
    path_of,
    refreshed,
    slot_values,
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
    """The question of a link: its texts, its button and the other button."""

    heading: str
    text: str
    button: str
    other: str = ""
    other_button: str = ""


QUESTIONS = {
    "claim": Question(
        heading=to_translate("Would you like it?"),
        text="",
        button=to_translate("Yes, I'll take it"),
        other="decline",
        other_button=to_translate("Can't make it"),
    ),
    "decline": Question(
        heading=to_translate("Can't make it?"),
        text=to_translate("It goes to the next person in line at once. You stay on the list."),
        button=to_translate("Let it go to the next"),
        other="claim",
        other_button=to_translate("I'll take it after all"),
    ),
    "leave": Question(
        heading=to_translate("Leave the list?"),
        text=to_translate("You would give up your place in line."),
        button=to_translate("Yes, take me off the list"),
    ),
}


async def answer_offer(request: Request, link: Link) -> Response:
    """Ask whether to claim or decline an offer, or do it."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None:
        return nobody(request)
    if request.method == "POST":
        await read_fields(request)
        answer: WaitlistResult = await engine.execute(_command(link), BY)
        return show_result(request, refreshed(visit, answer), answer.code)
    if visit.code:
        return show_result(request, visit, visit.code)
    return ask_customer(request, visit)


def _command(link: Link) -> Command:
    slot_id, seq = offer_of(link)
    if link.purpose == "claim":
        return ClaimSlot(slot_id=slot_id, seq=seq, entry_id=link.person)
    return DeclineSlot(slot_id=slot_id, seq=seq, entry_id=link.person)


async def leave(request: Request, link: Link) -> Response:
    """Ask whether to leave the waitlist, or do it, if the link's address is still theirs."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None or not visit.is_theirs:
        return nobody(request)
    if request.method == "POST":
        await read_fields(request)
        answer: WaitlistResult = await engine.execute(LeaveWaitlist(entry_id=visit.entry.id), BY)
        return show_result(request, refreshed(visit, answer), answer.code)
    if visit.entry.state == "waiting":
        return ask_customer(request, visit)
    return show_result(request, visit, f"entry_{visit.entry.state}")


def ask_customer(request: Request, visit: CustomerLinkSession) -> Response:
    """Show the question of a link, with the offer and its deadline."""
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
            **slot_values(visit.slot, visit.rulebook, visit.now),
            **kept,
            "leave": leave_path(engine, visit),
        }
    return page(request, "waitlist/confirm.html", **context)


def _share_left(visit: CustomerLinkSession) -> int:
    """Return the part of the claim window that is left, in percent."""
    assert visit.offer is not None  # noqa: S101 - the caller has checked
    whole = (visit.offer.ends_at - visit.offer.made_at).total_seconds()
    if whole <= 0:
        return 0
    left = (visit.offer.ends_at - visit.now).total_seconds()
    return max(0, min(100, round(100 * left / whole)))


def show_result(request: Request, visit: CustomerLinkSession, code: str) -> Response:
    """Show a result and the customer's status; a stranger sees only the result."""
    engine = dependencies(request).engine
    booked: Slot | None = None
    waits: tuple[Entry, ...] = ()
    if visit.is_theirs:
        booked = _booking(engine, visit)
        waits = still_waits(engine, visit.entry)
    said: ResultText = result_text(visit, code, booked, waits)
    context: dict[str, Any] = {
        "told": said,
        "entry": visit.entry,
        "business": visit.rulebook.business,
        "slot": None,
    }
    if booked is not None and said.shows_booking:
        name = offer_name(booked.id, 0)
        context |= {
            **slot_values(booked, visit.rulebook, visit.now),
            "calendar": path_of(engine, visit, CALENDAR, name),
        }
    if visit.entry.state == "waiting" and visit.is_theirs:
        context["leave"] = leave_path(engine, visit)
    return page(request, "waitlist/result.html", said.status, **context)


def _booking(engine: Engine, visit: CustomerLinkSession) -> Slot | None:
    """Return the slot that is booked for the customer, if any."""
    slot_id = visit.entry.booked
    if visit.slot is not None and visit.slot.id == slot_id:
        return visit.slot
    if not slot_id:
        return None
    return engine.load(Get(Slot, (slot_id,)))


def nobody(request: Request) -> Response:
    """Show that the entry of a link does not exist any more."""
    text = to_translate(
        "The link is ours, but your entry is no longer kept here. Nothing was done. "
        "You are welcome to join again."
    )
    way_on = (to_translate("To the waitlist's page"), "/waitlist")
    return problem(request, 410, to_translate("There is nothing here any more."), text, way_on)


async def my_calendar_file(request: Request, link: Link) -> Response:
    """Send a booking's calendar file; its entry has the same id as in the mail."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None:
        return nobody(request)
    slot = _booking(engine, visit)
    if slot is None or slot.id != offer_of(link)[0]:
        return nobody(request)
    return Response(entry_file(_entry(visit, slot, engine.now())), 200, AS_FILE, "text/calendar")


def _entry(visit: CustomerLinkSession, slot: Slot, now: datetime) -> CalendarEntry:
    return CalendarEntry(
        uid=f"waitlist.{slot.id}.{visit.entry.id}@{UID_DOMAIN}",
        sequence=0,
        method="PUBLISH",
        summary=single_line(calendar_title(slot.service, slot.staff)),
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
