"""Gap alerts: staff hear that somebody may not come, once for each time and reason."""

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

# What staff hear while it may still be put right; of what a customer did they hear at any time.
PRESSING = frozenset({"no_answer", "too_late", "unreachable"})


def gap_alert(
    state: AppointmentState,
    appointment: Appointment,
    reason: Doubt,
    now: datetime,
    **sets: Any,  # noqa: ANN401 - fields of an appointment
) -> Decision:
    """Tell staff that someone may not come; whoever is known to be in doubt already is only noted."""
    if appointment.alerted_at is not None:
        step = Step(
            SCOPE, "not_reminded", appointment.id, (with_alert_noted(appointment, **sets),), reason
        )
        return Decision(None, steps=(step,) if sets else ())
    facts = {"appointment": appointment_facts(appointment), "reason": reason}
    note = to_staff(
        "gap_alert", state, now, f"{appointment.id}:{appointment.chain}:{reason}", **facts
    )
    noted = with_alert_noted(appointment, **sets, alerted_at=now, alerted_for=reason)
    return Decision(
        None, steps=(Step(SCOPE, "gap_alert", appointment.id, (noted,), reason),), messages=(note,)
    )


def with_alert_noted(appointment: Appointment, **sets: Any) -> Change[Appointment]:  # noqa: ANN401 - fields of an appointment
    """Note something on an appointment that is still as it was seen."""
    return update(appointment, *if_unchanged(appointment, "rev"), **sets, rev=appointment.rev + 1)
