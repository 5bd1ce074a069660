"""Commands of mails that change what a person has: each needs the mark of a message to them."""

from datetime import datetime

from fullhouse.inbound.mail import reasons
from fullhouse.inbound.mail.arrival import MailOutcome, occasion_of
from fullhouse.inbound.mail.bounce_reports import FRONT_DESK, BounceReport, command_for
from fullhouse.inbound.mail.mark_proof import MarkCheck, MarkedMail
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.kernel.mail_marks import marks_in_ids
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.rsvp.commands import AnswerByMail
from fullhouse.products.rsvp.message_facts import read_facts

STOPS = "it asks for no more mail"


def answer_command(
    event_id: str, reading: ReadMail, guest_id: str, name: str, marked: MarkedMail
) -> AnswerByMail:
    """Return the answer of a mail to an event, with all that it proves."""
    return AnswerByMail(
        event_id=event_id,
        guest_id=guest_id,
        name=name,
        email=reading.sender,
        proven=marked.is_proven,
        marked=marked_guest(event_id, marked),
        occasion=occasion_of(reading),
    )


def marked_guest(event_id: str, marked: MarkedMail) -> str:
    """Return the guest to whom the message was sent that a mail answers; empty if there is none."""
    message = marked.message
    if message is None or message.scope != event_id:
        return ""
    return message.person


def offer_in(event_id: str, marked: MarkedMail) -> str:
    """Return the offer in the message that a mail answers; empty if there is none."""
    message = marked.message
    if message is None or message.scope != event_id:
        return ""
    offer = message.facts.get("offer") or {}
    return str(offer.get("id", ""))


def has_lapsed(event_id: str, marked: MarkedMail, now: datetime) -> bool:
    """Return True if the time of the offer is over that is in the message that a mail answers."""
    message = marked.message
    if message is None or not offer_in(event_id, marked):
        return False
    offer = read_facts(message).offer
    return offer is not None and now >= offer.ends_at


def stop_outcome(reading: ReadMail, marked: MarkedMail) -> MailOutcome | None:
    """Return the end of messages to a customer who answers one of them; None for anyone else."""
    message = marked.message
    if message is None or message.to != reading.sender or message.product not in FRONT_DESK:
        return None
    command = NoteReach(address=message.to, reach="opted_out", note="asked by email")
    return MailOutcome(command, STOPS, message.product, message.person)


def report_outcome(marks: MarkCheck, report: BounceReport, to: str) -> MailOutcome:
    """Act on a report to one of our addresses, only with the mark of a mail that we sent."""
    found = [marks.our(to).mark, *marks_in_ids((report.message_id,))]
    message = marks.message_with(found)
    if message is None or not message.person or report.recipient not in ("", message.to):
        return MailOutcome(reason=reasons.NOT_OURS)
    command, reason = command_for(report, message)
    return MailOutcome(command, reason, message.scope, message.person, is_proven=True)
