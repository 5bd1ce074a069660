"""Contacts from what earlier versions stored of customers: each night, and by their alarms."""

from datetime import datetime, timedelta
from typing import Any

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision, Step
from fullhouse.kernel.needs import in_sequence
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentsBetween
from fullhouse.products.frontdesk.shared.contacts import (
    SCOPE,
    Contact,
    Customer,
    Hear,
    NoteReach,
    contact_id,
    found_contacts,
    reach_needs,
    write_contact,
)
from fullhouse.products.frontdesk.waitlist.contact_reach import note_reach
from fullhouse.products.frontdesk.waitlist.needs import gathered

# Appointments in one commit, so that their contacts fit into it on every platform.
PAGE = 20
ADOPTING = "contacts:adopt"
# An appointment that has begun is still live.
A_DAY = timedelta(days=1)
# Nobody books further ahead.
FARTHEST = timedelta(days=3660)


class AdoptContacts(Command, frozen=True, kw_only=True, tag="AdoptContacts"):
    """Store a contact for each address of live appointments that has only a customer record.

    One page of appointments: those that start at `since` or later, after an id.
    """

    since: datetime
    after: str = ""


def adopt_alarm(now: datetime) -> Alarm:
    """Return the alarm that begins with the first page."""
    return Alarm(ADOPTING, now, AdoptContacts(since=now - A_DAY))


def _page(command: AdoptContacts, _found: Found) -> Needs:
    until = command.since + FARTHEST
    return {"page": AppointmentsBetween(command.since, until, command.after, PAGE)}


def _their_contacts(_command: object, found: Found) -> Needs:
    needs: Needs = {}
    for appointment in found["page"]:
        if appointment.stands:
            needs |= reach_needs(appointment.addresses)
    return needs


adopt_needs = in_sequence(_page, _their_contacts)


def adopt_contacts(found: dict[str, Any], _command: AdoptContacts, now: datetime) -> Decision:
    """Store the contacts of a page, and set an alarm for the next one."""
    missing = [contact for contact in found_contacts(found) if not contact.is_stored]
    steps = [Step(SCOPE, "adopted", contact.id, (write_contact(contact),)) for contact in missing]
    return Decision(len(steps), steps=tuple(steps), set_alarms=_next_page(found["page"], now))


def _next_page(page: tuple[Appointment, ...], now: datetime) -> tuple[Alarm, ...]:
    if len(page) < PAGE:
        return ()
    last = page[-1]
    # The key names the page, so that two runs at once do not overwrite each other's alarm.
    command = AdoptContacts(since=last.starts_at, after=last.id)
    return (Alarm(f"{ADOPTING}:{last.id}", now, command),)


def hear(found: dict[str, Any], command: Hear, now: datetime) -> Decision:
    """Store what an earlier version knew of an address, unless something newer is known.

    Its alarm may be left from before an upgrade. The customer record says what it knew; an address
    without a contact is read from there.
    """
    name = contact_id(command.address)
    contact: Contact | None = found[f"contact:{name}"]
    customer: Customer | None = found[f"customer:{name}"]
    if contact is None or customer is None or contact.at > customer.at:
        return Decision(None)
    known = NoteReach(address=command.address, reach=customer.reach, note=customer.note)
    return note_reach(gathered(**found), known, now)
