"""A Google Sheet in step with the list, against a Google of our own that checks every request."""

from fullhouse.inbound.spreadsheets.google_sheet import GoogleSheet
from fullhouse.products.frontdesk.shared.external_sources import SheetVersions
from tests.inbound.google.fake import fake_google
from tests.inbound.google.grid import Spreadsheet, tab
from tests.inbound.sync.business import at_once
from tests.inbound.sync.front_desk import FrontDesk

HEAD = ["Name", "Phone", "Service", "Latest", "Notes"]
ANNA = ["Anna", "0151 10000001", "Cut", (46204, "DATE"), "likes tea"]
BEN = ["Ben", "0151 10000002", "Colour", None, None]


def test_a_google_sheet_is_kept_in_step() -> None:
    with fake_google() as google:
        book = google.spreadsheets["s1"] = Spreadsheet(tab("List", HEAD, ANNA, BEN, size=(20, 12)))
        desk = FrontDesk(sheet=GoogleSheet(google.client(), "s1"))
        assert desk.run().joined == 2
        assert desk.named("Anna").latest == "2026-07-01"
        assert (desk.cell("Anna", "key"), desk.cell("Ben", "status")) == (
            desk.named("Anna").id,
            "waiting",
        )
        assert not desk.run().looked
        book.set("B3", "0151 20000002")
        assert desk.run().edited == 1
        desk.book("Anna")
        desk.join("dora")
        assert desk.run().written == 2
        assert desk.cell("Anna", "status").startswith("booked")
        assert desk.names() == ["Anna", "Ben", "Dora"]
        assert desk.row("Anna").cells[4] == "likes tea"
        assert google.refused == []


def test_a_version_of_a_google_sheet_is_put_back() -> None:
    with fake_google() as google:
        book = google.spreadsheets["s1"] = Spreadsheet(tab("List", HEAD, ANNA, BEN, size=(20, 12)))
        desk = FrontDesk(sheet=GoogleSheet(google.client(), "s1"))
        desk.run()
        good = desk.engine.load(SheetVersions(limit=1))[0]
        book.set("A3", None)
        book.set("B3", "0151 99999999")
        desk.run()
        assert [one.field for one in desk.known().problems] == ["name"]
        report = at_once(desk.sync.put_back(good, "a host"))
        assert report is not None
        assert report.problems == ()
        assert desk.named("Ben").phone == "+4915110000002"


def test_a_google_sheet_that_is_not_shared_is_told() -> None:
    with fake_google() as google:
        desk = FrontDesk(sheet=GoogleSheet(google.client(), "none"))
        assert "not shared with desk@salon" in desk.run().trouble
