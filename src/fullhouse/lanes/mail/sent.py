"""Mail of ours that others speak of: which one it was, and what follows from a report about it."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from fullhouse.engine.mime import message_id_of
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Need
from fullhouse.lanes.mail.reports import BounceReport
from fullhouse.products.appointments.commands import NoteCustomer
from fullhouse.products.appointments.notices import PRODUCT as APPOINTMENTS
from fullhouse.products.rsvp.commands import NoteBounce, StopMail
from fullhouse.products.waitlist.commands import NoteReach
from fullhouse.products.waitlist.notices import PRODUCT as WAITLIST

T = TypeVar("T")
MOST_LOOKED_AT = 200
NOTES: dict[str, type[NoteReach | NoteCustomer]] = {WAITLIST: NoteReach, APPOINTMENTS: NoteCustomer}


class SentMailLookup(Protocol):
    """Whoever answers needs: a house, or its staff."""

    def load(self, need: Need[T]) -> T:
        """Answer a need from what is committed."""
        ...


def sent_mail(engine: SentMailLookup, to: str, ids: Iterable[str]) -> Message | None:
    """Find the mail of ours to this address that has one of these ids: ours, or the one a carrier put in its place."""
    marks = {one.partition("@")[0] for one in ids} - {""}
    messages = engine.load(MessagePage(to=to, limit=MOST_LOOKED_AT)) if to and marks else ()
    return next((message for message in messages if marks & {message_id_of(message), message.at_carrier}), None)


def command_for(report: BounceReport, message: Message) -> tuple[Command | None, str]:
    """Say what is to be done about a mail that somebody reported, and why. A bounce is about the address it was to."""
    scope, person = message.scope, message.person
    if report.kind == "delay":
        return None, f"our mail is only late: {report.reason}"
    if message.product in NOTES:
        return _of_a_customer(report, message)
    if report.kind == "complaint":
        return StopMail(event_id=scope, guest_id=person), "its reader complained"
    bounce = NoteBounce(event_id=scope, guest_id=person, email=message.to, reason=report.reason)
    return bounce, f"our mail came back: {report.reason}"


def _of_a_customer(report: BounceReport, message: Message) -> tuple[Command, str]:
    """Tell the product whose mail it was; the other hears of it."""
    note = NOTES[message.product]
    if report.kind == "complaint":
        return note(address=message.to, reach="opted_out", note="complained"), "its reader complained"
    return note(address=message.to, reach="bounced", note=report.reason), f"our mail came back: {report.reason}"
