"""Questions to staff about the appointment that a report without a staff member may be about.

While no chair is free, such a report opens no slot. Approving it cancels the appointment.
"""

from collections.abc import Iterable
from datetime import datetime

from fullhouse.kernel.decisions import Decision, Step, create
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.messages import PRODUCT, to_staff
from fullhouse.products.frontdesk.appointments.model import SCOPE, Appointment, AppointmentState
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField, note_facts
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import WaitlistResult

TAKEN = WaitlistResult("taken", field="starts_at")
WHOSE = (
    "A booking at this time was reported as cancelled, without a name of staff. Approve this to "
    "cancel the appointment, or discard it if it stands."
)


def question_id(appointment: Appointment) -> str:
    """Return the id of the question about an appointment: there is one for each of its times."""
    return f"report-{appointment.id}-{appointment.chain}"


def may_be_meant(there: Iterable[Appointment], command: FreeSlot) -> Appointment | None:
    """Return the only appointment that a report without a staff member fits; else None."""
    if not command.is_report or command.staff or command.reason != "cancelled":
        return None
    service = normalized_name(command.service)
    fitting = [
        one
        for one in there
        if one.stands
        and one.starts_at == command.starts_at
        and normalized_name(one.service) == service
    ]
    return fitting[0] if len(fitting) == 1 else None


def ask(
    known: Proposal | None,
    appointment: Appointment,
    command: FreeSlot,
    rules: Document | None,
    now: datetime,
) -> Decision:
    """Refuse to free the time, and ask staff once whether the appointment is cancelled."""
    if known is not None:
        return Decision(TAKEN)
    question = _question(appointment, command, rulebook_of(rules).zone, now)
    facts = {"id": question.id, "about": appointment.id, **note_facts(question)}
    note = to_staff("proposal", AppointmentState(rules=rules), now, question.id, proposal=facts)
    step = Step(SCOPE, "proposed", question.id, ())
    return Decision(TAKEN, steps=(step,), moves=(create(question),), messages=(note,))


def _question(appointment: Appointment, command: FreeSlot, zone: str, now: datetime) -> Proposal:
    starts_at = wall_time(appointment.starts_at, zone)
    read = {
        "appointment": appointment.id,
        "name": appointment.name,
        "service": appointment.service,
        "staff": appointment.staff,
        "date": f"{starts_at:%Y-%m-%d}",
        "time": f"{starts_at:%H:%M}",
    }
    fields = [ProposedField(name, value, "sure") for name, value in read.items() if value]
    return Proposal(
        id=question_id(appointment),
        product=PRODUCT,
        fields=(ProposedField("change", "gone", "sure", WHOSE), *fields),
        sender=command.source,
        subject=appointment.service,
        text=WHOSE,
        at=now,
    )
