"""Reports about our own mail: it did not arrive (DSN), or its reader complained (ARF).

A report is believed only with the mark of a mail that we sent to that very address: nobody else can
make one.
"""

import re
from typing import Literal

import msgspec

from fullhouse.inbound.mail.parsing import MESSAGE_ID, Mail, Part, read
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letters import short
from fullhouse.kernel.messages import Message
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.appointments.messages import PRODUCT as APPOINTMENTS
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.waitlist.messages import PRODUCT as WAITLIST
from fullhouse.products.rsvp.commands import NoteBounce, StopMail

MOST_GROUPS = 20
LARGEST_ORIGINAL = 64 * 1024
ORIGINALS = {"message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"}
ADDRESS = regex(r"(?:[\w-]{1,20};)?\s*<?([^<>\s;]{3,254})>?", re.ASCII)


class BounceReport(msgspec.Struct, frozen=True):
    """A report about a mail of ours: the recipient, its id, and the reason."""

    kind: Literal["bounce", "delay", "complaint"]
    recipient: str
    message_id: str
    reason: str


def report_of(mail: Mail) -> BounceReport | None:
    """Return the report in a mail, if it is one."""
    status = next(
        (
            part
            for part in mail.parts
            if part.kind in {"message/delivery-status", "message/global-delivery-status"}
        ),
        None,
    )
    feedback = next((part for part in mail.parts if part.kind == "message/feedback-report"), None)
    original = _original(mail)
    if status is not None:
        return _delivery(status, original)
    if feedback is not None:
        return _complaint(feedback, original)
    return None


def _original(mail: Mail) -> Mail:
    for part in mail.parts:
        if part.kind in ORIGINALS:
            return read(part.content[:LARGEST_ORIGINAL])
    return Mail((), ())


def _delivery(status: Part, original: Mail) -> BounceReport | None:
    groups = [_fields(group) for group in re.split(rb"\n[ \t\r]*\n", status.content)[:MOST_GROUPS]]
    failed = next(
        (group for group in groups if group.get("action", "").lower() in {"failed", "delayed"}),
        None,
    )
    if failed is None:
        return None
    is_temporary = failed.get("status", "5").startswith("4")
    permanent = failed["action"].lower() == "failed" and not is_temporary
    recipient = failed.get("original-recipient") or failed.get("final-recipient", "")
    reason = failed.get("diagnostic-code") or failed.get("status", "")
    return BounceReport(
        "bounce" if permanent else "delay",
        _address(recipient) or _to(original),
        _id(original),
        short(reason),
    )


def _complaint(feedback: Part, original: Mail) -> BounceReport:
    fields = _fields(feedback.content)
    recipient = _address(fields.get("original-rcpt-to", "")) or _to(original)
    reason = short(fields.get("feedback-type", "abuse"))
    return BounceReport("complaint", recipient, _id(original), reason)


def _fields(group: bytes) -> dict[str, str]:
    return dict(reversed(read(group.strip() + b"\n\n").headers))


def _address(value: str) -> str:
    found = ADDRESS.fullmatch(value.strip())
    return found[1].lower() if found and "@" in found[1] else ""


def _to(original: Mail) -> str:
    found = re.search(r"<([^<>\s]{3,254})>", original.first("to")) or ADDRESS.fullmatch(
        original.first("to")
    )
    return found[1].lower() if found else ""


def _id(original: Mail) -> str:
    found = MESSAGE_ID.search(original.first("message-id"))
    return found[1] if found else ""


FRONT_DESK = frozenset({WAITLIST, APPOINTMENTS})


def command_for(report: BounceReport, message: Message) -> tuple[Command | None, str]:
    """Return the command for a reported mail, and why. A bounce is about its address."""
    scope, person = message.scope, message.person
    if report.kind == "delay":
        return None, f"our mail is only late: {report.reason}"
    if message.product in FRONT_DESK:
        return _of_a_customer(report, message)
    if report.kind == "complaint":
        return StopMail(event_id=scope, guest_id=person), "its reader complained"
    bounce = NoteBounce(event_id=scope, guest_id=person, email=message.to, reason=report.reason)
    return bounce, f"our mail came back: {report.reason}"


def _of_a_customer(report: BounceReport, message: Message) -> tuple[Command, str]:
    """Return the note about the contact, which waitlist and appointments share."""
    if report.kind == "complaint":
        command = NoteReach(address=message.to, reach="opted_out", note="complained")
        return command, "its reader complained"
    command = NoteReach(address=message.to, reach="bounced", note=report.reason)
    return command, f"our mail came back: {report.reason}"
