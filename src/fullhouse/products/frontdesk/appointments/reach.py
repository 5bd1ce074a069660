"""Changes of an address's reach: STOP, START and bounces."""

from datetime import datetime
from typing import Any

from fullhouse.kernel.decisions import Decision, Step, create, if_unchanged, update
from fullhouse.products.frontdesk.appointments.commands import NoteCustomer
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    AppointmentResult,
    AppointmentState,
    Customer,
    customer_id,
)
from fullhouse.products.frontdesk.shared.contacts import is_same_reach, reach_note


def note_customer(state: AppointmentState, command: NoteCustomer, now: datetime) -> Decision:
    """Store the reach of an address; an unknown address that is fine needs no record."""
    name, note = customer_id(command.address), reach_note(command.address, command.note)
    known = next((customer for customer in state.customers if customer.id == name), None)
    before = known.reach if known is not None else "fine"
    if is_same_reach(command.reach, before):
        return Decision(AppointmentResult("noted"))
    if known is None:
        noted = create(Customer(id=name, reach=command.reach, note=note, at=now))
    else:
        sets: dict[str, Any] = {"reach": command.reach, "note": note, "at": now}
        noted = update(known, *if_unchanged(known, "rev"), **sets, rev=known.rev + 1)
    action = "reach_fine" if command.reach == "fine" else command.reach
    return Decision(AppointmentResult("noted"), steps=(Step(SCOPE, action, name, (noted,)),))
