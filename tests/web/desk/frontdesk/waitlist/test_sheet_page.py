"""The sheet's page on the desk: its status, unreadable rows, and restoring a version."""

from typing import Any

import pytest
from msgspec.structs import replace

from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.sync.connections import Connections
from fullhouse.inbound.sync.document_sync import DocumentSync, FileDocument
from fullhouse.inbound.sync.waitlist_calendar.sync import CalendarSync
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.shared.external_sources import SheetVersions
from fullhouse.products.frontdesk.waitlist.model import EntryPage, Slot
from tests.inbound.sync.front_desk import ANNA, table
from tests.inbound.sync.waitlist_calendar.test_sync import JESS, LATE, PARTY, SAM, Paper
from tests.support.attaching import change_desk
from tests.web.desk.frontdesk.salon import Salon, tidy
from tests.web.desk.support import Desk

SHEET = "/desk/waitlist/sheet"
CONNECTIONS = "/desk/waitlist/connections"
BEN = ("Ben", "", "ben@example.org", "Colour")


class Kept:
    """A desk whose list is kept in a sheet."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.sheet, self.files = (
            desk,
            MemorySheet(table(ANNA, BEN, ("Cleo", "12", "", "Cut"))),
            MemoryFiles(),
        )
        self.sync = SheetSync(desk.evening.engine, self.sheet, self.files, "list.csv")
        change_desk(desk.web.app, connections=Connections(sheet=self.sync), files=self.files)

    def names(self) -> list[str]:
        return sorted(one.name for one in self.desk.evening.load(EntryPage("waiting")))

    def page(self) -> str:
        return tidy(self.desk.read(SHEET))


@pytest.fixture
def kept(desk: Desk, salon: Salon) -> Kept:
    assert salon.evening is desk.evening
    return Kept(desk)


@pytest.mark.usefixtures("salon")
def test_where_no_sheet_is_connected_the_page_says_so(desk: Desk) -> None:
    assert "No outside sheet is connected" in tidy(desk.read(SHEET))
    assert "No outside sheet is connected" in tidy(desk.read(CONNECTIONS))
    for path in ("look", "back"):
        assert desk.send(f"{SHEET}/{path}").status_code == 404


def test_a_look_brings_both_in_step_and_names_what_cannot_be_read(kept: Kept) -> None:
    answer = kept.desk.send(f"{SHEET}/look")
    assert answer.headers["location"].endswith(f"{SHEET}?done=synced")
    assert kept.names() == ["Anna", "Ben"]
    page = kept.page()
    assert "The list is kept in list.csv" in page
    assert "Row 4, Cleo, phone: That doesn't look like a mobile number." in page
    assert "3 rows when it last changed" in page
    assert "Row 4, Cleo, phone: That doesn't look" in tidy(kept.desk.read("/desk/waitlist"))
    assert "by staff, in the sheet" in page
    assert "by Fullhouse now" in page
    assert "1 cell cannot be read" in tidy(kept.desk.read(CONNECTIONS))


def test_one_click_puts_a_version_back(kept: Kept) -> None:
    kept.desk.send(f"{SHEET}/look")
    good = kept.desk.evening.load(SheetVersions(limit=1))[0]
    whole = kept.sheet.table
    kept.sheet.table = replace(whole, rows=whole.rows[1:])
    kept.desk.send(f"{SHEET}/look")
    assert kept.names() == ["Ben"]
    answer = kept.desk.send(f"{SHEET}/back", {"version": good.id})
    assert answer.headers["location"].endswith(f"{SHEET}?done=put_back")
    assert kept.names() == ["Anna", "Ben"]
    assert "That version is in the sheet again" in tidy(kept.desk.read(f"{SHEET}?done=put_back"))


def test_a_version_can_be_looked_at_as_a_file(kept: Kept) -> None:
    kept.desk.send(f"{SHEET}/look")
    first = kept.desk.evening.load(SheetVersions())[-1]
    answer = kept.desk.web.get(f"{SHEET}/versions/{first.id}")
    assert answer.headers["content-type"].startswith("text/csv")
    assert "Anna,0151 10000001" in answer.text
    assert kept.desk.web.get(f"{SHEET}/versions/none").status_code == 404


def test_a_version_that_is_not_there_changes_nothing(kept: Kept) -> None:
    kept.desk.send(f"{SHEET}/look")
    for version in ("", "none"):
        assert kept.desk.send(f"{SHEET}/back", {"version": version}).status_code == 404


def test_a_sheet_that_cannot_be_reached_is_told(kept: Kept) -> None:
    kept.sheet.down = "list.csv is open in Excel."
    answer = kept.desk.send(f"{SHEET}/look")
    assert answer.status_code == 409
    assert "list.csv is open in Excel." in answer.text
    assert "It is not in step" in kept.page()
    assert "list.csv is open in Excel." in kept.page()


def test_a_calendar_that_seems_strange_is_believed_when_staff_say_so(
    desk: Desk, salon: Salon
) -> None:
    paper = Paper(JESS, SAM, LATE, PARTY)
    sync = CalendarSync(desk.evening.engine, paper, "calendar.example")
    change_desk(desk.web.app, connections=Connections(calendar=sync))
    desk.evening.call(sync.run)
    paper.events = [LATE]
    desk.evening.call(sync.run)
    assert "3 of 4 bookings have vanished" in tidy(desk.read(CONNECTIONS))
    answer = desk.send("/desk/waitlist/calendar/believe")
    assert answer.headers["location"].endswith("done=believed")
    assert "3 of 4 bookings" not in tidy(desk.read(CONNECTIONS))
    paper.down = "It does not answer."
    assert desk.send("/desk/waitlist/calendar/believe").status_code == 409
    assert salon.evening.load(Get(Slot, ("none",))) is None


@pytest.mark.usefixtures("salon")
def test_a_calendar_that_is_not_connected_is_not_believed(desk: Desk) -> None:
    assert desk.send("/desk/waitlist/calendar/believe").status_code == 404


@pytest.mark.usefixtures("salon")
def test_the_editor_says_where_a_document_is_edited(desk: Desk, tmp_path: Any) -> None:
    paper = DocumentSync(
        desk.evening.engine, "rules", FileDocument(tmp_path / "rules.md"), "rules.md"
    )
    change_desk(desk.web.app, connections=Connections(papers=(paper,)))
    desk.evening.call(paper.run)
    page = tidy(desk.read("/desk/waitlist/rules"))
    assert "This text is edited in rules.md" in page
    assert "rules.md cannot be read: no such file or directory." in page
    assert "This text is edited in" not in tidy(desk.read("/desk/waitlist/voice"))
