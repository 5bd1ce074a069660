"""Contacts: the reach of a phone number or email address, for waitlist and appointments alike."""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Change, Step, create, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs, Record
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name

# Audit lines about contacts are all in one scope, so that they replay in the order of commits.
SCOPE = "waitlist"
Reach = Literal["fine", "opted_out", "bounced", "unreachable"]
# How a phone number was given; empty if an earlier version did not record it. `email` is a mail of
# the customer that proves to be theirs; anyone may have written what was forwarded.
Given = Literal["", "form", "staff", "sheet", "api", "email", "forwarded"]
# Ways in which only the business or the number's own customer gives it.
TRUSTED_WAYS: frozenset[Given] = frozenset({"staff", "sheet", "api", "email"})
UNNAMED = "…"
SAID_BY_CARRIERS = frozenset({"bounced", "unreachable"})
# Addresses whose ids are cached: each is needed several times in a row.
ADDRESSES_KEPT = 4096
NOT_STORED = -1
# A customer as bookings tell them apart: an address and a name, as names are compared. A family may
# share an address.
Identity = tuple[str, str]


class Contact(Record, frozen=True, kw_only=True):
    """A phone number or email address under a hashed id: its reach, entries and offer.

    One customer may wait for several services; the contact makes sure that they hold one offer at
    most. `given` and `given_at` say how and when a phone number was given; the audit says who did
    it. `consent_at` is when staff confirmed that its customer agrees to offers by text. The last
    offer could be answered until `asked_until`.
    """

    kind_name: ClassVar[str] = "contact"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    reach: Reach = "fine"
    note: str = ""
    at: datetime
    entries: tuple[str, ...] = ()
    offer: str = ""
    rev: int = 0
    given: Given = ""
    given_at: datetime | None = None
    consent_at: datetime | None = None
    asked_until: datetime | None = None

    @property
    def awaits_consent(self) -> bool:
        """True if the number is from a forwarded mail and staff have not confirmed consent."""
        return self.given == "forwarded" and self.consent_at is None

    @property
    def is_stored(self) -> bool:
        """False if it was made from a customer record and is not stored yet."""
        return self.rev != NOT_STORED


class Customer(Record, frozen=True, kw_only=True):
    """The reach of an address as earlier versions stored it for appointments. Only read."""

    kind_name: ClassVar[str] = "customer"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    reach: Reach = "fine"
    note: str = ""
    at: datetime
    rev: int = 0


class BookedThere(msgspec.Struct, frozen=True):
    """An appointment with a certain phone number, as far as texts to it need to know.

    It is `unanswered` if the customer was reminded and has not answered, and `online` if anyone may
    have booked it at the public page.
    """

    name: str
    starts_at: datetime
    unanswered: bool = False
    online: bool = False


def is_shared(
    name: str, waiting: Iterable[str], booked: Iterable[BookedThere], now: datetime
) -> bool:
    """Return True if someone of another name waits, or is booked, with the number of a text."""
    ahead = (one.name for one in booked if now < one.starts_at)
    return not {normalized_name(other) for other in (*waiting, *ahead)} <= {normalized_name(name)}


class NoteReach(Command, frozen=True, kw_only=True, tag="NoteReach"):
    """Store that an address opted out, cannot be reached, or may be written to again."""

    address: str
    reach: Reach
    note: str = ""


class NoteCustomer(Command, frozen=True, kw_only=True, tag="NoteCustomer"):
    """Store the reach of an address: the command of earlier versions for appointments."""

    address: str
    reach: Reach
    note: str = ""


class Hear(Command, frozen=True, kw_only=True, tag="Hear"):
    """Store what one product knew of an address: an alarm of earlier versions."""

    product: Literal["waitlist", "appointments"]
    address: str
    reach: Reach
    note: str = ""


class ConfirmConsent(Command, frozen=True, kw_only=True, tag="ConfirmConsent"):
    """Store that the customer of a number from a forwarded mail agrees to offers by text."""

    address: str


class RerouteEntries(Command, frozen=True, kw_only=True, tag="RerouteEntries"):
    """Choose the channel of a contact's entries again."""

    contact_id: str


@lru_cache(ADDRESSES_KEPT)
def contact_id(address: str) -> str:
    """Return the id of an address's contact."""
    return hashlib.sha256(f"contact {address}".encode()).hexdigest()[:32]


def identities(name: str, addresses: Iterable[str]) -> frozenset[Identity]:
    """Return the identities of a customer, one for each address."""
    same = normalized_name(name)
    return frozenset((address, same) for address in addresses)


@lru_cache(ADDRESSES_KEPT)
def customer_id(address: str) -> str:
    """Return the id of an address's customer record."""
    return hashlib.sha256(f"customer {address}".encode()).hexdigest()[:32]


def contact_needs(addresses: Iterable[str]) -> Needs:
    """Return the needs of the contacts of addresses."""
    return {f"contact:{name}": Get(Contact, (name,)) for name in map(contact_id, addresses)}


def reach_needs(addresses: Iterable[str]) -> Needs:
    """Return the needs of the contacts of addresses, and of the customer records before them."""
    needs: Needs = {}
    for address in addresses:
        name = contact_id(address)
        needs[f"contact:{name}"] = Get(Contact, (name,))
        needs[f"customer:{name}"] = Get(Customer, (customer_id(address),))
    return needs


def found_contacts(found: Found) -> tuple[Contact, ...]:
    """Return the contacts found; without one, the address's customer record as a contact."""
    contacts: list[Contact] = []
    for key, record in found.items():
        kind, _, name = key.partition(":")
        if record is None:
            continue
        if kind == "contact":
            contacts.append(record)
        elif kind == "customer" and found.get(f"contact:{name}") is None:
            contacts.append(contact_from(record, name))
    return tuple(contacts)


def contact_from(customer: Customer, name: str) -> Contact:
    """Return a customer record as a contact with this id that is not stored yet."""
    return Contact(
        id=name, reach=customer.reach, note=customer.note, at=customer.at, rev=NOT_STORED
    )


def reach_of(address: str, contacts: Iterable[Contact]) -> Reach:
    """Return the reach of an address."""
    name = contact_id(address)
    return next((contact.reach for contact in contacts if contact.id == name), "fine")


def takes_offers(phone: str, contacts: Iterable[Contact]) -> bool:
    """Return True if a number may get offers: it can be reached, and its customer agreed."""
    name = contact_id(phone)
    known = next((contact for contact in contacts if contact.id == name), None)
    return known is None or (known.reach == "fine" and not known.awaits_consent)


def is_known_number(phone: str, contacts: Iterable[Contact], booked: Iterable[BookedThere]) -> bool:
    """Return True if the business knows a number from elsewhere than its public pages.

    It was given by staff or proven by its customer, or has an appointment that no stranger booked.
    """
    name = contact_id(phone)
    known = next((contact for contact in contacts if contact.id == name), None)
    if known is not None and (known.consent_at is not None or known.given in TRUSTED_WAYS):
        return True
    return any(not one.online for one in booked)


def given_now(contact: Contact, given: Given, now: datetime, *, consent: bool) -> dict[str, Any]:
    """Return what to store when a number is given.

    A forwarded mail says nothing new about a number that is known. Any other way is consent.
    """
    if given == "forwarded":
        if not contact.given and not contact.entries:
            return {"given": given, "given_at": now, "consent_at": now if consent else None}
        return {"consent_at": now} if consent and contact.awaits_consent else {}
    if given and (not contact.given or contact.awaits_consent):
        return {"given": given, "given_at": now}
    return {}


def write_contact(contact: Contact, **sets: Any) -> Change[Contact]:  # noqa: ANN401 - any field
    """Change a contact, or store it if it was made from a customer record."""
    if not contact.is_stored:
        return create(replace(contact, **sets, rev=0))
    return update(contact, *if_unchanged(contact, "rev"), **sets, rev=contact.rev + 1)


def write_reach(
    contacts: Iterable[Contact], noted: NoteReach | NoteCustomer, now: datetime
) -> Change[Contact] | None:
    """Store the reach of an address; None if it is known, or fine and unknown."""
    name = contact_id(noted.address)
    unknown = Contact(id=name, at=now, rev=NOT_STORED)
    contact = next((known for known in contacts if known.id == name), unknown)
    if is_same_reach(noted.reach, contact.reach):
        return None
    note = reach_note(noted.address, noted.note)
    return write_contact(contact, reach=noted.reach, note=note, at=now)


def reach_step(noted: Change[Contact]) -> Step:
    """Return the audit step of a contact's new reach."""
    reach = noted.after.reach
    return Step(SCOPE, "reach_fine" if reach == "fine" else reach, noted.after.id, (noted,))


def reroute_alarm(contact: Contact, now: datetime) -> Alarm:
    """Return the alarm that chooses the channel of a contact's entries again."""
    return Alarm(f"reroute:{contact.id}", now, RerouteEntries(contact_id=contact.id))


def reach_note(address: str, note: str) -> str:
    """Return the note without the address: the record outlives an erased customer."""
    for written in (address, address.removeprefix("+")):
        note = note.replace(written, UNNAMED)
    return note


def is_same_reach(reach: str, known: str) -> bool:
    """Return True if nothing has to be stored.

    That is so if the reach is known, or a carrier would overrule an opt-out. A new STOP is always
    stored: a START at the same moment then has to come before it or after it.
    """
    if known == "opted_out":
        return reach in SAID_BY_CARRIERS
    return reach == known
