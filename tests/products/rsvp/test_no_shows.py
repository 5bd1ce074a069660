"""Seats of no-shows, and what the morning after says of who came."""

from fullhouse.products.rsvp import check_in
from fullhouse.products.rsvp.commands import (
    SendBulkMessage,
)
from fullhouse.products.rsvp.wording import compose
from tests.products.rsvp.door import (
    DOORS_OPEN,
    STARTED,
    at_the_door,
    release,
    scan,
    undo,
    walk_in,
)
from tests.support.rsvp_world import EVENT, Room, full_room, mail


def test_seats_of_no_shows_are_released_after_the_start_only() -> None:
    room = at_the_door()
    scan(room, "anna", people=1)
    assert release(room).code == "event_not_begun"
    room.until(STARTED)
    assert release(room).code == "released"
    assert room.guest("ben").state == "cancelled"
    assert room.guest("ben").released_at == room.now
    assert (room.guest("anna").state, room.event.taken, room.event.released) == ("confirmed", 3, 1)
    assert room.actions("ben")[-1] == "no_show"
    assert room.kinds("ben") == ["confirmation", "reminder", "reminder", "reminder"]
    assert walk_in(room, "cleo").code == "checked_in"


def test_a_released_guest_who_comes_late_gets_a_free_seat_back() -> None:
    room = at_the_door()
    room.until(STARTED)
    release(room)
    assert room.event.released == 4
    assert scan(room, "anna").code == "no_seat_here"
    assert walk_in(room, "anna", guest_id="anna").code == "checked_in"
    assert (room.guest("anna").released_at, room.event.released) == (None, 1)
    assert room.event.checked_in == 3


def test_who_was_checked_in_offline_before_the_release_keeps_a_seat_that_is_free() -> None:
    room = at_the_door()
    room.until(STARTED)
    release(room)
    answer = scan(room, "ben", people=1, admitted=True, at=DOORS_OPEN)
    assert answer.code == "checked_in"
    ben = room.guest("ben")
    assert (ben.state, ben.arrived, ben.admitted_extra) == ("confirmed", 1, 0)
    assert (ben.released_at, room.event.released, room.event.checked_in) == (None, 3, 1)
    assert scan(room, "ben", people=1, admitted=True, at=DOORS_OPEN).code == "checked_in"
    assert room.event.checked_in == 1


def test_part_of_a_released_party_gets_the_seats_of_all_back() -> None:
    room = at_the_door()
    room.until(STARTED)
    release(room)
    assert scan(room, "anna", people=2, admitted=True, at=DOORS_OPEN).code == "checked_in"
    assert (room.guest("anna").arrived, room.event.confirmed, room.event.released) == (2, 3, 1)


def test_a_released_guest_whose_seat_is_gone_is_an_extra_who_did_come() -> None:
    room = at_the_door()
    room.until(STARTED)
    release(room)
    walk_in(room, "cleo", party=4)
    assert scan(room, "ben", people=1, admitted=True, at=DOORS_OPEN).code == "admitted_extra"
    assert (room.guest("ben").released_at, room.event.released) == (None, 3)
    assert (room.event.taken, room.event.extras) == (4, 1)


def test_a_cancelled_event_releases_nothing() -> None:
    room = at_the_door()
    room.call_off()
    assert release(room).code == "event_cancelled"


def test_a_long_list_is_released_page_by_page() -> None:
    count = check_in.PAGE + 3
    room = Room(cap=count)
    room.sign_up(*(f"guest{number:02}" for number in range(count)))
    room.until(STARTED)
    release(room)
    assert (room.event.taken, room.event.released) == (0, count)


def test_nothing_is_mailed_to_a_walk_in_without_an_address() -> None:
    room = at_the_door(cap=6)
    walk_in(room, "cleo")
    for kind in ("changed", "thank_you"):
        room.give(SendBulkMessage(event_id=EVENT, kind=kind, occasion=1, text="Thanks"))
    room.cancel("door-cleo")
    assert [message for message in room.messages() if not message.to] == []


def test_a_waiting_guest_who_was_let_in_offline_is_kept_as_extra_when_full() -> None:
    room = full_room()
    room.until(STARTED)
    answer = walk_in(room, "cem", guest_id="cem", admitted=True, at=STARTED)
    assert answer.code == "admitted_extra"
    assert (room.guest("cem").state, room.guest("cem").admitted_extra) == ("waitlisted", 1)


def test_the_summary_says_how_many_came_and_how_many_did_not() -> None:
    room = at_the_door()
    room.until(STARTED)
    scan(room, "anna", people=2)
    release(room)
    room.until("2026-06-20 12:00")
    (summary,) = room.messages("summary")
    assert (summary.facts["headcount"]["checked_in"], summary.facts["headcount"]["no_shows"]) == (
        2,
        2,
    )
    details = dict(compose(summary, lambda _purpose: "https://example.org").details)
    assert (details["Came"], details["Did not come"]) == ("2", "2")


def test_the_summary_names_those_who_were_let_in_without_a_seat() -> None:
    room = at_the_door()
    room.until(STARTED)
    scan(room, "anna")
    scan(room, "ben", people=1, admitted=True, at=DOORS_OPEN)
    walk_in(room, "cleo", party=2, admitted=True)
    walk_in(room, "dan", "w2", admitted=True)
    undo(room, "door-dan", "w2")
    room.until("2026-06-20 12:00")
    (summary,) = room.messages("summary")
    details = dict(compose(summary, lambda _purpose: "https://example.org").details)
    assert (details["Came"], details["Did not come"]) == ("4", "0")
    assert details["Let in without a seat"] == "2"


def test_extras_alone_are_in_the_summary() -> None:
    room = full_room()
    room.until(STARTED)
    walk_in(room, "cleo", admitted=True)
    walk_in(room, "cleo", "w2", guest_id="door-cleo", admitted=True)
    assert (room.guest("door-cleo").admitted_extra, room.event.extras) == (1, 1)
    room.until("2026-06-20 12:00")
    (summary,) = room.messages("summary")
    details = dict(compose(summary, lambda _purpose: "https://example.org").details)
    assert details["Let in without a seat"] == "1"
    assert "Came" not in details


def test_the_summary_of_an_evening_without_check_ins_says_nothing_about_it() -> None:
    room = at_the_door()
    room.until("2026-06-20 12:00")
    (summary,) = room.messages("summary")
    details = dict(compose(summary, lambda _purpose: "https://example.org").details)
    assert "Came" not in details


def thanks(room: Room) -> list[str]:
    room.until("2026-06-20 12:00")
    room.give(SendBulkMessage(event_id=EVENT, kind="thank_you", occasion=1, text="Thanks"))
    return sorted(message.to for message in room.messages("thank_you"))


def test_only_guests_who_came_are_thanked_if_anyone_was_checked_in() -> None:
    room = at_the_door()
    scan(room, "anna", people=1)
    assert thanks(room) == [mail("anna")]


def test_everyone_with_a_seat_is_thanked_if_nobody_was_checked_in() -> None:
    assert thanks(at_the_door()) == [mail("anna"), mail("ben")]


def test_whoever_was_let_in_without_a_seat_is_thanked_unless_they_stopped_emails() -> None:
    room = at_the_door()
    room.sign_up("cem", "dora")
    scan(room, "anna")
    for name in ("cem", "dora"):
        scan(room, name, people=1, admitted=True, at=DOORS_OPEN)
    room.stop_mail("dora")
    assert thanks(room) == [mail("anna"), mail("cem")]


def test_someone_whose_check_in_was_undone_is_not_thanked() -> None:
    room = at_the_door()
    room.sign_up("cem")
    scan(room, "cem", people=1, admitted=True, at=DOORS_OPEN)
    assert room.guest("cem").shown_state == "extra"
    undo(room, "cem", "n1")
    assert room.guest("cem").shown_state == "waitlisted"
    scan(room, "anna")
    assert thanks(room) == [mail("anna")]


def test_the_state_that_is_shown_says_what_happened_at_the_door() -> None:
    room = at_the_door()
    scan(room, "anna")
    room.until(STARTED)
    release(room)
    assert room.guest("anna").shown_state == "confirmed"
    assert room.guest("ben").shown_state == "released"
    crowd = full_room()
    crowd.until(STARTED)
    walk_in(crowd, "cem", guest_id="cem", admitted=True)
    assert crowd.guest("cem").shown_state == "extra"
