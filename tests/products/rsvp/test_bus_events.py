"""What others hear of a guest list: who came, who went, that a seat is free; nothing else."""

from fullhouse.engine.ports import AuditPage
from fullhouse.products.rsvp.bus_events import bus_event, whom
from fullhouse.products.rsvp.commands import EraseGuest
from tests.support.rsvp_world import EVENT, Room, full_room


def heard(room: Room, start: int = 0) -> list[str]:
    lines = room.store.load(AuditPage(EVENT, limit=1_000_000))
    return [f"{one} {whom(line)}".strip() for line in lines[start:] for one in bus_event(line)]


def so_far(room: Room) -> int:
    return len(room.store.load(AuditPage(EVENT, limit=1_000_000)))


def test_seats_are_confirmed_and_places_in_line_are_no_news() -> None:
    assert heard(full_room()) == ["confirmed anna", "confirmed ben"]


def test_a_cancel_frees_a_seat_and_a_claim_confirms_it() -> None:
    room = full_room()
    start = so_far(room)
    room.cancel("anna")
    room.claim("cem")
    assert heard(room, start) == ["cancelled anna", "seat_freed anna", "confirmed cem"]


def test_a_seat_that_nobody_waits_for_is_free_too() -> None:
    room = Room()
    room.sign_up("anna", "ben")
    start = so_far(room)
    room.cancel("anna")
    assert heard(room, start) == ["cancelled anna", "seat_freed anna"]


def test_an_offer_that_lapses_frees_the_seat_once_more_and_opening_it_to_all_is_no_news() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "ben")
    start = so_far(room)
    room.cancel("anna")
    room.after(hours=7)
    assert room.actions()[-1] == "seats_opened"
    assert heard(room, start) == ["cancelled anna", "seat_freed anna", "seat_freed ben"]


def test_someone_who_leaves_the_line_went_without_freeing_a_seat() -> None:
    room = full_room()
    start = so_far(room)
    room.cancel("dora")
    assert heard(room, start) == ["cancelled dora"]


def test_someone_in_line_who_takes_a_free_seat_is_confirmed() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "ben")
    room.cancel("anna")
    room.after(hours=7)
    start = so_far(room)
    room.take("ben")
    assert heard(room, start) == ["confirmed ben"]


def test_fewer_who_come_free_seats_and_more_do_not() -> None:
    room = Room(cap=4, max_party=3)
    room.sign_up("anna", party=2)
    start = so_far(room)
    room.party("anna", 3)
    room.party("anna", 1)
    assert heard(room, start) == ["seat_freed anna"]


def test_new_seats_for_those_who_wait_are_free_and_no_guests_doing() -> None:
    room = full_room()
    start = so_far(room)
    room.edit(cap=3)
    assert heard(room, start) == ["seat_freed"]


def test_when_the_event_is_off_its_invites_end_and_no_seat_is_free() -> None:
    room = Room(confirm_by_mail=True)
    room.sign_up("anna")
    start = so_far(room)
    room.call_off()
    assert heard(room, start) == ["cancelled anna"]


def test_someone_who_is_erased_went() -> None:
    room = full_room()
    start = so_far(room)
    room.ask(EraseGuest(event_id=EVENT, guest_id="anna"))
    assert heard(room, start) == ["cancelled anna", "seat_freed anna"]
