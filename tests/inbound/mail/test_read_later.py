"""Attachments read elsewhere and later: the proposal grows by what they say."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from fullhouse.engine.ports import MessagePage, Reader, Unreadable
from fullhouse.inbound.attachments.document import LATER
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline, PerEventDecisions
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from tests.inbound.attachments.desks import file, mail_with
from tests.inbound.mail.letters import mail
from tests.inbound.mail.street import SETTINGS, Street
from tests.support.rsvp_world import there

pytestmark = pytest.mark.anyio
DESKS = ("waitlist", "bookings")
FIRST, SECOND = file("png", "first"), file("png", "the second")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Elsewhere:
    """Someone who reads files when they like: what they have read by now is here."""

    def __init__(self, known: dict[bytes, str], between: Callable[[], None] = lambda: None) -> None:
        self.known, self.between = known, between

    def read(self, content: bytes, _kind: str, /) -> str:
        found = self.known.get(content)
        self.between()
        if found is None:
            raise Unreadable(LATER)
        return found


class Bureau:
    """A front desk whose files are read elsewhere."""

    def __init__(self, street: Street) -> None:
        self.street = street
        self.known: dict[bytes, str] = {}
        self.of: list[tuple[str, str]] = []
        self.lane = self.another()

    def another(self, between: Callable[[], None] = lambda: None) -> MailPipeline:
        """Open a lane as another process has one."""

        def reader_of(mark: str, mail_file: str) -> Reader:
            self.of.append((mark, mail_file))
            return Elsewhere(self.known, between)

        return MailPipeline(
            self.street.engine, self.street.files, SETTINGS, reader=PerEventDecisions(reader_of)
        )

    @property
    def proposal(self) -> Proposal:
        (found,) = self.street.engine.load(ProposalPage())
        return found

    @property
    def notes(self) -> int:
        return len(
            [one for one in self.street.engine.load(MessagePage()) if one.kind == "proposal"]
        )


@pytest.fixture
async def bureau(tmp_path: Path) -> AsyncIterator[Bureau]:
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(tmp_path, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        street = Street(engine)
        bureau = Bureau(street)
        yield bureau
        bureau.lane.close()
        street.lane.close()


def arrived(desk: str, *files: tuple[str, bytes]) -> ReceivedMail:
    return ReceivedMail(mail_with(*files), f"{desk}@rsvp.test", kept_as=f"{desk}/m1")


@pytest.mark.parametrize("desk", DESKS)
async def test_what_is_read_later_is_added_to_the_open_proposal(bureau: Bureau, desk: str) -> None:
    came = arrived(desk, FIRST)
    line = await bureau.lane.take(came)
    assert (LATER in bureau.proposal.text, bureau.proposal.value("name")) == (True, "Anna")
    bureau.known[FIRST[1]] = "Name: Ben Moss"
    for _ in range(2):
        await bureau.lane.renew(came)
    assert (LATER in bureau.proposal.text, bureau.proposal.value("name")) == (False, "Ben Moss")
    assert (bureau.proposal.id, bureau.proposal.rev, bureau.notes) == (line.person, 1, 2)
    assert set(bureau.of) == {(line.id, f"{desk}/m1")}


async def test_while_nothing_new_was_read_nothing_changes(bureau: Bureau) -> None:
    came = arrived("waitlist", FIRST)
    await bureau.lane.take(came)
    before = bureau.proposal
    await bureau.lane.renew(came)
    assert (bureau.proposal, bureau.notes) == (before, 1)


async def test_a_mail_that_was_never_written_down_or_has_no_file_is_passed_over(
    bureau: Bureau,
) -> None:
    await bureau.lane.renew(arrived("waitlist", FIRST))
    await bureau.lane.renew(ReceivedMail(mail("Hello"), "waitlist@rsvp.test"))
    assert (bureau.street.engine.load(ProposalPage()), bureau.of) == ((), [])


async def test_of_two_that_are_done_at_once_the_last_to_write_has_seen_both(bureau: Bureau) -> None:
    """One run is overtaken by another that saw both files: when it writes, it looks again."""
    came = arrived("waitlist", FIRST, SECOND)
    await bureau.lane.take(came)
    bureau.known[FIRST[1]] = "Name: Ben Moss"
    looked, overtaken = threading.Event(), threading.Event()
    looks = 0

    def between() -> None:
        nonlocal looks
        looks += 1
        if looks == 2:
            looked.set()
            overtaken.wait(60)

    slow = bureau.another(between)
    task = asyncio.create_task(slow.renew(came))
    await asyncio.to_thread(looked.wait, 60)
    bureau.known[SECOND[1]] = "Phone: 0151 23456789"
    await bureau.lane.renew(came)
    assert LATER not in bureau.proposal.text
    overtaken.set()
    await task
    slow.close()
    assert LATER not in bureau.proposal.text
    assert (bureau.proposal.value("name"), bureau.proposal.value("phone")) == (
        "Ben Moss",
        "+4915123456789",
    )
