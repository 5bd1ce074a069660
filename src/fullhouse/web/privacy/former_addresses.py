"""Addresses that somebody had earlier, or asked for and never confirmed.

They are found by the messages that were sent to them.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from fullhouse.engine.address_erasure import EraseAddress, current_addresses, has_asked_for
from fullhouse.engine.core import Engine
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.products.rsvp.messages import PRODUCT as RSVP
from fullhouse.products.rsvp.model import ERASED, Guest
from fullhouse.web.privacy.customers import lines_of, public_values

Listed = Guest | Entry | Appointment
LISTED_IN = (RSVP, WAITLIST, APPOINTMENTS)


class Former(msgspec.Struct, frozen=True):
    """A guest or a customer who has another address now."""

    scope: str
    record: Listed

    @property
    def addresses(self) -> tuple[str, ...]:
        """Their addresses now."""
        return current_addresses(self.record)


def open_requests(engine: Engine, messages: Iterable[Message]) -> list[Message]:
    """Return the requests among these messages that did not become a guest or an entry."""
    return [
        message
        for message in messages
        if _is_of_stranger(message) and _record(engine, message) is None
    ]


def _is_of_stranger(message: Message) -> bool:
    """Return True if a message went to someone who was not on the list."""
    return bool(message.facts.get("request") or message.facts.get("stranger"))


def former_at(engine: Engine, address: str, messages: Iterable[Message]) -> list[Former]:
    """Return those who got messages at this address and have another one now."""
    by_person = {(message.scope, message.person): message for message in messages}
    return [
        Former(message.scope, record)
        for message in by_person.values()
        if (record := _record(engine, message)) is not None and _has_other(record, address)
    ]


def _has_other(record: Listed, address: str) -> bool:
    return not record.is_erased and address not in current_addresses(record)


def _record(engine: Engine, message: Message) -> Listed | None:
    if message.product not in LISTED_IN or not message.person:
        return None
    record: Listed | None = engine.load(_need(message.scope, message.person))
    return record


def _need(scope: str, person: str) -> Need[Any]:
    if scope == WAITLIST:
        return Get(Entry, (person,))
    if scope == APPOINTMENTS:
        return Get(Appointment, (person,))
    return Get(Guest, (scope, person))


def erasure_of(former: Former, address: str) -> EraseAddress:
    """Return the command that erases an earlier address, as the person's product does it."""
    record = former.record
    words = {}
    if isinstance(record, Guest):
        words = {"instead": f"{record.id}{ERASED}", "action": "contact_changed"}
    return EraseAddress(
        scope=former.scope, kind=record.kind_name, key=record.key, address=address, **words
    )


async def export_former(engine: Engine, former: Former, address: str) -> dict[str, Any]:
    """Return where an address was stored: the audit lines that name it."""
    lines = await lines_of(engine, former.scope, former.record.id)
    audit = [public_values(line, former.record) for line in lines]
    return {
        "scope": former.scope,
        "id": former.record.id,
        "asked_for": has_asked_for(former.record, address),
        "audit": [_only(line, address) for line in audit if _names(line, address)],
    }


def _names(line: dict[str, Any], address: str) -> bool:
    fields = (line.get("before", {}), line.get("after", {}))
    return any(address in values.values() for values in fields)


def _only(line: dict[str, Any], address: str) -> dict[str, Any]:
    """Return an audit line with only the fields that hold this address."""
    found = {name: line[name] for name in ("at", "by", "action")}
    for side in ("before", "after"):
        found[side] = {name: value for name, value in line[side].items() if value == address}
    return found
