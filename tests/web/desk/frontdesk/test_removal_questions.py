"""Rows that vanish by the dozen: one question on Today, with names, which staff answer once."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.spreadsheets.file_sheet import FileSheet
from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.spreadsheets.table import Table
from fullhouse.inbound.sync.appointment_calendar.sync import AppointmentCalendar
from fullhouse.inbound.sync.appointment_sheet.sync import AppointmentsSync
from fullhouse.inbound.sync.connections import Connections
from fullhouse.inbound.sync.waitlist_calendar.sync import CalendarSync
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.appointments.commands import EraseAppointment
from fullhouse.products.frontdesk.appointments.model import AppointmentPage
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval, HoldRemoval
from fullhouse.products.frontdesk.shared.held_removals import (
    CHANGES,
    WAITLIST_CHANGES,
    HeldItem,
    HeldRemoval,
)
from fullhouse.products.frontdesk.waitlist.model import EntryPage, SlotsBetween
from tests.inbound.spreadsheets.workbooks import plain, saved
from tests.inbound.sync.appointment_calendar.calendar_desk import BOOK
from tests.inbound.sync.appointment_sheet.shop import HEAD
from tests.inbound.sync.appointment_sheet.shop import table as book_table
from tests.inbound.sync.front_desk import table
from tests.inbound.sync.waitlist_calendar.test_sync import JESS, LATE, PARTY, SAM, Paper
from tests.support.attaching import change, change_desk
from tests.web.desk.frontdesk.appointments.book import Front, at
from tests.web.desk.frontdesk.salon import Salon, tidy
from tests.web.desk.support import Desk

TODAY, BOOKED = "/desk/waitlist", "/desk/appointments"
NAMES = ("Ada", "Ben", "Cleo", "Dora")
WAITING = [(name, "", f"{name}@example.org", "Cut") for name in NAMES]
EXPECTED = [
    (name, "", f"{name}@example.org", "Cut", "", "2026-06-03", f"{hour}:00")
    for hour, name in enumerate(("Ada", "Ben", "Cleo", "Dora"), 10)
]


class Wiped:
    """A desk whose sheet was wiped but for its last row."""

    def __init__(self, desk: Desk, sheet: MemorySheet, connections: Connections) -> None:
        self.desk, self.sheet = desk, sheet
        change_desk(desk.web.app, connections=connections, files=MemoryFiles())

    def wipe(self, path: str) -> None:
        self.desk.send(f"{path}/look")
        rows = self.sheet.table.rows
        self.sheet.table = replace(self.sheet.table, rows=rows[-1:])
        assert self.desk.send(f"{path}/look").status_code == 409

    def answer(self, source: str, answer: str, rev: int | None = None) -> Any:
        held = self.desk.evening.load(Get(HeldRemoval, (source,)))
        assert held is not None
        said = {"answer": answer, "rev": str(held.rev if rev is None else rev)}
        return self.desk.send(f"/desk/waitlist/removals/{source}", said)


@pytest.fixture
def waiting(desk: Desk, salon: Salon) -> Wiped:
    assert salon.evening is desk.evening
    sheet = MemorySheet(table(*WAITING))
    sync = SheetSync(desk.evening.engine, sheet, MemoryFiles(), "list.csv")
    wiped = Wiped(desk, sheet, Connections(sheet=sync))
    wiped.wipe("/desk/waitlist/sheet")
    return wiped


@pytest.fixture
def expected(desk: Desk) -> Wiped:
    Front(desk.evening).writes()
    sheet = MemorySheet(book_table(*EXPECTED))
    sync = AppointmentsSync(desk.evening.engine, sheet, MemoryFiles(), "book.csv")
    wiped = Wiped(desk, sheet, Connections(appointments_sheet=sync))
    wiped.wipe("/desk/appointments/sheet")
    return wiped


@pytest.fixture
def sorted_alone(desk: Desk) -> Wiped:
    """A desk in whose sheet the column of times was turned round."""
    Front(desk.evening).writes()
    sheet = MemorySheet(book_table(*EXPECTED))
    sync = AppointmentsSync(desk.evening.engine, sheet, MemoryFiles(), "book.csv")
    wiped = Wiped(desk, sheet, Connections(appointments_sheet=sync))
    desk.send("/desk/appointments/sheet/look")
    rows = sheet.table.rows
    times = [row.cells[6] for row in rows][::-1]
    turned = [
        replace(row, cells=(*row.cells[:6], time, *row.cells[7:]))
        for row, time in zip(rows, times, strict=True)
    ]
    sheet.table = replace(sheet.table, rows=tuple(turned))
    assert desk.send("/desk/appointments/sheet/look").status_code == 409
    return wiped


def hours(desk: Desk) -> list[str]:
    """Return the hour of each appointment, in UTC."""
    found = desk.evening.load(AppointmentPage())
    return [f"{one.starts_at:%H}" for one in sorted(found, key=lambda one: one.name)]


def names(desk: Desk) -> list[str]:
    return sorted(one.name for one in desk.evening.load(EntryPage("waiting")))


def standing(desk: Desk) -> list[str]:
    return sorted(one.name for one in desk.evening.load(AppointmentPage()) if one.stands)


def notes(desk: Desk) -> list[Message]:
    return desk.evening.mails("removal")


def test_people_who_vanished_from_the_sheet_are_named_on_today_and_stay(waiting: Wiped) -> None:
    page = tidy(waiting.desk.read(TODAY))
    assert "3 people on the waitlist are missing from the sheet, or wait in it until" in page
    assert "Do as the sheet says" in page
    assert all(name in page for name in ("Ada", "Ben", "Cleo"))
    assert len(names(waiting.desk)) == 4
    assert len(notes(waiting.desk)) == 1
    assert "missing from the sheet" not in waiting.desk.read(BOOKED)


def test_staff_take_them_off_with_one_press(waiting: Wiped) -> None:
    answer = waiting.answer("sheet", "end")
    assert answer.headers["location"].endswith(f"{TODAY}?done=removal_confirmed")
    assert names(waiting.desk) == ["Dora"]
    assert "missing from the sheet" not in waiting.desk.read(TODAY)


def test_staff_keep_them_and_their_rows_are_back(waiting: Wiped) -> None:
    answer = waiting.answer("sheet", "keep")
    assert answer.headers["location"].endswith(f"{TODAY}?done=removal_kept")
    assert len(names(waiting.desk)) == 4
    assert sorted(row.cells[0] for row in waiting.sheet.table.rows) == names(waiting.desk)
    assert "missing from the sheet" not in waiting.desk.read(TODAY)


def test_an_answer_to_an_older_question_changes_nothing(waiting: Wiped) -> None:
    assert waiting.answer("sheet", "end", rev=0).status_code == 409
    assert waiting.desk.send("/desk/waitlist/removals/sheet", {"rev": "x"}).status_code == 409
    assert waiting.desk.send("/desk/waitlist/removals/nothing", {"rev": "1"}).status_code == 409
    assert len(names(waiting.desk)) == 4
    waiting.answer("sheet", "end")
    assert waiting.answer("sheet", "end").status_code == 409


def test_appointments_that_vanished_are_named_on_today_and_cancelled_only_by_staff(
    expected: Wiped,
) -> None:
    page = tidy(expected.desk.read(BOOKED))
    assert "3 appointments are missing from the sheet, or cancelled in it" in page
    assert all(name in page for name in ("Ada", "Ben", "Cleo"))
    assert "Keep what is here Cancel these appointments" in page
    assert len(standing(expected.desk)) == 4
    answer = expected.answer("appointments-sheet", "end")
    assert answer.headers["location"].endswith(f"{BOOKED}?done=removal_confirmed")
    assert standing(expected.desk) == ["Dora"]


def test_who_is_erased_is_named_neither_on_today_nor_in_the_note(expected: Wiped) -> None:
    evening = expected.desk.evening
    ada = next(one for one in evening.load(AppointmentPage()) if one.name == "Ada")
    evening.give(EraseAppointment(appointment_id=ada.id), "member:jo")
    assert "Ada" not in expected.desk.read(BOOKED)
    assert "Ada" not in str(notes(expected.desk)[0].facts)


def test_times_that_vanished_from_the_calendar_are_shown_and_freed_by_staff(
    desk: Desk, salon: Salon
) -> None:
    paper = Paper(JESS, SAM, LATE, PARTY)
    sync = CalendarSync(desk.evening.engine, paper, "calendar.example")
    wiped = Wiped(desk, MemorySheet(), Connections(calendar=sync))
    desk.evening.call(sync.run)
    paper.events = [LATE]
    desk.evening.call(sync.run)
    page = tidy(desk.read(TODAY))
    assert "3 bookings are missing from the calendar" in page
    assert "Colour, Jess" in page
    wiped.answer("calendar", "end")
    freed = salon.evening.load(SlotsBetween(JESS.starts_at, PARTY.ends_at))
    assert len(freed) == 3


@pytest.mark.usefixtures("salon")
def test_a_calendar_of_appointments_is_looked_at_after_the_answer(desk: Desk) -> None:
    assert BOOK.services
    Front(desk.evening).books("Ada", "2026-06-03T10:00")
    paper = Paper()
    calendar = AppointmentCalendar(desk.evening.engine, paper, "calendar.ics")
    wiped = Wiped(desk, MemorySheet(), Connections(appointments=calendar))
    held = HeldRemoval(id="appointments-calendar", asked=(HeldItem("ada"),), known=1)
    desk.evening.give(HoldRemoval(removal=held), "calendar")
    page = tidy(desk.read(BOOKED))
    assert "1 appointment is missing from the calendar" in page
    assert "Keep what is here Cancel this appointment" in page
    assert "If you cancel, we tell whoever is booked." in page
    assert wiped.answer("appointments-calendar", "keep").status_code == 303
    looked: list[object] = []

    async def sync(engine: object) -> None:
        looked.append(engine)

    change(desk.web.app, sync_calendar=sync)
    desk.evening.give(HoldRemoval(removal=replace(held, rev=2)), "calendar")
    wiped.answer("appointments-calendar", "end")
    assert looked == [desk.evening.engine]


def test_a_source_that_is_not_connected_any_more_asks_nothing(waiting: Wiped) -> None:
    change_desk(waiting.desk.web.app, connections=Connections())
    assert "missing from the sheet" not in waiting.desk.read(TODAY)
    answer = waiting.desk.evening.give(DecideRemoval(source="sheet", rev=1, keep=True), "member:jo")
    assert answer == "removal_kept"


def test_rows_that_cannot_be_read_show_on_today(desk: Desk, salon: Salon) -> None:
    assert salon.evening is desk.evening
    rows = [(f"P{at}", "12", f"p{at}@example.org", "Cut") for at in range(11)]
    sheet = MemorySheet(table(*rows, ("Zoe", "", "", "Cut")))
    sync = SheetSync(desk.evening.engine, sheet, MemoryFiles(), "list.csv")
    change_desk(desk.web.app, connections=Connections(sheet=sync))
    assert "cannot be read" not in desk.read(TODAY)
    desk.send("/desk/waitlist/sheet/look")
    assert len(names(desk)) == 11
    page = tidy(desk.read(TODAY))
    assert "12 cells in the sheet cannot be read" in page
    assert "Row 2, P0, phone: That doesn't look like a mobile number." in page
    assert "Row 12" not in page
    assert "cannot be read" not in desk.read(BOOKED)
    change_desk(desk.web.app, connections=Connections())
    assert "cannot be read" not in desk.read(TODAY)


def test_appointments_that_cannot_be_read_show_on_today(desk: Desk) -> None:
    Front(desk.evening).writes()
    sheet = MemorySheet(book_table((*EXPECTED[0][:5], "someday", "10:00")))
    sync = AppointmentsSync(desk.evening.engine, sheet, MemoryFiles(), "book.csv")
    change_desk(desk.web.app, connections=Connections(appointments_sheet=sync))
    desk.send("/desk/appointments/sheet/look")
    page = tidy(desk.read(BOOKED))
    assert "1 cell in the sheet cannot be read" in page
    assert "Row 2, Ada, date: This is not a date such as 2026-06-20." in page


def test_times_that_changed_by_the_dozen_are_on_today_with_old_and_new_times(
    sorted_alone: Wiped,
) -> None:
    page = tidy(sorted_alone.desk.read(BOOKED))
    assert "4 appointments have another time, name or contact in the sheet" in page
    assert "Ada Wed 3 Jun 2026, 10:00, Cut would move to Wed 3 Jun 2026, 13:00" in page
    assert hours(sorted_alone.desk) == ["08", "09", "10", "11"]
    assert len(notes(sorted_alone.desk)) == 1
    assert "another time, name or contact" not in sorted_alone.desk.read(TODAY)


def test_staff_change_the_times_with_one_press(sorted_alone: Wiped) -> None:
    answer = sorted_alone.answer(CHANGES, "end")
    assert answer.headers["location"].endswith(f"{BOOKED}?done=changes_confirmed")
    assert hours(sorted_alone.desk) == ["11", "10", "09", "08"]
    assert "another time, name or contact" not in sorted_alone.desk.read(BOOKED)
    assert len(sorted_alone.desk.evening.mails("rescheduled")) == 4


def moved_to_thursday(sorted_alone: Wiped) -> str:
    """Give Ada's row a time on another day; return what Today says."""
    first, *others = sorted_alone.sheet.table.rows
    first = replace(first, cells=(*first.cells[:5], "2026-06-04", "10:00", *first.cells[7:]))
    sorted_alone.sheet.table = replace(sorted_alone.sheet.table, rows=(first, *others))
    sorted_alone.desk.send("/desk/appointments/sheet/look")
    return tidy(sorted_alone.desk.read(BOOKED))


def test_a_time_that_is_taken_is_said_and_nobody_moves_there(sorted_alone: Wiped) -> None:
    desk = sorted_alone.desk
    front = Front(desk.evening)
    front.books("Gabi", "2026-06-04T10:00")
    front.books("Hana", "2026-06-04T10:00", staff="Sam")
    page = moved_to_thursday(sorted_alone)
    assert "would move to Thu 4 Jun 2026, 10:00 This time is taken by Gabi." in page
    answer = sorted_alone.answer(CHANGES, "end")
    assert answer.headers["location"].endswith(f"{BOOKED}?done=changes_left")
    page = tidy(desk.read(f"{BOOKED}?done=changes_left"))
    assert "Those below were not changed" in page
    assert "1 appointment has another time" in page
    assert hours(desk)[:4] == ["08", "10", "09", "08"]
    assert len(desk.evening.mails("rescheduled")) == 3


def test_a_time_that_is_on_offer_is_said(sorted_alone: Wiped) -> None:
    front = Front(sorted_alone.desk.evening)
    front.books("Hana", "2026-06-04T10:00", staff="Sam")
    front.joins("Gabi", "Cut")
    front.frees("early", "Cut", at("2026-06-04T10:00"))
    assert front.holder("early").name == "Gabi"
    page = moved_to_thursday(sorted_alone)
    assert "This time is on offer to Gabi." in page


def test_staff_keep_the_times_and_they_are_in_the_sheet_again(sorted_alone: Wiped) -> None:
    answer = sorted_alone.answer(CHANGES, "keep")
    assert answer.headers["location"].endswith(f"{BOOKED}?done=removal_kept")
    assert hours(sorted_alone.desk) == ["08", "09", "10", "11"]
    times = [row.cells[6] for row in sorted_alone.sheet.table.rows]
    assert times == ["10:00", "11:00", "12:00", "13:00"]
    assert "another time, name or contact" not in sorted_alone.desk.read(BOOKED)


def test_a_new_name_is_not_shown_before_staff_know_whose_it_is(sorted_alone: Wiped) -> None:
    rows = sorted_alone.sheet.table.rows
    renamed = [replace(row, cells=(f"New {row.number}", *row.cells[1:])) for row in rows]
    sorted_alone.sheet.table = replace(sorted_alone.sheet.table, rows=tuple(renamed))
    sorted_alone.desk.send("/desk/appointments/sheet/look")
    page = tidy(sorted_alone.desk.read(BOOKED))
    assert "would move to Wed 3 Jun 2026, 13:00, has another name in the sheet" in page


def test_numbers_of_the_waitlist_that_changed_by_the_dozen_are_asked_about_on_today(
    desk: Desk, salon: Salon
) -> None:
    assert salon.evening is desk.evening
    rows = [(name, f"0151 1000000{at}", "", "Cut") for at, name in enumerate(NAMES)]
    sheet = MemorySheet(table(*rows))
    sync = SheetSync(desk.evening.engine, sheet, MemoryFiles(), "list.csv")
    wiped = Wiped(desk, sheet, Connections(sheet=sync))
    desk.send("/desk/waitlist/sheet/look")
    before = [one.phone for one in desk.evening.load(EntryPage("waiting"))]
    turned = [
        replace(row, cells=(row.cells[0], other.cells[1], *row.cells[2:]))
        for row, other in zip(sheet.table.rows, sheet.table.rows[::-1], strict=True)
    ]
    sheet.table = replace(sheet.table, rows=tuple(turned))
    assert desk.send("/desk/waitlist/sheet/look").status_code == 409
    page = tidy(desk.read(TODAY))
    assert "4 people on the waitlist have another name or contact in the sheet" in page
    assert "Ada Cut has another phone number or address in the sheet" in page
    assert "another name or contact" not in desk.read(BOOKED)
    assert [one.phone for one in desk.evening.load(EntryPage("waiting"))] == before
    answer = wiped.answer(WAITLIST_CHANGES, "end")
    assert answer.headers["location"].endswith(f"{TODAY}?done=changes_confirmed")
    assert [one.phone for one in desk.evening.load(EntryPage("waiting"))] == before[::-1]
    assert "another name or contact" not in desk.read(TODAY)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_an_empty_file_is_on_today_and_on_connections_and_changes_nothing(
    desk: Desk, tmp_path: Path, kind: str
) -> None:
    Front(desk.evening).writes()
    file = tmp_path / f"book.{kind}"
    lines: list[tuple[str, ...]] = [HEAD, *EXPECTED]
    file.write_bytes(saved(plain(*map(list, lines))) if kind == "xlsx" else _csv(lines))
    sheet = FileSheet(file)
    sync = AppointmentsSync(desk.evening.engine, sheet, MemoryFiles(), file.name)
    change_desk(desk.web.app, connections=Connections(appointments_sheet=sync))
    desk.send("/desk/appointments/sheet/look")
    assert "is not in step" not in desk.read(BOOKED)
    whole = file.read_bytes()
    file.write_bytes(b"")
    desk.send("/desk/appointments/sheet/look")
    for page in (BOOKED, "/desk/waitlist/connections"):
        assert "is empty. Nothing was changed" in tidy(desk.read(page))
    assert "is not in step" in desk.read(BOOKED)
    assert "is empty" not in desk.read(TODAY)
    (note,) = desk.evening.load(MessagePage(scope="appointments", kind="removal"))
    assert (note.channel, note.facts["removal"]["source"]) == (
        "staff",
        "appointments-sheet-empty",
    )
    assert len(standing(desk)) == 4
    file.write_bytes(whole)
    desk.send("/desk/appointments/sheet/look")
    assert "is not in step" not in desk.read(BOOKED)


def test_a_sheet_that_staff_are_asked_about_has_no_second_notice(expected: Wiped) -> None:
    assert "is not in step" not in expected.desk.read(BOOKED)


def test_an_empty_sheet_is_said_though_staff_are_asked_already(expected: Wiped) -> None:
    expected.sheet.table = Table()
    expected.desk.send("/desk/appointments/sheet/look")
    assert "The sheet is empty." in tidy(expected.desk.read(BOOKED))


def _csv(lines: list[tuple[str, ...]]) -> bytes:
    return "".join(",".join(line) + "\n" for line in lines).encode()
