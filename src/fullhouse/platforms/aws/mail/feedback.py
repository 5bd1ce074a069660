"""Bounces and complaints that SES reports by SNS, perhaps twice or late; and inbound SMS.

A report counts only for a mail that we sent to that address.
"""

import logging
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.mime import mail_address
from fullhouse.engine.ports import Executor, Invocation, MessageByMark
from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.mail.bounce_reports import BounceReport, command_for
from fullhouse.inbound.sms import from_aws, reach_of
from fullhouse.kernel.letters import short
from fullhouse.kernel.mail_marks import marks_in_ids
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.mail.ses import TAG, tagged

log = logging.getLogger(__name__)
TOPIC = "wl-texts-in"
BY_TEXT = "text"


def is_reply(record: Mapping[str, Any]) -> bool:
    """Return True if a record of SNS is an inbound SMS."""
    return str(record["Sns"].get("TopicArn", "")).rpartition(":")[2] == TOPIC


async def take_reply(executor: Executor, record: Mapping[str, Any]) -> str:
    """Handle an inbound SMS, and return the result."""
    try:
        text = from_aws(record["Sns"]["Message"])
    except Invalid:
        log.warning("a text that cannot be read was passed over")
        return "unreadable"
    asks = reach_of(text)
    if asks is None:
        return "nothing to remember"
    decision = await executor.execute(
        Invocation(
            RandomIds().new(), BY_TEXT, RecordWebhook(hook="texts", digest=text.id, asks=asks)
        )
    )
    log.info(
        "a text came in", extra={"facts": {"asks": asks.reach, "became": decision.answer.became}}
    )
    return str(decision.answer.became)


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


async def take_feedback(executor: Executor, event: Mapping[str, Any]) -> list[str]:
    """Handle each report and inbound SMS, and return the results."""
    results = []
    for record in event["Records"]:
        if is_reply(record):
            results.append(await take_reply(executor, record))
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
