"""The story of each seat on the desk, and how the list grew."""

import pytest

from fullhouse.products.rsvp.commands import CancelGuest, ClaimOffer, DeclineOffer, EditEvent
from fullhouse.products.rsvp.seat_history import HEARD
from fullhouse.web.desk.events import pages
from fullhouse.web.desk.events.seat_history import STEPS
from tests.web.desk.support import Desk

SEATS = "/desk/e/party/seats"


def full(desk: Desk, *more: str) -> None:
    desk.evening.opens(cap=1)
    for name in ("Anna", *more):
        desk.evening.signs_up(name)


def test_every_step_has_words() -> None:
    assert set(STEPS) == set(HEARD) - {"changed"} | {"held", "new", "free", "not_kept"}


def test_a_seat_is_told_from_first_guest_to_last(desk: Desk) -> None:
    full(desk, "Bert", "Cleo", "Dora")
    desk.send("/desk/e/party/g/anna/cancel")
    desk.evening.give(DeclineOffer(event_id="party", guest_id="bert", offer_id="bert-1"), "guest")
    desk.evening.passes(hours=6)
    desk.evening.give(ClaimOffer(event_id="party", guest_id="dora", offer_id="dora-1"), "guest")
    page = desk.read(SEATS)
    assert "1 seat of Anna, taken by Dora" in page
    said = (
        "Anna had it",
        "The host cancelled the seat of Anna",
        "Bert was asked first",
        "Bert said no, thank you",
        "Cleo was asked next",
        "Cleo let the time pass",
        "Dora was asked next",
        "Dora took it",
    )
    places = [page.index(one) for one in said]
    assert places == sorted(places)
    assert "since Mon 1 Jun 2026, 11:00" in page
    assert "Mon 1 Jun 2026, 11:00 , until Mon 1 Jun 2026, 17:00" in page


def test_one_guests_page_leads_to_the_stories_they_are_in(desk: Desk) -> None:
    full(desk, "Bert", "Cleo")
    desk.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    assert "History of this seat" in desk.read("/desk/e/party/g/bert")
    assert "History of this seat" not in desk.read("/desk/e/party/g/cleo")
    assert "1 seat of Anna, offered to Bert" in desk.read(f"{SEATS}?guest=bert")
    assert "no seat was freed by them or offered to them" in desk.read(f"{SEATS}?guest=cleo")
    assert "1 seat of Anna" in desk.read(f"{SEATS}?guest=no-such-guest")


def test_a_seat_that_was_never_freed_has_no_earlier_story(desk: Desk) -> None:
    full(desk)
    assert "No seat has been freed yet." in desk.read(SEATS)
    page = desk.read(f"{SEATS}?guest=anna")
    assert (
        "Anna got the seat while it was open to all, and has had it since Mon 1 Jun 2026, 11:00"
        in page
    )


def test_seats_set_aside_new_seats_and_lost_ones_are_told(desk: Desk) -> None:
    full(desk, "Bert")
    desk.evening.give(EditEvent(event_id="party", cap=2))
    assert "1 seat more, offered to Bert The host added it" in desk.read(SEATS)
    desk.evening.give(DeclineOffer(event_id="party", guest_id="bert", offer_id="bert-1"), "guest")
    assert "1 seat more, not offered any more" in desk.read(SEATS)
    desk.evening.passes(hours=12)
    desk.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    assert "1 seat of Anna, set aside for the waitlist" in desk.read(SEATS)


def test_many_stories_come_page_by_page(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fullhouse.web.desk.events.seat_history.PAGE", 2)
    monkeypatch.setattr("fullhouse.web.desk.events.seat_history.READ_AT_ONCE", 2)
    desk.evening.opens(cap=9)
    for name in ("Anna", "Bert", "Cleo"):
        desk.evening.signs_up(name)
        desk.evening.give(CancelGuest(event_id="party", guest_id=name.lower()), "guest")
    first = desk.web.get(SEATS).text
    assert "seat of Cleo" in first
    assert "seat of Anna" not in first
    assert 'href="?before=2"' in first
    assert "1 seat of Anna" in desk.read(f"{SEATS}?before=2")
    assert "To the latest" in desk.read(f"{SEATS}?before=2")


def test_the_story_page_shows_how_the_list_grew(desk: Desk) -> None:
    full(desk, "Bert", "Cleo")
    page = desk.read("/desk/e/party/audit")
    assert "1 confirmed of 1 2 on the waitlist" in page
    assert "On Monday 1 June 2026: 1 of 1 seat confirmed. 2 on the waitlist, 2 at most." in page
    assert "Mon 1 Jun 2026 1 2" in page
    desk.evening.passes(days=1)
    desk.evening.give(CancelGuest(event_id="party", guest_id="cleo"), "guest")
    page = desk.read("/desk/e/party/audit")
    assert "1 confirmed of 1 1 on the waitlist" in page
    assert "Tue 2 Jun 2026 1 1" in page


def test_how_lists_grew_is_kept_for_a_few_events_only(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "MOST_EVENTS", 2)
    for name in ("one", "two", "three"):
        desk.evening.opens(name)
        desk.read(f"/desk/e/{name}/audit")
    kept = pages.KEPT[desk.evening.engine]
    assert list(kept) == ["two", "three"]
