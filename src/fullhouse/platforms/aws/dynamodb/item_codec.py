"""Between records and items: instants become milliseconds, wall times ISO text, nested values JSON.

What is None is left out, and so is empty text where an index has its key. Beside a record's own fields an item holds
what the indexes need; that is worked out from the record alone.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from fullhouse.engine.access import ApiToken, Member, SigningKey
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.webhooks import WebhookConfig
from fullhouse.kernel.audit import AuditChange as Part
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.tables import Table
from fullhouse.products.frontdesk.appointments import model as appointments
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SheetVersion
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist import model as waitlist
from fullhouse.products.frontdesk.waitlist.calendar_days import CalendarDay
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer
from fullhouse.products.rsvp.model import Event, Guest

R = TypeVar("R", bound=Record)
Attribute = dict[str, Any]
Item = dict[str, Attribute]
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
# The shelves of the index of messages that may leave: answers and offers, what is gentle, and what is under way.
PROMPT, GENTLE, LEASED = "prompt", "gentle", "leased"
ALL = "all"  # the one shelf on which all alarms stand, and all mail that came in
LONGEST_KEY = 1024
STAMP = "stamp"  # the last number that was given in a scope
read_entries = msgspec.json.Decoder(tuple[Part, ...]).decode


def to_attribute(value: Any) -> Attribute | None:  # noqa: ANN401 - whatever a field holds
    """Turn a value into what an item holds; None into nothing."""
    if value is None:
        return None
    if isinstance(value, str):
        return {"S": value}
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, int):
        return {"N": str(value)}
    if isinstance(value, datetime):
        return (
            {"N": str(to_milliseconds(value))}
            if value.tzinfo is not None
            else {"S": value.isoformat()}
        )
    return {"S": msgspec.json.encode(value).decode()}


def to_milliseconds(moment: datetime) -> int:
    """Turn an instant into the milliseconds since 1970."""
    return (moment - EPOCH) // MILLISECOND


def to_instant(attribute: Attribute) -> datetime:
    """Turn a number of milliseconds into an instant."""
    return EPOCH + timedelta(milliseconds=int(attribute["N"]))


def number(item: Item, name: str) -> int:
    """Read a number out of an item; 0 if it is not there."""
    return int(item[name]["N"]) if name in item else 0


def text(item: Item, name: str) -> str:
    """Read text out of an item; none if it is not there."""
    return str(item[name]["S"]) if name in item else ""


def made_of(fields: Mapping[str, Any]) -> Item:
    """Make an item of values; what is None is left out."""
    return {
        name: attribute
        for name, value in fields.items()
        if (attribute := to_attribute(value)) is not None
    }


def may_be_key(*parts: str) -> bool:
    """Whether anything can be stored under this: DynamoDB refuses empty and very long keys, even to look."""
    return all(0 < len(part.encode()) <= LONGEST_KEY for part in parts)


def _time(attribute: Attribute) -> datetime:
    return to_instant(attribute) if "N" in attribute else datetime.fromisoformat(attribute["S"])


def _reader(hint: Any) -> Callable[[Attribute], Any]:  # noqa: ANN401 - a type
    union = get_origin(hint) in (Union, UnionType)
    parts = [part for part in get_args(hint) if part is not NoneType] if union else [hint]
    if parts == [datetime]:
        return _time
    if parts == [bool]:
        return lambda attribute: attribute["BOOL"]
    if parts == [int]:
        return lambda attribute: int(attribute["N"])
    if parts == [str] or all(get_origin(part) is Literal for part in parts):
        return lambda attribute: attribute["S"]
    decode = msgspec.json.Decoder(hint).decode
    return lambda attribute: decode(attribute["S"])


class ItemCodec(Generic[R]):
    """How one kind of record stands in its table."""

    def __init__(self, kind: type[R], table: Table, **names: str) -> None:
        """Read the shape off the type; `names` say which fields are called otherwise in the table."""
        hints = get_type_hints(kind)
        self.kind = kind
        self.table = table
        self.names = {field: names.get(field, field) for field in kind.__struct_fields__}
        self.readers = [(field, name, _reader(hints[field])) for field, name in self.names.items()]
        self.texts = [field for field in self.names if hints[field] is str]
        self.left_out = {
            key.name for index in table.indexes for key in (index.partition, index.sort)
        }
        # A scope without an event has an item too, which holds no more than a number: it has no name.
        self.mark = "name" if kind is Event else table.partition.name

    def key(self, key: tuple[str, ...]) -> Item:
        """Return the key of a record's item."""
        parts = (self.kind.kind_name, *key) if self.table.partition.name == "kind" else key
        keys = (self.table.partition, self.table.sort)
        return {
            one.name: {"S": part} for one, part in zip(keys, parts, strict=False) if one is not None
        }

    def item(self, record: R) -> Item:
        """Turn a record into its item."""
        values = {
            name: self.attribute(field, getattr(record, field))
            for field, name in self.names.items()
        }
        found = {name: value for name, value in values.items() if value is not None}
        return {**found, **self.key(record.key), **beside(record)}

    def attribute(self, field: str, value: Any) -> Attribute | None:  # noqa: ANN401 - whatever a field holds
        """Return what a field's value is in the item, if anything."""
        return None if value == "" and self.names[field] in self.left_out else to_attribute(value)

    def record(self, item: Item) -> R:
        """Build the record of an item."""
        found: dict[str, Any] = dict.fromkeys(self.texts, "")
        found |= {field: read(item[name]) for field, name, read in self.readers if name in item}
        return self.kind(**found)


def beside(record: Record) -> Item:
    """Say what stands in a record's item beside its fields, for the indexes."""
    told = BESIDE.get(type(record))
    return {} if told is None else made_of(told(record))


def _of_guest(guest: Guest) -> dict[str, Any]:
    place = guest.place if guest.state == "waitlisted" else None
    return {"waitlist_pos": place, "offer_expires": guest.offer and guest.offer.ends_at}


def _of_message(message: Message) -> dict[str, Any]:
    if message.status == "queued":
        return {"leaves": GENTLE if message.gentle else PROMPT, "leaves_at": message.not_before}
    return (
        {"leaves": LEASED, "leaves_at": message.lease_ends_at}
        if message.status == "sending"
        else {}
    )


def _of_entry(entry: Entry) -> dict[str, Any]:
    ended = (
        ordered(entry.ended_at, entry.id)
        if entry.ended_at is not None and entry.addresses
        else None
    )
    if entry.state != "waiting":
        return {"shelf": ALL, "ended": ended}
    ends = f"{entry.latest} {entry.id}" if entry.latest else None
    return {"shelf": ALL, "ended": ended, "place": ordered(entry.joined_at, entry.id), "ends": ends}


def _of_slot(slot: Slot) -> dict[str, Any]:
    starts, freed = (ordered(at, slot.id) for at in (slot.starts_at, slot.freed_at))
    return {"shelf": ALL, "freed": freed, "starts": starts}


def _of_offer(offer: SlotOffer) -> dict[str, Any]:
    return {"sent": ordered(offer.made_at, offer.slot_id, offer.id)}


def _of_appointment(appointment: Appointment) -> dict[str, Any]:
    starts = ordered(appointment.starts_at, appointment.id)
    return {"shelf": ALL, "starts": starts, "known": None if appointment.is_erased else starts}


BESIDE: dict[type[Record], Callable[[Any], dict[str, Any]]] = {
    Guest: _of_guest,
    Message: _of_message,
    InboundMail: lambda _mail: {"shelf": ALL},
    Entry: _of_entry,
    Slot: _of_slot,
    SlotOffer: _of_offer,
    Appointment: _of_appointment,
}


def ordered(moment: datetime, *ids: str) -> str:
    """Write an instant so that text sorts by it, and at the same instant by these ids."""
    return " ".join((moment.astimezone(UTC).isoformat(timespec="milliseconds"), *ids))


# What must be as it was seen for the worked-out part of an item to be true.
WORKED_OUT_FROM: dict[type[Record], tuple[str, ...]] = {
    Guest: ("rev",),
    Message: ("status", "not_before"),
    Entry: ("rev", "unwritten"),
    Appointment: ("rev", "unwritten"),
    Proposal: ("state",),
}

SHAPES: dict[type[Record], ItemCodec[Any]] = {
    Event: ItemCodec(Event, tables.EVENTS, id="event_id"),
    Guest: ItemCodec(Guest, tables.GUESTS, id="guest_id"),
    Message: ItemCodec(Message, tables.MESSAGES),
    InboundMail: ItemCodec(InboundMail, tables.INBOX),
    Member: ItemCodec(Member, tables.DESK),
    ApiToken: ItemCodec(ApiToken, tables.DESK),
    SigningKey: ItemCodec(SigningKey, tables.DESK),
    WebhookConfig: ItemCodec(WebhookConfig, tables.DESK),
    Document: ItemCodec(Document, tables.DESK),
    Holidays: ItemCodec(Holidays, tables.DESK),
    Entry: ItemCodec(Entry, tables.ENTRIES, id="entry_id"),
    Slot: ItemCodec(Slot, tables.SLOTS, id="slot_id", starts_at="slot_datetime"),
    SlotOffer: ItemCodec(
        SlotOffer, tables.OFFERS, id="offer_seq", made_at="sent_at", ends_at="window_ends_at"
    ),
    waitlist.Contact: ItemCodec(waitlist.Contact, tables.LISTS),
    waitlist.ServiceQueue: ItemCodec(waitlist.ServiceQueue, tables.LISTS),
    waitlist.SlotIndex: ItemCodec(waitlist.SlotIndex, tables.LISTS),
    SmsSpend: ItemCodec(SmsSpend, tables.LISTS),
    ExternalSource: ItemCodec(ExternalSource, tables.LISTS),
    SheetVersion: ItemCodec(SheetVersion, tables.LISTS),
    CalendarDay: ItemCodec(CalendarDay, tables.LISTS),
    Proposal: ItemCodec(Proposal, tables.LISTS),
    Appointment: ItemCodec(Appointment, tables.APPOINTMENTS, id="appt_id"),
    appointments.Send: ItemCodec(
        appointments.Send, tables.SENDS, appointment_id="appt_id", id="window_index"
    ),
    appointments.ArchivedSend: ItemCodec(
        appointments.ArchivedSend, tables.SENDS_ARCHIVE, appointment_id="appt_id", id="chain_window"
    ),
    appointments.Reply: ItemCodec(
        appointments.Reply, tables.REPLIES, appointment_id="appt_id", id="reply_id"
    ),
    appointments.DaySchedule: ItemCodec(appointments.DaySchedule, tables.BOOKS),
    appointments.Customer: ItemCodec(appointments.Customer, tables.BOOKS),
}
# Whose lines stand in a table of their own, by their subject.
AUDITS: dict[str, Table] = {
    waitlist.SCOPE: tables.WAITLIST_AUDIT,
    appointments.SCOPE: tables.APPOINTMENTS_AUDIT,
}


def shape(kind: type[R]) -> ItemCodec[R]:
    """Return how this kind of record stands in its table."""
    return SHAPES[kind]


def audit_of(scope: str) -> Table:
    """Return the table in which a scope's audit stands."""
    return AUDITS.get(scope, tables.AUDIT)


def line_key(line: AuditLine, ts: int) -> Item:
    """Return the key of a line's item."""
    table = audit_of(line.scope)
    under = line.scope if table is tables.AUDIT else line.subject
    return made_of({table.partition.name: under, "ts": ts})


def line_item(line: AuditLine, ts: int) -> Item:
    """Turn a line of the audit into its item."""
    told = {
        "at": line.at,
        "by": line.by,
        "action": line.action,
        "subject": line.subject,
        "order": line.order,
    }
    scope = None if audit_of(line.scope) is tables.AUDIT else line.scope
    rest = {"scope": scope, **told, "entries": line.entries, "note": line.note}
    return {**line_key(line, ts), **made_of(rest)}


def to_line(item: Item) -> AuditLine:
    """Build the line of an item."""
    return AuditLine(
        scope=text(item, "event_id") or text(item, "scope"),
        at=to_instant(item["at"]),
        by=text(item, "by"),
        action=text(item, "action"),
        subject=text(item, "subject"),
        order=text(item, "order"),
        entries=read_entries(text(item, "entries")),
        note=text(item, "note"),
        number=number(item, "ts"),
    )


def alarm_item(alarm: Alarm) -> Item:
    """Turn an alarm into its item."""
    return made_of(
        {"key": alarm.key, "shelf": ALL, "due_at": alarm.due_at, "command": alarm.command}
    )


def to_alarm(item: Item) -> Alarm:
    """Build the alarm of an item."""
    from fullhouse.engine.catalogue import read_command  # all rules: pages are shown without them

    return Alarm(text(item, "key"), to_instant(item["due_at"]), read_command(text(item, "command")))
