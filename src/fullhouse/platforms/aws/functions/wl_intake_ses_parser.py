"""`wl-intake-ses-parser`: turns mail to the waitlist into proposals for staff."""

from functools import cache

from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.kernel.product import APPOINTMENTS, WAITLIST
from fullhouse.platforms.aws.bootstrap import (
    config,
    mail_shares,
    open_waitlist_engine,
    place,
    scribe,
)
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.mail.intake import Hand, is_notice, lane_of, take_requests, take_texts
from fullhouse.platforms.aws.textract import Textract, textract_of


@cache
def _files() -> S3Files:
    return S3Files(client("s3"), place().waitlist_mime)


@cache
def _texts() -> Textract:
    return textract_of(_files(), place(), "wl")


@cache
def _lane() -> MailPipeline:
    lane = lane_of(open_waitlist_engine(), _files(), config().sender, scribe(), _texts())
    lane.shares = mail_shares("wl")
    return lane


async def handle_event(event: Event) -> None:
    """Handle mails in S3, and texts that Textract has read of their files."""
    if is_notice(event):
        await take_texts(_lane(), _texts(), event, WAITLIST)
        return
    bookings = Hand(S3Files(client("s3"), place().appointments_mime), "bookings/")
    others = {APPOINTMENTS: bookings, "": Hand(S3Files(client("s3"), place().raw_mime))}
    await take_requests(_lane(), _files(), event, WAITLIST, others)


handle = handling(handle_event)
