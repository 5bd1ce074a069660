"""`ev-intake-ses-parser`: turns each mail in the bucket into at most one command per event.

Replies to messages of the front desk come to its bucket, too. They are copied to the bucket of
their product.
"""

from functools import cache

from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.kernel.product import APPOINTMENTS, WAITLIST
from fullhouse.platforms.aws.bootstrap import config, limiter, mail_shares, open_engine, place
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.mail.intake import Hand, lane_of, take_in


@cache
def _files() -> S3Files:
    return S3Files(client("s3"), place().raw_mime)


@cache
def _lane() -> MailPipeline:
    lane = lane_of(open_engine(), _files(), config().sender)
    lane.events.limiter = limiter()
    lane.shares = mail_shares("ev")
    return lane


async def handle_event(event: Event) -> None:
    """Handle new mails in S3."""
    desks = {
        WAITLIST: Hand(S3Files(client("s3"), place().waitlist_mime), "waitlist/"),
        APPOINTMENTS: Hand(S3Files(client("s3"), place().appointments_mime), "bookings/"),
    }
    await take_in(_lane(), _files(), event, desks)


handle = handling(handle_event)
