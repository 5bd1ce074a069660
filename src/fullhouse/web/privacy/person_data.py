"""Export and erasure of one person at all events, on the waitlist and in appointments.

For the command line and the desk. A person is found by one mail address or mobile number at a
time: only a human can say whether two of them belong to the same person.
"""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from fullhouse.engine.access import MemberByEmail
from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import EraseInboundMail, InboundMail
from fullhouse.engine.ports import AuditPage, Files
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, clean_address
from fullhouse.inbound.forms.phone import clean_phone, is_e164, region_of_zone
from fullhouse.inbound.mail.raw_mail import all_mail, delete_mail_of_erased, forget_mail
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist.commands import EndJoinRequest
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.products.rsvp.commands import EndSignUpRequest, EraseGuest
from fullhouse.products.rsvp.model import Event, EventPage, Guest, GuestByEmail, GuestResult
from fullhouse.web.privacy import customers, former_addresses
from fullhouse.web.privacy.answer_words import answers_in_words
from fullhouse.web.privacy.customers import contacts, has_opted_out, messages_elsewhere, messages_to
from fullhouse.web.privacy.former_addresses import Former
from fullhouse.web.privacy.inbox_records import erase_inbox, export_inbox, scopes_of

PAGE = 500
# Internal fields of a message that say nothing about the person.
INNER = frozenset({"facts", "letter", "number", "lease_ends_at", "product"})
MISSING = FieldProblem(
    "address_missing", to_translate("Please give an email address or a mobile number."), "address"
)


class EventGuest(msgspec.Struct, frozen=True):
    """A person on the list of one event."""

    event: Event
    guest: Guest


class PersonData(msgspec.Struct, frozen=True, kw_only=True):
    """Everything stored under an address: events, entries, appointments, proposals and mail.

    `requests` are sign-ups and joins that were not confirmed by email, or not yet.
    `former` are guests and customers who have another address now, and had this one earlier or
    asked for it and never confirmed it.
    `opted_out` is True if the address must not be written to; that stays after an erasure.
    """

    address: str
    events: list[EventGuest] = []
    entries: tuple[Entry, ...] = ()
    appointments: tuple[Appointment, ...] = ()
    proposals: list[Proposal] = []
    mails: list[InboundMail] = []
    requests: list[Message] = []
    former: list[Former] = []
    opted_out: bool = False

    @property
    def is_known(self) -> bool:
        """True if there is anything to export or erase."""
        stored = (
            self.events,
            self.entries,
            self.appointments,
            self.proposals,
            self.mails,
            self.requests,
            self.former,
        )
        return any(stored)

    @property
    def also_at(self) -> list[str]:
        """Other addresses of theirs now: more may be stored under them."""
        found: set[str] = set()
        for one in self.former:
            found.update(one.addresses)
        for entry in self.entries:
            found.update(entry.addresses)
        for appointment in self.appointments:
            found.update(appointment.addresses)
        return sorted(found - {self.address})


class ErasureReport(msgspec.Struct, frozen=True):
    """A report of what was erased, and of other addresses that may hold more."""

    events: list[str]
    entries: list[str]
    appointments: list[str]
    proposals: int
    mails: int
    also_at: list[str]
    requests: int = 0
    former: int = 0


def read_address(engine: Engine, typed: str) -> str:
    """Return a mail address or a mobile number in E.164 form, or raise `Invalid`.

    Local numbers are read as in the country of the business.
    """
    typed = typed.strip()
    if not typed:
        raise Invalid(MISSING)
    if "@" in typed or not any(map(str.isdecimal, typed)):
        return clean_address(typed)
    zone = rulebook_of(engine.load(Get(Document, ("rules",)))).zone
    if is_e164(typed):
        return typed
    return clean_phone(typed, region_of_zone(zone))


async def find(engine: Engine, address: str) -> PersonData:
    """Return everything stored under an address."""
    entries = customers.entries_at(engine, address)
    appointments = customers.appointments_at(engine, address)
    names = {entry.id for entry in entries} | {appointment.id for appointment in appointments}
    messages = messages_to(engine, address)
    person = PersonData(
        address=address,
        events=_at_events(engine, address),
        entries=entries,
        appointments=appointments,
        proposals=await customers.proposals_of(engine, address, names),
        requests=former_addresses.open_requests(engine, messages),
        former=former_addresses.former_at(engine, address, messages),
        opted_out=has_opted_out(engine, address),
    )
    return msgspec.structs.replace(person, mails=await _mails(engine, person))


async def _mails(engine: Engine, person: PersonData) -> list[InboundMail]:
    """Return mail from the person or about their records.

    Mail that a member of the desk has forwarded to a product is not the member's own.
    """
    theirs = {
        *((found.event.id, found.guest.id) for found in person.events),
        *((WAITLIST, entry.id) for entry in person.entries),
        *((APPOINTMENTS, appointment.id) for appointment in person.appointments),
        *((proposal.product, proposal.id) for proposal in person.proposals),
    }
    is_member = engine.load(MemberByEmail(person.address)) is not None
    forwarded_to = (WAITLIST, APPOINTMENTS) if is_member else ()
    mails = []
    async for mail in all_mail(engine):
        is_own = mail.is_from(person.address) and mail.scope not in forwarded_to
        if is_own or (mail.scope, mail.person) in theirs:
            mails.append(mail)
    return mails


def _at_events(engine: Engine, address: str) -> list[EventGuest]:
    """Return the person's place in every event; each lookup uses an index."""
    found = []
    for event in _events(engine):
        guest = engine.load(GuestByEmail(event.id, address))
        if guest is not None:
            found.append(EventGuest(event, guest))
    return found


def _events(engine: Engine) -> Iterator[Event]:
    after = ""
    while page := engine.load(EventPage(after, PAGE)):
        yield from page
        after = page[-1].id


async def export(engine: Engine, address: str) -> dict[str, Any]:
    """Return everything stored under an address as plain values."""
    person = await find(engine, address)
    return {
        "address": address,
        "also_at": person.also_at,
        "taken_at": engine.now(),
        "events": [await _export_one(engine, found) for found in person.events],
        "waitlist": [await customers.export_waitlist(engine, entry) for entry in person.entries],
        "appointments": [
            await customers.export_appointments(engine, appointment)
            for appointment in person.appointments
        ],
        "proposals": [msgspec.to_builtins(proposal) for proposal in person.proposals],
        "contacts": contacts(engine, [address, *person.also_at]),
        "messages": [
            _message(engine, message) for message in await _messages_to_person(engine, person)
        ],
        "earlier_address_of": [
            await former_addresses.export_former(engine, one, address) for one in person.former
        ],
        "mail_in": [msgspec.to_builtins(mail) for mail in person.mails],
        **export_inbox(engine, address, messages_to(engine, address)),
    }


async def _messages_to_person(engine: Engine, person: PersonData) -> list[Message]:
    """Return the messages to a person, also at other current or earlier addresses."""
    return [
        *messages_to(engine, person.address),
        *await messages_elsewhere(engine, WAITLIST, person.entries, person.address),
        *await messages_elsewhere(engine, APPOINTMENTS, person.appointments, person.address),
    ]


async def _export_one(engine: Engine, found: EventGuest) -> dict[str, Any]:
    event, guest = found.event, found.guest
    about = {
        "id": event.id,
        "name": event.name,
        "starts_at": event.starts_at,
        "timezone": event.timezone,
    }
    return {
        "event": about,
        "guest": msgspec.to_builtins(guest),
        "answers": answers_in_words(engine, event.id, guest.answers),
        "audit": await _audit(engine, event, guest),
    }


async def _audit(engine: Engine, event: Event, guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after = 0
    while page := engine.load(AuditPage(event.id, after, PAGE)):
        found += [_line(line, guest) for line in page if line.subject == guest.id]
        after = page[-1].number
        await asyncio.sleep(0)  # let other requests run
    return found


def _line(line: AuditLine, guest: Guest) -> dict[str, Any]:
    """Return an audit line with only this person's part of it."""
    found = {"at": line.at, "by": line.by, "action": line.action, "note": line.note}
    for change in line.entries:
        if change.key[-1] == guest.id:
            return {**found, "before": change.before, "after": change.after}
    return found


def _message(engine: Engine, message: Message) -> dict[str, Any]:
    fields = msgspec.structs.asdict(message)
    public = {name: value for name, value in fields.items() if name not in INNER}
    letter = engine.composer.letter_to_show(message)
    told = {**public, "subject": letter.subject, "text": as_text(letter)}
    # Whoever has not confirmed their sign-up is no guest yet, and has answered.
    given = (message.facts.get("guest") or {}).get("answers")
    return {**told, "answers": answers_in_words(engine, message.scope, given)} if given else told


async def erase(
    engine: Engine, address: str, by: str, files: Files | None, *, lets_go: bool = True
) -> ErasureReport:
    """Erase a person everywhere and report it; each event, entry and appointment is one commit.

    Appointments are loaded again once the entries are erased: a slot claimed meanwhile is one.

    `files` holds raw mail. With `lets_go`, raw mail of people erased earlier is deleted as well.
    """
    person = await find(engine, address)
    scopes = scopes_of(messages_to(engine, address))
    events = []
    for found in person.events:
        answer: GuestResult = await engine.execute(
            EraseGuest(event_id=found.event.id, guest_id=found.guest.id), by
        )
        if answer.code == "erased":
            events.append(found.event.id)
    entries = await customers.erase_entries(engine, person.entries, by)
    appointments = await customers.erase_appointments(
        engine, customers.appointments_at(engine, address), by
    )
    await customers.erase_proposals(engine, person.proposals, by)
    for requested in person.requests:
        await engine.execute(_end_of(requested), by)
    former = await _erase_former(engine, person, by)
    await _erase_mails(engine, person.mails, by, files)
    await erase_inbox(engine, address, scopes, by)
    if files is not None and lets_go:
        await delete_mail_of_erased(engine, files)
    return ErasureReport(
        events,
        entries,
        appointments,
        len(person.proposals),
        len(person.mails),
        person.also_at,
        len(person.requests),
        former,
    )


async def _erase_former(engine: Engine, person: PersonData, by: str) -> int:
    """Erase the address from those who have another one now; return how many there were."""
    erased = 0
    for one in person.former:
        if await engine.execute(former_addresses.erasure_of(one, person.address), by):
            erased += 1
    return erased


def _end_of(request: Message) -> Command:
    if request.scope == WAITLIST:
        return EndJoinRequest(message_id=request.id)
    return EndSignUpRequest(event_id=request.scope, message_id=request.id)


async def _erase_mails(
    engine: Engine, mails: Iterable[InboundMail], by: str, files: Files | None
) -> None:
    """Erase mails; each raw file is deleted before its record, so that a retry finds it."""
    for mail in mails:
        if files is not None and mail.file:
            await asyncio.to_thread(forget_mail, files, mail.file)
        await engine.execute(EraseInboundMail(mail_id=mail.id), by)
