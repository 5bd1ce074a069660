"""Mail with attachments: reading them delays nobody, and what is not stored may come again."""

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.inbound_mail import InboundPage
from fullhouse.inbound.attachments.document import Document
from fullhouse.inbound.attachments.reader import LONGEST_SHOWN, shown
from fullhouse.inbound.attachments.sandbox import Closing
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.shared.proposals import ProposalPage
from tests.inbound.attachments.desks import file, mail_with
from tests.inbound.mail.letters import mail
from tests.inbound.mail.street import SETTINGS, Street
from tests.support.rsvp_world import create, there

TO = "waitlist@rsvp.test"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Waiting:
    """A reader that waits until it may go on, or gives up."""

    def __init__(self) -> None:
        self.asked, self.go_on = threading.Event(), threading.Event()
        self.closes = False

    def read(self, content: bytes, kind: str, /) -> str:
        self.asked.set()
        self.go_on.wait(60)
        if self.closes:
            raise Closing
        return "Name: Anna Müller"


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(tmp_path, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        await engine.execute(create(), "host")
        street = Street(engine)
        street.lane.close()
        street.lane = MailPipeline(engine, street.files, SETTINGS, reader=Waiting())
        yield street
        street.lane.close()


def reader_of(street: Street) -> Waiting:
    reader = street.lane._reader  # noqa: SLF001 - planted above
    assert isinstance(reader, Waiting)
    return reader


@pytest.mark.anyio
async def test_while_a_file_is_read_other_mail_comes_in(street: Street) -> None:
    reader = reader_of(street)
    slow = asyncio.create_task(street.lane.take(ReceivedMail(mail_with(file("pdf")), TO)))
    await asyncio.to_thread(reader.asked.wait, 60)
    assert (await street.brings(mail("Yes!"))).what == "requested"
    assert not slow.done()
    reader.go_on.set()
    assert (await slow).what == "proposed"
    (proposal,) = street.engine.load(ProposalPage())
    assert proposal.value("name") == "Anna Müller"


@pytest.mark.anyio
async def test_a_mail_whose_files_could_not_be_looked_at_is_not_taken_and_may_come_again(
    street: Street,
) -> None:
    reader = reader_of(street)
    reader.closes = True
    reader.go_on.set()
    raw = mail_with(file("pdf"))
    with pytest.raises(Closing):
        await street.lane.take(ReceivedMail(raw, TO))
    assert street.engine.load(InboundPage()) == ()
    reader.closes = False
    assert (await street.lane.take(ReceivedMail(raw, TO))).what == "proposed"


@pytest.mark.anyio
async def test_files_of_a_mail_that_is_set_aside_are_not_opened(street: Street) -> None:
    raw = mail_with(file("pdf")).replace(
        b"Subject: Booking", b"Subject: Booking\nAuto-Submitted: auto-replied"
    )
    assert (await street.lane.take(ReceivedMail(raw, TO))).made == "ignored"
    assert not reader_of(street).asked.is_set()


def test_staff_see_what_was_read_and_what_was_not_however_much_there_is() -> None:
    files = [Document(f"{number}.pdf", "pdf", "word " * 1000) for number in range(9)]
    locked = Document("Bestätigung.pdf", "pdf", problem="The PDF needs a password.")
    told = shown("long " * 2000, [*files, locked])
    assert len(told) <= LONGEST_SHOWN + 2
    assert told.startswith("long long")
    assert "[Bestätigung.pdf: The PDF needs a password.]" in told
    assert "[0.pdf]\nword" in told
    assert shown("short", []) == "short"
    assert shown("", [locked]) == "[Bestätigung.pdf: The PDF needs a password.]"
