"""What is kept of one customer in the same way on the waitlist and in the book: their story, messages, reach."""

import asyncio
from collections.abc import Iterable
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject, MessagePage
from fullhouse.kernel import audit
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.decisions import ErasePerson
from fullhouse.kernel.documents import Document
from fullhouse.kernel.forgetting import addresses
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Record
from fullhouse.products.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.appointments.model import Appointment, Customer, customer_id
from fullhouse.products.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.waitlist.model import Contact, Entry, contact_id

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
    return next((one for one in line.entries if (one.kind, one.key) == (record.kind_name, record.key)), None)


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
        had = addresses(tuple(await lines_of(engine, scope, one.id)), ErasePerson(scope, one.kind_name, one.id, {}))
        for to in sorted({*one.addresses, *had} - {address}):
            found += [message for message in messages_to(engine, to, scope) if message.person == one.id]
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
