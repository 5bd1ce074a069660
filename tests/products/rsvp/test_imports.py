"""A list that is imported twice changes nothing, whatever has become of its people in between."""

from tests.support.rsvp_world import Room, full_room


def test_whoever_is_on_the_list_stays_as_they_are() -> None:
    room = full_room()
    before = room.guests()
    for guest in before:
        assert room.sign_up(guest.id, source="import", place_as="confirmed").code == "already"
    assert room.guests() == before


def test_someone_in_line_who_said_no_is_not_given_the_seat_by_an_import() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "ben")
    room.cancel("anna")
    room.settle()
    room.decline("ben")
    room.settle()
    assert room.event.free == 1
    answer = room.sign_up("ben", source="import", place_as="confirmed")
    assert (answer.code, answer.position, room.guest("ben").state) == ("already", 1, "waitlisted")
    assert room.sign_up("ben").code == "confirmed"


def test_someone_who_cancelled_is_not_put_back_by_an_import() -> None:
    room = Room(cap=1)
    room.sign_up("anna", source="import")
    room.cancel("anna")
    assert room.sign_up("anna", source="import").code == "already"
    assert room.guest("anna").state == "cancelled"
