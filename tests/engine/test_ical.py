from datetime import UTC, datetime, timedelta, timezone
from typing import Literal

import pytest
from icalendar import Calendar

from fullhouse.engine.ical import entry_file
from fullhouse.kernel.letters import CalendarEntry
from fullhouse.products.rsvp.calendar_entries import public_entry
from tests.products.rsvp.told import EVENT, NOW, letter


def entry(
    method: Literal["PUBLISH", "REQUEST", "CANCEL"] = "PUBLISH", **more: str
) -> CalendarEntry:
    starts = datetime(2026, 6, 20, 18, 0, tzinfo=timezone(timedelta(hours=2)))
    return CalendarEntry(
        "E1@fullhouse", 3, method, "Party", starts, starts + timedelta(hours=3), stamp=NOW, **more
    )


def read(file: bytes) -> tuple[Calendar, dict[str, str]]:
    """Read a file back: as a calendar, and its event field by field."""
    lines = file.decode().replace("\r\n ", "").split("\r\n")
    event = lines[lines.index("BEGIN:VEVENT") + 1 : lines.index("END:VEVENT")]
    return Calendar.from_ical(file), dict(line.split(":", 1) for line in event)


def test_an_entry_reads_back_in_universal_time() -> None:
    found, event = read(
        entry_file(entry(location="The old mill", url="https://party.example/e/E1"))
    )
    assert (found["METHOD"], found["VERSION"]) == ("PUBLISH", "2.0")
    assert event == {
        "UID": "E1@fullhouse",
        "SEQUENCE": "3",
        "STATUS": "CONFIRMED",
        "DTSTAMP": "20260613T090000Z",
        "DTSTART": "20260620T160000Z",
        "DTEND": "20260620T190000Z",
        "SUMMARY": "Party",
        "LOCATION": "The old mill",
        "URL": "https://party.example/e/E1",
    }


def test_a_cancelled_entry_says_so_twice() -> None:
    found, event = read(entry_file(entry("CANCEL")))
    assert (found["METHOD"], event["STATUS"]) == ("CANCEL", "CANCELLED")


def test_an_entry_sent_to_a_guest_asks_for_no_answer() -> None:
    file = entry_file(entry("REQUEST"), "desk@example.org", "ada@example.org")
    lines = file.decode().replace("\r\n ", "").splitlines()
    assert "ORGANIZER:mailto:desk@example.org" in lines
    assert "ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:ada@example.org" in lines


@pytest.mark.parametrize("name", ["Grace Hopper", 'Ö, "Bo" & Co; x:y', "END:VEVENT^n"])
def test_an_organizer_has_a_name_if_it_is_known(name: str) -> None:
    named = entry("REQUEST", organizer_name=name)
    (event,) = Calendar.from_ical(entry_file(named, "desk@example.org")).walk("VEVENT")
    assert event["ORGANIZER"] == "mailto:desk@example.org"
    assert event["ORGANIZER"].params["CN"] == name


def test_hostile_text_stays_in_its_field() -> None:
    file = entry_file(entry(location="x\r\nEND:VEVENT\r\nBEGIN:VEVENT;,\\"))
    assert len(Calendar.from_ical(file).walk("VEVENT")) == 1


def test_the_same_entry_is_the_same_file() -> None:
    assert entry_file(entry()) == entry_file(entry())


def test_the_public_entry_holds_for_everyone() -> None:
    _, event = read(entry_file(public_entry(EVENT, "https://party.example/e/E1", NOW)))
    assert (event["UID"], event["SEQUENCE"], event["DTSTART"]) == (
        "E1@fullhouse",
        "2",
        "20260620T160000Z",
    )


@pytest.mark.parametrize(
    ("kind", "state", "had", "method"),
    [
        ("confirmation", "confirmed", "", "REQUEST"),
        ("changed", "confirmed", "", "REQUEST"),
        ("changed", "waitlisted", "", None),
        ("reminder", "confirmed", "", None),
        ("cancelled", "cancelled", "confirmed", "CANCEL"),
        ("cancelled", "cancelled", "waitlisted", None),
        ("event_cancelled", "confirmed", "", "CANCEL"),
        ("event_cancelled", "waitlisted", "", None),
    ],
)
def test_a_guest_calendar_follows_their_seat(
    kind: str, state: str, had: str, method: str | None
) -> None:
    found = letter(kind, guest={"state": state}, had=had).calendar
    assert (found and found.method) == method


def test_a_guest_entry_keeps_its_name_and_counts_on() -> None:
    before, after = (
        letter("confirmation").calendar,
        letter("changed", event={"sequence": 5}).calendar,
    )
    assert before
    assert after
    assert before.uid == after.uid == "E1.G1@fullhouse"
    assert (before.sequence, after.sequence) == (3, 6)


def test_the_night_the_clocks_change_keeps_its_length() -> None:
    night = {"starts_at": datetime(2026, 10, 24, 23, 0), "ends_at": datetime(2026, 10, 25, 4, 0)}
    found = public_entry(EVENT | night, "", datetime(2026, 1, 1, tzinfo=UTC))
    assert found.ends == found.starts + timedelta(hours=6)
