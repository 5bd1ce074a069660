"""One person, at all events, on the waitlist and in the book: all that is kept about them, and forgetting them.

For the command line and the desk. They are looked for by a mail address or a mobile number, one at a time: whether two
of these are the same person's is for a human to say.
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
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.products.rsvp.commands import EraseGuest
from fullhouse.products.rsvp.model import Event, EventPage, Guest, GuestByEmail, GuestResult
from fullhouse.web.privacy import customers
from fullhouse.web.privacy.customers import contacts, messages_elsewhere, messages_to

PAGE = 500
# What the relay needs to do its work and says nothing of the person.
INNER = frozenset({"facts", "letter", "number", "lease_ends_at", "product"})
MISSING = FieldProblem(
    "address_missing", "Please give a mail address or a mobile number.", "address"
)


class EventGuest(msgspec.Struct, frozen=True):
    """A person on the list of one event."""

    event: Event
    guest: Guest


class PersonData(msgspec.Struct, frozen=True, kw_only=True):
    """All that is found under an address: at events, on the waitlist, in the book, what they asked for and wrote.

    `opted_out` says that it is remembered not to write there: that stays when they are forgotten.
    """

    address: str
    events: list[EventGuest] = []
    entries: tuple[Entry, ...] = ()
    appointments: tuple[Appointment, ...] = ()
    proposals: list[Proposal] = []
    mails: list[InboundMail] = []
    opted_out: bool = False

    @property
    def is_known(self) -> bool:
        """Whether there is anything to hand out or to forget."""
        return bool(
            self.events or self.entries or self.appointments or self.proposals or self.mails
        )

    @property
    def also_at(self) -> list[str]:
        """What else their entries and appointments name to reach them by: more may be kept under it."""
        theirs: tuple[Entry | Appointment, ...] = (*self.entries, *self.appointments)
        return sorted({one for each in theirs for one in each.addresses} - {self.address})


class ErasureReport(msgspec.Struct, frozen=True):
    """Where someone was forgotten: how many requests and mails there were, and where else one may look."""

    events: list[str]
    entries: list[str]
    appointments: list[str]
    proposals: int
    mails: int
    also_at: list[str]


def read_address(engine: Engine, typed: str) -> str:
    """Read a mail address, or a mobile number as people write it where the business is; or raise `Unfit`."""
    typed = typed.strip()
    if not typed:
        raise Invalid(MISSING)
    if "@" in typed or not any(map(str.isdecimal, typed)):
        return clean_address(typed)
    zone = rulebook_of(engine.load(Get(Document, ("rules",)))).zone
    return typed if is_e164(typed) else clean_phone(typed, region_of_zone(zone))


async def find(engine: Engine, address: str) -> PersonData:
    """Look for an address everywhere."""
    entries, appointments = (
        customers.entries_at(engine, address),
        customers.appointments_at(engine, address),
    )
    names = {one.id for one in entries} | {one.id for one in appointments}
    person = PersonData(
        address=address,
        events=_at_events(engine, address),
        entries=entries,
        appointments=appointments,
        proposals=await customers.proposals_of(engine, address, names),
        opted_out=any(one["reach"] == "opted_out" for one in contacts(engine, [address])),
    )
    return msgspec.structs.replace(person, mails=await _mails(engine, person))


async def _mails(engine: Engine, person: PersonData) -> list[InboundMail]:
    """Find what they wrote, and what led to them; what a member of the desk has forwarded is not theirs."""
    theirs = {
        *((one.event.id, one.guest.id) for one in person.events),
        *((WAITLIST, one.id) for one in person.entries),
        *((APPOINTMENTS, one.id) for one in person.appointments),
        *((one.product, one.id) for one in person.proposals),
    }
    forwards = engine.load(MemberByEmail(person.address)) is not None
    not_own = (WAITLIST, APPOINTMENTS) if forwards else ()
    return [
        one
        async for one in all_mail(engine)
        if (one.scope, one.person) in theirs
        or (one.sender == person.address and one.scope not in not_own)
    ]


def _at_events(engine: Engine, address: str) -> list[EventGuest]:
    """Look at every event; each is one look into an index."""
    return [
        EventGuest(event, guest)
        for event in _events(engine)
        if (guest := engine.load(GuestByEmail(event.id, address))) is not None
    ]


def _events(engine: Engine) -> Iterator[Event]:
    after = ""
    while page := engine.load(EventPage(after, PAGE)):
        yield from page
        after = page[-1].id


async def export(engine: Engine, address: str) -> dict[str, Any]:
    """Gather all that is kept under an address."""
    person = await find(engine, address)
    return {
        "address": address,
        "also_at": person.also_at,
        "taken_at": engine.now(),
        "events": [await _export_one(engine, found) for found in person.events],
        "waitlist": [await customers.export_waitlist(engine, entry) for entry in person.entries],
        "appointments": [
            await customers.export_appointments(engine, one) for one in person.appointments
        ],
        "proposals": [msgspec.to_builtins(one) for one in person.proposals],
        "contacts": contacts(engine, [address, *person.also_at]),
        "messages": [_message(engine, one) for one in await _written(engine, person)],
        "mail_in": [msgspec.to_builtins(mail) for mail in person.mails],
    }


async def _written(engine: Engine, person: PersonData) -> list[Message]:
    """Gather what was written to someone, also where they are or were reached besides."""
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
        "audit": await _audit(engine, event, guest),
    }


async def _audit(engine: Engine, event: Event, guest: Guest) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    after = 0
    while page := engine.load(AuditPage(event.id, after, PAGE)):
        told += [_line(line, guest) for line in page if line.subject == guest.id]
        after = page[-1].number
        await asyncio.sleep(0)  # let others have their turn
    return told


def _line(line: AuditLine, guest: Guest) -> dict[str, Any]:
    """Show a line, with this person's own part of it only."""
    theirs = next((entry for entry in line.entries if entry.key[-1] == guest.id), None)
    changed = {"before": theirs.before, "after": theirs.after} if theirs is not None else {}
    return {"at": line.at, "by": line.by, "action": line.action, "note": line.note, **changed}


def _message(engine: Engine, message: Message) -> dict[str, Any]:
    told = {
        name: value for name, value in msgspec.structs.asdict(message).items() if name not in INNER
    }
    letter = engine.composer.letter(message)
    return {**told, "subject": letter.subject, "text": as_text(letter)}


async def erase(
    engine: Engine, address: str, by: str, files: Files | None, *, lets_go: bool = True
) -> ErasureReport:
    """Forget a person everywhere; say where they were. Each event, entry and appointment is a commit of its own.

    Appointments are looked for again once the entries are gone: a slot that was claimed just now may be one.

    `files` holds raw mail; where it `lets_go`, also that of whoever was forgotten before and is still lying there.
    """
    person = await find(engine, address)
    events = []
    for found in person.events:
        answer: GuestResult = await engine.execute(
            EraseGuest(event_id=found.event.id, guest_id=found.guest.id), by
        )
        events += [found.event.id] if answer.code == "erased" else []
    entries = await customers.erase_entries(engine, person.entries, by)
    appointments = await customers.erase_appointments(
        engine, customers.appointments_at(engine, address), by
    )
    await customers.erase_proposals(engine, person.proposals, by)
    await _forget_mails(engine, person.mails, by, files)
    if files is not None and lets_go:
        await delete_mail_of_erased(engine, files)
    return ErasureReport(
        events, entries, appointments, len(person.proposals), len(person.mails), person.also_at
    )


async def _forget_mails(
    engine: Engine, mails: Iterable[InboundMail], by: str, files: Files | None
) -> None:
    """Forget what they wrote: each raw mail goes before its line says nothing, so that it can be done again."""
    for mail in mails:
        if files is not None and mail.file:
            await asyncio.to_thread(forget_mail, files, mail.file)
        await engine.execute(EraseInboundMail(mail_id=mail.id), by)
