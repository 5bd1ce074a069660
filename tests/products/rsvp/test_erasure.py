"""Erasure: the name is gone everywhere, what happened stays, and the audit still replays."""

from datetime import datetime, timedelta

import msgspec
import pytest

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.messages import Refused
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp import erasure
from fullhouse.products.rsvp.commands import (
    ChangeContact,
    EraseEvent,
    EraseGuest,
    EraseOldEvents,
    ResendLink,
    SetGuestRetention,
)
from fullhouse.products.rsvp.model import GuestResult
from tests.products.rsvp.door import DOORS_OPEN, STARTED, scan, undo, walk_in
from tests.support.rsvp_world import EVENT, Room, full_room, mail


def erase(room: Room, name: str) -> GuestResult:
    return room.ask(EraseGuest(event_id=EVENT, guest_id=name), "host")


def all_of(room: Room) -> str:
    """Everything that is stored, as text."""
    store = room.store
    assert isinstance(store, MemoryStore)
    shelves = [list(shelf.values()) for shelf in store.shelves.values()]
    return msgspec.json.encode([shelves, store.lines]).decode()


def test_name_and_address_are_gone_from_record_audit_and_messages() -> None:
    room = full_room()
    room.ask(
        ChangeContact(
            event_id=EVENT, guest_id="anna", name="Annabel Lee", email="annabel@new.example"
        )
    )
    assert erase(room, "anna").code == "erased"
    for gone in ("Annabel", "annabel", "anna@example", '"Anna"'):
        assert gone not in all_of(room)
    assert room.guest("anna").is_erased
    assert "Ben" in all_of(room)


def test_sign_up_under_the_address_of_an_erased_guest_is_refused() -> None:
    room = full_room()
    erase(room, "anna")
    answer = room.sign_up("anna", email=room.guest("anna").email)
    assert answer.code == "unknown_guest"


def test_their_seat_goes_to_the_line_and_nobody_is_mailed_about_it() -> None:
    room = full_room()
    erase(room, "anna")
    assert room.offered() == ["cem"]
    assert room.actions("anna") == ["signed_up", "cancelled", "erased"]
    assert room.messages("cancelled") == []


def test_someone_who_holds_an_offer_gives_it_back_first() -> None:
    room = full_room()
    room.cancel("anna")
    erase(room, "cem")
    assert room.offered() == ["dora"]
    assert len(room.alarms("lapse")) == 1


def test_an_erased_address_can_sign_up_anew() -> None:
    room = full_room()
    erase(room, "anna")
    room.sign_up("anew", email=mail("anna"))
    assert room.guest("anew").email == mail("anna")
    assert room.guest("anna").is_erased


def test_what_has_not_left_yet_never_will() -> None:
    room = full_room(settles=False)
    queued = room.messages("confirmation", to="anna")[0]
    erase(room, "anna")
    room.settle()
    assert room.dispatch(queued) is None
    assert [one for one in room.carrier.handed if one.person == "anna"] == []
    assert {one.status for one in room.messages(to="anna@erased.invalid")} == {"failed"}


def test_a_message_written_later_stops_at_the_door() -> None:
    room = full_room()
    erase(room, "anna")
    room.ask(ResendLink(event_id=EVENT, guest_id="anna", occasion="again"))
    assert [one.error for one in room.messages("link")] == ["the guest was erased"]


def test_what_a_carrier_said_of_the_address_is_gone_too() -> None:
    room = Room()
    room.carrier.always = Refused("550 anna@example.org unknown", permanent=True)
    room.sign_up("anna")
    assert room.guest("anna").reach == "bounced"
    erase(room, "anna")
    assert "550" not in all_of(room)


def test_erasing_twice_is_erasing_once() -> None:
    room = full_room()
    assert [erase(room, "anna").code for _ in range(2)] == ["erased"] * 2
    assert room.actions("anna").count("erased") == 1
    assert erase(room, "nobody").code == "unknown_guest"


def test_after_the_end_the_headcount_stays_as_it_was() -> None:
    room = full_room()
    room.until("2026-06-19T23:00")
    before = room.counts()
    erase(room, "anna")
    assert room.counts() == before
    assert room.guest("anna").state == "confirmed"


def test_after_the_start_the_seat_of_someone_who_has_not_come_is_free_for_a_walk_in() -> None:
    room = full_room()
    room.until("2026-06-19T20:00")
    erase(room, "anna")
    assert (room.event.confirmed, room.event.free, room.event.released) == (1, 1, 1)
    assert room.actions("anna")[-2:] == ["no_show", "erased"]
    assert room.offered() == []
    assert walk_in(room, "yul").code == "checked_in"


def test_after_the_start_a_guest_who_waits_is_only_erased() -> None:
    room = full_room()
    room.until("2026-06-19T20:00")
    erase(room, "cem")
    assert room.actions("cem")[-1] == "erased"
    assert room.guest("cem").state == "waitlisted"


@pytest.mark.parametrize("at", [DOORS_OPEN, STARTED])
def test_the_seat_of_someone_who_is_inside_stays_taken(at: datetime) -> None:
    room = full_room()
    room.until(at)
    scan(room, "anna")
    assert erase(room, "anna").code == "erased"
    assert (room.event.confirmed, room.event.free, room.event.checked_in) == (2, 0, 1)
    assert room.offered() == []
    assert room.guest("anna").arrived == 1
    assert undo(room, "anna").code == "checked_out"
    assert room.event.checked_in == 0


def test_retention_erases_the_people_of_an_event_that_ended_long_ago() -> None:
    room = full_room()
    room.give(SetGuestRetention(days=30), "setup")
    room.until("2026-07-18T12:00")
    assert not any(guest.is_erased for guest in room.guests())
    room.until("2026-07-20T12:00")
    assert all(guest.is_erased for guest in room.guests())
    assert room.actions()[-1] == "people_erased"
    lines = len(room.store.load(AuditPage(limit=10_000)))
    room.after(days=3)
    assert len(room.store.load(AuditPage(limit=10_000))) == lines


def test_without_retention_nobody_is_erased_and_turning_it_off_ends_the_round() -> None:
    room = full_room()
    room.give(SetGuestRetention(days=1), "setup")
    assert room.alarms("retention")
    room.give(SetGuestRetention(days=0), "setup")
    assert not room.alarms("retention")
    room.until("2026-09-01T12:00")
    assert not any(guest.is_erased for guest in room.guests())


def test_retention_goes_through_people_and_events_a_page_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(erasure, "PAGE", 2)
    monkeypatch.setattr(erasure, "EVENTS_AT_ONCE", 1)
    room = full_room()
    room.until("2026-08-01T12:00")
    room.give(SetGuestRetention(days=30), "setup")
    assert all(guest.is_erased for guest in room.guests())


def test_an_event_that_is_not_over_keeps_its_people() -> None:
    room = full_room()
    room.give(EraseEvent(event_id=EVENT))
    room.give(EraseEvent(event_id="nowhere"))
    assert not any(guest.is_erased for guest in room.guests())


def test_an_event_that_was_erased_and_then_moved_is_erased_again() -> None:
    room = full_room()
    room.until("2026-08-01T12:00")
    room.give(SetGuestRetention(days=1), "setup")
    erased_at = room.event.erased_at
    assert erased_at is not None
    room.give(EraseOldEvents(days=1))
    assert room.event.erased_at == erased_at
    assert erased_at + timedelta(0) == room.now
