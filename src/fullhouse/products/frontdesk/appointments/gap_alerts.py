"""Gap alerts: notes to staff that a customer may not come, once per time and reason.

A customer who gives a time up is one event. So its note waits a moment for the first look at the
time's slot, and says what becomes of the time.
"""

from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.messages import (
    appointment_facts,
    message_id,
    to_staff,
)
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentState,
    Doubt,
)
from fullhouse.products.frontdesk.shared.contacts import reach_of, takes_offers
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.message_facts import STAFF
from fullhouse.products.frontdesk.shared.sms_budget import is_kept_for_offers, texts_stopped

# Reasons that are of use only while staff can still act; a customer's own action always is.
PRESSING = frozenset({"no_answer", "too_late", "unreachable"})
# Then a note leaves that does not know yet what becomes of the time: the look at it is lost.
HELD_FOR = timedelta(minutes=15)


def gap_alert(
    state: AppointmentState,
    appointment: Appointment,
    reason: Doubt,
    now: datetime,
    **sets: Any,  # noqa: ANN401 - fields of an appointment
) -> Decision:
    """Alert staff that a customer may not come; after a first alert, only record it."""
    if appointment.alerted_at is not None:
        noted = with_alert_noted(appointment, **sets)
        step = Step(SCOPE, "not_reminded", appointment.id, (noted,), reason)
        return Decision(None, steps=(step,) if sets else ())
    facts: dict[str, Any] = {"appointment": appointment_facts(appointment), "reason": reason}
    if reason == "unreachable":
        facts["why"] = why_unreachable(state, appointment, now)
    note = to_staff(
        "gap_alert", state, now, f"{appointment.id}:{appointment.chain}:{reason}", **facts
    )
    noted = with_alert_noted(appointment, **sets, alerted_at=now, alerted_for=reason)
    return Decision(
        None, steps=(Step(SCOPE, "gap_alert", appointment.id, (noted,), reason),), messages=(note,)
    )


def why_unreachable(state: AppointmentState, appointment: Appointment, now: datetime) -> str:
    """Return the reason why no reminder reaches a customer.

    The number comes first, as reminders go there if they can.
    """
    if not appointment.addresses:
        return "nothing"
    phone = appointment.phone
    if not phone:
        return "opted_out" if _has_stopped(appointment.email, state) else "lost"
    if _has_stopped(phone, state):
        return "opted_out"
    if reach_of(phone, state.contacts) != "fine":
        return "lost"
    if not takes_offers(phone, state.contacts):
        return "no_consent"
    return _why_unaffordable(state, appointment, now)


def _why_unaffordable(state: AppointmentState, appointment: Appointment, now: datetime) -> str:
    rulebook = rulebook_of(state.rules)
    if texts_stopped(state.spend, rulebook, now):
        return "spent"
    # The number itself takes texts, so only the half that is kept for others was in the way.
    is_kept = appointment.source == "form" and is_kept_for_offers(state.spend, rulebook, now)
    return "kept" if is_kept else "lost"


def _has_stopped(address: str, state: AppointmentState) -> bool:
    return reach_of(address, state.contacts) == "opted_out"


def with_alert_noted(
    appointment: Appointment,
    **sets: Any,  # noqa: ANN401 - fields of an appointment
) -> Change[Appointment]:
    """Set fields of an appointment that did not change since it was loaded."""
    return update(appointment, *if_unchanged(appointment, "rev"), **sets, rev=appointment.rev + 1)


def release_note(
    state: AppointmentState,
    appointment: Appointment,
    reason: str,
    frees: str,
    now: datetime,
    **more: Any,  # noqa: ANN401 - each reason has facts of its own
) -> Message:
    """Build the note that a time was given up; if it becomes a slot, the note waits for that."""
    facts = {"appointment": appointment_facts(appointment), "reason": reason, "frees": frees}
    if not frees:
        occasion = f"{appointment.id}:{appointment.chain}:{reason}"
        return to_staff("gap_alert", state, now, occasion, **facts, **more)
    note = to_staff("gap_alert", state, now, frees, **facts, **more)
    return replace(note, not_before=now + HELD_FOR)


def release_note_of(slot_id: str) -> Get[Message]:
    """Return the need for the note about the time that became this slot."""
    return Get(Message, (message_id("gap_alert", STAFF, slot_id),))


def with_outcome(note: Message, outcome: str, now: datetime) -> Change[Message]:
    """Add to a note that waits what became of the time, and let it leave."""
    same = if_unchanged(note, "status", "attempts", "not_before")
    return update(note, *same, facts={**note.facts, "outcome": outcome}, not_before=now)
