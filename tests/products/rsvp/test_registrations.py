"""The table of the event's counters, row by row; what guests do about their own seats."""

from datetime import timedelta

import pytest

from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.capacity import FreedSeats
from tests.support.rsvp_world import EVENT, Room, full_room, mail, there


def test_a_sign_up_gets_a_seat() -> None:
    room = Room(cap=2)
    answer = room.sign_up("anna")
    assert (answer.code, answer.position, room.guest("anna").state) == (
        "confirmed",
        None,
        "confirmed",
    )
    assert room.counts() == {"confirmed": 1, "taken": 1}
    assert room.kinds("anna") == ["confirmation"]


def test_a_sign_up_joins_the_line_when_the_room_is_full() -> None:
    room = Room(cap=1)
    room.sign_up("anna")
    assert [(room.sign_up(name).position, room.guest(name).state) for name in ("ben", "cem")] == [
        (1, "waitlisted"),
        (2, "waitlisted"),
    ]
    assert room.counts() == {"confirmed": 1, "taken": 1, "waiting": 2}
    assert room.event.joins == 2


def test_whoever_joins_the_line_is_told_the_position() -> None:
    room = full_room()
    assert [message.facts["position"] for message in room.messages("waitlisted")] == [1, 2]


def test_the_last_seat_goes_to_exactly_one() -> None:
    room = Room(cap=2)
    states = [room.sign_up(name).code for name in ("anna", "ben", "cem")]
    assert states == ["confirmed", "confirmed", "waitlisted"]


def test_a_party_takes_as_many_seats_as_it_needs() -> None:
    room = Room(cap=5, max_party=3)
    room.sign_up("anna", party=3)
    assert room.sign_up("ben", party=3).code == "waitlisted"
    assert room.sign_up("cem", party=2).code == "confirmed"
    assert room.counts() == {"confirmed": 5, "taken": 5, "waiting": 1}


def test_a_party_larger_than_the_host_allows_is_refused() -> None:
    room = Room(cap=5, max_party=2)
    answer = room.sign_up("anna", party=3)
    assert (answer.code, answer.field, room.counts()) == ("party_too_big", "party", {})


@pytest.mark.parametrize("party", [0, -1, -80])
def test_a_party_of_nobody_is_refused(party: int) -> None:
    room = Room(cap=5, max_party=2)
    assert room.sign_up("anna", party=party).code == "bad_party"
    room.sign_up("anna", party=2)
    assert room.party("anna", party).code == "bad_party"
    assert room.counts() == {"confirmed": 2, "taken": 2}


def test_an_invited_guest_holds_a_seat_until_they_answer() -> None:
    room = Room(cap=2)
    answer = room.sign_up("anna", source="import", place_as="pending")
    assert (answer.code, room.guest("anna").state, room.offer("anna").kind) == (
        "pending",
        "pending",
        "invite",
    )
    assert room.counts() == {"held": 1, "taken": 1, "pending": 1}
    assert room.offer("anna").ends_at == room.now + timedelta(hours=72)
    assert [alarm.due_at for alarm in room.alarms("lapse")] == [room.offer("anna").ends_at]


def test_an_invite_is_claimed() -> None:
    room = Room(cap=2)
    room.sign_up("anna", place_as="pending")
    assert room.claim("anna").code == "confirmed"
    assert room.counts() == {"confirmed": 1, "taken": 1}
    assert room.alarms("lapse") == []
    assert room.kinds("anna") == ["invite", "confirmation"]


def test_an_invite_ends_at_the_latest_at_the_start() -> None:
    room = Room(now="2026-06-18 12:00")
    room.sign_up("anna", place_as="pending")
    assert room.offer("anna").ends_at == room.event.starts


def test_an_invite_that_would_end_in_the_night_ends_in_the_morning() -> None:
    room = Room(now="2026-06-01 23:00")
    room.sign_up("anna", place_as="pending")
    assert room.offer("anna").ends_at == there("2026-06-05 08:00")


def test_a_host_may_ask_for_confirmation_by_mail() -> None:
    room = Room(cap=9, confirm_by_mail=True)
    asked = {
        source: room.sign_up(source, source=source).code
        for source in ("form", "mail", "host", "api", "import")
    }
    assert asked == {
        "form": "pending",
        "mail": "pending",
        "host": "confirmed",
        "api": "confirmed",
        "import": "confirmed",
    }


@pytest.mark.parametrize("end", ["lapses", "is declined", "is cancelled"])
def test_an_invite_that_ends_frees_its_seat_as_a_cancel_does(end: str) -> None:
    room = Room(cap=1, settles=False)
    room.sign_up("anna", place_as="pending")
    room.sign_up("ben")
    if end == "lapses":
        room.until("2026-06-04 11:00")
    else:
        answer = room.decline("anna") if end == "is declined" else room.cancel("anna")
        assert answer.code == "cancelled"
        room.settle()
    assert (room.guest("anna").state, room.guest("anna").offer) == ("cancelled", None)
    assert room.offered() == ["ben"]
    assert room.offer("ben").shares == (FreedSeats("anna", 1),)
    assert room.event.freed_at == room.now


def test_an_invite_that_ends_with_nobody_waiting_opens_its_seat() -> None:
    room = Room(cap=1)
    room.sign_up("anna", place_as="pending")
    room.until("2026-06-05 12:00")
    assert room.counts() == {}
    assert room.kinds("anna") == ["invite", "offer_lapsed"]
    assert room.messages("offer_lapsed")[0].facts["left_line"] is True


def test_a_guest_with_a_seat_cancels_and_nobody_waits() -> None:
    room = Room(cap=2)
    room.sign_up("anna", "ben")
    assert room.cancel("anna").code == "cancelled"
    assert room.counts() == {"confirmed": 1, "taken": 1}
    assert room.event.freed_at is None
    assert room.messages("cancelled")[0].facts["had"] == "confirmed"


def test_a_guest_with_a_seat_cancels_and_someone_waits() -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    assert room.counts() == {"confirmed": 1, "held": 1, "taken": 2, "owed": 1, "waiting": 2}
    assert room.event.freed_at == room.now
    assert [alarm.due_at for alarm in room.alarms("fill")] == [room.now]


def test_each_freed_seat_remembers_who_freed_it() -> None:
    room = full_room(settles=False)
    room.cancel("anna", "ben")
    assert room.event.owed_from == (FreedSeats("anna", 1), FreedSeats("ben", 1))


def test_the_story_of_a_seat_can_be_told_from_first_guest_to_last() -> None:
    room = full_room()
    room.cancel("anna")
    room.decline("cem")
    room.claim("dora")
    assert room.guest("dora").seats_from == (FreedSeats("anna", 1, ("cem",)),)


def test_of_a_cancelled_party_only_the_seats_within_the_cap_are_set_aside() -> None:
    room = Room(cap=5, max_party=4, settles=False)
    room.sign_up("anna", party=4)
    room.sign_up("ben")
    room.sign_up("cem", party=2)
    room.edit(cap=3)
    room.cancel("anna")
    assert room.counts() == {"confirmed": 1, "held": 2, "taken": 3, "owed": 2, "waiting": 1}


def test_a_cancel_far_over_a_lowered_cap_sets_nothing_aside() -> None:
    room = Room(cap=4, settles=False)
    room.sign_up("anna", "ben", "cem", "dora", "emil")
    room.edit(cap=2)
    room.cancel("anna")
    assert room.counts() == {"confirmed": 3, "taken": 3, "waiting": 1}
    assert (room.event.freed_at, room.alarms("fill")) == (None, [])


def test_someone_in_line_leaves() -> None:
    room = full_room()
    assert room.cancel("cem").code == "left"
    assert room.counts() == {"confirmed": 2, "taken": 2, "waiting": 1}
    assert room.position("dora") == 1


def test_someone_with_an_offer_leaves_and_the_seat_rolls_on() -> None:
    room = full_room()
    room.cancel("anna")
    assert room.cancel("cem").code == "left"
    assert room.guest("cem").state == "cancelled"
    assert room.offered() == ["dora"]
    assert room.counts() == {"confirmed": 1, "held": 1, "taken": 2}
    assert [alarm.key for alarm in room.alarms("lapse")] == ["lapse:party:dora-1"]


def test_a_guest_in_line_takes_a_public_seat() -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna")
    room.sign_up("ben", party=2)
    room.cancel("anna")
    room.until(room.event.starts - timedelta(minutes=1))
    assert room.offered() == []
    assert room.take("ben").code == "confirmed"
    assert room.counts() == {"confirmed": 2, "taken": 2}
    assert room.guest("ben").place == 0


def test_a_guest_in_line_who_signs_up_again_takes_a_public_seat() -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna", "ben")
    room.sign_up("cem", party=2)
    room.cancel("anna")
    assert room.event.free == 1
    room.stop_mail("cem")
    room.party("cem", 1)
    assert room.sign_up("cem").code == "confirmed"


def test_a_guest_in_line_cannot_take_a_seat_that_is_not_there() -> None:
    room = full_room()
    answer = room.take("dora")
    assert (answer.code, answer.position) == ("no_room", 2)


def test_a_seat_set_aside_is_not_for_the_taking() -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    assert room.take("dora").code == "no_room"
    assert room.sign_up("dora").code == "already"


def test_only_someone_in_line_takes_a_free_seat() -> None:
    room = full_room()
    room.cancel("anna")
    assert room.take("cem").code == "not_in_line"
    assert room.take("anna").code == "not_in_line"
    assert room.take("ben").code == "already"


def test_more_come_if_the_seats_are_there() -> None:
    room = Room(cap=4, max_party=3)
    room.sign_up("anna")
    answer = room.party("anna", 3)
    assert (answer.code, room.guest("anna").party) == ("party_changed", 3)
    assert room.counts() == {"confirmed": 3, "taken": 3}
    assert room.messages("changed")[0].facts["changes"] == ["party"]


def test_a_larger_party_is_refused_kindly_and_nothing_is_lost() -> None:
    room = Room(cap=2, max_party=3)
    room.sign_up("anna", "ben")
    answer = room.party("anna", 2)
    assert (answer.code, answer.field, room.guest("anna").party) == ("no_room", "party", 1)
    assert room.counts() == {"confirmed": 2, "taken": 2}


def test_fewer_come_and_the_line_is_asked() -> None:
    room = Room(cap=3, max_party=3)
    room.sign_up("anna", party=3)
    room.sign_up("ben")
    room.party("anna", 1)
    assert room.offered() == ["ben"]
    assert room.counts() == {"confirmed": 1, "held": 1, "taken": 2}


def test_fewer_come_and_nobody_waits() -> None:
    room = Room(cap=3, max_party=3)
    room.sign_up("anna", party=3)
    room.party("anna", 1)
    assert room.counts() == {"confirmed": 1, "taken": 1}


def test_seats_that_leave_with_a_smaller_party_leave_its_story_too() -> None:
    room = Room(cap=3, max_party=3, settles=False)
    room.sign_up("anna", "ben", "cem")
    room.sign_up("dora", party=2)
    room.cancel("anna", "ben")
    room.settle()
    room.claim("dora")
    room.party("dora", 1)
    assert room.guest("dora").seats_from == (FreedSeats("anna", 1),)


def test_someone_in_line_changes_their_party_and_keeps_the_place() -> None:
    room = Room(cap=3, max_party=3)
    room.sign_up("anna", party=3)
    room.sign_up("ben", "cem")
    assert room.party("ben", 4).code == "party_too_big"
    assert room.party("ben", 3).code == "party_changed"
    assert (room.position("ben"), room.position("cem")) == (1, 2)


def test_a_smaller_party_in_line_is_asked_for_the_seat_set_aside() -> None:
    room = Room(cap=2, max_party=3, settles=False, now="2026-06-01 22:00")
    room.sign_up("anna", "dora")
    room.sign_up("ben", party=2)
    room.sign_up("cem")
    room.cancel("anna")
    room.settle()
    room.party("ben", 1)
    room.until("2026-06-02 09:00")
    assert room.offered() == ["ben"]


@pytest.mark.parametrize(
    ("name", "party", "code"),
    [
        ("anna", 1, "unchanged"),
        ("anna", 3, "party_too_big"),
        ("cem", 2, "offer_live"),
        ("gone", 2, "already_cancelled"),
    ],
)
def test_a_party_changes_only_where_it_can(name: str, party: int, code: str) -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna", "ben", "gone", "cem")
    room.cancel("gone", "ben")
    assert room.party(name, party).code == code


def test_a_party_may_stay_as_large_as_it_was_when_the_host_allows_fewer_now() -> None:
    room = Room(cap=9, max_party=4)
    room.sign_up("anna", party=4)
    room.edit(settings={"max_party": 2})
    assert room.party("anna", 3).code == "party_changed"
    assert room.party("anna", 4).code == "party_too_big"


def test_a_cancelled_guest_comes_back_as_a_new_sign_up_on_the_same_record() -> None:
    room = Room(cap=1)
    room.sign_up("anna")
    room.cancel("anna")
    answer = room.give(
        commands.SignUp(
            event_id=EVENT, guest_id="other", name="Anna B.", email=mail("anna"), source="mail"
        )
    )
    assert (answer.code, answer.guest.id, answer.guest.name) == ("confirmed", "anna", "Anna B.")
    assert room.kinds("anna") == ["confirmation", "cancelled", "confirmation"]


def test_a_cancelled_guest_comes_back_at_the_end_of_the_line() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "ben", "cem")
    room.cancel("ben")
    assert room.sign_up("ben").position == 2
    assert (room.position("cem"), room.position("ben")) == (1, 2)


def test_a_cancelled_guest_who_comes_back_is_asked_like_anyone_new() -> None:
    room = full_room()
    room.cancel("anna")
    room.decline("cem")
    room.cancel("cem")
    room.sign_up("cem")
    assert (room.guest("cem").passed_at, room.guest("cem").lapses) == (None, 0)
    room.decline("dora")
    assert room.offered() == ["cem"]


def test_a_cancelled_guest_comes_back_by_invitation() -> None:
    room = Room(cap=1, confirm_by_mail=True)
    room.sign_up("anna")
    first = room.offer("anna").id
    room.cancel("anna")
    room.sign_up("anna")
    assert room.offer("anna").id != first
    assert room.claim("anna", first).code == "offer_spent"


def test_an_import_does_not_bring_back_who_has_cancelled() -> None:
    room = Room(cap=1)
    room.sign_up("anna")
    room.cancel("anna")
    assert room.sign_up("anna", source="import").code == "already"
    assert room.counts() == {}


def test_an_import_beyond_the_cap_lands_in_the_line_in_list_order() -> None:
    room = Room(cap=2)
    names = ["zoe", "max", "anna", "lea", "ben"]
    room.sign_up(*names, source="import", place_as="pending")
    assert [room.guest(name).state for name in names] == ["pending", "pending", *["waitlisted"] * 3]
    assert [room.position(name) for name in names[2:]] == [1, 2, 3]


def test_imported_guests_may_be_confirmed_at_once() -> None:
    room = Room(cap=2)
    assert room.sign_up("anna", source="import", place_as="confirmed").code == "confirmed"


def test_an_imported_invite_waits_for_the_morning_and_ones_own_does_not() -> None:
    room = Room(now="2026-06-01 23:00")
    room.sign_up("anna", source="import", place_as="pending")
    room.sign_up("ben", source="form", place_as="pending")
    assert [message.to for message in room.carrier.handed] == [mail("ben")]
    room.until("2026-06-02 08:00")
    assert [message.to for message in room.carrier.handed] == [mail("ben"), mail("anna")]


def test_leaving_the_waitlist_takes_no_seat_that_came_since() -> None:
    room = Room(cap=1)
    room.sign_up("anna")
    leave = commands.CancelGuest(event_id=EVENT, guest_id="anna", only_waiting=True)
    assert room.ask(leave).code == "already"
    assert room.guest("anna").state == "confirmed"
