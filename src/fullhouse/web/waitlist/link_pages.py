"""Pages of waitlist links: claim, decline and leave. GET asks, POST acts."""

from datetime import datetime
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.engine.ical import entry_file
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letters import UID_DOMAIN, CalendarEntry, single_line
from fullhouse.kernel.link_binding import REPLACED
from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.product import APPOINTMENTS
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import current_language
from fullhouse.locale.numbers import comma
from fullhouse.products.frontdesk.appointments.calendar_entries import sequence_of
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.given_up_slots import (
    GiveUpState,
    is_still_booked,
    why_not_given_up,
)
from fullhouse.products.frontdesk.shared.link_binding import with_addresses
from fullhouse.products.frontdesk.shared.message_facts import facts_of
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, DeclineSlot, LeaveWaitlist
from fullhouse.products.frontdesk.waitlist.messages import time_left
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    Slot,
    SlotIndex,
    WaitlistResult,
    WaitlistState,
    offer_name,
)
from fullhouse.web.dependencies import dependencies
from fullhouse.web.formatting import business_values, calendar_title
from fullhouse.web.links import CALENDAR, Handler, rules_of
from fullhouse.web.pages import SECURITY, page, problem
from fullhouse.web.request_body import read_fields
from fullhouse.web.texts import in_chosen_language
from fullhouse.web.waitlist.later_times import choice_values, chosen, kept_beside
from fullhouse.web.waitlist.link_session import (
    CustomerLinkSession,
    deadline,
    find_visit,
    give_up_path,
    leave_path,
    moment_text,
    offer_of,
    path_of,
    refreshed,
    slot_values,
    start_of_day,
    still_waits,
    wishes_path,
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
        button=to_translate("Yes, I'd like it"),
        other="decline",
        other_button=to_translate("Can't make it"),
    ),
    "decline": Question(
        heading=to_translate("Can't make it?"),
        text=to_translate("Then we can offer it to someone else. You stay on the waitlist."),
        button=to_translate("No, offer it to someone else"),
        other="claim",
        other_button=to_translate("I'll take it after all"),
    ),
    "leave": Question(
        heading=to_translate("Leave the waitlist?"),
        text=to_translate("You give up your place on the waitlist."),
        button=to_translate("Yes, leave the waitlist"),
    ),
}


async def answer_offer(request: Request, link: Link) -> Response:
    """Ask whether to claim or decline an offer, or do it."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None:
        return nobody(request)
    if request.method == "POST":
        fields = await read_fields(request)
        kept = kept_beside(engine, visit, fields)
        answer: WaitlistResult = await engine.execute(_command(visit, fields), BY)
        if answer.code == "changed_since":
            return ask_customer(request, visit, again="changed" if "replaces" in fields else "new")
        after = msgspec.structs.replace(refreshed(visit, answer), kept=kept)
        return show_result(request, after, answer.code)
    if visit.code:
        return show_result(request, visit, visit.code)
    return ask_customer(request, visit)


def _command(visit: CustomerLinkSession, fields: dict[str, str]) -> Command:
    link = visit.link
    slot_id, seq = offer_of(link)
    if link.purpose == "claim":
        replaces = chosen(fields, visit)
        return ClaimSlot(slot_id=slot_id, seq=seq, entry_id=link.person, replaces=replaces)
    return DeclineSlot(slot_id=slot_id, seq=seq, entry_id=link.person)


async def leave(request: Request, link: Link) -> Response:
    """Ask whether to leave the waitlist, or do it, if the link's address is still theirs."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None or not visit.is_theirs:
        return nobody(request)
    if request.method == "POST":
        await read_fields(request)
        command = LeaveWaitlist(entry_id=visit.entry.id, link=visit.sent_to)
        answer: WaitlistResult = await engine.execute(command, BY)
        if answer.code == REPLACED:
            return nobody(request)
        return show_result(request, refreshed(visit, answer), answer.code)
    if visit.entry.state == "waiting":
        return ask_customer(request, visit)
    return show_result(request, visit, f"entry_{visit.entry.state}")


def ask_customer(
    request: Request, visit: CustomerLinkSession, *, again: Literal["", "changed", "new"] = ""
) -> Response:
    """Show the question of a link, with the offer and its deadline.

    It is asked again if the appointment that the customer chose has changed, or if they were not
    asked about one, such as one that is new.
    """
    engine = dependencies(request).engine
    question = QUESTIONS[visit.link.purpose]
    context: dict[str, Any] = {
        "visit": visit,
        "entry": visit.entry,
        "person": visit.person,
        "question": question,
        **business_values(visit.rulebook),
        "later": [],
        "again": again,
        "held": held_text(engine, visit) if visit.link.purpose == "leave" else "",
    }
    if visit.link.purpose == "leave":
        context["wishes"] = wishes_path(engine, visit)
    if visit.slot is not None and visit.offer is not None:
        other = path_of(engine, visit, question.other, visit.link.offer)
        kept = {"until": deadline(visit), "share_left": _share_left(visit), "other": other}
        context |= {
            **slot_values(visit.slot, visit.rulebook, visit.now),
            **kept,
            **choice_values(engine, visit),
            "left": time_left(visit.slot, visit.now),
            "leave": leave_path(engine, visit),
        }
    return page(request, "waitlist/confirm.html", **context)


def held_text(engine: Engine, visit: CustomerLinkSession) -> str:
    """Return the slot that is held for a customer, who might lose it; empty if none is."""
    slot_id = visit.entry.offer.rpartition("-")[0]
    slot = engine.load(Get(Slot, (slot_id,))) if slot_id else None
    if slot is None:
        return ""
    return f"{slot.service}{comma(current_language())}{moment_text(slot.starts_at, visit)}"


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
    claim = load_claim(engine, visit)
    booked = _booking(claim)
    code = _code_now(visit, code, booked)
    waits: tuple[Entry, ...] = ()
    if visit.is_theirs:
        waits = still_waits(engine, visit.entry)
    else:
        booked = None
    said: ResultText = result_text(visit, code, booked, waits)
    context: dict[str, Any] = {
        "told": said,
        "entry": visit.entry,
        "person": visit.person,
        **business_values(visit.rulebook),
        "slot": None,
    }
    if booked is not None and said.shows_booking:
        name = offer_name(booked.id, 0)
        context |= {
            **slot_values(booked, visit.rulebook, visit.now),
            "calendar": path_of(engine, visit, CALENDAR, name),
            "manage": _manage_path(engine, visit, claim.booking),
            "give_up": _give_up_path(engine, visit, claim),
            "is_ahead": _is_ahead(booked, claim.booking, visit.now),
        }
    if visit.entry.state == "waiting" and visit.is_theirs:
        context["leave"] = leave_path(engine, visit)
        context["wishes"] = wishes_path(engine, visit)
    return page(request, "waitlist/result.html", said.status, **context)


def _code_now(visit: CustomerLinkSession, code: str, booked: Slot | None) -> str:
    """Return what is true of a claimed slot by now: it may have been moved or cancelled since."""
    if code == "entry_booked" and booked is None:
        return "entry_was_booked"
    if code == "offer_withdrawn":
        return _why_withdrawn(visit)
    if code != "already_booked":
        return code
    if booked is None:
        return "booking_ended"
    if booked.ends_at <= visit.now:
        return "booking_past"
    is_moved = visit.slot is not None and booked.starts_at != visit.slot.starts_at
    return "booking_moved" if is_moved else code


def _why_withdrawn(visit: CustomerLinkSession) -> str:
    """Return whether the customer themselves gave up an offer that was withdrawn."""
    if visit.entry.state == "left":
        return "offer_left"
    by_wishes = visit.offer is not None and visit.offer.why == "wishes"
    return "offer_wishes" if by_wishes else "offer_withdrawn"


def _is_ahead(booked: Slot, appointment: Appointment | None, now: datetime) -> bool:
    """Return True if a booking can still be cancelled."""
    return now < appointment.changes_until if appointment is not None else not booked.has_begun(now)


def _manage_path(
    engine: Engine, visit: CustomerLinkSession, appointment: Appointment | None
) -> str:
    """Return the path of a link that changes the booking; empty if it is no appointment here."""
    if appointment is None or not appointment.stands:
        return ""
    expires_at = start_of_day(visit.now) + LINKS_HOLD
    about = with_addresses(f"{appointment.chain}-0", visit.sent_to)
    link = Link("reschedule", APPOINTMENTS, appointment.id, about, expires_at)
    return in_chosen_language(f"/l/{engine.composer.keyring.sign(link)}")


def _give_up_path(engine: Engine, visit: CustomerLinkSession, claim: GiveUpState) -> str:
    """Return the path of a link that gives up the booking; empty if that cannot be done here."""
    if visit.rulebook.refill or why_not_given_up(claim, visit.now):
        return ""
    return give_up_path(engine, visit)


def load_claim(engine: Engine, visit: CustomerLinkSession) -> GiveUpState:
    """Load the slot that the customer claimed with its index, and the appointment it became."""
    slot_id = visit.entry.booked
    slot = engine.load(Get(Slot, (slot_id,))) if slot_id else None
    if slot is None:
        return GiveUpState(WaitlistState(entry=visit.entry))
    index = engine.load(Get(SlotIndex, (slot.agenda,)))
    waitlist = WaitlistState(slot=slot, entry=visit.entry, agenda=index)
    return GiveUpState(waitlist, engine.load(Get(Appointment, (slot.id,))))


def _booking(claim: GiveUpState) -> Slot | None:
    """Return the slot that is booked for the customer, if any, with the time that it has now."""
    slot, appointment = claim.waitlist.slot, claim.booking
    if slot is None:
        return None
    if appointment is None:
        return slot if is_still_booked(slot, claim) else None
    if not appointment.stands:
        return None
    return msgspec.structs.replace(
        slot,
        service=appointment.service,
        starts_at=appointment.starts_at,
        minutes=appointment.minutes,
        staff=appointment.staff,
    )


def nobody(request: Request) -> Response:
    """Show that the entry of a link does not exist any more."""
    text = to_translate(
        "The link is ours, but your entry is no longer kept here. Nothing was done. "
        "You are welcome to join again."
    )
    way_on = (to_translate("To the waitlist's page"), "/waitlist")
    return problem(
        request,
        410,
        to_translate("This page is gone."),
        text,
        way_on,
        contact=facts_of(rules_of(dependencies(request).engine)),
    )


async def my_calendar_file(request: Request, link: Link) -> Response:
    """Send a booking's calendar file; its entry has the same id as in the mail."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None:
        return nobody(request)
    claim = load_claim(engine, visit)
    slot, appointment = _booking(claim), claim.booking
    if slot is None or slot.id != offer_of(link)[0]:
        return nobody(request)
    version = sequence_of(appointment.chain, "REQUEST") if appointment is not None else 0
    party = appointment.party if appointment is not None else visit.entry.party
    title = single_line(calendar_title(slot.service, slot.staff, party))
    entry = _entry(visit, slot, title, version, engine.now())
    return Response(entry_file(entry), 200, AS_FILE, "text/calendar")


def _entry(
    visit: CustomerLinkSession, slot: Slot, title: str, version: int, now: datetime
) -> CalendarEntry:
    business = facts_of(visit.rulebook)
    return CalendarEntry(
        uid=f"waitlist.{slot.id}.{visit.entry.id}@{UID_DOMAIN}",
        sequence=version,
        method="PUBLISH",
        summary=title,
        starts=slot.starts_at,
        ends=slot.ends_at,
        location=business.location,
        description=business.description,
        stamp=now,
    )


PURPOSES: dict[str, Handler] = {
    "claim": answer_offer,
    "decline": answer_offer,
    "leave": leave,
    CALENDAR: my_calendar_file,
}
