"""Connections of appointments: sheet with versions, calendar, Slack and public holidays."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from starlette.applications import Starlette

from fullhouse.inbound.holiday_source import NAME as HOLIDAYS
from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.sync.appointment_calendar.push import NAME as PUSH
from fullhouse.inbound.sync.appointment_calendar.push import CalendarPush
from fullhouse.inbound.sync.appointment_calendar.sync import NAME as CALENDAR
from fullhouse.inbound.sync.appointment_calendar.sync import AppointmentCalendar
from fullhouse.inbound.sync.appointment_sheet.sync import VERSIONS, AppointmentsSync
from fullhouse.inbound.sync.connections import Connections
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState
from fullhouse.products.frontdesk.shared.holidays import Holidays, KeepHolidays
from fullhouse.web.dependencies import SlackDependencies, dependencies_of
from tests.inbound.sync.appointment_sheet.shop import ANNA, BEN, table
from tests.support.attaching import change, change_desk
from tests.web.desk.frontdesk.appointments.book import RULES, Front
from tests.web.desk.frontdesk.salon import tidy
from tests.web.desk.support import Desk

SHEET = "/desk/appointments/sheet"
CONNECTIONS = "/desk/waitlist/connections"


def adds_push(desk: Desk, push: CalendarPush) -> None:
    known = dependencies_of(cast("Starlette", desk.web.app)).desk.connections
    change_desk(desk.web.app, connections=replace(cast("Connections", known), push=push))


@pytest.mark.usefixtures("front")
def test_where_no_sheet_is_connected_the_page_says_so(desk: Desk) -> None:
    assert "No outside sheet is connected" in tidy(desk.read(SHEET))
    assert desk.send(f"{SHEET}/look").status_code == 404
    assert "Not connected. You are told at the desk and by email" in tidy(desk.read(CONNECTIONS))
    assert "The rules keep none." in tidy(desk.read(CONNECTIONS))


class Kept:
    """A desk whose appointments are kept in a sheet, and seen in a calendar."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.files = desk, MemoryFiles()
        self.sheet = MemorySheet(table(ANNA, BEN, ("Cleo", "", "", "Cut", "", "someday", "10:00")))
        engine = desk.evening.engine
        sync = AppointmentsSync(engine, self.sheet, self.files, "book.csv")
        calendar = AppointmentCalendar(engine, cast("Any", None), "calendar.ics")
        connections = Connections(appointments_sheet=sync, appointments=calendar)
        change_desk(desk.web.app, connections=connections, files=self.files)

    def page(self, path: str = SHEET) -> str:
        return tidy(self.desk.read(path))


@pytest.fixture
def kept(desk: Desk, front: Front) -> Kept:
    assert front.evening is desk.evening
    return Kept(desk)


def test_a_look_brings_both_in_step_and_names_what_cannot_be_read(kept: Kept) -> None:
    answer = kept.desk.send(f"{SHEET}/look")
    assert answer.headers["location"] == f"{SHEET}?done=synced"
    assert "The sheet and the book are in step." in kept.page(f"{SHEET}?done=synced")
    page = kept.page()
    assert "The list is kept in book.csv" in page
    assert "taken over every five minutes" in page
    assert "Row 4, Cleo, date:" in page
    assert [name in kept.page("/desk/appointments/list") for name in ("Anna", "Ben", "Cleo")] == [
        True,
        True,
        False,
    ]


def test_a_version_is_given_out_and_put_back(kept: Kept) -> None:
    kept.desk.send(f"{SHEET}/look")
    version = VERSIONS.newest(kept.desk.evening.engine, limit=1)[0]
    given = kept.desk.web.get(f"{SHEET}/versions/{version.id}")
    assert "appointments-a" in given.headers["content-disposition"]
    assert "Anna" in given.text
    kept.sheet.table = table(BEN)
    answer = kept.desk.send(f"{SHEET}/back", {"version": version.id})
    assert answer.headers["location"] == f"{SHEET}?done=put_back"
    assert kept.desk.send(f"{SHEET}/back", {"version": "none"}).status_code == 404


def test_a_version_of_one_sheet_is_none_of_the_other(kept: Kept) -> None:
    kept.desk.send(f"{SHEET}/look")
    version = VERSIONS.newest(kept.desk.evening.engine, limit=1)[0]
    assert kept.desk.web.get(f"/desk/waitlist/sheet/versions/{version.id}").status_code == 404


def test_the_connections_name_the_sheet_and_the_calendar_with_what_is_wrong(kept: Kept) -> None:
    kept.desk.send(f"{SHEET}/look")
    trouble = ExternalSource(id=CALENDAR, where="calendar.ics", trouble="It cannot be reached.")
    kept.desk.evening.give(SaveSourceState(external=trouble))
    page = kept.page(CONNECTIONS)
    assert "The appointments' sheet book.csv" in page
    assert "1 cell cannot be read" in page
    assert "The calendar of appointments calendar.ics It cannot be reached." in page
    assert f'href="{SHEET}"' in kept.desk.web.get(CONNECTIONS).text


def test_the_calendar_says_if_google_does_not_tell_of_its_changes(kept: Kept) -> None:
    trouble = ExternalSource(id=PUSH, trouble="Google answered 400: the address is not known.")
    kept.desk.evening.give(SaveSourceState(external=trouble))
    assert "Google answered 400" not in kept.page(CONNECTIONS)
    push = CalendarPush(
        kept.desk.evening.engine,
        cast("Any", None),
        "salon@example.org",
        "https://salon.example/hook",
    )
    adds_push(kept.desk, push)
    told = (
        "The calendar of appointments calendar.ics Google does not tell when it changes: "
        "Google answered 400: the address is not known."
    )
    assert f"{told} It is looked at every hour all the same." in kept.page(CONNECTIONS)


def test_a_calendar_of_whose_changes_google_tells_says_nothing_of_it(kept: Kept) -> None:
    push = CalendarPush(
        kept.desk.evening.engine,
        cast("Any", None),
        "salon@example.org",
        "https://salon.example/hook",
    )
    adds_push(kept.desk, push)
    assert "Google" not in kept.page(CONNECTIONS)


@pytest.mark.parametrize("signed", [True, False])
def test_slack_is_named_with_its_channel(desk: Desk, front: Front, signed: bool) -> None:
    way = cast("Any", SimpleNamespace(channel="C0123456789"))
    change(desk.web.app, slack=SlackDependencies(slack=way, secret=lambda: "s" if signed else ""))
    page = tidy(desk.read(CONNECTIONS))
    assert "You are told in the channel C0123456789." in page
    assert ("No signing secret is set" in page) is not signed
    front.books("Ada", "2026-06-02T14:00", email="")
    front.evening.passes(minutes=190)
    assert "The last word there: Mon 1 Jun 2026, 14:10" in tidy(desk.read(CONNECTIONS))


def test_holidays_are_told_with_how_far_they_are_known(desk: Desk, front: Front) -> None:
    front.writes(f"{RULES}Closed: public holidays of DE-BE, 24 Dec\n")
    assert "Those of DE-BE are being worked out." in tidy(desk.read(CONNECTIONS))
    known = Holidays(id="DE-BE", days=("2026-05-25", "2026-10-03"), until="2028-12-31")
    front.evening.give(KeepHolidays(holidays=known))
    page = tidy(desk.read(CONNECTIONS))
    assert (
        "Those of DE-BE are known until 2028-12-31: 2 days. The next one is Sat 3 Oct 2026." in page
    )
    assert "public holidays of DE-BE, 24 Dec" in desk.read("/desk/waitlist/rules")
    front.evening.give(
        SaveSourceState(external=ExternalSource(id=HOLIDAYS, trouble="They are not known here."))
    )
    assert "They are not known here." in desk.read(CONNECTIONS)
    assert "They are not known here." in desk.read("/desk/waitlist/rules")


def test_a_public_holiday_is_no_open_day(desk: Desk, front: Front) -> None:
    front.writes(f"{RULES}Closed: public holidays of DE-BE\n")
    front.evening.give(
        KeepHolidays(holidays=Holidays(id="DE-BE", days=("2026-06-02",), until="2028-12-31"))
    )
    assert 'class="hours"' in desk.web.get("/desk/appointments").text
    assert 'class="hours"' not in desk.web.get("/desk/appointments?day=2026-06-02").text
    assert "Closed on this day." in desk.read("/desk/appointments?day=2026-06-02")
    assert "Closed on this day." not in desk.read("/desk/appointments")
