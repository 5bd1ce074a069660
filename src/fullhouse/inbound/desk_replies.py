"""Replies to the front desk by mail or text, tied to the appointment or entry they are about.

Nothing is done by itself: staff see what the reply is about, and another time moves the
appointment instead of booking a second one.
"""

from collections.abc import Iterable

import msgspec

from fullhouse.engine.execute import Loader
from fullhouse.kernel.localized_dates import format_datetime
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale import desk_language
from fullhouse.products.frontdesk.appointments.messages import PRODUCT as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.message_facts import read_facts
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import Entry

ANSWERED = "{sender} answered our message to {name} about {what}."
TEXTED = "{name} sent a text from {sender}. It may be about {what}."
# Fields that a reply never changes by itself, and those that it may.
OWN = ("name", "phone", "email")
WANTED = ("service", "staff")
WHEN = ("date", "time")


class Answered(msgspec.Struct, frozen=True):
    """The subject of a reply: an appointment, a message of the waitlist, or someone on it."""

    product: str
    subject: Appointment | Message | Entry


def answered(store: Loader, message: Message | None) -> Answered | None:
    """Return what a reply to a message is about; None if there is nothing left to change."""
    if message is None or not message.person:
        return None
    appointment = _appointment(store, message)
    if appointment is not None and appointment.stands:
        return Answered(APPOINTMENTS, appointment)
    if message.product == WAITLIST and message.kind in ("joined", "offer"):
        return Answered(WAITLIST, message)
    return None


def _appointment(store: Loader, message: Message) -> Appointment | None:
    """Return the appointment of a message; a slot that was claimed gave it its own id."""
    if message.product == APPOINTMENTS:
        return store.load(Get(Appointment, (message.person,)))
    slot = read_facts(message).slot
    if slot is None or message.kind != "booked":
        return None
    return store.load(Get(Appointment, (slot.id,)))


def as_reply(
    proposal: Proposal, about: Answered, book: Rulebook, sentence: str = ANSWERED
) -> Proposal:
    """Tie a proposal to what it is about, and say so to staff in a sentence."""
    match about.subject:
        case Appointment() as appointment:
            subject = _of_appointment(proposal, appointment, book)
        case Message() as message:
            subject = _of_message(message, book)
        case entry:
            subject = _of_entry(entry)
    words = sentence.format(sender=proposal.sender, name=subject.name, what=subject.what)
    change = ProposedField("change", subject.change, "sure", words)
    return msgspec.structs.replace(proposal, fields=(change, *subject.fields))


class Subject(msgspec.Struct, frozen=True):
    """The customer of a reply, what it is about in words, and the fields of its proposal."""

    name: str
    what: str
    fields: tuple[ProposedField, ...]
    change: str = "reply"


def _of_appointment(proposal: Proposal, appointment: Appointment, book: Rulebook) -> Subject:
    read = {field.field: field for field in proposal.fields}
    change = "moved" if any(name in read for name in WHEN) else "reply"
    starts = wall_time(appointment.starts_at, book.zone)
    wanted = [read[name] for name in WANTED if name in read]
    times = _times(read, f"{starts:%Y-%m-%d}", f"{starts:%H:%M}") if change == "moved" else []
    fields = (
        ProposedField("appointment", appointment.id, "sure"),
        ProposedField("starts_at", appointment.starts_at.isoformat(), "sure"),
        *_kept(appointment, wanted),
        *wanted,
        *times,
    )
    what = f"{appointment.service}, {format_datetime(starts, desk_language(book.language))}"
    return Subject(appointment.name, what, fields, change)


def _kept(appointment: Appointment, wanted: list[ProposedField]) -> tuple[ProposedField, ...]:
    """Return the fields of an appointment that its customer does not want changed."""
    changed = {field.field for field in wanted}
    names = (name for name in (*OWN, *WANTED) if name not in changed)
    return _filled((name, getattr(appointment, name)) for name in names)


def _times(read: dict[str, ProposedField], day: str, time: str) -> list[ProposedField]:
    """Return the day and time that are wanted; what a reply leaves open stays as it is."""
    usual = {"date": day, "time": time}
    return [read.get(name) or ProposedField(name, usual[name], "guess") for name in WHEN]


def _of_message(message: Message, book: Rulebook) -> Subject:
    facts = read_facts(message)
    entry, slot = facts.entry, facts.slot
    what, times = entry.service, []
    if slot is not None and slot.starts_at is not None:
        wall = wall_time(slot.starts_at, book.zone)
        starts = format_datetime(wall, desk_language(book.language))
        what = f"{slot.service}, {starts}"
        times = [ProposedField("starts_at", slot.starts_at.isoformat(), "sure")]
    fields = _filled([("entry", message.person)])
    read = _filled([("name", entry.name), ("service", entry.service)])
    return Subject(entry.name, what, (*fields, *times, *read))


def _of_entry(entry: Entry) -> Subject:
    known = [("entry", entry.id), ("name", entry.name), ("service", entry.service)]
    return Subject(entry.name, entry.service, _filled(known))


def _filled(values: Iterable[tuple[str, str]]) -> tuple[ProposedField, ...]:
    return tuple(ProposedField(name, value, "sure") for name, value in values if value)
