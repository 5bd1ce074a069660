"""Where raw mail lies: a discarded request's is set aside, is still found and forgotten, and is never lost."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.house import House
from fullhouse.engine.inbound_mail import InboundMail, RecordInboundMail
from fullhouse.kernel.proposals import Proposal
from fullhouse.lanes.mail.keeping import forget_mail, read_mail, set_aside
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.platforms.local.house import open_house
from fullhouse.platforms.local.post import KeptPost
from fullhouse.platforms.virtual.clock import VirtualClock
from fullhouse.platforms.virtual.files import MemoryFiles
from tests.building import there

FILE = "mail/2026-06/m1.eml"
NOW = there("2026-06-01 11:00")
RAW = b"From: ada@example.org\r\n\r\nHello\r\n"

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, VirtualClock(NOW), KeptPost(), "http://x", settles=True) as house:
        yield house


async def takes(house: House, file: str = FILE) -> Proposal:
    line = InboundMail(id="m1", scope="waitlist", place="000000000000001-m1", at=NOW, file=file, made="ignored")
    await house.give(RecordInboundMail(mail=line), "mail")
    return Proposal(id="p1", product="waitlist", mail="m1", at=NOW)


async def test_a_discarded_mail_lies_under_a_name_of_its_own(house: House, tmp_path: Path) -> None:
    files = LocalFiles(tmp_path / "files")
    files.keep(FILE, RAW)
    await set_aside(house, files, await takes(house))
    assert files.read(FILE) is None
    assert (tmp_path / "files/discarded" / FILE).read_bytes() == RAW
    assert read_mail(files, FILE) == RAW


async def test_it_is_forgotten_wherever_it_lies(house: House) -> None:
    here, aside = MemoryFiles(), MemoryFiles()
    here.keep(FILE, RAW)
    aside.keep(FILE, RAW)
    await set_aside(house, aside, await takes(house))
    for files in (here, aside):
        forget_mail(files, FILE)
        assert files.kept == {}
        assert read_mail(files, FILE) is None


async def test_what_came_by_no_mail_or_is_not_kept_moves_nothing(house: House) -> None:
    files = MemoryFiles()
    await set_aside(house, files, Proposal(id="p1", product="waitlist", at=NOW))
    await set_aside(house, files, Proposal(id="p1", product="waitlist", mail="unknown", at=NOW))
    await set_aside(house, files, await takes(house))
    await set_aside(house, None, await takes(house))
    assert files.kept == {}


async def test_a_mail_that_is_forgotten_while_it_is_moved_does_not_come_back(house: House) -> None:
    class ForgottenMeanwhile(MemoryFiles):
        def keep(self, name: str, content: bytes) -> None:
            forget_mail(self, FILE)
            super().keep(name, content)

    files = ForgottenMeanwhile()
    files.kept[FILE] = RAW
    await set_aside(house, files, await takes(house))
    assert files.kept == {}


async def test_where_it_cannot_be_moved_it_is_found_where_it_was(house: House) -> None:
    class Full(MemoryFiles):
        def keep(self, name: str, content: bytes) -> None:
            raise OSError

    files = Full()
    files.kept[FILE] = RAW
    await set_aside(house, files, await takes(house))
    assert read_mail(files, FILE) == RAW
