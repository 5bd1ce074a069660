"""Calendar entries as appointments: customer, service, staff and time, each with its words."""

import pytest

from fullhouse.inbound.calendar_feeds.google_events import from_google
from fullhouse.inbound.calendar_feeds.ical_feed import read_feed
from fullhouse.inbound.calendar_feeds.occurrence import Occurrence
from fullhouse.inbound.sync.appointment_calendar.entries import meant
from tests.inbound.sync.appointment_calendar.calendar_desk import BOOK, PERSON, event
from tests.support.rsvp_world import there


def read(occurrence: Occurrence) -> dict[str, tuple[str, str]]:
    found = meant(occurrence, BOOK)
    assert found is not None
    return {one.field: (one.value, one.confidence) for one in found.fields}


class TestReading:
    def test_an_entry_says_who_comes_for_what_to_whom_and_when(self) -> None:
        assert read(event(description=PERSON)) == {
            "name": ("Anna Berg", "sure"),
            "phone": ("+4915123456789", "sure"),
            "email": ("anna@example.org", "sure"),
            "service": ("Cut", "sure"),
            "staff": ("Jess", "likely"),
            "date": ("2026-06-25", "sure"),
            "time": ("14:00", "sure"),
            "minutes": ("45", "sure"),
        }

    def test_each_field_has_the_words_that_say_so(self) -> None:
        found = meant(event(description=PERSON), BOOK)
        assert found is not None
        words = {one.field: one.words for one in found.fields}
        assert words["name"] == words["service"] == "Cut with Jess: Anna Berg"
        assert words["phone"] == "phone: 0151 23456789"
        assert words["time"] == "Thursday 25 June 2026, 14:00 (45 min)"

    def test_whoever_is_invited_alone_is_the_customer(self) -> None:
        one = read(event(summary="Cut #appt", guests=[("Ben Ito", "ben@example.org")]))
        assert (one["name"], one["email"]) == (("Ben Ito", "likely"), ("ben@example.org", "sure"))
        both = read(
            event(
                summary="Cut #appt", guests=[("Ben", "ben@example.org"), ("Jo", "jo@example.org")]
            )
        )
        assert "name" not in both
        assert "email" not in both

    def test_lines_of_their_own_stand_before_the_title(self) -> None:
        description = "name: Cleo\nstaff: Sam\nservice: colour\ntel: nonsense\n\nname: Someone else"
        one = read(event(description=description))
        assert (one["name"], one["staff"], one["service"]) == (
            ("Cleo", "sure"),
            ("Sam", "sure"),
            ("Colour", "sure"),
        )
        assert "phone" not in one

    def test_the_tag_may_stand_in_the_description_and_what_is_not_found_stays_empty(self) -> None:
        one = read(event(summary="Anna at two", description="#appt"))
        assert sorted(one) == ["date", "minutes", "time"]

    @pytest.mark.parametrize(
        "occurrence",
        [
            event(summary="Cut with Jess: Anna Berg"),
            event(summary="Cut #appointment"),
            event(cancelled=True),
            event(minutes=24 * 60),
        ],
    )
    def test_what_is_not_meant_to_be_an_appointment_is_none(self, occurrence: Occurrence) -> None:
        assert meant(occurrence, BOOK) is None

    def test_hostile_words_are_read_quickly_and_leave_nothing_odd(self) -> None:
        odd = event(
            summary="Cut: " + ":" * 400 + " #appt",
            description="name:" + " " * 3900 + "\nphone: " + "1 " * 900,
        )
        assert "name" not in read(odd)

    def test_attendees_are_read_from_feeds_and_from_google(self) -> None:
        text = (
            b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:u1\r\n"
            b"DTSTART:20260625T120000Z\r\n"
            b"DTEND:20260625T124500Z\r\nSUMMARY:Cut #appt\r\n"
            b"ATTENDEE;CN=Anna Berg:mailto:anna@example.org\r\n"
            b"END:VEVENT\r\nEND:VCALENDAR\r\n"
        )
        (one,) = read_feed(
            text, "Europe/Berlin", there("2026-06-20 12:00"), there("2026-07-20 12:00")
        ).times
        assert one.guests == (("Anna Berg", "anna@example.org"),)
        given = {
            "id": "g1",
            "start": {"dateTime": "2026-06-25T12:00:00Z"},
            "attendees": [
                {"email": "desk@salon.example", "self": True},
                {"email": "room@salon.example", "resource": True},
                {"email": "anna@example.org", "displayName": "Anna"},
                "nobody",
            ],
        }
        told = from_google(given)
        assert told is not None
        assert told.guests == (("Anna", "anna@example.org"),)
        odd = from_google({**given, "attendees": "anna"})
        assert odd is not None
        assert odd.guests == ()
