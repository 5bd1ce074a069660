"""Lists, sheets and feeds never hold the event loop, nor any other thread of the server."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from fullhouse.inbound.calendar_feeds.feed_download import Feed
from fullhouse.inbound.sync import calendar_sources
from fullhouse.inbound.sync.connections import Connections
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.config import read_config
from fullhouse.platforms.local.external_sources import outside_of
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.local.parser import LocalParser
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from tests.inbound.guest_import.books import book, sheet
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.attaching import change_desk
from tests.support.cpu_time import assert_cpu, cpu_within
from tests.support.loop_watch import LONGEST_CALLBACK, Watch, watching
from tests.support.proof import some_of
from tests.support.rsvp_world import there
from tests.web.desk.support import OURS, desk_at, text_of

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]
MOST_CPU = 0.15  # of the whole process; each of these took at least 0.38 s in it
FEED = "https://calendar.example/feed.ics"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def parser() -> Iterator[LocalParser]:
    parser = LocalParser(seconds=100)
    yield parser
    parser.close()


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return watching(monkeypatch)


def xlsx_with_countless_rows() -> bytes:
    return book(sheet=sheet('<row a="" b="" c="" d="" e="" f=""/>' * 300_000))


def xlsx_with_countless_cells() -> bytes:
    return book(sheet=sheet(f"<row>{'<c/>' * 16_000}</row>" * 30))


def xlsx_of_a_long_list() -> bytes:
    return book(sheet=sheet('<row><c t="str"><v>a</v></c></row>' * 60_000))


def csv_with_bad_rows() -> bytes:
    return b"name,email,party\n" + b"=,b,x\n" * 20_000


def csv_with_countless_rows() -> bytes:
    return b"Name,Phone\n" + b"a,b\n" * 200_000


def feed_of_a_long_rule() -> bytes:
    rule = "DTSTART:19000601T080000Z\nRRULE:FREQ=DAILY;BYHOUR=8,9,10,11,12,13,14"
    return f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n{rule}\nEND:VEVENT\nEND:VCALENDAR\n".encode()


def feed_of_countless_entries() -> bytes:
    entry = "BEGIN:VEVENT\nUID:{}\nDTSTART:20200601T080000Z\nSUMMARY:x\nEND:VEVENT\n"
    return ("BEGIN:VCALENDAR\n" + entry * 12_000 + "END:VCALENDAR\n").encode()


LISTS: dict[str, tuple[Callable[[], bytes], str]] = {
    "countless rows.xlsx": (xlsx_with_countless_rows, "There is nothing on this list."),
    "countless cells.xlsx": (xlsx_with_countless_cells, "There is nothing on this list."),
    "bad rows.csv": (csv_with_bad_rows, "There are more than 10,000 rows."),
}
SHEETS: dict[str, Callable[[], bytes]] = {
    "rows.xlsx": xlsx_of_a_long_list,
    "rows.csv": csv_with_countless_rows,
}
FEEDS: dict[str, Callable[[], bytes]] = {
    "countless entries": feed_of_countless_entries,
    "a long rule": feed_of_a_long_rule,
}


@asynccontextmanager
async def connected(
    folder: Path, parser: LocalParser, **settings: str
) -> AsyncIterator[Connections]:
    config = read_config(
        folder, {f"FULLHOUSE_WAITLIST_{name}": text for name, text in settings.items()}
    )
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(folder, clock, MailboxCarrier(), "http://x") as engine:
        await engine.execute(SaveDocument(name="rules", text=RULES_TEXT), "setup")
        yield outside_of(config, folder, engine, LocalFiles(folder / "files"), parser)


@pytest.mark.timing
@pytest.mark.parametrize("name", some_of(LISTS, 2))
def test_a_crafted_guest_list_costs_the_server_next_to_nothing(
    name: str, parser: LocalParser, tmp_path: Path, watch: Watch
) -> None:
    make, problem = LISTS[name]
    content = make()
    with desk_at(tmp_path) as desk:
        desk.sign_in()
        desk.evening.opens(cap=2)
        change_desk(desk.web.app, read_list=parser.read_list)
        fields = {"form_token": desk.token(), "place_as": "confirmed", "text": ""}
        watch.longest = 0.0
        with cpu_within(MOST_CPU):
            answer = desk.web.post(
                "/desk/e/party/import", data=fields, files={"file": (name, content)}, headers=OURS
            )
        assert_cpu(watch.longest, LONGEST_CALLBACK)
        assert answer.status_code == 422
        assert problem in text_of(answer)


@pytest.mark.timing
@pytest.mark.parametrize("name", some_of(SHEETS, 1))
async def test_a_crafted_sheet_costs_the_server_next_to_nothing(
    name: str, parser: LocalParser, tmp_path: Path, watch: Watch
) -> None:
    (tmp_path / name).write_bytes(SHEETS[name]())
    async with connected(tmp_path, parser, SHEET=name) as outside:
        assert outside.sheet is not None
        await watch.begin()
        with cpu_within(MOST_CPU):
            report = await outside.sheet.run()
        assert_cpu(watch.longest, LONGEST_CALLBACK)
        assert "There are more than 20,000 rows." in report.trouble


@pytest.mark.timing
@pytest.mark.parametrize("name", some_of(FEEDS, 1))
async def test_a_crafted_feed_costs_the_server_next_to_nothing(
    name: str,
    parser: LocalParser,
    tmp_path: Path,
    watch: Watch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content = FEEDS[name]()
    monkeypatch.setattr(calendar_sources, "fetch_feed", lambda *_: Feed(content))
    async with connected(tmp_path, parser, CALENDAR=FEED) as outside:
        assert outside.calendar is not None
        await watch.begin()
        with cpu_within(MOST_CPU):
            report = await outside.calendar.run()
        assert_cpu(watch.longest, LONGEST_CALLBACK)
        assert report.trouble == ""
