"""Large, broken and hostile feeds: times or a reason, in a moment."""

from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.calendar_feeds.ical_feed import read_feed
from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem, Occurrence
from tests.inbound.calendar_feeds.feeds import entry, feed
from tests.support.cpu_time import cpu_within
from tests.support.proof import some_of

JUNE, JULY = datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)


def many(count: int, *lines: str, start: str = "20260603T090000") -> bytes:
    return feed(*(entry(f"e{number}", start, "", *lines) for number in range(count)))


HOSTILE = {
    "nothing": (b"", "no calendar"),
    "a page": (b"<html>", "no calendar"),
    "too large": (b"BEGIN:VCALENDAR\n" + b"x" * (5 * 2**20), "larger than 5 MB"),
    "each second of a day": (
        many(
            9, "RRULE:FREQ=DAILY;BYSECOND=" + ",".join(map(str, range(60))), start="20100101T090000"
        ),
        "too long to work out",
    ),
    "cut short": (
        feed(entry("a", "20260603T090000"), entry("b", "20260604T090000"))[:-60],
        "cut short",
    ),
    "cut short between two calendars": (
        feed() + feed(entry("a", "20260603T090000"))[:-16],
        "cut short",
    ),
    "many entries": (many(5_001), "more than 5,000 entries"),
    "far too many entries": (
        b"BEGIN:VCALENDAR\n" + b"BEGIN:VEVENT\nEND:VEVENT\n" * 50_001,
        "more than 50,000",
    ),
    "many dates": (
        many(1, *(f"EXDATE:{'20260603T090000Z,' * 500}20260603T090000Z" for _ in range(50))),
        "more than 20,000 dates",
    ),
    "many times": (
        many(2_000, "RRULE:FREQ=DAILY;UNTIL=20260610T000000Z"),
        "more than 10,000 times",
    ),
    "many weekly ones of years": (
        many(170, "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", start="20000103T090000"),
        "too long to work out",
    ),
    "many that take years": (
        many(500, "DURATION:P999D", "RRULE:FREQ=DAILY", start="20240101T090000"),
        "more than 10,000 times",
    ),
    "a count that is never come to": (
        many(3, "RRULE:FREQ=DAILY;COUNT=100000", start="16000101T090000"),
        "too long to work out",
    ),
    "a zone that ticks": (
        feed(
            before=(
                "BEGIN:VTIMEZONE\nTZID:x\nBEGIN:STANDARD\nRRULE:FREQ=SECONDLY\nEND:STANDARD\n"
                "END:VTIMEZONE\n"
            )
        ),
        "damaged",
    ),
}


@pytest.mark.timing
@pytest.mark.parametrize("name", some_of(HOSTILE, keep=6))
def test_a_hostile_feed_gets_a_reason_in_time(name: str) -> None:
    data, why = HOSTILE[name]
    with cpu_within(10):
        with pytest.raises(FeedProblem, match=why) as caught:
            read_feed(data, "Europe/Berlin", JUNE, JULY)
        assert caught.value.reason.endswith((".", "?"))


@pytest.mark.timing
def test_whom_a_crowd_was_invited_with_is_not_gone_through_for_each_time() -> None:
    crowd = [f"ATTENDEE;CN=n{number}:mailto:n{number}@example.org" for number in range(8_000)]
    words = [f"DESCRIPTION:{number} {'x' * 9_000}" for number in range(200)]
    data = feed(
        entry(
            "a",
            "20260601T000000",
            "",
            f"RRULE:FREQ=DAILY;BYHOUR={','.join(map(str, range(24)))}",
            *crowd,
            *words,
        )
    )
    with cpu_within(3):
        found = read_feed(data, "Europe/Berlin", JUNE, JULY).times
        assert {len(one.guests) for one in found} == {20}
        assert (len(found), found[0].guests[0]) == (720, ("n0", "n0@example.org"))


def messy(mess: bytes) -> bytes:
    return b"BEGIN:VCALENDAR\n" + mess * ((5 * 2**20 - 40) // len(mess)) + b"\nEND:VCALENDAR\n"


@pytest.mark.timing
@pytest.mark.parametrize(
    "mess", some_of([b"\n ", b'X;A="', b"BEGIN:VALARM\nEND:VALARM\n", b"BEGIN: at nine\n"], keep=2)
)
def test_five_megabytes_of_mess_are_read_in_a_moment(mess: bytes) -> None:
    with cpu_within(8):
        assert read_feed(messy(mess), "Europe/Berlin", JUNE, JULY).times == ()


@pytest.mark.timing
@pytest.mark.parametrize(
    "mess",
    some_of([b"BEGIN:VEVENT\n", b"BEGIN:VALARM\n", b"END:VEVENT\n", b"BEGIN:VTIMEZONE\n"], keep=2),
)
def test_five_megabytes_of_what_does_not_end_are_refused_in_a_moment(mess: bytes) -> None:
    with cpu_within(8), pytest.raises(FeedProblem, match="damaged"):
        read_feed(messy(mess), "Europe/Berlin", JUNE, JULY)


@pytest.mark.timing
def test_a_busy_salon_of_years_is_read_in_a_moment() -> None:
    past = [
        entry(f"p{number}", "20240103T090000", "20240103T100000", "SUMMARY:Cut")
        for number in range(10_000)
    ]
    weekly = [
        entry(f"w{number}", "20240603T090000", "", "RRULE:FREQ=WEEKLY") for number in range(200)
    ]
    data = feed(*past, *weekly)
    with cpu_within(12):
        assert len(read_feed(data, "Europe/Berlin", JUNE, JULY).times) == 1000


@pytest.mark.timing
def test_thousands_that_cannot_be_read_are_named_in_a_moment() -> None:
    data = many(4_000, "DURATION:long")
    with cpu_within(10):
        assert len(read_feed(data, "Europe/Berlin", JUNE, JULY).unread) == 4_000


LINES = st.sampled_from(
    (  # noqa: SIM905 - rows of short lines
        "UID:a|DTSTART:20260603T090000|DTSTART;VALUE=DATE:20260603|DTEND:20260601|"
        "DTSTART:99999999|DTEND:x|DURATION:-P1D|DURATION:x|RRULE:FREQ=DAILY|"
        "RRULE:FREQ=DAILY;COUNT=0|RRULE:|RDATE:20260604|STATUS:CANCELLED|SEQUENCE:x|"
        "SEQUENCE:2|RDATE;VALUE=PERIOD:20260604T090000Z/PT1H|EXDATE:x|"
        "RECURRENCE-ID:20260603T090000|RECURRENCE-ID:x|BEGIN:VALARM|:||"
        'SUMMARY;LANGUAGE="x:#a|DTSTART;TZID=Nowhere/Land:20260603T090000|'
        'DTSTART;TZID="":20260603T090000|END:VALARM|END:VEVENT|RRULE:FREQ=WEEKLY;BYDAY=-|'
        "RRULE:FREQ=MONTHLY;BYMONTHDAY=0|RRULE:FREQ=DAILY;INTERVAL=0"
    ).split("|")
)


@given(st.lists(st.lists(LINES, max_size=8), max_size=3))
def test_whatever_it_is_there_are_times_or_a_reason(entries: list[list[str]]) -> None:
    found: tuple[Occurrence, ...] = ()
    with suppress(FeedProblem):
        found = read_feed(
            feed(*("\n".join(lines) for lines in entries)), "Europe/Berlin", JUNE, JULY
        ).times
    assert all(each.uid and each.starts_at <= each.ends_at for each in found)


@pytest.mark.timing
def test_a_few_rare_rules_are_followed() -> None:
    with cpu_within(10):
        data = many(2, "RRULE:FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=6;COUNT=2")
        assert len(read_feed(data, "Europe/Berlin", JUNE, JULY).times) == 2
