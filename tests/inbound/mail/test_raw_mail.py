"""Storage of raw mail: a discarded request's is set aside, still found and erased, never lost."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail, RecordInboundMail
from fullhouse.inbound.mail.raw_mail import forget_mail, move_to_discarded, read_mail
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.shared.proposals import Proposal
from tests.support.rsvp_world import there

FILE = "mail/2026-06/m1.eml"
NOW = there("2026-06-01 11:00")
RAW = b"From: ada@example.org\r\n\r\nHello\r\n"

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    async with open_engine(
        tmp_path, VirtualClock(NOW), MailboxCarrier(), "http://x", settles=True
    ) as engine:
        yield engine


async def takes(engine: Engine, file: str = FILE) -> Proposal:
    line = InboundMail(
        id="m1", scope="waitlist", place="000000000000001-m1", at=NOW, file=file, made="ignored"
    )
    await engine.execute(RecordInboundMail(mail=line), "mail")
    return Proposal(id="p1", product="waitlist", mail="m1", at=NOW)


async def test_a_discarded_mail_lies_under_a_name_of_its_own(
    engine: Engine, tmp_path: Path
) -> None:
    files = LocalFiles(tmp_path / "files")
    files.keep(FILE, RAW)
    await move_to_discarded(engine, files, await takes(engine))
    assert files.read(FILE) is None
    assert (tmp_path / "files/discarded" / FILE).read_bytes() == RAW
    assert read_mail(files, FILE) == RAW


async def test_it_is_forgotten_wherever_it_lies(engine: Engine) -> None:
    here, aside = MemoryFiles(), MemoryFiles()
    here.keep(FILE, RAW)
    aside.keep(FILE, RAW)
    await move_to_discarded(engine, aside, await takes(engine))
    for files in (here, aside):
        forget_mail(files, FILE)
        assert files.kept == {}
        assert read_mail(files, FILE) is None


async def test_what_came_by_no_mail_or_is_not_kept_moves_nothing(engine: Engine) -> None:
    files = MemoryFiles()
    await move_to_discarded(engine, files, Proposal(id="p1", product="waitlist", at=NOW))
    await move_to_discarded(
        engine, files, Proposal(id="p1", product="waitlist", mail="unknown", at=NOW)
    )
    await move_to_discarded(engine, files, await takes(engine))
    await move_to_discarded(engine, None, await takes(engine))
    assert files.kept == {}


async def test_a_mail_that_is_forgotten_while_it_is_moved_does_not_come_back(
    engine: Engine,
) -> None:
    class ForgottenMeanwhile(MemoryFiles):
        def keep(self, name: str, content: bytes) -> None:
            forget_mail(self, FILE)
            super().keep(name, content)

    files = ForgottenMeanwhile()
    files.kept[FILE] = RAW
    await move_to_discarded(engine, files, await takes(engine))
    assert files.kept == {}


async def test_where_it_cannot_be_moved_it_is_found_where_it_was(engine: Engine) -> None:
    class Full(MemoryFiles):
        def keep(self, name: str, content: bytes) -> None:
            raise OSError

    files = Full()
    files.kept[FILE] = RAW
    await move_to_discarded(engine, files, await takes(engine))
    assert read_mail(files, FILE) == RAW
