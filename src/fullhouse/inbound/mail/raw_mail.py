"""Storage of raw mails: under their own name, or below `discarded/` once staff discard them."""

import asyncio
import logging
from collections.abc import AsyncIterator

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail, InboundPage
from fullhouse.engine.ports import Files
from fullhouse.kernel.erasure import NOTE
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.proposals import Proposal

log = logging.getLogger(__name__)
ASIDE = "discarded/"


def read_mail(files: Files, name: str) -> bytes | None:
    """Return a raw mail from either place; a move writes the new place before it clears the old."""
    found = files.read(name)
    return files.read(ASIDE + name) if found is None else found


def forget_mail(files: Files, name: str) -> None:
    """Delete a raw mail from both places."""
    files.forget(name)
    files.forget(ASIDE + name)


async def move_to_discarded(engine: Engine, files: Files | None, proposal: Proposal) -> None:
    """Move the mail of a proposal that was just discarded. If that fails, it stays.

    Only the request that discarded it may do so: two at once could delete it.
    """
    mail = engine.load(Get(InboundMail, (proposal.mail,))) if proposal.mail else None
    if files is None or mail is None or not mail.file:
        return
    try:
        await asyncio.to_thread(_move, files, mail.file)
    except Exception:
        log.exception("a discarded mail could not be set aside; it lies where it was")


def _move(files: Files, name: str) -> None:
    content = files.read(name)
    if content is None:
        return
    files.keep(ASIDE + name, content)
    if files.read(name) is None:  # the sender was erased meanwhile
        files.forget(ASIDE + name)
    files.forget(name)


PAGE = 500


async def all_mail(engine: Engine) -> AsyncIterator[InboundMail]:
    """Yield every mail that came in, the newest first, and give way to other tasks in between."""
    before = ""
    while page := engine.load(InboundPage(before=before, limit=PAGE)):
        for mail in page:
            yield mail
        before = page[-1].place
        await asyncio.sleep(0)


async def delete_mail_of_erased(engine: Engine, files: Files) -> int:
    """Delete the raw mails of erased people and return their number; safe to repeat."""
    gone = [
        mail.file
        async for mail in all_mail(engine)
        if mail.reason == NOTE and not mail.sender and mail.file
    ]
    for file in gone:
        forget_mail(files, file)
    return len(gone)
