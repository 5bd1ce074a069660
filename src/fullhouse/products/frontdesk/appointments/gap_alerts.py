"""Gap alerts: notes to staff that a customer may not come, once per time and reason."""

from datetime import datetime
from typing import Any

from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.products.frontdesk.appointments.messages import appointment_facts, to_staff
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentState,
    Doubt,
)

# Reasons that are of use only while staff can still act; a customer's own action always is.
PRESSING = frozenset({"no_answer", "too_late", "unreachable"})


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
    facts = {"appointment": appointment_facts(appointment), "reason": reason}
    note = to_staff(
        "gap_alert", state, now, f"{appointment.id}:{appointment.chain}:{reason}", **facts
    )
    noted = with_alert_noted(appointment, **sets, alerted_at=now, alerted_for=reason)
    return Decision(
        None, steps=(Step(SCOPE, "gap_alert", appointment.id, (noted,), reason),), messages=(note,)
    )


def with_alert_noted(
    appointment: Appointment,
    **sets: Any,  # noqa: ANN401 - fields of an appointment
) -> Change[Appointment]:
    """Set fields of an appointment that did not change since it was loaded."""
    return update(appointment, *if_unchanged(appointment, "rev"), **sets, rev=appointment.rev + 1)
