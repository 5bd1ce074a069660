"""Claimed slots that their customers give up, where a claim becomes no appointment here.

Staff keep the booking in another tool. The slot goes back to them; only they offer it again.
"""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Decision, MustBeAbsent, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.needs import in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.claimed_slots import GIVEN_UP
from fullhouse.products.frontdesk.shared.documents import the_documents
from fullhouse.products.frontdesk.waitlist import entries
from fullhouse.products.frontdesk.waitlist import needs as wn
from fullhouse.products.frontdesk.waitlist.commands import GiveUpSlot
from fullhouse.products.frontdesk.waitlist.messages import cancelled_messages, slot_facts, to_staff
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    Slot,
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.proposals import close_alarm
from fullhouse.products.frontdesk.waitlist.slot_index import is_latest, update_index

BOOKING = "booking:appointment"


class GiveUpState(msgspec.Struct, frozen=True):
    """The loaded slot with its customer and its index, and the appointment it became, if any."""

    waitlist: WaitlistState
    booking: Appointment | None = None


def give_up_state(**found: Any) -> GiveUpState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    return GiveUpState(wn.gathered(**found), found[BOOKING])


def _the_booking(command: GiveUpSlot, _found: Found) -> Needs:
    """Load the appointment that the claimed slot became."""
    return {BOOKING: Get(Appointment, (command.slot_id,))}


def replaced_link(state: GiveUpState, link: str) -> WaitlistResult | None:
    """Return the result of a link to an address that the customer has no longer."""
    return entries.replaced_link(state.waitlist, link)


def why_not_given_up(state: GiveUpState, now: datetime) -> str:
    """Return the code of why a customer cannot give up a slot here; empty if they can."""
    slot, entry = state.waitlist.slot, state.waitlist.entry
    if slot is None or entry is None or entry.booked != slot.id:
        return "not_booked"
    if slot.why == GIVEN_UP:
        return "already_given_up"
    if state.booking is not None or not is_still_booked(slot, state):
        return "not_booked"
    return "slot_begun" if slot.has_begun(now) else ""


def is_still_booked(slot: Slot, state: GiveUpState) -> bool:
    """Return True if a claimed slot that is no appointment was not freed since, by staff."""
    return slot.status == "booked" and is_latest(state.waitlist.agenda, slot)


def give_up(state: GiveUpState, _command: GiveUpSlot, now: datetime) -> Decision:
    """Hand a claimed slot back to staff, with a note, and confirm that to its customer."""
    slot, entry = state.waitlist.slot, state.waitlist.entry
    refused = why_not_given_up(state, now)
    if refused or slot is None or entry is None:
        return Decision(WaitlistResult(refused, entry, slot))
    back = update(
        slot,
        *if_unchanged(slot, "rev"),
        status="handed_back",
        why=GIVEN_UP,
        booked_by="",
        ended_at=now,
        rev=slot.rev + 1,
    )
    indexed = update_index(state.waitlist.agenda, slot.id, "handed_back")
    told = cancelled_messages(state.waitlist, entry, slot, now, own=True)
    return Decision(
        WaitlistResult("given_up", entry, back.after),
        steps=(Step(SCOPE, GIVEN_UP, slot.id, (back, *indexed)),),
        messages=(*told, _note(state.waitlist, entry, back.after, now)),
        set_alarms=(close_alarm(slot.id, now),),
        # With changed rules it may become an appointment at the same moment.
        absent=(MustBeAbsent(Appointment, slot.key),),
    )


def _note(state: WaitlistState, entry: Entry, slot: Slot, now: datetime) -> Message:
    """Return the note to staff: who had the slot, and that it is in their own tool still."""
    who = [{"id": entry.id, "name": entry.name}]
    return to_staff("handed_back", state, now, slot.id, slot=slot_facts(slot), tried=who)


give_up_needs = in_sequence(
    together(the_documents, wn.the_entry, wn.the_slot, _the_booking),
    together(wn.its_contacts, wn.the_agenda),
)
