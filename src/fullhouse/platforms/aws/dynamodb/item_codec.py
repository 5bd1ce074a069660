"""Codec of records and items: instants as milliseconds, wall times as ISO text, the rest as JSON.

None is left out, and so is empty text in the key of an index. Besides a record's own fields an item
has the keys of the indexes, computed from the record alone.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from fullhouse.engine.access import ApiToken, Member, SigningKey
from fullhouse.engine.brand import Brand, BrandLogo
from fullhouse.engine.budget_record import MessageBudget
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.known_addresses import KnownAddresses
from fullhouse.engine.sessions import MemberSessions
from fullhouse.engine.webhooks import WebhookConfig
from fullhouse.kernel.audit import AuditChange as Part
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.tables import Table
from fullhouse.products.frontdesk.appointments import model as appointments
from fullhouse.products.frontdesk.appointments.model import Appointment, OnlineNews
from fullhouse.products.frontdesk.shared.contacts import Contact, Customer
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SheetVersion
from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist import model as waitlist
from fullhouse.products.frontdesk.waitlist.calendar_days import CalendarDay
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer
from fullhouse.products.rsvp.event_content import CoverImage, EventContent
from fullhouse.products.rsvp.model import Event, Guest

R = TypeVar("R", bound=Record)
Attribute = dict[str, Any]
Item = dict[str, Attribute]
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
# Partitions of the index of unsent messages: urgent, not urgent, and being sent.
PROMPT, GENTLE, LEASED = "prompt", "gentle", "leased"
ALL = "all"  # the only partition of an index over all items
LONGEST_KEY = 1024
STAMP = "stamp"  # the last number given in a scope
read_entries = msgspec.json.Decoder(tuple[Part, ...]).decode


def to_attribute(value: Any) -> Attribute | None:  # noqa: ANN401 - whatever a field holds
    """Return a value as an attribute; None for None."""
    if value is None:
        return None
    if isinstance(value, str):
        return {"S": value}
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, int | bytes):
        return {"N": str(value)} if isinstance(value, int) else {"B": value}
    if isinstance(value, datetime):
        return _time_attribute(value)
    return {"S": msgspec.json.encode(value).decode()}


def _time_attribute(value: datetime) -> Attribute:
    if value.tzinfo is None:
        return {"S": value.isoformat()}
    return {"N": str(to_milliseconds(value))}


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
    """Read text out of an item; empty if it is not there."""
    return str(item[name]["S"]) if name in item else ""


def made_of(fields: Mapping[str, Any]) -> Item:
    """Return values as an item; None is left out."""
    item = {}
    for name, value in fields.items():
        attribute = to_attribute(value)
        if attribute is not None:
            item[name] = attribute
    return item


def may_be_key(*parts: str) -> bool:
    """Return False for empty and very long keys, which DynamoDB refuses even in a read."""
    return all(0 < len(part.encode()) <= LONGEST_KEY for part in parts)


def _time(attribute: Attribute) -> datetime:
    return to_instant(attribute) if "N" in attribute else datetime.fromisoformat(attribute["S"])


_text_of = itemgetter("S")
READERS: dict[Any, Callable[[Attribute], Any]] = {
    datetime: _time,
    bool: lambda attribute: attribute["BOOL"],
    int: lambda attribute: int(attribute["N"]),
    bytes: lambda attribute: bytes(attribute["B"]),
    str: _text_of,
}


def _reader(hint: Any) -> Callable[[Attribute], Any]:  # noqa: ANN401 - a type
    union = get_origin(hint) in (Union, UnionType)
    parts = [part for part in get_args(hint) if part is not NoneType] if union else [hint]
    if len(parts) == 1 and parts[0] in READERS:
        return READERS[parts[0]]
    if all(get_origin(part) is Literal for part in parts):
        return _text_of
    decode = msgspec.json.Decoder(hint).decode
    return lambda attribute: decode(attribute["S"])


class ItemCodec(Generic[R]):
    """Codec of one kind of record."""

    def __init__(self, kind: type[R], table: Table, **names: str) -> None:
        """Derive the codec from the type; `names` maps fields to other attribute names."""
        hints = get_type_hints(kind)
        self.kind = kind
        self.table = table
        self.names = {field: names.get(field, field) for field in kind.__struct_fields__}
        self.readers = [(field, name, _reader(hints[field])) for field, name in self.names.items()]
        self.texts = [field for field in self.names if hints[field] is str]
        self.left_out = {
            key.name for index in table.indexes for key in (index.partition, index.sort)
        }
        # A scope without an event has an item with only a number: it has no name.
        self.mark = "name" if kind is Event else table.partition.name

    def key(self, key: tuple[str, ...]) -> Item:
        """Return the key of a record's item."""
        parts = (self.kind.kind_name, *key) if self.table.partition.name == "kind" else key
        keys = (self.table.partition, self.table.sort)
        return {
            name.name: {"S": part}
            for name, part in zip(keys, parts, strict=False)
            if name is not None
        }

    def item(self, record: R) -> Item:
        """Turn a record into its item."""
        found = {}
        for field, name in self.names.items():
            value = self.attribute(field, getattr(record, field))
            if value is not None:
                found[name] = value
        return {**found, **self.key(record.key), **beside(record)}

    def attribute(self, field: str, value: Any) -> Attribute | None:  # noqa: ANN401 - any field
        """Return a field's value as an attribute; None if it is left out."""
        if value == "" and self.names[field] in self.left_out:
            return None
        return to_attribute(value)

    def record(self, item: Item) -> R:
        """Build the record of an item."""
        found: dict[str, Any] = dict.fromkeys(self.texts, "")
        found |= {field: read(item[name]) for field, name, read in self.readers if name in item}
        return self.kind(**found)


def beside(record: Record) -> Item:
    """Return the attributes of a record's item for the indexes, besides its fields."""
    keys_of = BESIDE.get(type(record))
    if keys_of is None:
        return {}
    return made_of(keys_of(record))


def _of_guest(guest: Guest) -> dict[str, Any]:
    place = guest.place if guest.state == "waitlisted" else None
    return {"waitlist_pos": place, "offer_expires": guest.offer and guest.offer.ends_at}


def _of_message(message: Message) -> dict[str, Any]:
    if message.status == "queued":
        return {"leaves": GENTLE if message.gentle else PROMPT, "leaves_at": message.not_before}
    if message.status == "sending":
        return {"leaves": LEASED, "leaves_at": message.lease_ends_at}
    return {}


def _of_entry(entry: Entry) -> dict[str, Any]:
    ended = None
    if entry.ended_at is not None and entry.addresses:
        ended = ordered(entry.ended_at, entry.id)
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


def _until_its_end(record: MessageBudget | KnownAddresses | OnlineNews) -> dict[str, Any]:
    return {"expires_at": int(record.ends_at.timestamp())}


BESIDE: dict[type[Record], Callable[[Any], dict[str, Any]]] = {
    Guest: _of_guest,
    Message: _of_message,
    InboundMail: lambda _mail: {"shelf": ALL},
    Entry: _of_entry,
    Slot: _of_slot,
    SlotOffer: _of_offer,
    Appointment: _of_appointment,
    MessageBudget: _until_its_end,
    KnownAddresses: _until_its_end,
    OnlineNews: _until_its_end,
}


def ordered(moment: datetime, *ids: str) -> str:
    """Format an instant as text that sorts by time, then by these ids."""
    return " ".join((moment.astimezone(UTC).isoformat(timespec="milliseconds"), *ids))


# Fields that a commit checks, because derived attributes and items depend on them.
WORKED_OUT_FROM: dict[type[Record], tuple[str, ...]] = {
    Guest: ("rev",),
    Message: ("status", "not_before"),
    Entry: ("rev", "unwritten"),
    Appointment: ("rev", "unwritten"),
    Proposal: ("state",),
    MessageBudget: ("rev",),
    KnownAddresses: ("rev",),
    OnlineNews: ("rev",),
}

SHAPES: dict[type[Record], ItemCodec[Any]] = {
    Event: ItemCodec(Event, tables.EVENTS, id="event_id"),
    Guest: ItemCodec(Guest, tables.GUESTS, id="guest_id"),
    EventContent: ItemCodec(EventContent, tables.DESK),
    CoverImage: ItemCodec(CoverImage, tables.DESK),
    Brand: ItemCodec(Brand, tables.DESK),
    BrandLogo: ItemCodec(BrandLogo, tables.DESK),
    Message: ItemCodec(Message, tables.MESSAGES),
    InboundMail: ItemCodec(InboundMail, tables.INBOX),
    Member: ItemCodec(Member, tables.DESK),
    ApiToken: ItemCodec(ApiToken, tables.DESK),
    SigningKey: ItemCodec(SigningKey, tables.DESK),
    MemberSessions: ItemCodec(MemberSessions, tables.DESK),
    WebhookConfig: ItemCodec(WebhookConfig, tables.DESK),
    MessageBudget: ItemCodec(MessageBudget, tables.DESK),
    KnownAddresses: ItemCodec(KnownAddresses, tables.DESK),
    OnlineNews: ItemCodec(OnlineNews, tables.DESK),
    Document: ItemCodec(Document, tables.DESK),
    Holidays: ItemCodec(Holidays, tables.DESK),
    Entry: ItemCodec(Entry, tables.ENTRIES, id="entry_id"),
    Slot: ItemCodec(Slot, tables.SLOTS, id="slot_id", starts_at="slot_datetime"),
    SlotOffer: ItemCodec(
        SlotOffer, tables.OFFERS, id="offer_seq", made_at="sent_at", ends_at="window_ends_at"
    ),
    Contact: ItemCodec(Contact, tables.LISTS),
    waitlist.ServiceQueue: ItemCodec(waitlist.ServiceQueue, tables.LISTS),
    waitlist.SlotIndex: ItemCodec(waitlist.SlotIndex, tables.LISTS),
    SmsSpend: ItemCodec(SmsSpend, tables.LISTS),
    ExternalSource: ItemCodec(ExternalSource, tables.LISTS),
    SheetVersion: ItemCodec(SheetVersion, tables.LISTS),
    CalendarDay: ItemCodec(CalendarDay, tables.LISTS),
    HeldRemoval: ItemCodec(HeldRemoval, tables.LISTS),
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
    Customer: ItemCodec(Customer, tables.BOOKS),
}
# Scopes with an audit table of their own, keyed by subject.
AUDITS: dict[str, Table] = {
    waitlist.SCOPE: tables.WAITLIST_AUDIT,
    appointments.SCOPE: tables.APPOINTMENTS_AUDIT,
}


def shape(kind: type[R]) -> ItemCodec[R]:
    """Return the codec of a kind of record."""
    return SHAPES[kind]


def audit_of(scope: str) -> Table:
    """Return the audit table of a scope."""
    return AUDITS.get(scope, tables.AUDIT)


def line_key(line: AuditLine, ts: int) -> Item:
    """Return the key of a line's item."""
    table = audit_of(line.scope)
    under = line.scope if table is tables.AUDIT else line.subject
    return made_of({table.partition.name: under, "ts": ts})


def line_item(line: AuditLine, ts: int) -> Item:
    """Turn a line of the audit into its item."""
    plain = {
        "at": line.at,
        "by": line.by,
        "action": line.action,
        "subject": line.subject,
        "order": line.order,
    }
    scope = None if audit_of(line.scope) is tables.AUDIT else line.scope
    rest = {"scope": scope, **plain, "entries": line.entries, "note": line.note}
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
