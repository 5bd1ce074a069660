"""Letting go of mails whose sender was erased: the line stays without who and what, the raw mail is removed."""

import asyncio
from collections.abc import AsyncIterator

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail, InboundPage
from fullhouse.engine.ports import Files
from fullhouse.kernel.forgetting import NOTE
from fullhouse.lanes.mail.keeping import forget_mail

PAGE = 500


async def all_mail(engine: Engine) -> AsyncIterator[InboundMail]:
    """Walk through every mail that came in, the newest first, and let others have their turn in between."""
    before = ""
    while page := engine.load(InboundPage(before=before, limit=PAGE)):
        for mail in page:
            yield mail
        before = page[-1].place
        await asyncio.sleep(0)


async def delete_mail_of_erased(engine: Engine, files: Files) -> int:
    """Remove the raw mails of people who were erased; safe to repeat. Say how many there are."""
    gone = [mail.file async for mail in all_mail(engine) if mail.reason == NOTE and not mail.sender and mail.file]
    for file in gone:
        forget_mail(files, file)
    return len(gone)
