"""Every seat that someone in line could have is offered to them, whatever has changed."""

import pytest

from fullhouse.kernel.decisions import Guard
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.seat_counters import became_eligible, claimed, held_for_invite
from tests.support.rsvp_world import EVENT, Room, full_room


def open_seat() -> Room:
    """A seat is open to all, because cem's party of three does not fit."""
    room = Room(cap=3, max_party=3)
    room.sign_up("anna", "ben")
    room.sign_up("dora")
    room.sign_up("cem", party=3)
    room.cancel("anna")
    assert (room.event.free, room.offered()) == (1, [])
    return room


def test_a_party_that_shrinks_to_fit_is_asked_at_once() -> None:
    room = open_seat()
    room.party("cem", 2)
    assert (room.event.free, room.offered()) == (1, [])
    room.party("cem", 1)
    assert (room.event.free, room.offered()) == (0, ["cem"])


def test_it_is_asked_in_the_morning_and_nobody_overtakes_it_at_night() -> None:
    room = open_seat()
    room.until("2026-06-01 22:00")
    room.party("cem", 1)
    assert room.sign_up("late").code == "waitlisted"
    room.until("2026-06-02 08:00")
    assert room.offered() == ["cem"]


def test_a_party_that_shrinks_to_fit_draws_only_the_seats_it_needs() -> None:
    room = Room(cap=4, max_party=4)
    room.sign_up("anna")
    room.sign_up("ben", party=3)
    room.sign_up("cem", party=4)
    room.cancel("ben")
    room.party("cem", 2)
    assert (room.event.free, room.offer("cem").seats) == (1, 2)


def test_who_said_no_is_not_asked_again_for_the_same_seats() -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna", party=2)
    room.sign_up("cem", party=2)
    room.cancel("anna")
    room.decline("cem")
    room.party("cem", 1)
    assert (room.event.free, room.offered()) == (2, [])


def test_a_party_that_shrinks_when_it_is_too_late_to_ask_sets_nothing_aside() -> None:
    room = open_seat()
    room.edit(starts_at="2026-06-02 07:30")
    room.until("2026-06-01 22:00")
    room.party("cem", 1)
    assert (room.event.free, room.event.owed, room.offered()) == (1, 0, [])


def unreachable() -> Room:
    """A seat is open to all, because cem, who waits, wants no mail."""
    room = Room(cap=1)
    room.sign_up("anna", "cem")
    room.stop_mail("cem")
    room.cancel("anna")
    assert (room.event.free, room.offered()) == (1, [])
    return room


def test_who_wants_mail_again_is_asked_at_once() -> None:
    room = unreachable()
    room.resume_mail("cem")
    assert (room.event.free, room.offered()) == (0, ["cem"])


def test_who_can_be_reached_under_a_new_address_is_asked_at_once() -> None:
    room = unreachable()
    new = "cem@new.example.org"
    room.ask(commands.ChangeContact(event_id=EVENT, guest_id="cem", email=new))
    room.ask(commands.ConfirmAddress(event_id=EVENT, guest_id="cem", mark=address_mark(new)))
    assert (room.event.free, room.offered()) == (0, ["cem"])


@pytest.mark.parametrize(
    ("change", "moment"),
    [
        ({"starts_at": "2026-06-19 19:00"}, "2026-06-19 08:00"),
        (
            {"settings": {"quiet_hours": {"from": "21:00", "to": "06:00"}}},
            "2026-06-19 06:00",
        ),
        ({"settings": {"time_critical_offers": True}}, "2026-06-18 22:00"),
    ],
)
def test_seats_that_nobody_could_be_asked_about_in_time_are_offered_when_they_can(
    change: dict[str, object], moment: str
) -> None:
    room = full_room(now="2026-06-18 22:00", starts_at="2026-06-19 07:30")
    room.cancel("anna")
    assert (room.event.free, room.offered()) == (1, [])
    room.edit(**change)
    assert room.event.free == 0
    room.until(moment)
    assert room.offered() == ["cem"]


def test_a_raised_cap_an_erasure_and_a_bounce_ask_the_next_at_once() -> None:
    room = full_room()
    room.edit(cap=3)
    assert room.offered() == ["cem"]
    bounce = commands.NoteBounce(
        event_id=EVENT, guest_id="cem", email=room.guest("cem").email, reason="no such mailbox"
    )
    room.ask(bounce)
    assert room.offered() == ["dora"]
    room.sign_up("emil")
    room.ask(commands.EraseGuest(event_id=EVENT, guest_id="dora"))
    assert room.offered() == ["emil"]
    room.sign_up("finn")
    room.ask(commands.EraseGuest(event_id=EVENT, guest_id="anna"))
    assert room.offered() == ["emil", "finn"]


def test_an_invite_or_a_claim_beside_a_new_date_is_decided_again() -> None:
    room = full_room()
    room.cancel("anna")
    event, offer = room.event, room.offer("cem")
    for change in (held_for_invite(event, 1), claimed(event, offer)):
        assert Guard("dated", "==", event.dated) in change.guards


def test_who_wants_mail_again_while_seats_are_opened_to_all_is_decided_again() -> None:
    room = full_room(now="2026-06-18 22:00")
    room.cancel("anna")
    event = room.event
    assert event.owed == 1
    change = became_eligible(event, room.guest("cem"), room.now)
    assert Guard("owed_rev", "==", event.owed_rev) in change.guards


def test_a_party_that_shrinks_to_fit_is_asked_in_the_same_commit() -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna")
    room.sign_up("ben", party=2)
    answer = room.party("ben", 1)
    assert answer.guest is not None
    assert answer.guest.offer is not None
    assert room.kinds("ben") == ["waitlisted", "offer"]


def test_at_night_it_is_told_of_the_change_and_asked_in_the_morning() -> None:
    room = Room(cap=2, max_party=2, now="2026-06-01 22:00")
    room.sign_up("anna")
    room.sign_up("ben", party=2)
    room.party("ben", 1)
    assert room.offered() == []
    assert room.kinds("ben") == ["waitlisted", "changed"]
    room.until("2026-06-02 08:00")
    assert room.offered() == ["ben"]
