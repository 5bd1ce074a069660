"""Strangers' files never block the event loop or a thread: they are opened in a sandbox."""

import io
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.parsing import LARGEST_TEXT
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.config import Config
from fullhouse.platforms.local.mail_intake import taking_mail
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.local.ocr import LocalOcrReader
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.shared.proposals import ProposalPage
from tests.inbound.attachments.desks import mail_with
from tests.inbound.guest_import.books import book, sheet
from tests.inbound.mail.letters import TO, calendar_mail, mail
from tests.inbound.mail.street import SETTINGS
from tests.inbound.mail.test_authentication import PUBLIC, Names
from tests.support.cpu_time import assert_cpu, cpu_within
from tests.support.loop_watch import LONGEST_CALLBACK, Watch, watching
from tests.support.proof import some_of
from tests.support.rsvp_world import create, there

MOST_CPU = 0.4  # of the whole process, for one email
DESK = "waitlist@rsvp.test"
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return watching(monkeypatch)


@pytest.fixture
def reader() -> Iterator[LocalOcrReader]:
    reader = LocalOcrReader()
    yield reader
    reader.close()


@pytest.fixture
async def lane(tmp_path: Path, reader: LocalOcrReader) -> AsyncIterator[MailPipeline]:
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(tmp_path, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        lane = MailPipeline(engine, MemoryFiles(), SETTINGS, reader=reader)
        yield lane
        lane.close()


def docx_with_huge_tags() -> bytes:
    """Tags with many thousand attributes: Python makes a dictionary of each in a single call."""
    attributes = "".join(f' a{number:x}=""' for number in range(80_000))
    text = f'<w:document xmlns:w="w">{f"<w:p{attributes}/>" * 20}</w:document>'
    return packed({"word/document.xml": text}, stored=2_500_000)


def docx_with_countless_parts() -> bytes:
    made = packed({"word/document.xml": "<a/>"})
    start, end = made.index(b"PK\x01\x02"), made.index(b"PK\x05\x06")
    size = (end - start) * 30_000
    tail = made[end : end + 12] + size.to_bytes(4, "little") + made[end + 16 :]
    return made[:start] + made[start:end] * 30_000 + tail


def packed(parts: dict[str, str], stored: int = 0) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {"_rels/.rels": "<a/>", **parts}.items():
            archive.writestr(name, text)
        archive.writestr("word/media/x", bytes(stored), zipfile.ZIP_STORED)
    return made.getvalue()


def xlsx_with_countless_rows() -> bytes:
    return book(sheet=sheet('<row a="" b="" c="" d="" e="" f=""/>' * 450_000))


def ics_with_countless_times() -> bytes:
    rule = "DTSTART:20250601T080000Z\nRRULE:FREQ=DAILY;BYHOUR=8,9,10,11,12"
    entries = (
        f"BEGIN:VEVENT\nUID:{number}\nSUMMARY:x\n{rule}\nEND:VEVENT\n" for number in range(2)
    )
    return f"BEGIN:VCALENDAR\n{''.join(entries)}END:VCALENDAR\n".encode()


def html_without_end() -> bytes:
    return b"<html><body>" + b"<b><i>x</i>" * 500_000


CRAFTED: dict[str, Callable[[], bytes]] = {
    "huge tags.docx": docx_with_huge_tags,
    "countless parts.docx": docx_with_countless_parts,
    "countless rows.xlsx": xlsx_with_countless_rows,
    "countless times.ics": ics_with_countless_times,
    "without end.html": html_without_end,
}


@pytest.mark.timing
@pytest.mark.parametrize("name", some_of(CRAFTED, keep=2))
async def test_a_crafted_file_costs_the_server_next_to_nothing(
    name: str, lane: MailPipeline, watch: Watch
) -> None:
    raw = mail_with((name, CRAFTED[name]()), text="A table for two, please.")
    await watch.begin()
    with cpu_within(MOST_CPU):
        taken = await lane.take(ReceivedMail(raw, DESK))
    assert_cpu(watch.longest, LONGEST_CALLBACK)
    assert taken.what == "proposed"
    (proposal,) = lane.engine.load(ProposalPage())
    assert f"[{name}" in proposal.text


def signed_blanks() -> bytes:
    """Short runs of blanks: the library that checks signatures takes seconds over megabytes."""
    tags = "v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=s1; h=from; bh=QUFB; b=QUFB"
    return f"DKIM-Signature: {tags}\r\n".encode() + mail((" " * 199 + "x") * 10_000)


@pytest.mark.timing
async def test_a_crafted_signature_costs_the_server_next_to_nothing(
    tmp_path: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, raw = VirtualClock(there("2026-06-01 11:00")), signed_blanks()
    names = Names({"s1._domainkey.example.org": PUBLIC})
    async with (
        open_engine(tmp_path, clock, MailboxCarrier(), "http://x", settles=True) as engine,
        taking_mail(engine, Config(), tmp_path) as (lane, _),
    ):
        monkeypatch.setattr(lane, "_resolver", names)
        await watch.begin()
        with cpu_within(MOST_CPU):
            taken = await lane.take(ReceivedMail(raw, DESK))
        assert_cpu(watch.longest, LONGEST_CALLBACK)
    assert names.asked > 1
    assert taken.what == "proposed"


HARD_TO_UNDERSTAND = {
    "cancels": "I can not come.\n",
    "is not sure": "sorry, not sure if I can make it.\n\n",
    "says who wrote": "On 1 Jan a@b wrote\n",
    "quotes": "> On 1 Jan a@b wrote\n",
}


@pytest.mark.timing
@pytest.mark.parametrize("name", HARD_TO_UNDERSTAND)
async def test_a_long_reply_is_understood_beside_the_loop(
    name: str, lane: MailPipeline, watch: Watch
) -> None:
    await lane.engine.execute(create(), "host")
    text = HARD_TO_UNDERSTAND[name]
    raw = mail(text * (LARGEST_TEXT // len(text)))
    await lane.take(ReceivedMail(mail("Yes"), TO))  # loads what reads intents
    await watch.begin()
    taken = await lane.take(ReceivedMail(raw, TO))
    assert_cpu(watch.longest, LONGEST_CALLBACK)
    assert taken.made == "done"


@pytest.mark.timing
async def test_a_calendars_answer_needs_no_child(
    lane: MailPipeline, reader: LocalOcrReader, watch: Watch
) -> None:
    with cpu_within(MOST_CPU):
        await lane.take(ReceivedMail(calendar_mail("DECLINED"), TO))
    assert_cpu(watch.longest, LONGEST_CALLBACK)
    assert reader._child is None  # noqa: SLF001 - nothing was started


def test_the_first_reply_loads_nothing() -> None:
    code = (
        "import sys\n"
        "from fullhouse.platforms.local import mail_intake as intake\n"
        "intake._preload()\n"
        "known = set(sys.modules)\n"
        "raw = intake.SAMPLE.replace(b'Yes', b'No, sorry, I cannot make it. Not')\n"
        "reading = intake.read_content(raw, intake.Envelope(), intake.MailSettings())\n"
        "assert intake.understood(reading, frozenset()).said\n"
        "sys.exit(', '.join(set(sys.modules) - known))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, text=True, timeout=300
    )
    assert done.stderr.strip() == ""
