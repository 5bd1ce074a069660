"""What is remembered of a phone number or an address: STOP, bounces, and that they want to hear from us again."""

from datetime import datetime

from fullhouse.kernel.decisions import Decision, Step, change, new, unchanged
from fullhouse.products.appointments.commands import NoteCustomer
from fullhouse.products.appointments.model import SCOPE, Answer, Customer, State, customer_id

UNNAMED = "…"


def note_customer(state: State, command: NoteCustomer, now: datetime) -> Decision:
    """Remember it; what a person said of themselves is not overruled by what a carrier said."""
    name = customer_id(command.address)
    known = next((one for one in state.customers if one.id == name), None)
    if known is None and command.reach == "fine":
        return Decision(Answer("noted"))
    if known is not None and (known.reach == command.reach or _is_weaker(command, known)):
        return Decision(Answer("noted"))
    note = _said(command)
    if known is None:
        noted = new(Customer(id=name, reach=command.reach, note=note, at=now))
    else:
        sets = {"reach": command.reach, "note": note, "at": now}
        noted = change(known, *unchanged(known, "rev"), **sets, rev=known.rev + 1)
    action = "reach_fine" if command.reach == "fine" else command.reach
    return Decision(Answer("noted"), steps=(Step(SCOPE, action, name, (noted,)),))


def _is_weaker(command: NoteCustomer, known: Customer) -> bool:
    return known.reach == "opted_out" and command.reach in ("bounced", "unreachable")


def _said(command: NoteCustomer) -> str:
    """Leave the address out of what was said of it: this outlives whoever is forgotten."""
    note = command.note
    for told in (command.address, command.address.removeprefix("+")):
        note = note.replace(told, UNNAMED)
    return note
