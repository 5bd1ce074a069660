"""Mail that SES put into the bucket: each becomes at most one command for each event it is for."""

from functools import cache

from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.platforms.aws.bootstrap import config, open_engine, place
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.mail.intake import lane_of, take_in


@cache
def _files() -> S3Files:
    return S3Files(client("s3"), place().raw_mime)


@cache
def _lane() -> MailPipeline:
    return lane_of(open_engine(), _files(), config().sender)


async def work(event: Event) -> None:
    """Take in the mails that S3 tells of."""
    await take_in(_lane(), _files(), event)


handle = handling(work)
