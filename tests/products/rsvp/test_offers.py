"""A freed seat's way to its next guest: offer, claim, decline, lapse, roll on, open to all."""

from datetime import timedelta

import pytest

from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.capacity import FreedSeats
from fullhouse.products.rsvp.offers import why_not
from tests.support.rsvp_world import EVENT, Room, full_room, mail, there

HOUR = timedelta(hours=1)


def test_a_freed_seat_is_offered_to_the_first_in_line_for_six_hours() -> None:
    room = full_room()
    room.cancel("anna")
    offer = room.offer("cem")
    assert (offer.seats, offer.shares, offer.ends_at) == (
        1,
        (FreedSeats("anna", 1),),
        room.now + 6 * HOUR,
    )
    assert room.counts() == {"confirmed": 1, "held": 1, "taken": 2, "waiting": 1}
    assert [(alarm.key, alarm.due_at) for alarm in room.alarms("lapse")] == [
        ("lapse:party:cem-1", offer.ends_at)
    ]
    assert room.carrier.to("cem", "offer")[0].facts["offer"]["ends_at"] == offer.ends_at


def test_each_of_two_freed_seats_goes_to_one_person() -> None:
    room = full_room()
    room.cancel("anna", "ben")
    assert room.offered() == ["cem", "dora"]
    assert room.counts() == {"held": 2, "taken": 2}


def test_a_claim_turns_the_held_seat_into_a_confirmed_one() -> None:
    room = full_room()
    room.cancel("anna")
    assert room.claim("cem").code == "confirmed"
    assert room.counts() == {"confirmed": 2, "taken": 2, "waiting": 1}
    assert (room.guest("cem").place, room.guest("cem").confirmed_at) == (0, room.now)
    assert room.alarms("lapse") == []
    assert room.kinds("cem") == ["waitlisted", "offer", "confirmation"]


def test_a_claim_just_before_the_deadline_counts() -> None:
    room = full_room()
    room.cancel("anna")
    room.jump(room.offer("cem").ends_at - timedelta(milliseconds=1))
    assert room.claim("cem").code == "confirmed"


@pytest.mark.parametrize("late", [timedelta(0), timedelta(milliseconds=1), timedelta(days=1)])
def test_a_claim_at_or_after_the_deadline_is_refused_kindly(late: timedelta) -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    room.settle()
    room.jump(room.offer("cem").ends_at + late)
    assert room.claim("cem").code == "offer_lapsed"
    assert room.guest("cem").state == "waitlisted"


def test_a_claim_twice_gets_the_same_answer_and_no_second_effect() -> None:
    room = full_room()
    room.cancel("anna")
    offer = room.offer("cem").id
    assert [room.claim("cem", offer).code for _ in range(3)] == ["confirmed", "already", "already"]
    assert room.counts() == {"confirmed": 2, "taken": 2, "waiting": 1}


def test_a_rolled_on_link_never_comes_back_to_life() -> None:
    room = full_room(lapse_limit=0)
    room.cancel("anna")
    first = room.offer("cem").id
    room.after(hours=7)
    room.cancel("ben")
    assert room.offer("cem").id != first
    for answer in (room.claim("cem", first), room.decline("cem", first)):
        assert answer.code == "offer_spent"
    assert room.offered() == ["cem", "dora"]


def test_a_spent_link_says_where_the_guest_stands() -> None:
    room = full_room()
    room.cancel("anna")
    first = room.offer("cem").id
    room.decline("cem")
    answer = room.claim("cem", first)
    assert (answer.code, answer.position) == ("offer_spent", 1)


def test_a_decline_keeps_the_place_in_line_and_rolls_on() -> None:
    room = full_room()
    room.cancel("anna")
    answer = room.decline("cem")
    assert (answer.code, answer.position) == ("declined", 1)
    assert room.offered() == ["dora"]
    assert room.position("cem") == 1
    assert room.counts() == {"confirmed": 1, "held": 1, "taken": 2, "waiting": 1}
    assert room.messages("declined")[0].facts["position"] == 1


def test_an_offer_that_lapses_rolls_on_and_reads_like_a_first_one() -> None:
    room = full_room()
    room.cancel("anna")
    room.after(hours=6)
    assert room.offered() == ["dora"]
    assert room.offer("dora").ends_at == there("2026-06-02 08:00")
    assert (room.guest("cem").lapses, room.guest("cem").passed_at) == (1, room.now)
    assert room.kinds("cem") == ["waitlisted", "offer", "offer_lapsed"]
    assert room.kinds("dora") == ["waitlisted", "offer"]
    assert room.actions()[-2:] == ["lapsed", "rolled_on"]


def test_someone_who_says_no_is_not_asked_again_for_the_other_seats_of_that_evening() -> None:
    room = Room(cap=2)
    room.sign_up("anna", "ben", "cem")
    room.cancel("anna", "ben")
    room.decline("cem")
    assert room.offered() == []
    assert room.event.free == 2
    assert why_not(room.event, room.guest("cem")) == "passed_on_this_one"


def test_someone_who_says_no_is_asked_first_when_the_next_seat_is_freed() -> None:
    room = full_room()
    room.sign_up("emil")
    room.cancel("anna")
    room.decline("cem")
    room.claim("dora")
    room.after(minutes=5)
    room.cancel("ben")
    assert room.offered() == ["cem"]


def test_nobody_in_line_can_be_asked_and_the_seat_is_public_again() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "ben")
    room.cancel("anna")
    room.decline("ben")
    assert room.counts() == {"waiting": 1}
    assert room.actions()[-1] == "seats_opened"
    assert room.sign_up("cem").code == "confirmed"


def test_a_seat_that_was_opened_is_offered_together_with_the_next_one() -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna", "ben")
    room.sign_up("family", party=2)
    room.cancel("anna")
    assert room.event.free == 1
    room.cancel("ben")
    assert room.offer("family").shares == (FreedSeats("ben", 1), FreedSeats("public", 1))
    assert room.counts() == {"held": 2, "taken": 2}


def test_a_family_is_not_split() -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna", "ben")
    room.sign_up("family", party=2)
    room.cancel("anna")
    assert room.offered() == []
    assert room.guest("family").state == "waitlisted"
    assert why_not(room.event, room.guest("family")) == "party_does_not_fit"


def test_a_party_that_does_not_fit_is_passed_over_for_one_that_does() -> None:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna", "ben")
    room.sign_up("family", party=2)
    room.sign_up("cem")
    room.cancel("anna")
    assert room.offered() == ["cem"]
    assert (room.position("family"), room.guest("family").lapses) == (1, 0)


def test_seats_left_over_from_a_large_party_go_to_the_next() -> None:
    room = Room(cap=3, max_party=3)
    room.sign_up("family", party=3)
    room.sign_up("anna")
    room.sign_up("couple", party=2)
    room.cancel("family")
    assert room.offered() == ["anna", "couple"]
    assert room.counts() == {"held": 3, "taken": 3}


def test_after_two_lapses_in_a_row_the_guest_leaves_with_a_friendly_note_and_a_way_back() -> None:
    room = full_room()
    room.cancel("anna")
    room.after(hours=6)
    room.claim("dora")
    room.until("2026-06-02 09:00")
    room.cancel("ben")
    room.after(hours=6)
    assert room.guest("cem").state == "cancelled"
    assert room.actions("cem")[-1] == "lapsed_out"
    assert room.messages("offer_lapsed")[-1].facts["left_line"] is True
    assert room.sign_up("cem").code == "confirmed"


def test_a_lapse_limit_of_nothing_never_takes_anyone_out_of_the_line() -> None:
    room = Room(cap=4, lapse_limit=0)
    room.sign_up("anna", "ben", "cem", "dora", "quiet")
    for name in ("anna", "ben", "cem", "dora"):
        room.cancel(name)
        room.until(room.offer("quiet").ends_at + HOUR)
    assert (room.guest("quiet").state, room.guest("quiet").lapses) == ("waitlisted", 4)


def test_a_decline_never_counts_as_a_lapse_and_starts_the_count_anew() -> None:
    room = Room(cap=4)
    room.sign_up("anna", "ben", "cem", "dora", "guest")
    room.cancel("anna")
    room.until(room.offer("guest").ends_at + HOUR)
    room.cancel("ben")
    room.decline("guest")
    assert room.guest("guest").lapses == 0
    room.after(minutes=1)
    room.cancel("cem")
    room.until(room.offer("guest").ends_at)
    assert (room.guest("guest").state, room.guest("guest").lapses) == ("waitlisted", 1)


def test_an_offer_in_quiet_hours_waits_and_nobody_is_picked_yet() -> None:
    room = full_room(now="2026-06-01 22:00")
    room.cancel("anna")
    assert room.offered() == []
    assert room.counts() == {"confirmed": 1, "held": 1, "taken": 2, "owed": 1, "waiting": 2}
    room.cancel("cem")
    room.until("2026-06-02 07:59")
    assert room.offered() == []
    room.until("2026-06-02 08:00")
    assert room.offered() == ["dora"]


def test_a_deadline_inside_quiet_hours_moves_to_their_end() -> None:
    room = full_room(now="2026-06-01 15:01")
    room.cancel("anna")
    assert room.offer("cem").ends_at == there("2026-06-02 08:00")


def test_no_deadline_reaches_past_the_start() -> None:
    room = full_room(now="2026-06-19 16:30")
    room.cancel("dora")
    room.cancel("anna")
    assert room.offer("cem").ends_at == room.event.starts


def test_an_offer_that_cannot_leave_before_the_start_makes_the_seat_public() -> None:
    room = full_room(now="2026-06-18 22:00", starts_at="2026-06-19 07:30")
    room.cancel("anna")
    assert room.offered() == []
    assert room.counts() == {"confirmed": 1, "taken": 1, "waiting": 2}
    assert room.actions()[-1] == "seats_opened"


def test_no_offer_is_made_once_the_event_has_begun() -> None:
    room = full_room(settles=False, now="2026-06-19 18:00")
    room.cancel("anna")
    room.jump("2026-06-19 19:15")
    room.settle()
    assert room.offered() == []
    assert room.messages("offer") == []


def test_a_time_critical_offer_leaves_in_the_night_if_the_morning_is_too_late() -> None:
    room = full_room(
        now="2026-06-18 22:00", starts_at="2026-06-19 07:30", time_critical_offers=True
    )
    room.cancel("anna")
    assert room.offer("cem").ends_at == there("2026-06-19 02:45")
    assert len(room.carrier.to("cem", "offer")) == 1


@pytest.mark.parametrize(("hour", "leaves"), [(13, True), (14, False), (18, False)])
def test_time_critical_means_that_the_morning_leaves_less_than_a_claim_window(
    hour: int, leaves: bool
) -> None:
    room = Room(
        now="2026-06-18 22:00", starts_at=f"2026-06-19 {hour}:00", cap=1, time_critical_offers=True
    )
    room.sign_up("anna", "ben")
    room.cancel("anna")
    assert room.offered() == (["ben"] if leaves else [])
    assert len(room.carrier.to("ben", "offer")) == int(leaves)


def test_without_the_hosts_word_no_offer_leaves_in_the_night_however_late_it_is() -> None:
    room = full_room(now="2026-06-18 22:00", starts_at="2026-06-19 10:00")
    room.cancel("anna")
    assert room.offered() == []
    room.until("2026-06-19 08:00")
    assert room.offer("cem").ends_at == there("2026-06-19 09:00")


def test_who_cannot_be_reached_is_passed_over_and_costs_no_window() -> None:
    room = full_room()
    room.stop_mail("cem")
    room.cancel("anna")
    assert room.offered() == ["dora"]
    assert why_not(room.event, room.guest("cem")) == "opted_out"
    assert room.guest("cem").lapses == 0


def test_why_someone_was_not_asked_can_be_said_at_any_time() -> None:
    room = full_room()
    room.cancel("anna")
    reasons = {guest.id: why_not(room.event, guest) for guest in room.guests()}
    assert reasons == {
        "anna": "not_in_line",
        "ben": "not_in_line",
        "cem": "has_an_offer",
        "dora": "party_does_not_fit",
    }


def test_nobody_is_asked_before_someone_who_has_waited_longer() -> None:
    room = Room(cap=3)
    names = ["zoe", "yan", "xia", "wim", "vera", "ugo"]
    room.sign_up("anna", "ben", "cem", *names)
    room.cancel("anna", "ben")
    assert room.offered() == ["yan", "zoe"]
    room.decline("zoe")
    assert room.offered() == ["xia", "yan"]
    room.after(minutes=1)
    room.cancel("cem")
    assert room.offered() == ["xia", "yan", "zoe"]


def test_one_live_offer_per_person() -> None:
    room = Room(cap=2)
    room.sign_up("anna", "ben", "cem")
    room.cancel("anna", "ben")
    assert room.offered() == ["cem"]
    assert room.offer("cem").seats == 1


def test_a_lost_fill_heals_at_the_next_look() -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    room.give(commands.OfferFreeSeats(event_id=EVENT))
    assert room.offered() == ["cem"]
    room.give(commands.OfferFreeSeats(event_id=EVENT))
    assert room.offered() == ["cem"]


def test_a_lapse_that_rings_early_rings_again_at_the_deadline() -> None:
    room = full_room()
    room.cancel("anna")
    offer = room.offer("cem")
    room.give(commands.LapseOffer(event_id=EVENT, guest_id="cem", offer_id=offer.id))
    assert room.offer("cem") == offer
    assert [alarm.due_at for alarm in room.alarms("lapse")] == [offer.ends_at]


def test_a_lapse_that_rings_twice_or_for_nobody_does_nothing() -> None:
    room = full_room()
    room.cancel("anna")
    offer = room.offer("cem").id
    room.after(hours=6)
    before = room.event
    room.give(commands.LapseOffer(event_id=EVENT, guest_id="cem", offer_id=offer))
    room.give(commands.LapseOffer(event_id=EVENT, guest_id="nobody", offer_id=offer))
    room.give(commands.OfferFreeSeats(event_id="other"))
    assert room.event == before


def test_answers_to_an_offer_of_a_cancelled_event_are_refused_kindly() -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    room.settle()
    room.call_off()
    assert room.claim("cem").code == "event_cancelled"
    assert room.decline("cem").code == "event_cancelled"


def test_an_offer_of_an_event_that_was_called_off_is_withdrawn_and_does_not_lapse() -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    room.settle()
    offer = room.offer("cem")
    room.call_off()
    room.jump(offer.ends_at)
    room.give(commands.LapseOffer(event_id=EVENT, guest_id="cem", offer_id=offer.id))
    assert room.kinds("cem").count("offer_lapsed") == 0
    room.settle()
    assert room.counts() == {"confirmed": 1, "taken": 1, "waiting": 2}
    assert room.kinds("cem")[-1] == "event_cancelled"


def test_seats_set_aside_for_a_called_off_event_are_let_go() -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    room.call_off()
    room.give(commands.OfferFreeSeats(event_id=EVENT))
    assert room.counts() == {"confirmed": 1, "taken": 1, "waiting": 2}
    assert room.offered() == []


def test_an_offer_beyond_a_lowered_cap_stays_but_its_seat_does_not_come_back() -> None:
    room = full_room()
    room.cancel("anna")
    room.edit(cap=1)
    assert room.offered() == ["cem"]
    room.decline("cem")
    assert room.counts() == {"confirmed": 1, "taken": 1, "waiting": 2}
    assert room.offered() == []


def test_an_offer_beyond_a_lowered_cap_may_still_be_claimed() -> None:
    room = full_room()
    room.cancel("anna")
    room.edit(cap=1)
    assert room.claim("cem").code == "confirmed"
    assert room.counts() == {"confirmed": 2, "taken": 2, "waiting": 1}


def test_everyone_cancels_in_one_minute_and_every_seat_finds_someone() -> None:
    room = Room(cap=5)
    holders = [f"holder{number}" for number in range(5)]
    line = [f"line{number}" for number in range(5)]
    room.sign_up(*holders, *line)
    room.cancel(*holders)
    assert room.offered() == line
    for name in line:
        room.claim(name)
    assert room.counts() == {"confirmed": 5, "taken": 5}
    assert [room.guest(name).seats_from[0].freed_by for name in line] == holders
    assert {message.to for message in room.carrier.handed if message.kind == "offer"} == {
        mail(name) for name in line
    }


def test_an_offer_that_never_left_is_no_lapse() -> None:
    room = full_room(settles=False, lapse_limit=1)
    room.cancel("anna")
    room.give(commands.OfferFreeSeats(event_id=EVENT), "alarm")
    offer = room.offer("cem")
    room.jump(offer.ends_at)
    room.give(commands.LapseOffer(event_id=EVENT, guest_id="cem", offer_id=offer.id), "alarm")
    guest = room.guest("cem")
    assert (guest.state, guest.offer, guest.lapses) == ("waitlisted", None, 0)
