"""The last hours before an event: seats are held for a shorter time, so that more get a chance."""

from datetime import timedelta

from tests.support.rsvp_world import Room, full_room, there


def test_a_seat_cancelled_in_the_last_hours_is_offered_to_everyone_in_turn() -> None:
    room = full_room(now="2026-06-19 13:30")
    room.cancel("anna")
    assert room.offer("cem").ends_at == there("2026-06-19 16:15")
    room.until("2026-06-19 16:15")
    assert room.offered() == ["dora"]
    assert room.offer("dora").ends_at == room.event.starts


def test_the_email_says_that_the_offer_rolls_on_only_if_it_can() -> None:
    room = full_room(now="2026-06-19 13:30")
    room.cancel("anna")
    room.until("2026-06-19 16:15")
    first, second = (message.facts["rolls_on"] for message in room.messages("offer"))
    assert (first, second) == (True, False)


def test_it_does_not_say_so_once_the_others_have_left() -> None:
    room = full_room(now="2026-06-19 13:30", settles=False)
    room.cancel("anna")
    room.ring()
    room.cancel("dora")
    room.settle()
    (offer,) = room.carrier.to("cem", "offer")
    assert offer.facts["rolls_on"] is False


def test_nor_once_the_event_was_moved_so_close_that_there_is_no_time_left() -> None:
    room = full_room(now="2026-06-19 13:30", settles=False)
    room.cancel("anna")
    room.ring()
    room.edit(starts_at="2026-06-19 15:00")
    room.relay()
    room.settle()
    (offer,) = room.carrier.to("cem", "offer")
    assert offer.facts["rolls_on"] is False
    assert offer.facts["offer"]["ends_at"] == there("2026-06-19 15:00")


def test_an_unanswered_offer_with_a_shortened_window_is_no_lapse() -> None:
    room = full_room(now="2026-06-19 13:30", lapse_limit=1)
    room.cancel("anna")
    room.until("2026-06-19 16:15")
    assert (room.guest("cem").state, room.guest("cem").lapses) == ("waitlisted", 0)


def test_seats_that_are_offered_at_once_share_the_time_left() -> None:
    room = Room(cap=1, now="2026-06-19 13:00")
    room.sign_up("anna", "ben", "cem")
    room.edit(cap=3)
    assert [room.offer(name).ends_at for name in ("ben", "cem")] == [room.event.starts] * 2


def test_a_party_counts_as_one_offer() -> None:
    room = Room(cap=3, now="2026-06-19 13:00", max_party=3)
    room.sign_up("anna", party=3)
    room.sign_up("ben", party=2)
    room.sign_up("cem", party=2)
    room.sign_up("dora")
    room.cancel("anna")
    assert room.offered() == ["ben", "dora"]
    assert room.offer("ben").ends_at == there("2026-06-19 16:00")


def test_no_window_is_shorter_than_the_shortest() -> None:
    room = full_room(now="2026-06-19 18:20", shortest_window="30m")
    room.cancel("anna")
    assert room.offer("cem").ends_at == there("2026-06-19 18:50")
    room.until("2026-06-19 18:50")
    assert room.offer("dora").ends_at == room.event.starts


def test_whoever_is_asked_has_a_quarter_of_the_time_left_however_many_wait() -> None:
    room = Room(cap=1, now="2026-06-19 13:30")
    names = [f"guest{number:02}" for number in range(31)]
    room.sign_up(*names)
    room.cancel("guest00")
    room.until("2026-06-19 19:00")
    windows = [
        message.facts["offer"]["ends_at"] - message.queued_at for message in room.messages("offer")
    ]
    minutes = [window // timedelta(minutes=1) for window in windows]
    assert minutes == [82, 61, 46, 34, 26, 20, 20, 20, 18]


def test_a_longer_window_does_not_change_a_shortened_one() -> None:
    room = full_room(now="2026-06-19 13:30")
    room.cancel("anna")
    room.edit(settings={"claim_window": "9h"}, for_all=True)
    assert room.offer("cem").ends_at == there("2026-06-19 16:15")


def test_only_a_new_date_shortens_a_deadline_that_was_sent() -> None:
    room = full_room(now="2026-06-19 13:30")
    room.cancel("anna")
    room.cancel("dora")
    assert room.offer("cem").ends_at == there("2026-06-19 16:15")
    room.edit(starts_at="2026-06-19 15:00")
    assert room.offer("cem").ends_at == there("2026-06-19 15:00")
