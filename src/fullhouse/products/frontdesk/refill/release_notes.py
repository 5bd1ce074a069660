"""One note to staff about a time that was given up: it also says what became of the time.

The note is written with the event, and waits for the first look at the slot of the time.
"""

from datetime import datetime

from msgspec.structs import replace

from fullhouse.kernel.decisions import Decision, Step
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.appointments.gap_alerts import (
    release_note_of,
    with_alert_noted,
    with_outcome,
)
from fullhouse.products.frontdesk.appointments.messages import appointment_facts, to_staff
from fullhouse.products.frontdesk.appointments.model import SCOPE, Appointment, AppointmentState
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import Slot

NOTE = "release:note"
# What a note with its outcome says already.
SAID = frozenset({"gap_alert", "nobody_fits", "handed_back"})
NOBODY = frozenset({"nobody_fits", "line_spent"})
TOO_LATE = frozenset({"too_late", "quiet_hours"})


def note_needs(slot_id: str) -> Needs:
    """Load the note about the time that became this slot."""
    return {NOTE: release_note_of(slot_id)}


def is_new(slot: Slot) -> bool:
    """Return True if nothing is known yet about what becomes of a slot."""
    return slot.status == "open" and not slot.offers and not slot.why


def told_in_note(
    note: Message | None, decision: Decision, slot: Slot | None, now: datetime
) -> Decision:
    """Add what became of the time to the note that waits for it, and drop other notes of it."""
    if note is None or note.status != "queued" or note.attempts:
        return decision
    others = tuple(message for message in decision.messages if message.kind not in SAID)
    said = with_outcome(note, _outcome(slot, now), now)
    return replace(decision, messages=others, moves=(*decision.moves, said))


def _outcome(slot: Slot | None, now: datetime) -> str:
    """Return what became of a time; nothing if staff know, as they withdrew its slot."""
    if slot is not None and slot.status == "open":
        return "nobody" if slot.why in NOBODY else "offered"
    if slot is not None and slot.why in TOO_LATE and not slot.has_begun(now):
        return "too_late"
    is_known = slot is not None and slot.why == "withdrawn"
    return "" if is_known else "not_offered"


def not_offered(
    appointment: Appointment | None, rules: Document | None, command: FreeSlot, now: datetime
) -> Decision:
    """Note on an appointment that its time became no slot, and alert staff, once."""
    if appointment is None or appointment.frees != command.slot_id:
        return Decision(None)
    noted = with_alert_noted(appointment, frees="")
    step = Step(SCOPE, "not_offered", appointment.id, (noted,))
    if appointment.is_erased:
        return Decision(None, steps=(step,))
    released = replace(
        appointment,
        service=command.service,
        starts_at=command.starts_at,
        minutes=command.minutes,
        staff=command.staff,
    )
    facts = {"appointment": appointment_facts(released), "reason": "not_offered"}
    state = AppointmentState(rules=rules)
    alert = to_staff("gap_alert", state, now, f"{command.slot_id}:not_offered", **facts)
    return Decision(None, steps=(step,), messages=(alert,))
