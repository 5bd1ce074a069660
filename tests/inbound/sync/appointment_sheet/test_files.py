"""Appointments in real files on the real store, and in a Google Sheet."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.inbound.spreadsheets.file_sheet import FileSheet
from fullhouse.inbound.spreadsheets.google_sheet import GoogleSheet
from fullhouse.inbound.spreadsheets.table_files import read_table
from fullhouse.inbound.sync.appointment_sheet.sync import VERSIONS, AppointmentsSync
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    ConfirmAppointment,
    Reschedule,
)
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentPage
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from tests.inbound.google.fake import fake_google
from tests.inbound.google.grid import Spreadsheet, tab
from tests.inbound.spreadsheets.workbooks import opened, plain, saved
from tests.inbound.sync.appointment_sheet.shop import NOON, RULES_TEXT, Shop
from tests.inbound.sync.business import at_once
from tests.support.rsvp_world import there

HEAD = ["Name", "Phone", "Service", "Staff", "Date", "Time", "Notes"]


@asynccontextmanager
async def synced(folder: Path, path: Path) -> AsyncIterator[tuple[Engine, AppointmentsSync]]:
    async with open_engine(
        folder / "data", VirtualClock(there(NOON)), MailboxCarrier(), "http://salon"
    ) as engine:
        await engine.execute(SaveDocument(name="rules", text=RULES_TEXT), "setup")
        sync = AppointmentsSync(
            engine, FileSheet(path), LocalFiles(folder / "data" / "files"), str(path)
        )
        await sync.run()
        yield engine, sync


def expected(engine: Engine) -> list[Appointment]:
    everyone: tuple[Appointment, ...] = engine.load(AppointmentPage())
    return sorted(everyone, key=lambda one: one.starts_at)


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_a_csv_file_is_kept_in_its_own_manner(tmp_path: Path) -> None:
    path = tmp_path / "book.csv"
    path.write_text(
        "Name;Mobil;Leistung;Termin;Notiz\nAnna;0151 10000001;Cut;23.06.2026 14:00;mag Tee\n"
    )

    async def story() -> None:
        async with synced(tmp_path, path) as (engine, sync):
            (anna,) = expected(engine)
            assert (
                lines(path)[1]
                == f"Anna;0151 10000001;Cut;23.06.2026 14:00;mag Tee;booked;{anna.id}"
            )
            picked = there("2026-06-24 10:30")
            command = Reschedule(
                appointment_id=anna.id, chain=1, reply="reschedule-1-24", starts_at=picked
            )
            assert (await engine.execute(command, "customer")).code == "rescheduled"
            later = BookAppointment(
                appointment_id="dora",
                name="Dora",
                service="Cut",
                starts_at=there("2026-06-25 09:00"),
            )
            await engine.execute(later, "staff")
            assert (await sync.run()).written == 2
            assert lines(path)[1].startswith(
                "Anna;0151 10000001;Cut;24.06.2026 10:30;mag Tee;booked;"
            )
            assert lines(path)[2].startswith("Dora;;Cut;2026-06-25 09:00;;booked;dora")
            assert not (await sync.run()).looked

    at_once(story())


def test_a_workbook_keeps_dates_and_times_as_such(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    anna = ["Anna", "0151 10000001", "Cut", "Jess", date(2026, 6, 23), time(14, 0), "likes tea"]
    ben = ["Ben", "0151 10000002", "Colour", "Sam", datetime(2026, 6, 24, 9, 30), None, None]
    path.write_bytes(saved(plain(HEAD, anna, ben)))

    async def story() -> None:
        async with synced(tmp_path, path) as (engine, sync):
            starts = [one.starts_at for one in expected(engine)]
            assert starts == [there("2026-06-23 14:00"), there("2026-06-24 09:30")]
            for one in expected(engine):
                picked = there("2026-06-26 11:15" if one.name == "Anna" else "2026-06-26 16:00")
                reply: dict[str, Any] = {
                    "reply": "reschedule-1-24",
                    "starts_at": picked,
                    "staff": one.staff,
                }
                await engine.execute(
                    Reschedule(appointment_id=one.id, chain=1, **reply), "customer"
                )
            good = VERSIONS.newest(engine, limit=1)[0]
            assert (await sync.run()).written == 2
            sheet = opened(path.read_bytes()).active
            assert (sheet["E2"].value, sheet["F2"].value) == (datetime(2026, 6, 26), time(11, 15))
            assert (sheet["E3"].value, sheet["G2"].value) == (
                datetime(2026, 6, 26, 16),
                "likes tea",
            )
            assert not (await sync.run()).looked
            report = await sync.put_back(good, "a host")
            assert report is not None
            assert [one.starts_at for one in expected(engine)] == [
                there("2026-06-26 11:15"),
                there("2026-06-26 16:00"),
            ]
            rows = read_table(path.read_bytes(), "xlsx").rows
            assert [row.cells[4:6] for row in rows] == [
                ("2026-06-26", "11:15"),
                ("2026-06-26 16:00", ""),
            ]

    at_once(story())


def test_a_google_sheet_is_kept_in_step_and_a_version_is_put_back() -> None:
    anna = ["Anna", "0151 10000001", "Cut", "Jess", (46196, "DATE"), (14 / 24, "TIME"), "likes tea"]
    ben = ["Ben", "0151 10000002", "Colour", "Sam", (46197.395833333336, "DATE_TIME"), None, None]
    with fake_google() as google:
        book = google.spreadsheets["s1"] = Spreadsheet(tab("List", HEAD, anna, ben, size=(20, 12)))
        shop = Shop(sheet=GoogleSheet(google.client(), "s1"))
        assert shop.run().joined == 2
        assert (shop.starts("Anna"), shop.starts("Ben")) == ("2026-06-23 12:00", "2026-06-24 07:30")
        assert not shop.run().looked
        good = VERSIONS.newest(shop.engine, limit=1)[0]
        shop.later(minutes=5)
        book.set("B3", "0151 20000002")
        assert shop.run().edited == 1
        shop.reschedule("Anna", "2026-06-26 11:15")
        shop.give(ConfirmAppointment(appointment_id=shop.named("Ben").id))
        assert shop.run().written == 2
        assert shop.cells("Anna", "date", "time") == ["2026-06-26", "11:15"]
        assert (shop.cell("Ben", "status"), shop.row("Anna").cells[6]) == ("confirmed", "likes tea")
        report = at_once(shop.sync.put_back(good, "a host"))
        assert report is not None
        assert (report.trouble, report.problems) == ("", ())
        assert (shop.starts("Anna"), shop.cell("Ben", "status")) == (
            "2026-06-26 09:15",
            "confirmed",
        )
        assert google.refused == []


def test_a_google_sheet_that_is_not_shared_is_told() -> None:
    with fake_google() as google:
        shop = Shop(sheet=GoogleSheet(google.client(), "none"))
        assert "not shared with desk@salon" in shop.run().trouble
