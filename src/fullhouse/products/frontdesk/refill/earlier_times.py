"""Earlier times: a claimed slot replaces a later appointment of the same customer and service.

One commit books the slot and frees the old time for the waitlist.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.kernel.decisions import Decision, Step
from fullhouse.kernel.messages import Message
from fullhouse.kernel.needs import found_many
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.appointments.calendar_entries import sequence_of, uid_of
from fullhouse.products.frontdesk.appointments.gap_alerts import release_note
from fullhouse.products.frontdesk.appointments.message_facts import AppointmentFacts
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentsAt,
    AppointmentState,
    DaySchedule,
)
from fullhouse.products.frontdesk.appointments.released_times import newly_freed
from fullhouse.products.frontdesk.appointments.replies import end_appointment
from fullhouse.products.frontdesk.refill.conflicts import (
    books_of,
    external_ref,
    overlap,
    schedule_needs,
)
from fullhouse.products.frontdesk.shared.contacts import identities
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist import claims
from fullhouse.products.frontdesk.waitlist.commands import KEEP_ALL, UNASKED, ClaimSlot
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    Slot,
    SlotOffer,
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.needs import OF_OFFER, gathered
from fullhouse.products.frontdesk.waitlist.offer_endings import combine, live_offer

# Bookings from these sources are kept in another tool as well. The sheet is written by us.
OTHER_TOOLS = frozenset({"api", "calendar", "mail"})


class ClaimState(msgspec.Struct, frozen=True):
    """The loaded offer, the customer's appointments, and the schedules around the old time."""

    waitlist: WaitlistState
    theirs: tuple[Appointment, ...]
    books: dict[str, DaySchedule]


def claim_state(**found: Any) -> ClaimState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    pages = found_many(found, "theirs")
    theirs = tuple(appointment for page in pages for appointment in page)
    return ClaimState(gathered(**found), theirs, books_of(found))


def claim_needs(command: ClaimSlot, found: Found) -> Needs:
    """Load the offer, then the customer's appointments, then the day of the one it replaces."""
    wanted = OF_OFFER(command, found) or _their_appointments(command, found)
    if not wanted:
        wanted = _the_old_day(command, found)
    return {name: need for name, need in wanted.items() if name not in found}


def _their_appointments(_command: ClaimSlot, found: Found) -> Needs:
    live = live_offer(gathered(**found))
    if live is None or not rulebook_of(found["rules"]).refill:
        return {}
    _slot, offer, entry = live
    pages = {f"theirs:{name}": AppointmentsAt(name) for name in own_addresses(entry, offer)}
    return {name: need for name, need in pages.items() if name not in found}


def _the_old_day(command: ClaimSlot, found: Found) -> Needs:
    old = _replaced(claim_state(**found), command)
    if old is None:
        return {}
    return schedule_needs(old.starts_at, rulebook_of(found["rules"]))


def _replaced(state: ClaimState, command: ClaimSlot) -> Appointment | None:
    """Return the later appointment that the customer chose, or else the only one."""
    live = live_offer(state.waitlist)
    if live is None:
        return None
    slot, offer, entry = live
    later = later_appointments(entry, offer, slot, state.theirs)
    if command.replaces in (KEEP_ALL, UNASKED):
        return None
    if not command.replaces:
        return later[0] if len(later) == 1 else None
    return next((one for one in later if one.id == command.replaces), None)


def own_addresses(entry: Entry, offer: SlotOffer) -> tuple[str, ...]:
    """Return the addresses that are surely the customer's own.

    Anyone can enter a second address on the form, so only the one that the offer reached counts
    there.
    """
    if entry.source != "form":
        return entry.addresses
    return (entry.phone if offer.channel == "text" else entry.email,)


def later_appointments(
    entry: Entry, offer: SlotOffer, slot: Slot, appointments: Iterable[Appointment]
) -> tuple[Appointment, ...]:
    """Return the customer's later appointments of the slot's service, the earliest first."""
    found: dict[str, Appointment] = {}
    for appointment in _of_customer(entry, offer, appointments):
        same_service = normalized_name(appointment.service) == slot.line
        if same_service and appointment.starts_at > slot.starts_at:
            found[appointment.id] = appointment
    return tuple(sorted(found.values(), key=lambda one: (one.starts_at, one.id)))


def _of_customer(
    entry: Entry, offer: SlotOffer, appointments: Iterable[Appointment]
) -> list[Appointment]:
    """Return the standing appointments that are surely of this customer."""
    customer = identities(entry.name, own_addresses(entry, offer))
    return [
        one
        for one in appointments
        if one.stands and not customer.isdisjoint(identities(one.name, one.addresses))
    ]


def claim(state: ClaimState, command: ClaimSlot, now: datetime) -> Decision:
    """Book the slot; in the same commit end the appointment that it replaces."""
    old = _replaced(state, command)
    decision = claims.claim_slot(state.waitlist, command, now, old.id if old is not None else "")
    answer: WaitlistResult = decision.answer
    slot = answer.slot
    if answer.code != "booked" or slot is None:
        return decision
    refused = _refused(state, command)
    if refused:
        return Decision(WaitlistResult(refused))
    facts: dict[str, Any] = {"managed": rulebook_of(state.waitlist.rules).refill}
    if old is None:
        return _with_facts(decision, {**facts, "kept": _kept(state)})
    facts |= {"instead_of": old.starts_at, "replaced": _calendar_facts(old)}
    decision = _with_facts(decision, facts)
    decision = replace(decision, answer=replace(answer, instead_of=old.starts_at))
    return combine(_given_up(state, old, slot, now), decision)


def _refused(state: ClaimState, command: ClaimSlot) -> str:
    """Return why a claim cannot be as the customer saw it; empty if it can.

    Since they were asked, staff may have moved the appointment that they chose, or have booked
    something for them: later, so that there is a choice now, or so that it overlaps the slot.
    """
    live = live_offer(state.waitlist)
    assert live is not None  # noqa: S101 - the claim has just been decided on it
    slot, offer, entry = live
    theirs = _of_customer(entry, offer, state.theirs)
    old = _replaced(state, command)
    if old is None and command.replaces in [one.id for one in theirs]:
        return "changed_since"
    later = later_appointments(entry, offer, slot, state.theirs)
    if later and command.replaces == UNASKED:
        return "changed_since"
    busy = [one for one in theirs if one != old and overlap(one, slot.starts_at, slot.ends_at)]
    return "own_time" if busy else ""


def _kept(state: ClaimState) -> tuple[datetime, ...]:
    """Return the later times that the customer keeps beside the slot."""
    live = live_offer(state.waitlist)
    assert live is not None  # noqa: S101 - the claim has just been decided on it
    slot, offer, entry = live
    return tuple(one.starts_at for one in later_appointments(entry, offer, slot, state.theirs))


def _calendar_facts(old: Appointment) -> dict[str, Any]:
    """Return what identifies the calendar entry of the old time, to remove it."""
    known = AppointmentFacts(id=old.id, slot=old.slot, ref=old.ref)
    sequence = sequence_of(old.chain, "CANCEL")
    return {"uid": uid_of(known), "sequence": sequence, "minutes": old.minutes}


def _with_facts(decision: Decision, facts: dict[str, Any]) -> Decision:
    messages = [replace(message, facts={**message.facts, **facts}) for message in decision.messages]
    return replace(decision, messages=tuple(messages))


def _given_up(state: ClaimState, old: Appointment, slot: Slot, now: datetime) -> Decision:
    """End the old appointment; its time goes to the waitlist, and staff get a note."""
    known = AppointmentState(rules=state.waitlist.rules, near=tuple(state.books.values()))
    sets: dict[str, Any] = {
        "status": "cancelled",
        "answered_at": now,
        "gave_up": True,
        "unwritten": True,
    }
    changes = end_appointment(known, old, now, sets, own=True)
    gone: Appointment = changes[0].after
    note = _note(known, gone, newly_freed(old, gone), slot, now)
    return Decision(None, steps=(Step(SCOPE, "moved_earlier", old.id, changes),), messages=(note,))


def _note(
    state: AppointmentState, old: Appointment, frees: str, slot: Slot, now: datetime
) -> Message:
    """Return the note to staff: both times, and whether another tool has the old one as well."""
    new = replace(old, starts_at=slot.starts_at, minutes=slot.minutes, staff=slot.staff)
    more = {"before": old.starts_at, "elsewhere": is_elsewhere(old)}
    return release_note(state, new, "moved_earlier", frees, now, **more)


def is_elsewhere(appointment: Appointment) -> bool:
    """Return True if another tool has this booking as well."""
    return appointment.source in OTHER_TOOLS or bool(external_ref(appointment))
