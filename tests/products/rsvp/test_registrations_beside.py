"""Beside the counters' table: nobody overtakes, nothing happens twice, the end is final."""

import pytest

from fullhouse.kernel.commands import tag_of
from fullhouse.products.rsvp import commands
from tests.support.rsvp_world import EVENT, HOST, Room, full_room, mail


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
    assert [
        (room.sign_up(name).code, room.sign_up(name).position) for name in ("anna", "cem", "dora")
    ] == [
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
    room.stop_mail("ben")
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
    ids=tag_of,
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
