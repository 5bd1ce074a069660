"""Links that open a calendar on the web."""

from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import msgspec

from fullhouse.kernel.calendar_links import calendar_links
from fullhouse.kernel.letters import CalendarEntry

ENTRY = CalendarEntry(
    uid="party@fullhouse",
    sequence=0,
    method="PUBLISH",
    summary="Tea & cake",
    starts=datetime(2026, 6, 20, 16, 0, tzinfo=UTC),
    ends=datetime(2026, 6, 20, 19, 0, tzinfo=UTC),
    location="Mühle 5",
    url="https://fullhouse.example/e/party",
)


def fields(entry: CalendarEntry) -> list[dict[str, list[str]]]:
    return [parse_qs(urlsplit(link.url).query) for link in calendar_links(entry)]


def test_each_calendar_gets_the_entry_in_its_own_words() -> None:
    google, outlook = calendar_links(ENTRY)
    assert (google.name, outlook.name) == ("Google", "Outlook")
    assert google.url.startswith("https://calendar.google.com/calendar/render?action=TEMPLATE&")
    assert outlook.url.startswith("https://outlook.live.com/calendar/0/action/compose?")
    in_google, in_outlook = fields(ENTRY)
    assert in_google["dates"] == ["20260620T160000Z/20260620T190000Z"]
    assert in_google["text"] == in_outlook["subject"] == ["Tea & cake"]
    assert in_google["location"] == in_outlook["location"] == ["Mühle 5"]
    assert in_google["details"] == in_outlook["body"] == ["https://fullhouse.example/e/party"]
    assert (in_outlook["startdt"], in_outlook["enddt"]) == (
        ["2026-06-20T16:00:00Z"],
        ["2026-06-20T19:00:00Z"],
    )


def test_an_open_end_and_an_unknown_place_are_left_out() -> None:
    google, outlook = fields(msgspec.structs.replace(ENTRY, ends=None, location=""))
    assert google["dates"] == ["20260620T160000Z/20260620T160000Z"]
    assert "enddt" not in outlook
    assert "location" not in google
