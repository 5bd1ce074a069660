"""A guest's calendar entry is the same everywhere; a host's has the current numbers."""

from html import escape

import pytest

from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import without_links
from fullhouse.locale import LANGUAGES
from fullhouse.products.rsvp.calendar_entries import host_entry, public_entry, seat_entry
from fullhouse.products.rsvp.messages import event_facts
from fullhouse.products.rsvp.wording import compose
from tests.products.rsvp.told import letter
from tests.support.rsvp_world import Room

URL = "https://party.example/e/party"


def test_the_fetched_entry_is_the_mailed_one_under_the_same_name_and_number() -> None:
    room = Room(cap=1)
    room.sign_up("anna")
    mailed = compose(room.carrier.to("anna", "confirmation")[0], lambda _purpose: URL).calendar
    fetched = seat_entry(room.event, room.guest("anna"), URL, room.now)
    assert mailed is not None
    assert (fetched.uid, fetched.sequence, fetched.starts) == (
        mailed.uid,
        mailed.sequence,
        mailed.starts,
    )
    assert fetched.method == "PUBLISH"


def test_without_a_seat_the_fetched_entry_takes_the_old_one_away() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "bert")
    assert seat_entry(room.event, room.guest("bert"), URL, room.now).method == "CANCEL"
    before = seat_entry(room.event, room.guest("anna"), URL, room.now)
    room.cancel("anna")
    after = seat_entry(room.event, room.guest("anna"), URL, room.now)
    assert (after.method, after.uid) == ("CANCEL", before.uid)
    assert after.sequence > before.sequence


def test_an_event_that_was_called_off_goes_from_every_calendar() -> None:
    room = Room(cap=1)
    room.sign_up("anna")
    room.call_off()
    assert seat_entry(room.event, room.guest("anna"), URL, room.now).method == "CANCEL"
    assert host_entry(room.event, URL, room.now).method == "CANCEL"


def test_a_hosts_entry_is_the_public_one_with_the_headcount() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "bert", "cleo")
    entry = host_entry(room.event, URL, room.now)
    assert entry.uid == public_entry(event_facts(room.event), URL, room.now).uid
    assert (entry.method, entry.description) == (
        "PUBLISH",
        "1 of 1 confirmed, 0 held, 2 on the waitlist",
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_confirmation_links_calendars_on_the_web(language: str) -> None:
    told = letter("confirmation", event={"language": language})
    assert [link.name for link in told.calendars] == ["Google", "Outlook"]
    assert told.calendars_label
    for link in told.calendars:
        assert link.url in as_text(told)
        assert escape(link.url) in as_html(told)


def test_only_a_seat_is_for_the_calendar() -> None:
    assert letter("waitlisted").calendars == ()
    assert letter("reminder").calendars == ()
    assert without_links(letter("confirmation"), "https://x.example").calendars == ()
