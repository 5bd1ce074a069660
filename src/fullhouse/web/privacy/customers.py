"""What is kept of one person on the waitlist: entries, offers, and all that happened to them."""

import asyncio
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec

from fullhouse.engine.access import MemberByEmail
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject, MessagePage
from fullhouse.kernel import audit
from fullhouse.kernel.audit import AuditLine
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
    Customer,
    RepliesOf,
    Send,
    SendsOf,
    customer_id,
)
from fullhouse.products.frontdesk.appointments.proposals import EraseAppointmentProposal
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.waitlist.commands import EraseEntry
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import (
    Contact,
    EntriesAt,
    Entry,
    OffersOfEntry,
    SlotOffer,
    WaitlistResult,
    contact_id,
)
from fullhouse.products.frontdesk.waitlist.proposals import EraseProposal

PAGE = 500


def has_business(engine: Engine) -> bool:
    """Whether there are customers: they begin with the rules. A house without may have no place to look for them."""
    return engine.load(Get(Document, ("rules",))) is not None


async def lines_of(engine: Engine, scope: str, subject: str) -> list[AuditLine]:
    """Gather every line about something, in order."""
    found: list[AuditLine] = []
    after = 0
    while page := engine.load(AuditOfSubject(scope, subject, after, PAGE)):
        found += page
        after = page[-1].number
        await asyncio.sleep(0)  # let others have their turn
    return found


def part_of(line: AuditLine, record: Record) -> audit.AuditChange | None:
    """Find what a line tells of a record."""
    return next(
        (one for one in line.entries if (one.kind, one.key) == (record.kind_name, record.key)), None
    )


def shown(line: AuditLine, record: Record) -> dict[str, Any]:
    """Show a line, with this person's own part of it only."""
    theirs = part_of(line, record)
    changed = {"before": theirs.before, "after": theirs.after} if theirs is not None else {}
    return {"at": line.at, "by": line.by, "action": line.action, "note": line.note, **changed}


async def messages_elsewhere(
    engine: Engine, scope: str, theirs: Iterable[Entry | Appointment], address: str
) -> list[Message]:
    """Find what was written to someone at another number or address than this: what they have, and what they had."""
    found: list[Message] = []
    for one in theirs:
        had = addresses(
            tuple(await lines_of(engine, scope, one.id)),
            ErasePerson(scope, one.kind_name, one.id, {}),
        )
        for to in sorted({*one.addresses, *had} - {address}):
            found += [
                message for message in messages_to(engine, to, scope) if message.person == one.id
            ]
    return found


def messages_to(engine: Engine, to: str, scope: str = "") -> list[Message]:
    """Gather every message to a number or an address."""
    found: list[Message] = []
    before = 0
    while page := engine.load(MessagePage(scope, to, before=before, limit=PAGE)):
        found += page
        before = page[-1].number
    return found


def contacts(engine: Engine, known: Iterable[str]) -> list[dict[str, Any]]:
    """Say of each number or address whether it may be written to, as far as each product remembers."""
    looked_for = known if has_business(engine) else ()
    return [one for address in looked_for for one in _remembered(engine, address)]


def _remembered(engine: Engine, address: str) -> list[dict[str, Any]]:
    waiting = engine.load(Get(Contact, (contact_id(address),)))
    booked = engine.load(Get(Customer, (customer_id(address),)))
    return [
        {"address": address, "product": product, "reach": one.reach, "note": one.note, "at": one.at}
        for product, one in ((WAITLIST, waiting), (APPOINTMENTS, booked))
        if one is not None
    ]


APPOINTMENTS_PER_PAGE = 100


def appointments_at(engine: Engine, address: str) -> tuple[Appointment, ...]:
    """Find every appointment of a phone number or an address, also those that are over."""
    return (
        tuple(_walk(engine, AppointmentsAt(address, limit=APPOINTMENTS_PER_PAGE)))
        if has_business(engine)
        else ()
    )


def _walk(engine: Engine, need: AppointmentsAt) -> Iterator[Appointment]:
    while page := engine.load(need):
        yield from page
        need = msgspec.structs.replace(need, after=page[-1].id)


async def export_appointments(engine: Engine, appointment: Appointment) -> dict[str, Any]:
    """Gather an appointment with its reminders, its replies and all that happened to it."""
    lines = await lines_of(engine, APPOINTMENTS, appointment.id)
    return {
        "appointment": msgspec.to_builtins(appointment),
        "sends": [msgspec.to_builtins(one) for one in _sends(engine, appointment, lines)],
        "replies": [msgspec.to_builtins(one) for one in engine.load(RepliesOf(appointment.id))],
        "audit": [shown(one, appointment) for one in lines],
    }


def _sends(
    engine: Engine, appointment: Appointment, lines: Iterable[AuditLine]
) -> list[Send | ArchivedSend]:
    """List what has left: for times that were given up, which the lines name, and for the one that stands."""
    keys = sorted(
        {one.key for line in lines for one in line.entries if one.kind == ArchivedSend.kind_name}
    )
    over = [engine.load(Get(ArchivedSend, key)) for key in keys]
    now = [one for one in engine.load(SendsOf(appointment.id)) if one.chain == appointment.chain]
    return [*(one for one in over if one is not None), *now]


async def erase_appointments(
    engine: Engine, appointments: Iterable[Appointment], by: str
) -> list[str]:
    """Forget whose these appointments were; return which. One that is ahead is cancelled, and its time is free."""
    erased = []
    for appointment in appointments:
        answer: AppointmentResult = await engine.execute(
            EraseAppointment(appointment_id=appointment.id), by
        )
        erased += [appointment.id] if answer.code == "erased" else []
    return erased


MOST_OFFERS = 10_000


def entries_at(engine: Engine, address: str) -> tuple[Entry, ...]:
    """Find every entry of a phone number or an address, also those off the list."""
    return engine.load(EntriesAt(address)) if has_business(engine) else ()


async def export_waitlist(engine: Engine, entry: Entry) -> dict[str, Any]:
    """Gather an entry with its offers and all that happened to it."""
    offers = engine.load(OffersOfEntry(entry.id, MOST_OFFERS))
    lines = await lines_about(engine, entry, offers)
    return {
        "entry": msgspec.to_builtins(entry),
        "offers": [msgspec.to_builtins(one) for one in offers],
        "audit": [shown(one, entry) for one in lines],
    }


async def lines_about(engine: Engine, entry: Entry, offers: Iterable[SlotOffer]) -> list[AuditLine]:
    """Gather the lines about someone, and those about slots that tell of them, in their order."""
    found = {line.number: line for line in await lines_of(engine, WAITLIST, entry.id)}
    for slot_id in {one.slot_id for one in offers}:
        theirs = (
            line
            for line in await lines_of(engine, WAITLIST, slot_id)
            if part_of(line, entry) is not None
        )
        found.update({line.number: line for line in theirs})
    return [found[number] for number in sorted(found)]


async def erase_entries(engine: Engine, entries: Iterable[Entry], by: str) -> list[str]:
    """Take someone off the list and forget them; return which entries were theirs. Each is one commit of its own."""
    erased = []
    for entry in entries:
        answer: WaitlistResult = await engine.execute(EraseEntry(entry_id=entry.id), by)
        erased += [entry.id] if answer.code == "erased" else []
    return erased


REACHED_BY = ("phone", "email")


async def proposals_of(engine: Engine, address: str, names: Collection[str]) -> list[Proposal]:
    """Find what someone asked for: under their address, or about what is theirs by these names.

    What a member of the desk has forwarded is not their own wish.
    """
    if not has_business(engine):
        return []
    sender = address if engine.load(MemberByEmail(address)) is None else ""
    found: list[Proposal] = []
    before = ""
    while page := engine.load(ProposalPage(before=before, limit=PAGE)):
        found += [one for one in page if _is_about(one, names) or _is_by(one, address, sender)]
        before = page[-1].id
        await asyncio.sleep(0)  # let others have their turn
    return found


def _is_about(proposal: Proposal, names: Collection[str]) -> bool:
    return any(
        one in names for one in (proposal.id, proposal.became, proposal.value("appointment"))
    )


def _is_by(proposal: Proposal, address: str, sender: str) -> bool:
    read = any(one.field in REACHED_BY and one.value == address for one in proposal.fields)
    return read or (proposal.sender == sender != "")


async def erase_proposals(engine: Engine, proposals: Iterable[Proposal], by: str) -> None:
    """Forget what was asked for, each by the rules of its product."""
    for one in proposals:
        ours = one.product == APPOINTMENTS
        erasing = (
            EraseAppointmentProposal(proposal_id=one.id)
            if ours
            else EraseProposal(proposal_id=one.id)
        )
        await engine.execute(erasing, by)
