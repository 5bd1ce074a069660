"""Where a raw mail lies: under the name that it came by, or under `discarded/` once staff discarded what it asks."""

import asyncio
import logging

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import Files
from fullhouse.kernel.proposals import Proposal
from fullhouse.kernel.records import Get

log = logging.getLogger(__name__)
ASIDE = "discarded/"


def read_mail(files: Files, name: str) -> bytes | None:
    """Return a raw mail, wherever it lies; it is put into the new place before it leaves the old one."""
    found = files.read(name)
    return files.read(ASIDE + name) if found is None else found


def forget_mail(files: Files, name: str) -> None:
    """Let go of a raw mail, wherever it lies."""
    files.forget(name)
    files.forget(ASIDE + name)


async def move_to_discarded(engine: Engine, files: Files | None, proposal: Proposal) -> None:
    """Move the mail of a proposal that was discarded just now. If that fails, it is found where it was.

    Only whoever discarded it may do so: two at once could let go of it.
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
    if files.read(name) is None:  # whoever wrote it was erased meanwhile
        files.forget(ASIDE + name)
    files.forget(name)
