"""Erasing an address that a guest or a customer had earlier, or asked for and never confirmed.

The person keeps their seat or entry under the address that they have now.
"""

from datetime import datetime
from typing import Any

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, ErasePerson, Step, if_unchanged, update
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Need, Needs
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.products.rsvp.model import ERASED, Guest

Listed = Guest | Entry | Appointment


class EraseAddress(Command, frozen=True, kw_only=True, tag="EraseAddress"):
    """Erase an address of a person that is not their address now.

    The answer is True if it was erased, and False if it is theirs now or they are unknown.
    """

    scope: str
    person: str
    address: str


def record_of(scope: str, person: str) -> Need[Any]:
    """Return the need for the record of a person in a scope: a `Listed`, or None."""
    if scope == WAITLIST:
        return Get(Entry, (person,))
    if scope == APPOINTMENTS:
        return Get(Appointment, (person,))
    return Get(Guest, (scope, person))


def current_addresses(record: Listed) -> tuple[str, ...]:
    """Return the addresses that a person has now."""
    return (record.email,) if isinstance(record, Guest) else record.addresses


def _needs(command: EraseAddress, found: Found) -> Needs:
    return {} if found else {"record": record_of(command.scope, command.person)}


def erase_address(found: Found, command: EraseAddress, _now: datetime) -> Decision:
    """Withdraw an address that was asked for; erase it from audit lines and messages."""
    record: Listed | None = found["record"]
    if record is None or record.is_erased or command.address in current_addresses(record):
        return Decision(answer=False)
    sets: dict[str, Any] = {"rev": record.rev + 1}
    if isinstance(record, Guest) and record.new_email == command.address:
        sets["new_email"] = ""
    change = update(record, *if_unchanged(record, "rev"), **sets)
    action = "contact_changed" if isinstance(record, Guest) else "edited"
    forget = ErasePerson(
        command.scope,
        record.kind_name,
        record.id,
        _instead(record),
        (command.address,),
        only=command.address,
    )
    return Decision(
        answer=True,
        steps=(Step(command.scope, action, record.id, (change,)),),
        forget=(forget,),
    )


def _instead(record: Listed) -> dict[str, str]:
    if isinstance(record, Guest):
        erased = f"{record.id}{ERASED}"
        return {"email": erased, "new_email": erased}
    return {"email": "", "phone": ""}


ADDRESS_RULES: dict[type[Command], Rule] = {EraseAddress: Rule(_needs, erase_address)}
