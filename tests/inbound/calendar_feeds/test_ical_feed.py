"""Feeds: each time that is meant, once, in UTC; and reasons instead of trouble."""

from datetime import UTC, datetime, timedelta

import pytest

from fullhouse.inbound.calendar_feeds.ical_feed import read_feed
from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem, Occurrence, left_out_note
from tests.inbound.calendar_feeds.feeds import entry, feed
from tests.support.cpu_time import cpu_within

JUNE, JULY = datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)


def read(*entries: str, before: str = "", zone: str = "Europe/Berlin") -> tuple[Occurrence, ...]:
    return read_feed(feed(*entries, before=before), zone, JUNE, JULY).times


def days(found: tuple[Occurrence, ...]) -> list[str]:
    return [f"{each.starts_at:%d %H:%M}" for each in found]


def test_an_entry_becomes_a_time_in_utc_with_its_words_and_tags() -> None:
    lines = (
        "SUMMARY:Free: Cut #Open",
        "DESCRIPTION:with Jess\\, see https://x.example/#no\\n#jess (#Open)",
    )
    assert read(entry("a", "20260603T090000", "20260603T094500", *lines)) == (
        Occurrence(
            uid="a",
            starts_at=datetime(2026, 6, 3, 7, 0, tzinfo=UTC),
            ends_at=datetime(2026, 6, 3, 7, 45, tzinfo=UTC),
            summary="Free: Cut #Open",
            description="with Jess, see https://x.example/#no\n#jess (#Open)",
            tags=("open", "jess"),
        ),
    )


def test_times_without_a_zone_and_whole_days_are_meant_in_ours() -> None:
    floating = "UID:f\nDTSTART:20260602T090000\nDTEND:20260602T100000"
    found = read(
        floating, entry("d", "20260610"), entry("z", "20260604T090000Z"), zone="America/New_York"
    )
    assert days(found) == ["02 13:00", "04 09:00", "10 04:00"]
    assert [each.ends_at - each.starts_at for each in found] == [
        timedelta(hours=1),
        timedelta(),
        timedelta(days=1),
    ]


def test_only_what_touches_the_span_is_told() -> None:
    found = read(
        entry("before", "20260601T000000", "20260601T020000"),
        entry("over the beginning", "20260531T230000", "20260601T030000"),
        entry("at the end", "20260701T020000", "20260701T030000"),
        entry("over the end", "20260701T015900", "20260701T030000"),
        entry("a long one", "20260101", "20261231"),
        "UID:a duration\nDTSTART:20260531T200000Z\nDURATION:PT6H",
    )
    assert {each.uid for each in found} == {
        "over the beginning",
        "over the end",
        "a long one",
        "a duration",
    }


def test_a_repeating_entry_is_told_once_for_each_time_without_its_exceptions() -> None:
    lines = (
        "RRULE:FREQ=WEEKLY;BYDAY=MO,WE",
        "EXDATE;TZID=Europe/Berlin:20260608T090000,20260610T090000",
    )
    found = read(entry("w", "20250106T090000", "20250106T100000", *lines))
    assert days(found) == [
        "01 07:00",
        "03 07:00",
        "15 07:00",
        "17 07:00",
        "22 07:00",
        "24 07:00",
        "29 07:00",
    ]
    assert found[0].uid == "w/20260601T070000Z"


def test_a_moved_time_keeps_its_name_and_a_cancelled_one_says_so() -> None:
    moved = ("RECURRENCE-ID;TZID=Europe/Berlin:20260608T090000", "SUMMARY:moved")
    gone = ("RECURRENCE-ID;TZID=Europe/Berlin:20260615T090000", "STATUS:CANCELLED")
    found = read(
        entry("w", "20260601T090000", "20260601T100000", "RRULE:FREQ=WEEKLY", "SUMMARY:weekly"),
        entry("w", "20260609T140000", "20260609T150000", *moved),
        entry("w", "20260615T090000", "20260615T100000", *gone),
        entry("once", "20260620T090000", "", "STATUS:CANCELLED"),
    )
    assert [(each.uid, each.summary) for each in found][1] == ("w/20260608T070000Z", "moved")
    assert days(found)[1] == "09 12:00"
    assert [each.uid for each in found if each.cancelled] == ["w/20260615T070000Z", "once"]


def test_wall_time_is_kept_when_the_clocks_change() -> None:
    weekly = feed(entry("w", "20260315T090000", "20260315T100000", "RRULE:FREQ=WEEKLY;COUNT=4"))
    found = read_feed(
        weekly, "Europe/Berlin", datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)
    ).times
    assert days(found) == ["15 08:00", "22 08:00", "29 07:00", "05 07:00"]


@pytest.mark.parametrize(
    ("rule", "count"),
    [
        ("FREQ=DAILY;COUNT=3", 3),
        ("FREQ=DAILY;COUNT=300", 30),
        ("FREQ=DAILY;UNTIL=20260605T215959Z", 5),
        ("FREQ=DAILY;UNTIL=20991231", 30),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", 2),
        ("FREQ=YEARLY", 1),
        ("FREQ=DAILY;INTERVAL=10", 3),
        ("FREQ=DAILY;COUNT=-1", 30),
    ],
)
def test_rules_end_where_they_say(rule: str, count: int) -> None:
    assert len(read(entry("r", "20260601T090000", "20260601T100000", f"RRULE:{rule}"))) == count


def test_dates_may_be_added_one_by_one() -> None:
    added = "RDATE;TZID=Europe/Berlin:20260605T090000,20260609T090000"
    assert days(read(entry("r", "20260601T090000", "20260601T100000", added))) == [
        "01 07:00",
        "05 07:00",
        "09 07:00",
    ]


def test_whole_days_and_floating_times_repeat_too() -> None:
    floating = "UID:f\nDTSTART:20260601T090000\nRRULE:FREQ=WEEKLY;COUNT=2"
    assert days(read(entry("d", "20260602", "20260603", "RRULE:FREQ=WEEKLY"), floating)) == [
        *("01 07:00", "01 22:00", "08 07:00", "08 22:00", "15 22:00", "22 22:00", "29 22:00"),
    ]


def test_a_zone_of_its_own_and_one_of_windows_are_understood() -> None:
    zone = (
        "BEGIN:VTIMEZONE\nTZID:Our place\nBEGIN:STANDARD\nDTSTART:19701025T030000\n"
        "TZOFFSETFROM:+0300\n"
        "TZOFFSETTO:+0300\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nEND:STANDARD\nEND:VTIMEZONE\n"
    )
    own = "UID:own\nDTSTART;TZID=Our place:20260602T090000\nDTEND;TZID=Our place:20260602T100000"
    windows = "UID:windows\nDTSTART;TZID=W. Europe Standard Time:20260603T090000"
    assert days(read(own, windows, before=zone)) == ["02 06:00", "03 07:00"]


def test_folded_lines_alarms_and_other_line_ends_do_not_matter() -> None:
    alarm = "BEGIN:VALARM\nDESCRIPTION:not this\nTRIGGER:-PT5M\nEND:VALARM"
    data = feed(entry("a", "20260603T090000", "", "SUMMARY:a long\n  summary #op\n en", alarm))
    for made in (
        data,
        data.replace(b"\r\n", b"\n"),
        data.replace(b"\r\n", b"\r"),
        b"\xef\xbb\xbf" + data,
    ):
        (found,) = read_feed(made, "Europe/Berlin", JUNE, JULY).times
        assert (found.summary, found.description, found.tags) == (
            "a long summary #open",
            "",
            ("open",),
        )


def test_a_span_is_not_longer_than_400_days() -> None:
    data = feed(entry("y", "20260701T090000", "", "RRULE:FREQ=MONTHLY"))
    assert len(read_feed(data, "UTC", JUNE, datetime(2099, 1, 1, tzinfo=UTC)).times) == 13


def test_what_steers_is_left_out_and_what_is_long_is_cut() -> None:
    (found,) = read(
        entry("a", "20260603T090000", "", "SUMMARY:\x1b[31mred\u202e", f"DESCRIPTION:{'x' * 9000}")
    )
    assert (found.summary, len(found.description)) == ("[31mred", 4000)


NEVER = "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"
# Each entry alone; the number of times it may stand in one calendar that is still read.
BAD_ENTRIES = {
    "every second": (1, entry("x", "20260603T090000", "", "RRULE:FREQ=SECONDLY")),
    "no frequency": (1, entry("x", "20260603T090000", "", "RRULE:COUNT=5")),
    "since the year 1": (3, entry("x", "00010101T090000", "", "RRULE:FREQ=DAILY")),
    "a rule of nonsense": (1, entry("x", "20260603T090000", "", "RRULE:FREQ=DAILY;%$")),
    "a count of nonsense": (
        1,
        entry("x", "20260603T090000", "", "RRULE:FREQ=DAILY;BYHOUR=99;COUNT=3"),
    ),
    "never in between": (1, entry("x", "20260603T090000", "", "RRULE:FREQ=DAILY;INTERVAL=0")),
    "every 99,999 days": (1, entry("x", "20260603T090000", "", "RRULE:FREQ=DAILY;INTERVAL=99999")),
    "many times of a day": (
        1,
        entry(
            "x",
            "20260603T090000",
            "",
            f"RRULE:FREQ=DAILY;BYHOUR={','.join(map(str, range(24)))};"
            f"BYMINUTE={','.join(map(str, range(55)))}",
        ),
    ),
    "one that takes a life": (
        1,
        entry("x", "19500101T090000", "", "DURATION:P30000D", "RRULE:FREQ=DAILY"),
    ),
    "the first of a year again and again": (
        1,
        entry(
            "x",
            "16000101T090000",
            "",
            "RRULE:FREQ=YEARLY;BYDAY=MO,TU;BYSETPOS=" + ",".join(["1"] * 3_000),
        ),
    ),
    "the first and last of many years": (
        99,
        entry(
            "x",
            "16000101T090000",
            "",
            "RRULE:FREQ=YEARLY;BYDAY=MO,TU;BYSETPOS=" + ",".join("1234" * 15),
        ),
    ),
    "never": (1, entry("x", "20260603T090000", "", NEVER)),
    "never five times": (1, entry("x", "20260603T090000", "", f"{NEVER};COUNT=5")),
    "never until": (1, entry("x", "20260603T090000", "", f"{NEVER};UNTIL=20270101T000000Z")),
    "the 99th Monday": (1, entry("x", "20260603T090000", "", "RRULE:FREQ=MONTHLY;BYDAY=99MO")),
    "the last day of all": (1, entry("x", "99991231", "", "RRULE:FREQ=YEARLY")),
    "after the end of time": (1, entry("x", "99991231T235959Z", "", "DURATION:P999D")),
}


@pytest.mark.timing
@pytest.mark.parametrize("name", BAD_ENTRIES)
def test_a_bad_entry_is_left_out_and_spoils_no_other(name: str) -> None:
    count, bad = BAD_ENTRIES[name]
    copies = [bad.replace("UID:x", f"UID:x{at}") + "\nSUMMARY:Odd" for at in range(count)]
    good = entry("good", "20260604T090000", "", "RRULE:FREQ=DAILY;COUNT=2")
    with cpu_within(10):
        found = read_feed(feed(*copies, good), "Europe/Berlin", JUNE, JULY)
    assert days(found.times) == ["04 07:00", "05 07:00"]
    assert found.unread == tuple(sorted(f"x{at}" for at in range(count)))
    assert found.left_out == ("Odd",) * count


def test_an_entry_without_end_is_only_unread() -> None:
    endless = entry("x", "20260603T090000", "99991231T235959")
    found = read_feed(feed(endless, entry("good", "20260604T090000")), "UTC", JUNE, JULY)
    assert (len(found.times), found.unread) == (1, ("x",))


def test_what_was_left_out_is_said() -> None:
    assert left_out_note(()) == ""
    one = "We left out “Odd”: we can't read its times. All other entries are used."
    assert left_out_note(("Odd",)) == one
    assert left_out_note(("",)).startswith("We left out an entry without a title: ")
    assert left_out_note(("Odd", "Odder")).startswith("We left out 2 entries, such as “Odd”: ")


SPOILT = {
    "an alarm without its end": "UID:b\nDTSTART:20260604T090000Z\nBEGIN:VALARM\nTRIGGER:-PT5M",
    "an alarm without its beginning": "UID:b\nDTSTART:20260604T090000Z\nTRIGGER:-PT5M\nEND:VALARM",
    "an entry without its end": "UID:b\nDTSTART:20260604T090000Z\nBEGIN:VEVENT",
    "an entry inside an entry": "UID:b\nDTSTART:20260604T090000Z\nBEGIN:VEVENT\nUID:x\nEND:VEVENT",
    "an end of something else": "UID:b\nDTSTART:20260604T090000Z\nBEGIN:VALARM\nEND:VTODO",
}


@pytest.mark.parametrize("lines", SPOILT.values(), ids=SPOILT)
def test_what_does_not_end_in_order_is_damage_so_that_no_entry_behind_it_seems_gone(
    lines: str,
) -> None:
    data = feed(entry("a", "20260603T090000"), lines, entry("c", "20260605T090000"))
    with pytest.raises(FeedProblem, match="damaged"):
        read_feed(data, "Europe/Berlin", JUNE, JULY)


def test_of_words_that_stand_twice_the_title_is_the_first_and_the_text_is_both() -> None:
    twice = (
        "SUMMARY;LANGUAGE=en:Cut",
        "SUMMARY;LANGUAGE=de:Schnitt",
        "DESCRIPTION:with Jess",
        "DESCRIPTION:at nine",
    )
    (found,) = read(entry("a", "20260603T090000", "", *twice))
    assert (found.summary, found.description) == ("Cut", "with Jess\nat nine")


def test_what_stands_twice_and_is_the_same_counts_once() -> None:
    (found,) = read(
        entry("a", "20260603T090000", "", "STATUS:CANCELLED", "UID:a", "STATUS:CANCELLED")
    )
    assert (found.uid, found.cancelled) == ("a", True)


@pytest.mark.parametrize(
    "lines",
    [
        "STATUS:CONFIRMED\nSTATUS:CANCELLED",
        "DTSTART:20260604T090000Z",
        "DURATION:PT1H\nDURATION:PT2H",
    ],
)
def test_an_entry_that_contradicts_itself_is_named_as_nobody_knows_what_was_meant(
    lines: str,
) -> None:
    found = read_feed(
        feed(entry("odd", "20260603T090000", "", lines), entry("fine", "20260604T090000")),
        "Europe/Berlin",
        JUNE,
        JULY,
    )
    assert (found.unread, [one.uid for one in found.times]) == (("odd",), ["fine"])


def test_an_entry_with_two_names_is_named_by_both() -> None:
    assert read_feed(
        feed(entry("a", "20260603T090000", "", "UID:b")), "UTC", JUNE, JULY
    ).unread == ("a", "b")


UNREADABLE = {
    "no time": "SUMMARY:Cut",
    "a time of nonsense": "DTSTART:tomorrow",
    "a day that is none": "DTSTART:20260699T090000Z",
    "an hour that is none": "DTSTART:20260603T250000Z",
    "an end of nonsense": "DTSTART:20260603T090000Z\nDTEND:later",
    "a length of nonsense": "DTSTART:20260603T090000Z\nDURATION:long",
    "an hour of each day that is none": "DTSTART:20260603T090000Z\nRRULE:FREQ=DAILY;BYHOUR=99",
    "an exception of nonsense": "DTSTART:20260603T090000Z\nRRULE:FREQ=DAILY\nEXDATE:x",
    "a date of nonsense": "DTSTART:20260603T090000Z\nRDATE:x",
    "a time that it stands for of nonsense": "DTSTART:20260603T090000Z\nRECURRENCE-ID:x",
}


@pytest.mark.parametrize("lines", UNREADABLE.values(), ids=UNREADABLE)
def test_an_entry_that_cannot_be_read_is_named_and_the_others_are_told(lines: str) -> None:
    fine = entry("fine", "20260604T090000", "20260604T100000")
    found = read_feed(feed(f"UID:odd\n{lines}", fine), "Europe/Berlin", JUNE, JULY)
    assert found.unread == ("odd",)
    assert [one.uid for one in found.times] == ["fine"]


def test_an_entry_that_ends_before_it_begins_is_named_as_nobody_knows_what_was_meant() -> None:
    odd = entry("odd", "20260603T090000", "20260602T090000")
    assert read_feed(feed(odd), "Europe/Berlin", JUNE, JULY).unread == ("odd",)


def test_entries_that_can_be_read_are_not_named_nor_is_one_that_has_no_name() -> None:
    found = read_feed(feed(entry("a", "20260604T090000"), "DTSTART:x"), "Europe/Berlin", JUNE, JULY)
    assert (len(found.times), found.unread) == (1, ())
