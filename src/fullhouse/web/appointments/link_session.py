"""Link sessions of appointments: a validated link with its appointment."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.letters import with_greeting
from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.calendar_entries import FROM_THE_LINE
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentResult,
    AppointmentsAt,
    AppointmentState,
    Reply,
)
from fullhouse.products.frontdesk.appointments.replies import why_not
from fullhouse.products.frontdesk.shared.contacts import identities
from fullhouse.products.frontdesk.shared.link_binding import (
    is_replaced,
    sent_to,
    with_addresses,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.messages import message_id
from fullhouse.web.formatting import answer_customer, business_values, customer_rules, when
from fullhouse.web.texts import in_chosen_language

# A time, the hours of a reminder, and the marks of addresses if only a page has given the link.
OFFER = re.compile(r"(\d{1,6})-(\d{1,4})(?:-([0-9a-f-]{16,}))?", re.ASCII)


class AppointmentLinkSession(msgspec.Struct, frozen=True):
    """A customer visiting a signed link, and the reply given with the link before.

    It `is_theirs` unless it was sent to an address that the appointment no longer has: then a
    stranger may use it. `given_by` is what it says of itself in the commands that it gives.
    """

    rulebook: Rulebook
    appointment: Appointment
    link: Link
    now: datetime
    reply: Reply | None = None
    is_theirs: bool = True
    given_by: str = ""

    @property
    def chain(self) -> int:
        """The number of the appointment's time that the link is about."""
        return int(self.link.offer.partition("-")[0])

    @property
    def reply_name(self) -> str:
        """The id of the reply that this link can give once."""
        return _reply_name(self.link)

    @property
    def person(self) -> str:
        """The name of the customer, as several may share a number; empty for a stranger."""
        return with_greeting(self.appointment.name) if self.is_theirs else ""

    @property
    def code(self) -> str:
        """The result code of a link that cannot be used any more; empty if it can."""
        answer = why_not(
            AppointmentState(appointment=self.appointment, reply=self.reply), self.chain, self.now
        )
        if answer is not None:
            return answer.code
        if self.link.purpose == "confirm" and self.appointment.status == "confirmed":
            return "confirmed"
        return ""

    @property
    def is_ahead(self) -> bool:
        """True if the appointment stands and can still be changed."""
        return self.appointment.stands and self.now < self.appointment.changes_until


def find_visit(engine: Engine, link: Link) -> AppointmentLinkSession | None:
    """Load the appointment of a link; None if it does not exist any more."""
    rulebook = customer_rules(engine)
    found = OFFER.fullmatch(link.offer)
    if found is None or not link.person:
        return None
    appointment = engine.load(Get(Appointment, (link.person,)))
    if appointment is None or appointment.is_erased:
        return None
    answer_customer(appointment.language)
    reply = engine.load(Get(Reply, (appointment.id, _reply_name(link))))
    theirs = (
        _marked(appointment, found[3]) if found[3] else _its_addresses(engine, appointment, link)
    )
    return AppointmentLinkSession(
        rulebook,
        appointment,
        link,
        engine.now(),
        reply,
        is_theirs=theirs is None or bool(theirs),
        given_by=sent_to(theirs or ()),
    )


def other_time(engine: Engine, visit: AppointmentLinkSession) -> datetime | None:
    """Return when the customer of an ended appointment is expected for the same service, if so."""
    ended = visit.appointment
    customer = identities(ended.name, ended.addresses)
    times = []
    for address in ended.addresses:
        for other in engine.load(AppointmentsAt(address)):
            is_same = normalized_name(other.service) == normalized_name(ended.service)
            theirs = identities(other.name, other.addresses)
            ahead = other.stands and other.starts_at > visit.now
            if is_same and ahead and not customer.isdisjoint(theirs):
                times.append(other.starts_at)
    return min(times, default=None)


def _reply_name(link: Link) -> str:
    chain, hours = link.offer.split("-")[:2]
    return f"{link.purpose}-{chain}-{hours}"


def _marked(appointment: Appointment, marks: str) -> list[str]:
    """Return the current addresses of the appointment whose marks a link has."""
    return [address for address in appointment.addresses if not is_replaced(marks, (address,))]


def _its_addresses(engine: Engine, appointment: Appointment, link: Link) -> list[str] | None:
    """Return the current addresses of the appointment that a link was sent to.

    None for a link of no message, as the page after a booking gives: it is theirs.
    """
    chain, hours = map(int, link.offer.split("-"))
    sent = _sent_to(engine, _message_ids(appointment, chain, hours))
    if not sent:
        return None
    reached = [address for address in appointment.addresses if address in sent]
    if reached or hours:
        return reached
    return [
        address
        for address in appointment.addresses
        if _was_rescheduled_by(engine, appointment, chain, address)
    ]


def _sent_to(engine: Engine, message_ids: Iterable[str]) -> set[str]:
    loaded = (engine.load(Get(Message, (name,))) for name in message_ids)
    return {message.to for message in loaded if message is not None}


def _message_ids(appointment: Appointment, chain: int, hours: int) -> tuple[str, ...]:
    """Return the ids of the messages that may have carried a link; 0 hours is no reminder."""
    if hours:
        reminder = f"reminder:{SCOPE}:{appointment.id}:{chain}-{hours}"
        return reminder, f"{reminder}-mail", f"{reminder}-text"
    subject = f"{SCOPE}:{appointment.id}:{chain}"
    ids = (f"booked:{subject}", f"rescheduled:{subject}", f"restored:{subject}")
    entry = appointment.ref.removeprefix(FROM_THE_LINE)
    if chain > 1 or not appointment.slot or entry == appointment.ref:
        return ids
    return (*ids, message_id("booked", entry, appointment.slot))


def _was_rescheduled_by(engine: Engine, appointment: Appointment, chain: int, address: str) -> bool:
    """Return True if a message to the address reported this time.

    There may be several when only the staff member changed.
    """
    return any(
        message.person == appointment.id and message.facts["appointment"]["chain"] == chain
        for message in engine.load(MessagePage(SCOPE, address, "rescheduled"))
    )


def refreshed(visit: AppointmentLinkSession, answer: AppointmentResult) -> AppointmentLinkSession:
    """Return the session with the appointment of a result."""
    return msgspec.structs.replace(visit, appointment=answer.appointment or visit.appointment)


def path_of(engine: Engine, visit: AppointmentLinkSession, purpose: str) -> str:
    """Return the path of another link about the appointment's current time.

    It stays the same all day, so that a page looks the same when it is loaded again. If the time
    has changed since the first link, it is a link about the new time for the same addresses.
    """
    today = visit.now.replace(hour=0, minute=0, second=0, microsecond=0)
    chain = visit.appointment.chain
    offer = (
        visit.link.offer if visit.chain == chain else with_addresses(f"{chain}-0", visit.given_by)
    )
    link = Link(purpose, SCOPE, visit.appointment.id, offer, today + LINKS_HOLD)
    return in_chosen_language(f"/l/{engine.composer.keyring.sign(link)}")


def appointment_values(
    appointment: Appointment, rulebook: Rulebook, now: datetime
) -> dict[str, Any]:
    """Return the template values that every page about an appointment needs."""
    times = when(appointment.starts_at, appointment.ends_at, rulebook, now)
    return {"appointment": appointment, **times, **business_values(rulebook)}
