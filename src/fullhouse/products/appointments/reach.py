"""What is remembered of a phone number or an address: STOP, bounces, and that they want to hear from us again."""

from datetime import datetime
from typing import Any

from fullhouse.kernel.decisions import Decision, Step, change, new, unchanged
from fullhouse.kernel.reaching import said, says_nothing_new
from fullhouse.products.appointments.commands import NoteCustomer
from fullhouse.products.appointments.model import SCOPE, Answer, Customer, State, customer_id


def note_customer(state: State, command: NoteCustomer, now: datetime) -> Decision:
    """Remember it; whoever is fine and was never spoken of needs no record."""
    name, note = customer_id(command.address), said(command.address, command.note)
    known = next((one for one in state.customers if one.id == name), None)
    before = known.reach if known is not None else "fine"
    if says_nothing_new(command.reach, before):
        return Decision(Answer("noted"))
    if known is None:
        noted = new(Customer(id=name, reach=command.reach, note=note, at=now))
    else:
        sets: dict[str, Any] = {"reach": command.reach, "note": note, "at": now}
        noted = change(known, *unchanged(known, "rev"), **sets, rev=known.rev + 1)
    action = "reach_fine" if command.reach == "fine" else command.reach
    return Decision(Answer("noted"), steps=(Step(SCOPE, action, name, (noted,)),))
