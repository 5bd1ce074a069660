"""An appointment's calendar entry comes by mail, moves with each new time, and goes."""

from datetime import UTC, datetime

import pytest

from fullhouse.engine.ical import entry_file
from fullhouse.inbound.mail.calendar_reply import UID
from fullhouse.kernel.letters import CalendarEntry
from fullhouse.products.frontdesk.appointments.wording import CUSTOMER_KINDS, STAFF_KINDS
from tests.products.frontdesk.appointments.told import NOW, letter
from tests.products.frontdesk.waitlist.told import letter as waitlist_letter

IN_CALENDARS = ("booked", "rescheduled", "cancelled", "restored")


def entry(kind: str, **appointment: object) -> CalendarEntry:
    found = letter(kind, appointment=appointment).calendar
    assert found is not None
    return found


def test_a_booking_brings_its_entry() -> None:
    found = entry("booked")
    assert (found.method, found.summary, found.location, found.stamp) == (
        "REQUEST",
        "Cut with Jess",
        "Salon Jess",
        NOW,
    )
    assert found.starts == datetime(2026, 6, 12, 12, 0, tzinfo=UTC)
    assert found.ends == datetime(2026, 6, 12, 12, 45, tzinfo=UTC)
    assert b"DTSTART:20260612T120000Z" in entry_file(found, "desk@example.org", "ada@example.org")


def test_each_time_and_its_end_is_a_newer_version_of_the_same_entry() -> None:
    story = [
        entry("booked", chain=1),
        entry("rescheduled", chain=2),
        entry("cancelled", chain=2),
        entry("restored", chain=3),
        entry("rescheduled", chain=4),
    ]
    assert len({one.uid for one in story}) == 1
    versions = [one.sequence for one in story]
    assert versions == sorted(set(versions))
    assert [one.method for one in story] == ["REQUEST", "REQUEST", "CANCEL", "REQUEST", "REQUEST"]


def test_two_appointments_are_two_entries() -> None:
    assert entry("booked", id="A1").uid != entry("booked", id="A2").uid


@pytest.mark.parametrize("kind", ["rescheduled", "cancelled"])
def test_an_appointment_from_the_waitlist_is_the_entry_that_the_waitlist_brought(kind: str) -> None:
    brought, gone = (waitlist_letter(kind).calendar for kind in ("booked", "cancelled"))
    assert brought is not None
    assert gone is not None
    found = entry(kind, id="S1", slot="S1", ref="entry:E1")
    assert found.uid == brought.uid
    assert found.sequence > gone.sequence > brought.sequence


def test_an_appointment_whose_slot_tells_of_no_entry_has_its_own() -> None:
    assert entry("booked", slot="S1", ref="appointment:A0").uid == entry("booked").uid


@pytest.mark.parametrize("origin", [{}, {"slot": "S1", "ref": "entry:E1"}])
def test_an_answer_from_the_calendar_is_never_taken_for_a_guests(origin: dict[str, str]) -> None:
    assert UID.fullmatch(entry("booked", **origin).uid) is None


@pytest.mark.parametrize(
    "kind", [one for one in (*CUSTOMER_KINDS, *STAFF_KINDS) if one not in IN_CALENDARS]
)
def test_other_mails_leave_the_calendar_alone(kind: str) -> None:
    assert letter(kind).calendar is None


@pytest.mark.parametrize("kind", IN_CALENDARS)
def test_what_nobody_knows_the_time_of_is_not_in_a_calendar(kind: str) -> None:
    assert letter(kind, appointment={"starts_at": None}).calendar is None


@pytest.mark.parametrize("kind", IN_CALENDARS)
def test_a_text_brings_no_entry(kind: str) -> None:
    assert letter(kind, "text").calendar is None
