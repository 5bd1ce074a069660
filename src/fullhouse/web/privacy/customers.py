"""One person's data at the front desk: entries, appointments, proposals and messages."""

import asyncio
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec

from fullhouse.engine.access import MemberByEmail
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject, MessagePage
from fullhouse.kernel import audit
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import ErasePerson
from fullhouse.kernel.erasure import addresses
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Record
from fullhouse.products.frontdesk.appointments.commands import EraseAppointment
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentResult,
    AppointmentsAt,
    ArchivedSend,
    RepliesOf,
    Send,
    SendsOf,
)
from fullhouse.products.frontdesk.appointments.proposals import EraseAppointmentProposal
from fullhouse.products.frontdesk.shared.contacts import (
    Contact,
    Customer,
    contact_id,
    customer_id,
    found_contacts,
    reach_needs,
    reach_of,
)
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.waitlist.commands import EraseEntry
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import (
    EntriesAt,
    Entry,
    OffersOfEntry,
    SlotOffer,
    WaitlistResult,
)
from fullhouse.products.frontdesk.waitlist.proposals import EraseProposal

PAGE = 500


def has_business(engine: Engine) -> bool:
    """Return True if there can be customers: only a business with rules has any.

    Without rules the tables of customers may not even exist.
    """
    return engine.load(Get(Document, ("rules",))) is not None


async def lines_of(engine: Engine, scope: str, subject: str) -> list[AuditLine]:
    """Return all audit lines about a subject, in order."""
    found: list[AuditLine] = []
    after = 0
    while page := engine.load(AuditOfSubject(scope, subject, after, PAGE)):
        found += page
        after = page[-1].number
        await asyncio.sleep(0)  # let other requests run
    return found


def part_of(line: AuditLine, record: Record) -> audit.AuditChange | None:
    """Return the change of a record in an audit line, if any."""
    for change in line.entries:
        if (change.kind, change.key) == (record.kind_name, record.key):
            return change
    return None


def public_values(line: AuditLine, record: Record) -> dict[str, Any]:
    """Return an audit line with only this person's part of it."""
    found = {"at": line.at, "by": line.by, "action": line.action, "note": line.note}
    change = part_of(line, record)
    if change is None:
        return found
    return {**found, "before": change.before, "after": change.after}


async def messages_elsewhere(
    engine: Engine, scope: str, theirs: Iterable[Entry | Appointment], address: str
) -> list[Message]:
    """Return the messages to other current or earlier addresses of a person."""
    found: list[Message] = []
    for record in theirs:
        lines = tuple(await lines_of(engine, scope, record.id))
        earlier = addresses(lines, ErasePerson(scope, record.kind_name, record.id, {}))
        for to in sorted({*record.addresses, *earlier} - {address}):
            messages = messages_to(engine, to, scope)
            found += [message for message in messages if message.person == record.id]
    return found


def messages_to(engine: Engine, to: str, scope: str = "") -> list[Message]:
    """Return all messages to a phone number or an address."""
    found: list[Message] = []
    before = 0
    while page := engine.load(MessagePage(scope, to, before=before, limit=PAGE)):
        found += page
        before = page[-1].number
    return found


def contacts(engine: Engine, known: Iterable[str]) -> list[dict[str, Any]]:
    """Return the reach of each phone number or address, by product.

    A contact is for both; an old customer record of the same address may also be stored.
    """
    if not has_business(engine):
        return []
    found = []
    for address in known:
        contact = engine.load(Get(Contact, (contact_id(address),)))
        if contact is not None:
            found += [_reach(address, product, contact) for product in (WAITLIST, APPOINTMENTS)]
        customer = engine.load(Get(Customer, (customer_id(address),)))
        if customer is not None:
            found.append(_reach(address, APPOINTMENTS, customer))
    return found


def has_opted_out(engine: Engine, address: str) -> bool:
    """Return True if nothing may be sent to a phone number or an address."""
    if not has_business(engine):
        return False
    found = {name: engine.load(need) for name, need in reach_needs((address,)).items()}
    return reach_of(address, found_contacts(found)) == "opted_out"


def _reach(address: str, product: str, contact: Contact | Customer) -> dict[str, Any]:
    return {
        "address": address,
        "product": product,
        "reach": contact.reach,
        "note": contact.note,
        "at": contact.at,
    }


APPOINTMENTS_PER_PAGE = 100


def appointments_at(engine: Engine, address: str) -> tuple[Appointment, ...]:
    """Return all appointments of a phone number or an address, also past ones."""
    if not has_business(engine):
        return ()
    return tuple(_walk(engine, AppointmentsAt(address, limit=APPOINTMENTS_PER_PAGE)))


def _walk(engine: Engine, need: AppointmentsAt) -> Iterator[Appointment]:
    while page := engine.load(need):
        yield from page
        need = msgspec.structs.replace(need, after=page[-1].id)


async def export_appointments(engine: Engine, appointment: Appointment) -> dict[str, Any]:
    """Return an appointment with its reminders, replies and audit lines."""
    lines = await lines_of(engine, APPOINTMENTS, appointment.id)
    return {
        "appointment": msgspec.to_builtins(appointment),
        "sends": [msgspec.to_builtins(send) for send in _sends(engine, appointment, lines)],
        "replies": [msgspec.to_builtins(reply) for reply in engine.load(RepliesOf(appointment.id))],
        "audit": [public_values(line, appointment) for line in lines],
    }


def _sends(
    engine: Engine, appointment: Appointment, lines: Iterable[AuditLine]
) -> list[Send | ArchivedSend]:
    """Return the reminders sent: for released times, which the audit names, and the current one."""
    changes = [change for line in lines for change in line.entries]
    keys = {change.key for change in changes if change.kind == ArchivedSend.kind_name}
    found: list[Send | ArchivedSend] = []
    for key in sorted(keys):
        archived = engine.load(Get(ArchivedSend, key))
        if archived is not None:
            found.append(archived)
    sends = engine.load(SendsOf(appointment.id))
    return [*found, *(send for send in sends if send.chain == appointment.chain)]


async def erase_appointments(
    engine: Engine, appointments: Iterable[Appointment], by: str
) -> list[str]:
    """Erase the customer of these appointments; return the ids of those erased.

    A future appointment is cancelled and releases its time.
    """
    erased = []
    for appointment in appointments:
        answer: AppointmentResult = await engine.execute(
            EraseAppointment(appointment_id=appointment.id), by
        )
        if answer.code == "erased":
            erased.append(appointment.id)
    return erased


MOST_OFFERS = 10_000


def entries_at(engine: Engine, address: str) -> tuple[Entry, ...]:
    """Return all entries of a phone number or an address, also ended ones."""
    if not has_business(engine):
        return ()
    return engine.load(EntriesAt(address))


async def export_waitlist(engine: Engine, entry: Entry) -> dict[str, Any]:
    """Return an entry with its offers and audit lines."""
    offers = engine.load(OffersOfEntry(entry.id, MOST_OFFERS))
    lines = await lines_about(engine, entry, offers)
    return {
        "entry": msgspec.to_builtins(entry),
        "offers": [msgspec.to_builtins(offer) for offer in offers],
        "audit": [public_values(line, entry) for line in lines],
    }


async def lines_about(engine: Engine, entry: Entry, offers: Iterable[SlotOffer]) -> list[AuditLine]:
    """Return the audit lines about an entry, and those about slots that mention it, in order."""
    found = {line.number: line for line in await lines_of(engine, WAITLIST, entry.id)}
    for slot_id in {offer.slot_id for offer in offers}:
        for line in await lines_of(engine, WAITLIST, slot_id):
            if part_of(line, entry) is not None:
                found[line.number] = line
    return [found[number] for number in sorted(found)]


async def erase_entries(engine: Engine, entries: Iterable[Entry], by: str) -> list[str]:
    """Remove and erase entries, one commit each; return the ids of those erased."""
    erased = []
    for entry in entries:
        answer: WaitlistResult = await engine.execute(EraseEntry(entry_id=entry.id), by)
        if answer.code == "erased":
            erased.append(entry.id)
    return erased


REACHED_BY = ("phone", "email")


async def proposals_of(engine: Engine, address: str, names: Collection[str]) -> list[Proposal]:
    """Return the proposals of a person, by address or by the ids of their records.

    Mail that a member of the desk has forwarded is not the member's own request.
    """
    if not has_business(engine):
        return []
    sender = address if engine.load(MemberByEmail(address)) is None else ""
    found: list[Proposal] = []
    before = ""
    while page := engine.load(ProposalPage(before=before, limit=PAGE)):
        found += [
            proposal
            for proposal in page
            if _is_about(proposal, names) or _is_by(proposal, address, sender)
        ]
        before = page[-1].id
        await asyncio.sleep(0)  # let other requests run
    return found


def _is_about(proposal: Proposal, names: Collection[str]) -> bool:
    return (
        proposal.id in names or proposal.became in names or proposal.value("appointment") in names
    )


def _is_by(proposal: Proposal, address: str, sender: str) -> bool:
    if sender and proposal.sender == sender:
        return True
    return any(field.field in REACHED_BY and field.value == address for field in proposal.fields)


async def erase_proposals(engine: Engine, proposals: Iterable[Proposal], by: str) -> None:
    """Erase proposals, each by the rules of its product."""
    for proposal in proposals:
        command: Command = EraseProposal(proposal_id=proposal.id)
        if proposal.product == APPOINTMENTS:
            command = EraseAppointmentProposal(proposal_id=proposal.id)
        await engine.execute(command, by)
