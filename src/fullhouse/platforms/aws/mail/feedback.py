"""What SES reports of mail that left: it came back, or its reader complained. SNS brings it, maybe twice, maybe late.

A report counts only for a mail that we sent to that very address.
"""

import logging
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.mime import mail_address
from fullhouse.engine.ports import Executor, Invocation
from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.mail.bounce_reports import BounceReport, command_for, sent_mail
from fullhouse.inbound.sms import from_aws, reach_of
from fullhouse.kernel.letters import short
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.mail.ses import TAG, tagged

log = logging.getLogger(__name__)
TOPIC = "wl-texts-in"
BY_TEXT = "text"


def is_reply(record: Mapping[str, Any]) -> bool:
    """Say whether a topic's record holds a text that came in."""
    return str(record["Sns"].get("TopicArn", "")).rpartition(":")[2] == TOPIC


async def take_reply(executor: Executor, record: Mapping[str, Any]) -> str:
    """Do what follows from a text, and say what that was."""
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
# Reports that say that a mail was no spam, or that somebody's signatures are wrong: nobody asked for silence.
NO_COMPLAINT = {"not-spam", "auth-failure"}


class Recipient(msgspec.Struct, frozen=True, rename="camel"):
    """One address, and what its server said."""

    status: str = ""
    diagnostic_code: str = ""


class Bounce(msgspec.Struct, frozen=True, rename="camel"):
    """A mail that came back, for good or for now."""

    bounce_type: str = ""
    bounce_sub_type: str = ""
    bounced_recipients: tuple[Recipient, ...] = ()


class Complaint(msgspec.Struct, frozen=True, rename="camel"):
    """What a reader's server says that the reader pressed."""

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
    """A report as SES writes it. Most of what it holds is not of interest here."""

    mail: SentMail = SentMail()
    bounce: Bounce | None = None
    complaint: Complaint | None = None


async def take_feedback(executor: Executor, event: Mapping[str, Any]) -> list[str]:
    """Do what follows from each report, and from each text that came back, and say what that was."""
    return [
        await take_reply(executor, record)
        if is_reply(record)
        else await _taken(executor, record["Sns"]["Message"])
        for record in event["Records"]
    ]


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
    """Put into our own words what counts; the rest is only logged."""
    if notice.bounce is not None:
        kind: Literal["bounce", "delay"] = (
            "bounce" if notice.bounce.bounce_type == "Permanent" else "delay"
        )
        return BounceReport(kind, "", "", _why(notice.bounce))
    if (
        notice.complaint is not None
        and notice.complaint.complaint_feedback_type not in NO_COMPLAINT
    ):
        return BounceReport(
            "complaint", "", "", notice.complaint.complaint_feedback_type or "abuse"
        )
    return None


def _why(bounce: Bounce) -> str:
    told = (one.diagnostic_code or one.status for one in bounce.bounced_recipients)
    return short(next((words for words in told if words), bounce.bounce_sub_type))


def _message(executor: Executor, mail: SentMail) -> Message | None:
    """Find the mail by its tag; by its ids where a report came without tags."""
    named = (tagged(value) for value in mail.tags.get(TAG, ()))
    found = [executor.load(Get(Message, (name,))) for name in named if name]
    ids = (mail.message_id, (mail.common_headers.message_id or "").strip("<> "))
    found += [sent_mail(executor, to.lower(), ids) for to in mail.destination] if not found else []
    return next((one for one in found if one is not None and _was_to(one, mail.destination)), None)


def _was_to(message: Message, addresses: tuple[str, ...]) -> bool:
    """Whether a mail was to one of these: a new address of the same guest has nothing to do with it."""
    try:
        return mail_address(message.to).lower() in {address.lower() for address in addresses}
    except ValueError:  # whoever it was to has been forgotten
        return False
