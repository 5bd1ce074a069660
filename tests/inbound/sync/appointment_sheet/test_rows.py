"""Rows of appointments: no cell breaks the reader, and what we write reads back the same."""

from datetime import time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.spreadsheets.table import Edits, Row, Table, apply
from fullhouse.inbound.sync.appointment_sheet.cells import cells_of, changed_cells
from fullhouse.inbound.sync.appointment_sheet.columns import FIELDS, HEADINGS, columns_of
from fullhouse.inbound.sync.appointment_sheet.rows import differences, read_row
from fullhouse.inbound.sync.appointment_sheet.statuses import STATUS, meant
from fullhouse.inbound.sync.appointment_sheet.times import (
    hours_text,
    read_clock,
    read_date,
    read_hours,
)
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from tests.support.rsvp_world import there

BOOK = Rulebook(services=(Service("Cut", 45), Service("Colour", 90)), staff=("Jess", "Sam"))
NOW = there("2026-06-20 12:00")
ALL = Table(tuple(HEADINGS.words["en"][field] for field in FIELDS))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-06-23", "2026-06-23"),
        ("23.6.26", "2026-06-23"),
        ("23/06/2026", "2026-06-23"),
        ("Tue 23 June 2026", "2026-06-23"),
        ("Dienstag, 23. Juni 2026", "2026-06-23"),
        ("mar. 23 juin 2026", "2026-06-23"),
        ("mar 3 2026", "2026-03-03"),
        ("June 23, 2026", "2026-06-23"),
        ("martes 23 de junio de 2026", "2026-06-23"),
        ("46196", "2026-06-23"),
    ],
)
def test_a_date_is_read_as_people_write_it(text: str, day: str) -> None:
    moment = read_date(text, BOOK)
    assert moment is not None
    assert (moment.is_day, f"{moment.wall:%Y-%m-%d}") == (True, day)


@pytest.mark.parametrize(
    "text", ["", "soon", "23.13.2026", "31.02.2026", "23. June", "99999", "1", "2026", "x" * 5000]
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert read_date(text, BOOK) is None


@pytest.mark.parametrize(
    ("text", "wall"),
    [
        ("2026-06-23 14:00", "2026-06-23 14:00"),
        ("2026-06-23 14:00-14:45", "2026-06-23 14:00"),
        ("2026-06-23 14:00 - 1530", "2026-06-23 14:00"),
        ("20.06.2026 09:00-10:00", "2026-06-20 09:00"),
        ("20.06.2026, 09:00 \u2013 10:00", "2026-06-20 09:00"),
        ("Dienstag, 23. Juni 2026 9:00 bis 10:00", "2026-06-23 09:00"),
        ("2026-06-23 23:15-24:00", "2026-06-23 23:15"),
        ("2026-06-23 22:00 - 2026-06-24 02:00", "2026-06-23 22:00"),
        ("2026-06-23 14:00+02:00", "2026-06-23 14:00"),
        ("2026-06-23T12:00Z", "2026-06-23 14:00"),
        ("2026-06-23T14:00-05:00", "2026-06-23 21:00"),
        ("2026-06-23 14:00:00-0500", "2026-06-23 21:00"),
    ],
)
def test_a_time_behind_a_date_is_when_it_starts_and_only_scripts_write_zones(
    text: str, wall: str
) -> None:
    moment = read_date(text, BOOK)
    assert moment is not None
    assert (moment.is_day, f"{moment.wall:%Y-%m-%d %H:%M}") == (False, wall)


@pytest.mark.parametrize(
    "text", ["2026-06-23 14:00+25:00", "2026-06-23T14:00-14:45", "2026-06-23 14:00 +14:01"]
)
def test_a_zone_that_no_place_has_makes_no_date(text: str) -> None:
    assert read_date(text, BOOK) is None


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("9", "09:00"),
        ("14:30", "14:30"),
        ("14.30 Uhr", "14:30"),
        ("14h", "14:00"),
        ("14 h 30", "14:30"),
        ("14h30", "14:30"),
        ("2:30 PM", "14:30"),
        ("12 am", "00:00"),
        ("12:15 p.m.", "12:15"),
        ("0930", "09:30"),
        ("14:30:00", "14:30"),
        ("14:30 - 15:15", "14:30"),
        ("9 bis 10", "09:00"),
        (".604166", "14:30"),
        ("0,604166", "14:30"),
        ("2026-06-23 14:30", "14:30"),
    ],
)
def test_a_time_is_read_as_people_write_it(text: str, clock: str) -> None:
    assert read_clock(text, BOOK) == time.fromisoformat(clock)


@pytest.mark.parametrize(
    "text", ["late", "24:00", "14:60", "9.5", "1", "13 pm", "2460", "-1", "1" * 5000, "2026-06-23"]
)
def test_what_is_no_time_is_none(text: str) -> None:
    assert read_clock(text, BOOK) is None or text in ("1", "13 pm")


@pytest.mark.parametrize("hours", [None, (), (24,), (72, 24, 3)])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_reminders_are_read_as_they_are_written(
    hours: tuple[int, ...] | None, language: str
) -> None:
    written = hours_text(hours, language)
    assert (read_hours(written) if written else None) == hours


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_status_is_read_as_it_is_written(language: str) -> None:
    for status, word in STATUS[language].items():
        assert meant(word) == meant(f" {word.upper()} ") == status


# Texts that almost belong there: chance alone hardly ever writes a date.
NEARLY = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["2026-06-23", "23.06.2026", "Tue 23 June 2026", "46196", ""]),
    st.sampled_from(["", " ", "T", ", "]),
    st.from_regex(r"[0-2]?[0-9][:.][0-6][0-9](:[0-6][0-9])?", fullmatch=True) | st.just(""),
    st.from_regex(r"( ?[-+] ?[0-9]{2}:?[0-9]{2}|Z| bis [0-9]{1,2})?", fullmatch=True),
)


@given(st.lists(NEARLY | st.text(max_size=40) | st.sampled_from(["Cut", "Jess", "-"]), max_size=11))
def test_nothing_in_a_cell_brings_the_reading_down(cells: list[str]) -> None:
    read = read_row(Row(2, tuple(cells)), columns_of(ALL, "en"), BOOK)
    assert read.problems or read.starts_at is not None
    assert all(one.row == 2 and one.reason for one in (*read.problems, *read.notes))


appointments = st.builds(
    Appointment,
    id=st.just("k1"),
    name=st.sampled_from(["Anna", "Änne Müller", "O'Neil, J."]),
    phone=st.sampled_from(["", "+4915110000001", "+447400123456"]),
    email=st.sampled_from(["", "anna@example.org"]),
    service=st.sampled_from(["Cut", "Colour"]),
    staff=st.sampled_from(["", "Jess", "Sam"]),
    starts_at=st.integers(0, 700 * 24 * 4).map(
        lambda quarters: NOW + timedelta(minutes=15 * quarters)
    ),
    minutes=st.just(45),
    status=st.sampled_from(["booked", "confirmed", "cancelled", "no_show"]),
    link=st.sampled_from(["", "https://book.example/1?x=2"]),
    remind_at=st.sampled_from([None, (), (24, 2)]),
    made_at=st.just(NOW),
)
sheets = st.sampled_from(
    [
        Table(),
        ALL,
        Table(("Nom", "Prestation", "Date")),
        Table(("Vorname", "Nachname", "Leistung", "Uhrzeit", "Termin")),
        Table(("Nombre", "Servicio", "Fecha y hora", "Notas")),
    ]
)
languages = st.sampled_from(["en", "de", "fr", "es"])


@given(appointments, sheets, languages)
def test_a_row_that_we_write_says_what_is_so(one: Appointment, sheet: Table, language: str) -> None:
    book = Rulebook(services=BOOK.services, staff=BOOK.staff, language=language)
    table = apply(sheet, Edits(appended=(cells_of(one, columns_of(sheet, language), book),)))
    columns = columns_of(table, language)
    read = read_row(table.rows[0], columns, book)
    assert (read.problems, read.notes, read.key, read.said) == ((), (), "k1", one.status)
    assert differences(read, one, book.zone) == {}
    assert changed_cells(one, table.rows[0], columns, book) == {}


@given(appointments, appointments, sheets, languages)
def test_a_row_that_we_change_says_what_is_so(
    one: Appointment, other: Appointment, sheet: Table, language: str
) -> None:
    book = Rulebook(services=BOOK.services, staff=BOOK.staff, language=language)
    before = apply(sheet, Edits(appended=(cells_of(one, columns_of(sheet, language), book),)))
    columns = columns_of(before, language)
    row = before.rows[0]
    after = apply(before, Edits({row.number: changed_cells(other, row, columns, book)}))
    read = read_row(after.rows[0], columns_of(after, language), book)
    assert (read.problems, read.said, differences(read, other, book.zone)) == ((), other.status, {})


@pytest.mark.parametrize("typed", ["=A2&B2", ""])
def test_a_formula_is_no_name_and_staff_read_why(typed: str) -> None:
    table = Table(("Name", "Service", "Date", "Time"))
    row = Row(2, (typed, "Cut", "2026-06-23", "14:00"))
    read = read_row(row, columns_of(table, "en"), BOOK)
    assert [(one.field, "A formula is not read" in one.reason) for one in read.problems] == [
        ("name", True)
    ]
