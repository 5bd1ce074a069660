"""Mail that SES took in and put into the bucket: what it says of each goes with it to the mail lane.

SES does not store the envelope. What it writes on top of a mail tells of it: who handed it over, for which address,
and what came of its checks. It closes this with a header of its own; what stands below was written by others.
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
from fullhouse.inbound.mail.authentication import above
from fullhouse.inbound.mail.parsing import (
    LARGEST_HEAD,
    LARGEST_MAIL,
    LARGEST_WITH_FILES,
    Mail,
    addresses,
    read,
)
from fullhouse.inbound.mail.pipeline import MailPipeline, PerEventDecisions, ReceivedMail
from fullhouse.inbound.mail.raw_mail import ASIDE
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.handler import HandlerFailed
from fullhouse.platforms.aws.textract import PART, SHELF, Textract

log = logging.getLogger(__name__)
AUTHSERV_ID = "amazonses.com"
SEAL = "x-ses-receipt"
SETUP = "AMAZON_SES_SETUP_NOTIFICATION"  # what SES puts there by itself when the rule is made
MOST_EVENTS = 10
TO_THE_DESK = "@"  # behind a product's name: no event's id
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
    """Make the lane; who sent a mail is proven by the word of SES. A model may read a request once more."""
    address = parseaddr(sender)[1].lower()
    settings = MailSettings(
        domain=engine.composer.mail_domain, authserv_id=AUTHSERV_ID, seal=SEAL, sender=address
    )
    reader = PerEventDecisions(texts.reader_of) if texts is not None else None
    return MailPipeline(engine, files, settings, reader=reader, scribe=scribe)


async def take_in(
    lane: MailPipeline, files: S3Files, event: Mapping[str, Any]
) -> list[InboundMail]:
    """Take in every mail that a notification of S3 names, once for each event it is for; one that is gone stays so.

    What is for a front desk has a bucket and a function of its own.
    """
    arrived = [
        one for one in _arrived(lane, files, event, LARGEST_MAIL) if not lane.product_of(one.to)
    ]
    return [await lane.take(one) for one in arrived]


class Hand(msgspec.Struct, frozen=True):
    """Where a mail is put that is for someone else, too: a bucket, and what its name begins with there."""

    files: Files
    shelf: str = ""


async def take_requests(
    lane: MailPipeline,
    files: S3Files,
    event: Mapping[str, Any],
    product: str,
    others: Mapping[str, Hand],
) -> list[InboundMail]:
    """Take in what is for a product's front desk; a mail that is for others, too, is put where theirs are taken in.

    Whoever is first in the rules of SES hands on to those behind, never back. Events have no name among `others`.
    """
    taken: list[InboundMail] = []
    for one in _arrived(lane, files, event, LARGEST_WITH_FILES):
        whose = lane.product_of(one.to)
        if whose == product:
            taken.append(await lane.take(one))
            await lane.renew(one)  # a file may have been read before its mail was written down
        elif whose in others:
            hand = others[whose]
            hand.files.keep(hand.shelf + one.kept_as.rpartition("/")[2], one.raw)
    return taken


class Place(msgspec.Struct, frozen=True, rename="pascal"):
    """Where a file lies that Textract was handed."""

    s3_object_name: str = msgspec.field(default="", name="S3ObjectName")


class Notice(msgspec.Struct, frozen=True, rename="pascal"):
    """What Textract tells when it is done with a file, well or not."""

    job_id: str = ""
    document_location: Place = Place()


def is_notice(event: Mapping[str, Any]) -> bool:
    """Whether this is told by a topic, and not by a bucket."""
    return any("Sns" in record for record in event["Records"])


async def take_texts(
    lane: MailPipeline, texts: Textract, event: Mapping[str, Any], product: str
) -> None:
    """Keep what Textract has read beside its mail, and let the proposal say it; maybe twice, maybe late, in any order.

    Nothing is kept of a mail that is gone: whoever wrote it was erased.
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
        for one in arrivals(lane, raw, part["mail"]):
            if lane.product_of(one.to) == product:
                await lane.renew(one)


def _notice(text: str) -> Notice:
    try:
        return msgspec.json.decode(text, type=Notice)
    except msgspec.DecodeError:
        return Notice()


def _arrived(
    lane: MailPipeline, files: S3Files, event: Mapping[str, Any], largest: int
) -> list[ReceivedMail]:
    stored = ((key, _stored(files, key, largest)) for key in keys_in(event))
    return [one for key, raw in stored if raw is not None for one in arrivals(lane, raw, key)]


def keys_in(event: Mapping[str, Any]) -> list[str]:
    """Return the names of the objects that were made, as they are; S3 writes them as in an address."""
    made = (
        record for record in event["Records"] if record["eventName"].startswith("ObjectCreated:")
    )
    return [unquote_plus(record["s3"]["object"]["key"]) for record in made]


def _stored(files: S3Files, key: str, largest: int) -> bytes | None:
    """Read a mail, and of one that is too large only enough to see that."""
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
    """Say of a mail for whom it is, who brought it, and what SES warns of."""
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
    """Name one address for each event that a mail is for, and those of front desks if it is for them.

    SES names in its own line whom it was handed over for. Where that were several it may name only one: the headers
    that people see tell of the others. Whoever can write those can as well write to the address itself.
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
    """Read the addresses from the line of SES; what stands before its name was said by the other side."""
    parts = BY_SES.split(received)
    told = parts[-1].partition(";")[0].partition(" for ")[2] if len(parts) > 1 else ""
    return [word.strip("<>,") for word in told.split() if "@" in word]
