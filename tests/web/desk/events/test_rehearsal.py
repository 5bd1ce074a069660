"""The rehearsal on the desk: a timeline of what would be sent, and nothing is."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fullhouse.products.rsvp.commands import CancelEvent, CancelGuest, SignUp
from fullhouse.products.rsvp.rehearsal import RehearsalGroup, RehearsedMessage
from fullhouse.products.rsvp.reminder_times import ReminderOutcome
from fullhouse.web.desk.events.rehearsal_text import HAPPENS, fate, label, names, what, why
from tests.support.attaching import change_desk
from tests.web.desk.support import Desk

AT = datetime(2026, 6, 10, 6, 0, tzinfo=UTC)
BERLIN = "Europe/Berlin"


def test_the_page_first_asks_with_how_many(desk: Desk) -> None:
    desk.evening.opens(cap=40)
    page = desk.web.get("/desk/e/party/rehearse").text
    assert 'name="guests" type="number" min="0" max="500" value="48"' in page
    assert "The timeline" not in page
    assert "/desk/e/party/rehearse" in desk.web.get("/desk/e/party").text


def test_it_shows_every_message_and_changes_nothing(desk: Desk) -> None:
    desk.evening.opens(cap=5, host_email="jo@example.org")
    desk.evening.signs_up("Anna")
    before = (desk.evening.event(), desk.evening.mails())
    page = desk.read("/desk/e/party/rehearse?guests=30")
    for part in (
        "messages would be sent",
        "With 1 guest on the list and 30 simulated guests",
        "7-day reminder comes Saturday 13 June, 18:00",
        "Confirmation to Guest",
        "“You are on the waitlist” to Guest",
        "Morning reminder to",
        "Headcount to the host",
        "Summary, with a thank-you to edit to the host",
        "Thank-you to",
    ):
        assert part in page, part
    assert (desk.evening.event(), desk.evening.mails()) == before


def test_more_than_the_most_are_as_many_as_the_most_and_nonsense_is_nobody(desk: Desk) -> None:
    desk.evening.opens(cap=2)
    assert "and 500 simulated guests" in desk.read("/desk/e/party/rehearse?guests=9999")
    assert "and 0 simulated guests" in desk.read("/desk/e/party/rehearse?guests=many")


def test_where_nothing_would_be_sent_it_says_so(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.give(CancelEvent(event_id="party"))
    assert "No message would be sent" in desk.read("/desk/e/party/rehearse?guests=5")


def test_a_freed_seat_in_the_night_is_seen_to_wait(desk: Desk) -> None:
    desk.evening.opens(cap=1)
    for name in ("Anna", "Bert"):
        desk.evening.signs_up(name)
    desk.evening.passes(hours=12)
    desk.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    page = desk.read("/desk/e/party/rehearse?guests=0")
    assert "08:00 Offer of a seat to Bert answer until Tuesday 2 June, 14:00" in page


def test_an_invitation_that_is_stored_in_quiet_hours_is_rehearsed(desk: Desk) -> None:
    desk.evening.opens(cap=1)
    desk.evening.passes(hours=13)
    desk.evening.give(
        SignUp(
            event_id="party",
            guest_id="anna",
            name="Anna",
            email="anna@example.org",
            source="import",
            place_as="pending",
        )
    )
    page = desk.read("/desk/e/party/rehearse?guests=0")
    assert "08:00 Invitation to confirm to Anna answer until Friday 5 June, 08:00" in page


def test_a_house_without_a_stage_says_so(desk: Desk) -> None:
    desk.evening.opens()
    change_desk(desk.web.app, rehearse=None)
    assert desk.web.get("/desk/e/party/rehearse?guests=5").status_code == 404


def row(status: str, kind: str, note: str = "", *people: str) -> RehearsalGroup:
    told = tuple(RehearsedMessage(AT, "sent", kind, name) for name in people)
    return RehearsalGroup(AT, status, kind, note, AT, told)  # type: ignore[arg-type]  # a state


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (row("waits", "offer", "quiet_hours"), "waits until Wednesday 10 June, 08:00: quiet hours"),
        (row("dropped", "reminder:7d", "too late to be of use"), "not sent: too late to be of use"),
        (row("sent", "offer", "deadline"), "answer until Wednesday 10 June, 08:00"),
        (
            row("sent", "offer", "deadline_later"),
            "answer until Wednesday 10 June, 08:00: no deadline falls into quiet hours",
        ),
        (
            row("sent", "offer", "deadline_earlier"),
            "answer until Wednesday 10 June, 08:00: the start comes first",
        ),
        (row("sent", "confirmation"), ""),
    ],
)
def test_each_row_says_why(one: RehearsalGroup, said: str) -> None:
    assert why(one, BERLIN) == said


def test_each_row_says_what_and_for_whom() -> None:
    assert what(row("waits", "offer")) == "Offer of a seat"
    assert what(row("sent", "reminder:24h", "", "Ada", "Bob")) == "24-hour reminder to Ada, Bob"
    assert what(row("happens", "cancelled", "", "Ada")) == "Ada cancels"
    assert names(row("sent", "x", "", "A", "B", "C", "D", "E").told) == "A, B and 3 others"
    assert [label(kind) for kind in ("reminder:1h30m", "reminder", "news")] == [
        "1h30m reminder",
        "Reminder",
        "news",
    ]
    assert all("{" not in said.format(who="Ada") for said in HAPPENS.values())


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "sent",
            "comes Wednesday 10 June, 08:00 (Wednesday 10 June, 06:00 would be in quiet hours)",
        ),
        ("past", "skipped, already past (Wednesday 10 June, 08:00)"),
        ("merged", "skipped: another one comes on the same morning"),
        (
            "after_start",
            (
                "skipped: it would come after the start "
                "(Wednesday 10 June, 06:00 would be in quiet hours)"
            ),
        ),
    ],
)
def test_what_becomes_of_a_reminder_is_said(code: Any, said: str) -> None:
    target = datetime(2026, 6, 10, 4, 0, tzinfo=UTC)
    assert fate(ReminderOutcome("1d", AT, target, code), BERLIN) == said
