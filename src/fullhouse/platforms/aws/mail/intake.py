"""Mail that SES stores in the bucket, read for the mail pipeline.

SES does not store the envelope. Its headers on top of a mail have it: the sender, the recipient,
and the results of its checks. A header of its own ends them; headers below are by others.
"""

import logging
import re
from collections.abc import Iterable, Mapping
from email.utils import parseaddr
from typing import Any
from urllib.parse import unquote_plus

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import BadName, Files
from fullhouse.inbound.llm.port import LanguageModel
from fullhouse.inbound.mail import reasons
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.authentication import above
from fullhouse.inbound.mail.parsing import (
    LARGEST_HEAD,
    LARGEST_MAIL,
    LARGEST_WITH_FILES,
    Mail,
    addresses,
    read,
)
from fullhouse.inbound.mail.pipeline import MailPipeline, PerEventDecisions
from fullhouse.inbound.mail.raw_mail import ASIDE
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.handler import HandlerFailed
from fullhouse.platforms.aws.textract import PART, SHELF, Textract

log = logging.getLogger(__name__)
AUTHSERV_ID = "amazonses.com"
SEAL = "x-ses-receipt"
SETUP = "AMAZON_SES_SETUP_NOTIFICATION"  # SES stores this object when the rule is created
MOST_EVENTS = 10
NO_DESKS: Mapping[str, "Hand"] = {}
TO_THE_DESK = "@"  # after a product's name, so that it is no event's id
HEAD_ENDS = re.compile(rb"\r?\n\r?\n")
BY_SES = re.compile(r" by inbound-smtp\.[a-z0-9-]+\.amazonaws\.com ")
WARNINGS = {
    "x-ses-virus-verdict": "SES found a virus in it",
    "x-ses-spam-verdict": "SES takes it for spam",
}


def lane_of(
    engine: Engine,
    files: S3Files,
    sender: str,
    scribe: LanguageModel | None = None,
    texts: Textract | None = None,
) -> MailPipeline:
    """Return the pipeline; SES authenticates senders, and a model may read requests as well."""
    address = parseaddr(sender)[1].lower()
    settings = MailSettings(
        domain=engine.composer.mail_domain, authserv_id=AUTHSERV_ID, seal=SEAL, sender=address
    )
    reader = PerEventDecisions(texts.reader_of) if texts is not None else None
    return MailPipeline(engine, files, settings, reader=reader, scribe=scribe)


class Hand(msgspec.Struct, frozen=True):
    """Bucket and prefix for a mail that is also for another product."""

    files: Files
    shelf: str = ""

    def pass_on(self, mail: ReceivedMail) -> None:
        """Copy a mail; one that was copied before stays."""
        self.files.keep(self.shelf + mail.kept_as.rpartition("/")[2], mail.raw)


async def take_in(
    lane: MailPipeline,
    files: S3Files,
    event: Mapping[str, Any],
    desks: Mapping[str, Hand] = NO_DESKS,
) -> list[InboundMail]:
    """Handle the mails of an S3 event, once per event they are for; deleted ones are skipped.

    Mail for a front desk has its own bucket and function. Only its address for replies has no rule
    of its own at SES, because each is different: such a mail is copied to one of `desks`.
    """
    taken: list[InboundMail] = []
    for mail in await _arrived(lane, files, event, LARGEST_MAIL):
        product = lane.product_of(mail.to)
        if not product:
            taken.append(await lane.take(mail))
        elif product in desks and lane.is_for_replies(mail.to):
            raw = _stored(files, mail.kept_as, LARGEST_WITH_FILES) or mail.raw
            desks[product].pass_on(msgspec.structs.replace(mail, raw=raw))
    return taken


async def take_requests(
    lane: MailPipeline,
    files: S3Files,
    event: Mapping[str, Any],
    product: str,
    others: Mapping[str, Hand],
) -> list[InboundMail]:
    """Handle mail for a product's front desk, and copy mail that is also for `others`.

    The first rule of SES hands on to later ones, never back. The key of events in `others` is "".
    """
    taken: list[InboundMail] = []
    for mail in await _arrived(lane, files, event, LARGEST_WITH_FILES):
        recipient = lane.product_of(mail.to)
        if recipient == product:
            taken.append(await lane.take(mail))
            await lane.renew(mail)  # Textract may have read a file before its mail was recorded
        elif recipient in others:
            others[recipient].pass_on(mail)
    return taken


class TextractLocation(msgspec.Struct, frozen=True, rename="pascal"):
    """Location of a file for Textract."""

    s3_object_name: str = msgspec.field(default="", name="S3ObjectName")


class Notice(msgspec.Struct, frozen=True, rename="pascal"):
    """Notice of Textract that it is done with a file, with or without success."""

    job_id: str = ""
    document_location: TextractLocation = TextractLocation()


def is_notice(event: Mapping[str, Any]) -> bool:
    """Return True if an event comes from a topic, not from a bucket."""
    return any("Sns" in record for record in event["Records"])


async def take_texts(
    lane: MailPipeline, texts: Textract, event: Mapping[str, Any], product: str
) -> None:
    """Store texts that Textract has read, and update the proposals; notices may repeat or be late.

    Nothing is stored for a mail that is gone: its sender was erased.
    """
    for record in event["Records"]:
        notice = _notice(record["Sns"]["Message"])
        part = PART.fullmatch(notice.document_location.s3_object_name)
        raw = _stored(texts.files, part["mail"], LARGEST_WITH_FILES) if part is not None else None
        if part is None or raw is None:
            log.warning("a notice about a file of no mail was passed over")
            continue
        seen = texts.fetch(notice.job_id)
        if seen is None:
            raise HandlerFailed("a file is told to be read, and is not")
        texts.files.keep(f"{SHELF}{part['mail']}/{part['digest']}.json", msgspec.json.encode(seen))
        for mail in arrivals(lane, raw, part["mail"]):
            if lane.product_of(mail.to) == product:
                await lane.renew(mail)


def _notice(text: str) -> Notice:
    try:
        return msgspec.json.decode(text, type=Notice)
    except msgspec.DecodeError:
        return Notice()


async def _arrived(
    lane: MailPipeline, files: S3Files, event: Mapping[str, Any], largest: int
) -> list[ReceivedMail]:
    """Return the mails of an event that have a share in the hour; the others stay in the bucket."""
    found: list[ReceivedMail] = []
    for key in keys_in(event):
        raw = _stored(files, key, largest)
        arrived = [] if raw is None else arrivals(lane, raw, key)
        if arrived and await _has_share(lane, arrived):
            found += arrived
    return found


async def _has_share(lane: MailPipeline, arrived: list[ReceivedMail]) -> bool:
    """Return True if the hour has room for a mail; the first one without is shown on the desk."""
    mail, now = arrived[0], lane.engine.now()
    if lane.shares.take(mail.envelope, now):
        return True
    person = lane.answered_person(one.to for one in arrived)
    if person and lane.shares.take_for_person(person, now):
        return True
    log.warning("a mail was not read: too many came within the hour")
    if lane.shares.is_first_refusal(now):
        sender, size = mail.envelope.sender or "", len(mail.raw)
        await lane.note_refused(sender, mail.to, size, reasons.TOO_MANY_IN_HOUR)
    return False


def keys_in(event: Mapping[str, Any]) -> list[str]:
    """Return the keys of the new objects; S3 writes them URL-encoded."""
    created = (
        record for record in event["Records"] if record["eventName"].startswith("ObjectCreated:")
    )
    return [unquote_plus(record["s3"]["object"]["key"]) for record in created]


def _stored(files: S3Files, key: str, largest: int) -> bytes | None:
    """Read a mail; of one that is too large only enough to notice that."""
    if key.endswith(SETUP) or key.startswith(ASIDE):
        return None
    try:
        raw = files.start_of(key, largest + 1)
    except BadName:
        raw = None
    if raw is None:
        log.warning("an object that is no mail, or not there any more, was passed over")
    return raw


def arrivals(lane: MailPipeline, raw: bytes, key: str) -> list[ReceivedMail]:
    """Return a mail once per recipient, with its envelope and the warnings of SES."""
    head = read(HEAD_ENDS.split(raw[:LARGEST_HEAD], maxsplit=1)[0] + b"\n\n")
    own = above(head, SEAL)
    returns = own.all("return-path")[:1]
    envelope = Envelope(sender=returns[0].strip("<> ") if returns else None)
    verdicts = (
        words for name, words in WARNINGS.items() if own.first(name).strip().upper() == "FAIL"
    )
    warning = next(verdicts, "")
    return [ReceivedMail(raw, to, envelope, warning, key) for to in _recipients(lane, head, own)]


def _recipients(lane: MailPipeline, head: Mail, own: Mail) -> Iterable[str]:
    """Return one address per event and front desk that a mail is for.

    The line of SES has the recipient. Of several it may name only one: the To and Cc headers have
    the others. A sender who forges those could as well write to the address itself.
    """
    seen = [
        address
        for name in ("to", "cc")
        for value in head.all(name)
        for _, address in addresses(value)
    ]
    named = [*_handed_over_for(own.first("received")), *seen]
    by_event: dict[str, str] = {}
    for address in named:
        product = lane.product_of(address)
        where = f"{product}{TO_THE_DESK}" if product else lane.event_of(address)
        by_event.setdefault(where, address.lower())
    by_event.pop("", None)
    return list(by_event.values())[:MOST_EVENTS] or [f"rsvp@{lane.settings.domain}"]


def _handed_over_for(received: str) -> list[str]:
    """Read the addresses from the line of SES; text before its name is by the other side."""
    parts = BY_SES.split(received)
    if len(parts) == 1:
        return []
    recipients = parts[-1].partition(";")[0].partition(" for ")[2]
    return [word.strip("<>,") for word in recipients.split() if "@" in word]
