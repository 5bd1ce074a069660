"""The table of the event's counters, row by row; what guests do about their own seats."""

from datetime import timedelta

import pytest

from fullhouse.kernel.capacity import Share
from fullhouse.products.rsvp import commands
from tests.building import EVENT, HOST, Room, full_room, mail, there


def test_a_sign_up_gets_a_seat() -> None:
    room = Room(cap=2)
    answer = room.sign_up("anna")
    assert (answer.code, answer.position, room.guest("anna").state) == ("confirmed", None, "confirmed")
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
    assert (answer.code, room.guest("anna").state, room.offer("anna").kind) == ("pending", "pending", "invite")
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
    asked = {source: room.sign_up(source, source=source).code for source in ("form", "mail", "host", "api", "import")}
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
    assert room.offer("ben").shares == (Share("anna", 1),)
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
    assert room.event.owed_from == (Share("anna", 1), Share("ben", 1))


def test_the_story_of_a_seat_can_be_told_from_first_guest_to_last() -> None:
    room = full_room()
    room.cancel("anna")
    room.decline("cem")
    room.claim("dora")
    assert room.guest("dora").seats_from == (Share("anna", 1, ("cem",)),)


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
    assert room.guest("dora").seats_from == (Share("anna", 1),)


def test_someone_in_line_changes_their_party_and_keeps_the_place() -> None:
    room = Room(cap=1, max_party=3)
    room.sign_up("anna", "ben", "cem")
    assert room.party("ben", 3).code == "party_changed"
    assert (room.position("ben"), room.position("cem")) == (1, 2)


def test_a_smaller_party_in_line_is_asked_for_the_seat_set_aside() -> None:
    room = Room(cap=1, max_party=3, settles=False, now="2026-06-01 22:00")
    room.sign_up("anna")
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
        commands.SignUp(event_id=EVENT, guest_id="other", name="Anna B.", email=mail("anna"), source="mail")
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


# The bullets below the table.


def test_a_new_sign_up_never_overtakes_the_line() -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    assert room.sign_up("emil").code == "waitlisted"
    room.settle()
    assert room.sign_up("finn").code == "waitlisted"
    assert room.offered() == ["cem"]
    assert (room.position("dora"), room.position("emil"), room.position("finn")) == (1, 2, 3)


def test_a_position_counts_the_people_waiting_ahead_without_those_who_hold_an_offer() -> None:
    room = full_room()
    assert room.sign_up("dora").position == 2
    room.cancel("anna")
    assert room.sign_up("dora").position == 1
    assert room.sign_up("cem").position is None


def test_someone_holding_an_offer_is_still_waitlisted() -> None:
    room = full_room()
    room.cancel("anna")
    assert (room.guest("cem").state, room.offer("cem").kind) == ("waitlisted", "seat")


def test_pending_people_are_part_of_held() -> None:
    room = Room(cap=3, max_party=2)
    room.sign_up("anna", party=2, place_as="pending")
    assert room.counts() == {"held": 2, "taken": 2, "pending": 1}


def test_someone_already_on_the_list_gets_their_status_and_no_second_row() -> None:
    room = full_room()
    before = room.guests()
    assert [(room.sign_up(name).code, room.sign_up(name).position) for name in ("anna", "cem", "dora")] == [
        ("already", None),
        ("already", 1),
        ("already", 2),
    ]
    assert room.guests() == before


@pytest.mark.parametrize("name", ["anna", "cem", "dora"])
def test_a_double_click_on_cancel_has_no_second_effect(name: str) -> None:
    room = full_room()
    room.cancel("ben")
    room.cancel(name)
    before, written = room.counts(), len(room.messages())
    assert room.cancel(name).code == "already_cancelled"
    assert (room.counts(), len(room.messages())) == (before, written)


def test_a_cancelled_seat_does_not_fire_a_second_offer() -> None:
    room = full_room()
    room.cancel("anna")
    room.cancel("anna")
    assert room.offered() == ["cem"]


def test_a_cancelled_event_takes_no_sign_up_and_nobody_leaves_it() -> None:
    room = full_room()
    room.call_off()
    assert room.sign_up("new").code == "event_cancelled"
    assert room.cancel("anna").code == "event_cancelled"
    assert room.take("cem").code == "event_cancelled"
    assert room.party("anna", 2).code == "event_cancelled"


def test_nothing_changes_hands_once_the_event_has_begun() -> None:
    room = full_room()
    room.jump(room.event.starts)
    assert room.sign_up("new").code == "event_over"
    assert room.cancel("anna").code == "event_over"
    assert room.take("cem").code == "event_over"
    assert room.party("anna", 2).code == "event_over"
    assert room.sign_up("cem").code == "already"


def test_a_closed_event_takes_no_new_sign_up_but_the_host_may_add_someone() -> None:
    room = Room(cap=2)
    room.sign_up("anna")
    room.close()
    assert room.sign_up("ben").code == "sign_up_closed"
    assert room.sign_up("anna").code == "already"
    assert room.sign_up("vip", source="host").code == "confirmed"
    assert room.sign_up("late", source="import").code == "waitlisted"


def test_a_closed_event_takes_back_nobody_who_had_cancelled() -> None:
    room = Room(cap=2)
    room.sign_up("anna")
    room.cancel("anna")
    room.close()
    assert room.sign_up("anna").code == "sign_up_closed"


def test_a_closed_event_gives_no_public_seat_to_a_repeated_form_but_a_link_takes_it() -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna")
    room.sign_up("ben", party=2)
    room.close()
    room.party("ben", 1)
    assert room.sign_up("ben").code == "already"
    assert room.take("ben").code == "confirmed"


def test_a_guest_can_have_their_link_again_once_per_occasion() -> None:
    room = full_room()
    for occasion in ("one", "one", "two"):
        room.give(commands.ResendLink(event_id=EVENT, guest_id="dora", occasion=occasion), HOST)
    assert [message.facts["position"] for message in room.messages("link")] == [2, 2]


@pytest.mark.parametrize(
    "command",
    [
        commands.CancelGuest(event_id=EVENT, guest_id="nobody"),
        commands.TakeSeat(event_id=EVENT, guest_id="nobody"),
        commands.ChangeParty(event_id=EVENT, guest_id="nobody", party=2),
        commands.ResendLink(event_id=EVENT, guest_id="nobody", occasion="one"),
        commands.StopMail(event_id=EVENT, guest_id="nobody"),
        commands.ResumeMail(event_id=EVENT, guest_id="nobody"),
        commands.ClaimOffer(event_id=EVENT, guest_id="nobody", offer_id="nobody-1"),
        commands.DeclineOffer(event_id=EVENT, guest_id="nobody", offer_id="nobody-1"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_nobody_can_do_nothing(command: commands.CancelGuest) -> None:
    assert Room().give(command).code == "unknown_guest"


def test_there_is_no_sign_up_for_no_event() -> None:
    command = commands.SignUp(event_id="other", guest_id="anna", name="Anna", email=mail("anna"))
    assert Room().give(command).code == "unknown_event"


def test_who_wants_no_mail_keeps_the_seat_and_gets_no_reminder() -> None:
    room = Room()
    room.sign_up("anna")
    assert room.stop_mail("anna").code == "stopped"
    assert room.stop_mail("anna").code == "stopped"
    room.until("2026-06-20 10:00")
    assert room.guest("anna").state == "confirmed"
    assert room.kinds("anna") == ["confirmation"]
    assert room.actions("anna") == ["signed_up", "opted_out"]


def test_who_wants_mail_again_gets_it() -> None:
    room = Room()
    room.sign_up("anna")
    room.stop_mail("anna")
    assert room.resume_mail("anna").code == "resumed"
    assert room.resume_mail("anna").code == "resumed"
    room.until("2026-06-20 10:00")
    assert room.kinds("anna") == ["confirmation", *["reminder"] * 3]


def test_who_wants_mail_again_may_be_asked_for_the_seat_set_aside() -> None:
    room = full_room(now="2026-06-01 22:00")
    room.stop_mail("cem")
    room.cancel("anna")
    room.resume_mail("cem")
    room.until("2026-06-02 09:00")
    assert room.offered() == ["cem"]
