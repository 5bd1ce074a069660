"""Bounces and complaints that SES reports by SNS, perhaps twice or late; and inbound SMS.

A report counts only for a mail that we sent to that address.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from fullhouse.engine.clock import RandomIds, SystemClock
from fullhouse.engine.mime import mail_address
from fullhouse.engine.ports import Executor, Invocation, MessageByMark
from fullhouse.engine.webhooks import RecordWebhook, WebhookState
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.mail.bounce_reports import BounceReport, command_for
from fullhouse.inbound.sms import InboundText, from_aws, reach_of
from fullhouse.inbound.text_answers import offer_answer
from fullhouse.inbound.text_replies import ReplySource, reply_text
from fullhouse.kernel.commands import Command, tag_of
from fullhouse.kernel.letters import short
from fullhouse.kernel.mail_marks import marks_in_ids
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.mail.ses import TAG, tagged
from fullhouse.products.frontdesk.appointments.commands import TextBackAppointment
from fullhouse.products.frontdesk.appointments.model import AppointmentsAt
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import TextBack
from fullhouse.products.frontdesk.waitlist.model import EntriesAt

log = logging.getLogger(__name__)
TOPIC = "wl-texts-in"
BY_TEXT = "text"
TAKEN = WebhookState("taken")


def is_reply(record: Mapping[str, Any]) -> bool:
    """Return True if a record of SNS is an inbound SMS."""
    return str(record["Sns"].get("TopicArn", "")).rpartition(":")[2] == TOPIC


class TextUrls(msgspec.Struct, frozen=True):
    """The addresses of our pages in replies to texts."""

    page: str
    claims: str

    def link(self, message: Message) -> str:
        """Return the address of a text's short link; empty if it has none."""
        return f"{self.claims}/s/{message.mark}" if message.mark else ""


async def take_reply(
    executor: Executor,
    record: Mapping[str, Any],
    now: datetime | None = None,
    urls: Callable[[], TextUrls] | None = None,
) -> str:
    """Handle an inbound SMS, text back what it needs, and return the result."""
    try:
        text = from_aws(record["Sns"]["Message"])
    except Invalid:
        log.warning("a text that cannot be read was passed over")
        return "unreadable"
    answer = offer_answer(executor, text, now or SystemClock().now(), RandomIds().new())
    asks = answer.command
    if asks is None and not answer.among:
        asks = reach_of(text)

    def reply(taken: WebhookState) -> Command | None:
        if urls is None:
            return None
        source = ReplySource(executor, _rules(executor), urls().page, urls().link)
        return _reply_command(executor, text, reply_text(source, text, answer, taken))

    if asks is None:
        # The reply is all that such a text causes, so one commit has both.
        return (await _taken_text(executor, text, reply(TAKEN))).became
    taken = await _taken_text(executor, text, asks)
    if asks := reply(taken):
        await _taken_text(executor, msgspec.structs.replace(text, id=f"{text.id}-reply"), asks)
    return taken.became


async def _taken_text(executor: Executor, text: InboundText, asks: Command | None) -> WebhookState:
    """Remember a text and execute its command, once."""
    decision = await executor.execute(
        Invocation(
            RandomIds().new(), BY_TEXT, RecordWebhook(hook="texts", digest=text.id, asks=asks)
        )
    )
    log.info(
        "a text came in",
        extra={"facts": {"asks": _asked(asks), "became": decision.answer.became}},
    )
    taken: WebhookState = decision.answer
    return taken


def _reply_command(executor: Executor, text: InboundText, words: str) -> Command | None:
    """Return the command that texts back; None to strangers, as each reply costs money."""
    if not words:
        return None
    told = {"phone": text.sender, "text_id": text.id, "words": words}
    entries = executor.load(EntriesAt(text.sender))
    if entries:
        return TextBack(entry_id=entries[0].id, **told)
    ours = [one for one in executor.load(AppointmentsAt(text.sender)) if one.stands]
    return TextBackAppointment(appointment_id=ours[-1].id, **told) if ours else None


def _rules(executor: Executor) -> Rulebook:
    return rulebook_of(executor.load(Get(Document, ("rules",))))


def _asked(asks: Command | None) -> str:
    if asks is None:
        return ""
    return asks.reach if isinstance(asks, NoteReach) else tag_of(asks)


BY = "mail"
# Reports that a mail is no spam, or that a signature is wrong: these are no opt-outs.
NO_COMPLAINT = {"not-spam", "auth-failure"}


class Recipient(msgspec.Struct, frozen=True, rename="camel"):
    """One address, and the answer of its server."""

    status: str = ""
    diagnostic_code: str = ""


class Bounce(msgspec.Struct, frozen=True, rename="camel"):
    """A permanent or temporary bounce."""

    bounce_type: str = ""
    bounce_sub_type: str = ""
    bounced_recipients: tuple[Recipient, ...] = ()


class Complaint(msgspec.Struct, frozen=True, rename="camel"):
    """A complaint of a reader."""

    complaint_feedback_type: str | None = None


class CommonHeaders(msgspec.Struct, frozen=True, rename="camel"):
    """The headers as we wrote them."""

    message_id: str | None = None


class SentMail(msgspec.Struct, frozen=True, rename="camel"):
    """The mail that a report is about."""

    message_id: str = ""
    destination: tuple[str, ...] = ()
    tags: dict[str, tuple[str, ...]] = {}
    common_headers: CommonHeaders = CommonHeaders()


class Notice(msgspec.Struct, frozen=True):
    """A report of SES, with only the fields used here."""

    mail: SentMail = SentMail()
    bounce: Bounce | None = None
    complaint: Complaint | None = None


async def take_feedback(
    executor: Executor, event: Mapping[str, Any], urls: Callable[[], TextUrls] | None = None
) -> list[str]:
    """Handle each report and inbound SMS, and return the results."""
    results = []
    for record in event["Records"]:
        if is_reply(record):
            results.append(await take_reply(executor, record, urls=urls))
        else:
            results.append(await _taken(executor, record["Sns"]["Message"]))
    return results


async def _taken(executor: Executor, text: str) -> str:
    try:
        notice = msgspec.json.decode(text, type=Notice)
    except ValueError:
        log.warning("a report that cannot be read was passed over")
        return "unreadable"
    became = await _done(executor, notice)
    log.info("a report about our mail", extra={"facts": {"became": became}})
    return became


async def _done(executor: Executor, notice: Notice) -> str:
    report = _report(notice)
    if report is None:
        return "no bounce and no complaint"
    message = _message(executor, notice.mail)
    if message is None or not message.person:
        return "about no guest's mail of ours"
    command, reason = command_for(report, message)
    if command is None:
        return reason
    decision = await executor.execute(Invocation(RandomIds().new(), BY, command))
    return str(decision.answer.code)


def _report(notice: Notice) -> BounceReport | None:
    """Return a bounce, delay or complaint; None for other reports, which are only logged."""
    if notice.bounce is not None:
        kind: Literal["bounce", "delay"] = "delay"
        if notice.bounce.bounce_type == "Permanent":
            kind = "bounce"
        return BounceReport(kind, "", "", _why(notice.bounce))
    if notice.complaint is None:
        return None
    feedback = notice.complaint.complaint_feedback_type
    if feedback in NO_COMPLAINT:
        return None
    return BounceReport("complaint", "", "", feedback or "abuse")


def _why(bounce: Bounce) -> str:
    for recipient in bounce.bounced_recipients:
        if recipient.diagnostic_code or recipient.status:
            return short(recipient.diagnostic_code or recipient.status)
    return short(bounce.bounce_sub_type)


def _message(executor: Executor, mail: SentMail) -> Message | None:
    """Find the message by its tag; by its ids if the report has no tags."""
    keys = list(filter(None, map(tagged, mail.tags.get(TAG, ()))))
    found = [executor.load(Get(Message, (key,))) for key in keys]
    for message in found or _by_ids(executor, mail):
        if message is not None and _was_to(message, mail.destination):
            return message
    return None


def _by_ids(executor: Executor, mail: SentMail) -> list[Message | None]:
    """Find messages by the id of SES or by ours. Only SES can publish to the topic of reports."""
    ours = (mail.common_headers.message_id or "").strip("<> ")
    marks = filter(None, marks_in_ids((mail.message_id, ours)))
    return [executor.load(MessageByMark(mark)) for mark in marks]


def _was_to(message: Message, addresses: tuple[str, ...]) -> bool:
    """Return True if a mail was to one of these; not for a newer address of the same guest."""
    try:
        return mail_address(message.to).lower() in {address.lower() for address in addresses}
    except ValueError:  # the recipient was erased
        return False
