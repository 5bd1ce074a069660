"""A booking's calendar entry comes with its mail, and goes when it is cancelled."""

from datetime import UTC, datetime

import pytest

from fullhouse.engine.ical import entry_file
from fullhouse.inbound.mail.calendar_reply import UID
from fullhouse.products.frontdesk.waitlist.wording import CUSTOMER_KINDS, STAFF_KINDS
from tests.products.frontdesk.waitlist.told import NOW, letter


def test_a_booking_brings_its_entry() -> None:
    entry = letter("booked").calendar
    assert entry is not None
    assert (entry.method, entry.sequence, entry.summary) == ("REQUEST", 0, "Colour with Jess")
    assert (entry.location, entry.stamp) == ("Salon Jess", NOW)
    assert entry.starts == datetime(2026, 6, 12, 12, 0, tzinfo=UTC)
    assert entry.ends == datetime(2026, 6, 12, 13, 30, tzinfo=UTC)
    assert b"DTSTART:20260612T120000Z" in entry_file(entry, "desk@example.org", "ada@example.org")


def test_a_cancelled_booking_takes_the_same_entry_away() -> None:
    booked, cancelled = letter("booked").calendar, letter("cancelled").calendar
    assert booked is not None
    assert cancelled is not None
    assert (cancelled.uid, cancelled.method) == (booked.uid, "CANCEL")
    assert cancelled.sequence > booked.sequence


def test_an_answer_from_the_calendar_is_never_taken_for_a_guests() -> None:
    entry = letter("booked").calendar
    assert entry is not None
    assert UID.fullmatch(entry.uid) is None


@pytest.mark.parametrize(
    "kind", [one for one in (*CUSTOMER_KINDS, *STAFF_KINDS) if one not in {"booked", "cancelled"}]
)
def test_other_mails_leave_the_calendar_alone(kind: str) -> None:
    assert letter(kind).calendar is None


def test_what_nobody_knows_the_time_of_is_not_in_a_calendar() -> None:
    assert letter("booked", slot={"starts_at": None}).calendar is None
    assert letter("booked", slot=None).calendar is None


def test_a_text_brings_no_entry() -> None:
    assert letter("booked", "text").calendar is None
