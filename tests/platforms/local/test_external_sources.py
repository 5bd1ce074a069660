"""From settings to sheets, documents and calendars: found, or named as missing."""

from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.clock import SystemClock
from fullhouse.inbound.google.client import GoogleClient
from fullhouse.inbound.spreadsheets.file_sheet import FileSheet
from fullhouse.inbound.spreadsheets.google_sheet import GoogleSheet
from fullhouse.inbound.sync.calendar_sources import FeedCalendar, GoogleCalendar
from fullhouse.inbound.sync.connections import google_id, where_of
from fullhouse.inbound.sync.document_sync import FileDocument, GoogleDocument
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.config import BadConfig, Config, read_config
from fullhouse.platforms.local.doctor import examine
from fullhouse.platforms.local.external_sources import calendar_of, outside_of, paper_of, sheet_of
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment
from fullhouse.products.frontdesk.appointments.model import AppointmentPage
from fullhouse.products.frontdesk.waitlist.model import EntryPage
from tests.inbound.google.fake import key_file
from tests.inbound.sync.business import at_once
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.rsvp_world import there

ID = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_x"
SECRET = "https://calendar.example/private-5d3c9/basic.ics"


def config(folder: Path, **settings: str) -> Config:
    return read_config(
        folder, {f"FULLHOUSE_{name.upper()}": value for name, value in settings.items()}
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "key.json").write_bytes(key_file("https://oauth2.googleapis.com/token"))
    return tmp_path


@pytest.mark.parametrize(
    ("setting", "found"),
    [
        (f"https://docs.google.com/spreadsheets/d/{ID}/edit#gid=0", ID),
        (f"https://docs.google.com/a/salon.example/spreadsheets/d/{ID}", ID),
        (f"https://docs.google.com/document/u/1/d/{ID}/edit", ID),
        (ID, ID),
        ("list.csv", ""),
        ("https://example.org/list.csv", ""),
    ],
)
def test_what_is_at_google_is_known_by_its_address_or_id(setting: str, found: str) -> None:
    assert google_id(setting) == found


def test_files_stand_in_the_data_folder_unless_they_are_named_from_the_root(folder: Path) -> None:
    here = config(folder, waitlist_sheet="list.csv", waitlist_rules="/etc/rules.md")
    sheet, paper = sheet_of(here, folder), paper_of(here, folder, "rules")
    assert isinstance(sheet, FileSheet)
    assert isinstance(paper, FileDocument)
    assert (sheet.path, paper.path) == ((folder / "list.csv").resolve(), Path("/etc/rules.md"))


def test_google_is_reached_with_the_service_account(folder: Path) -> None:
    there = {
        "waitlist_sheet": ID,
        "waitlist_voice": ID,
        "waitlist_calendar": "salon@group.calendar.google.com",
    }
    settings = config(folder, **there, waitlist_tab="Waitlist", google_account="key.json")
    sheet = sheet_of(settings, folder)
    assert isinstance(sheet, GoogleSheet)
    assert (sheet.spreadsheet_id, sheet.tab) == (ID, "Waitlist")
    assert isinstance(sheet.client, GoogleClient)
    assert isinstance(paper_of(settings, folder, "voice"), GoogleDocument)
    assert isinstance(calendar_of(settings, folder), GoogleCalendar)


def test_a_feed_is_named_by_its_host_alone(folder: Path) -> None:
    calendar = calendar_of(config(folder, waitlist_calendar=SECRET), folder)
    assert isinstance(calendar, FeedCalendar)
    assert calendar.url == SECRET
    assert where_of(SECRET).startswith("calendar.example (")
    assert "5d3c9" not in where_of(SECRET)
    assert where_of(SECRET) != where_of(SECRET.replace("5d3c9", "other"))


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"waitlist_sheet": "list.pdf"}, "waitlist.sheet is a .csv or .xlsx file"),
        ({"appointments_sheet": "list.pdf"}, "appointments.sheet is a .csv or .xlsx file"),
        ({"waitlist_sheet": ID}, "google.account is missing"),
        (
            {"waitlist_sheet": ID, "google_account": "none.json"},
            "none.json cannot be read: no such file",
        ),
        (
            {"waitlist_sheet": ID, "google_account": "fullhouse.toml"},
            "This is no key of a service account",
        ),
        ({"waitlist_rules": "https://example.org/rules.md"}, "waitlist.rules is a text file"),
        ({"waitlist_calendar": "calendar.ics"}, "waitlist.calendar is the address of an .ics feed"),
    ],
)
def test_what_cannot_be_used_is_named(folder: Path, settings: dict[str, str], says: str) -> None:
    (folder / "fullhouse.toml").write_text("port = 0\n")
    engine: Any = None
    with pytest.raises(BadConfig, match=says):
        outside_of(config(folder, **settings), folder, engine, LocalFiles(folder))


def test_a_house_looks_after_all_it_is_connected_to(folder: Path) -> None:
    (folder / "rules.md").write_text(RULES_TEXT)
    (folder / "list.csv").write_text("Name,Phone,Service\nAnna,0151 10000001,Cut\n")

    async def story() -> None:
        async with open_engine(
            folder, SystemClock(), MailboxCarrier(), "http://x", settles=True
        ) as engine:
            settings = config(folder, waitlist_sheet="list.csv", waitlist_rules="rules.md")
            outside = outside_of(settings, folder, engine, LocalFiles(folder / "files"))
            assert (outside.where("rules"), outside.where("voice"), outside.where("sheet")) == (
                "rules.md",
                "",
                "list.csv",
            )
            outside.look_after(engine)
            assert await engine.tasks.run_due(engine.now())
            assert [one.name for one in engine.load(EntryPage())] == ["Anna"]

    at_once(story())
    assert "waiting" in (folder / "list.csv").read_text()


def test_appointments_are_looked_after_in_a_sheet_of_their_own(folder: Path) -> None:
    (folder / "rules.md").write_text(RULES_TEXT)
    (folder / "book.csv").write_text(
        "Name,Phone,Service,Date,Time\nAnna,0151 10000001,Cut,23.06.2026,14:00\n"
    )
    clock = VirtualClock(there("2026-06-20 12:00"))

    async def story() -> None:
        async with open_engine(folder, clock, MailboxCarrier(), "http://x", settles=True) as engine:
            settings = config(folder, appointments_sheet="book.csv", waitlist_rules="rules.md")
            outside = outside_of(settings, folder, engine, LocalFiles(folder / "files"))
            assert (outside.where("appointments-sheet"), outside.where("sheet")) == ("book.csv", "")
            outside.look_after(engine)
            assert await engine.tasks.run_due(engine.now())
            (anna,) = engine.load(AppointmentPage())
            await engine.execute(CancelAppointment(appointment_id=anna.id), "staff")

    at_once(story())
    assert "cancelled" in (folder / "book.csv").read_text()


def found(folder: Path, about: str, **settings: str) -> tuple[str, str]:
    environment = {
        "FULLHOUSE_PORT": "0",
        **{f"FULLHOUSE_{name.upper()}": value for name, value in settings.items()},
    }
    finding = next(one for one in examine(folder, environment) if one.about == about)
    return finding.state, finding.words


def test_the_doctor_looks_at_the_sheet(folder: Path) -> None:
    assert found(folder, "waitlist")[0] == "note"
    settings = {"waitlist_sheet": "list.csv"}
    assert found(folder, "sheet", **settings) == (
        "fails",
        "list.csv cannot be read: no such file or directory.",
    )
    (folder / "list.csv").write_text("")
    assert found(folder, "sheet", **settings)[0] == "note"
    (folder / "list.csv").write_text("A,B\n1,2\n")
    assert found(folder, "sheet", **settings)[0] == "fails"
    (folder / "list.csv").write_text("Name,Phone,Service\nAnna,1,Cut\n")
    assert found(folder, "sheet", **settings) == (
        "ok",
        "list.csv: 1 rows, with name, phone, service",
    )
    assert found(folder, "sheet", waitlist_sheet=ID)[1].startswith("google.account is missing")


def test_the_doctor_looks_at_the_appointments_sheet(folder: Path) -> None:
    about, settings = "appointments sheet", {"appointments_sheet": "book.csv"}
    assert found(folder, about, **settings) == (
        "fails",
        "book.csv cannot be read: no such file or directory.",
    )
    (folder / "book.csv").write_text("")
    assert found(folder, about, **settings)[0] == "note"
    (folder / "book.csv").write_text("Name,Phone,Service\nAnna,1,Cut\n")
    assert found(folder, about, **settings)[0] == "fails"
    (folder / "book.csv").write_text("Name,Date,Time\nAnna,2026-06-20,14:00\n")
    assert found(folder, about, **settings) == ("ok", "book.csv: 1 rows, with name, date, time")


def test_the_doctor_looks_at_the_documents(folder: Path) -> None:
    assert found(folder, "rules", waitlist_rules="rules.md")[0] == "fails"
    (folder / "rules.md").write_text(RULES_TEXT)
    assert found(folder, "rules", waitlist_rules="rules.md")[0] == "ok"
    (folder / "rules.md").write_text(f"{RULES_TEXT}Hello\n")
    state, words = found(folder, "rules", waitlist_rules="rules.md")
    assert (state, "line 13 cannot be understood" in words) == ("note", True)


def test_the_doctor_looks_at_the_calendar_and_tells_no_secret(folder: Path) -> None:
    state, words = found(
        folder, "calendar", waitlist_calendar="http://127.0.0.1:9/private-5d3c9.ics"
    )
    assert (state, "inside our own network" in words, "5d3c9" in words) == ("fails", True, False)
