"""The delivery check: a message is true, useful and not at night; meaning of refusals."""

from datetime import timedelta

import msgspec
import pytest

from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import (
    CarrierDown,
    Message,
    NoCarrier,
    Outcome,
    Refused,
    ResultUnknown,
    Sent,
)
from fullhouse.kernel.product import DeliveryVerdict, Discard, SendLater, SendNow
from fullhouse.kernel.times import QuietHours
from fullhouse.products.rsvp import delivery
from fullhouse.products.rsvp.message_facts import read_facts
from fullhouse.products.rsvp.model import Event, GuestListState
from tests.support.rsvp_world import Room, full_room, there

MINUTE = timedelta(minutes=1)


def offered_room(**fields: object) -> Room:
    """The guest cem is offered the seat that anna gave back; the offer has not left yet."""
    room = full_room(settles=False, **fields)
    room.relay()
    room.cancel("anna")
    room.relay()
    room.ring()
    assert room.offered() == ["cem"]
    return room


def the_offer(room: Room) -> Message:
    return room.messages("offer")[-1]


# What the carrier says.


@pytest.mark.parametrize(("outcome", "status"), [(Sent("id-1"), "sent"), (NoCarrier(), "kept")])
def test_a_message_that_left_is_logged_for_ever(outcome: Outcome, status: str) -> None:
    room = Room(settles=False)
    room.carrier.answers.append(outcome)
    room.sign_up("anna")
    room.settle()
    (message,) = room.messages()
    assert (message.status, message.at, message.attempts) == (status, room.now, 1)


def test_a_definite_refusal_puts_the_offer_back_and_it_is_tried_again() -> None:
    room = offered_room()
    room.carrier.answers.append(Refused("mailbox full"))
    room.settle()
    guest = room.guest("cem")
    assert (guest.offer, guest.refusals, guest.lapses, guest.reach) == (None, 1, 0, "fine")
    assert room.counts() == {"confirmed": 1, "held": 1, "taken": 2, "owed": 1, "waiting": 2}
    assert room.alarms("lapse") == []
    room.after(minutes=2)
    assert (room.offered(), the_offer(room).status) == (["cem"], "sent")
    assert room.offer("cem").ends_at == room.now + timedelta(hours=6)


def test_after_a_few_definite_refusals_the_person_is_passed_over_as_unreachable() -> None:
    room = offered_room()
    room.carrier.answers.extend([Refused("mailbox full")] * 4)
    room.after(minutes=41)
    assert room.guest("cem").reach == "fine"
    room.after(minutes=1)
    guest = room.guest("cem")
    assert (guest.reach, guest.reach_note, guest.lapses) == ("unreachable", "mailbox full", 0)
    assert room.offered() == ["dora"]
    assert room.actions("cem") == [
        "joined_line",
        *["offered", "put_back"] * 3,
        "offered",
        "unreachable",
    ]


def test_a_permanent_refusal_passes_the_person_over_at_once() -> None:
    room = offered_room()
    room.carrier.answers.append(Refused("no such mailbox", permanent=True))
    room.settle()
    assert room.guest("cem").reach == "unreachable"
    assert room.offered() == ["dora"]


def test_a_carrier_that_is_down_blames_nobody() -> None:
    room = offered_room()
    room.carrier.always = CarrierDown("no route")
    room.after(minutes=20)
    guest = room.guest("cem")
    assert (guest.reach, guest.refusals, guest.lapses) == ("fine", 0, 0)
    room.carrier.always = Sent()
    room.after(minutes=2)
    assert (room.offered(), the_offer(room).status) == (["cem"], "sent")


def test_a_claim_that_worked_forgets_old_refusals() -> None:
    room = offered_room()
    room.carrier.answers.append(Refused("busy"))
    room.after(minutes=5)
    room.claim("cem")
    assert room.guest("cem").refusals == 0


def test_an_unknown_answer_leaves_the_offer_live() -> None:
    room = offered_room()
    offer = room.offer("cem")
    room.carrier.answers.append(ResultUnknown("lost"))
    room.settle()
    assert room.offer("cem") == offer
    assert the_offer(room).status == "sending"


def test_after_an_unknown_answer_a_message_is_sent_once_more_and_not_again() -> None:
    room = Room(settles=False)
    room.carrier.always = ResultUnknown("lost")
    room.sign_up("anna")
    room.after(days=2)
    assert len(room.carrier.to("anna", "confirmation")) == 2
    assert (room.messages()[0].status, room.messages()[0].error) == (
        "failed",
        "the carrier's answer was lost twice",
    )


def test_a_lost_answer_is_remembered_through_refusals() -> None:
    room = Room(settles=False)
    room.carrier.answers.extend([ResultUnknown("lost"), Refused("busy"), ResultUnknown("lost")])
    room.sign_up("anna")
    room.after(days=2)
    assert len(room.carrier.to("anna", "confirmation")) == 3
    assert room.messages()[0].status == "failed"


def test_an_offer_that_may_have_left_stays_live_through_the_night() -> None:
    room = full_room(settles=False, now="2026-06-01 20:59")
    room.carrier.always = ResultUnknown("lost")
    room.cancel("anna")
    room.settle()
    offer = room.offer("cem")
    room.until("2026-06-01 23:00")
    assert room.offer("cem") == offer
    assert len(room.carrier.to("cem", "offer")) == 1
    assert room.claim("cem").code == "confirmed"


def test_an_offer_that_may_have_left_stays_live_when_the_carrier_goes_down() -> None:
    room = offered_room()
    room.carrier.answers.extend([ResultUnknown("lost"), CarrierDown("no route")])
    offer = room.offer("cem")
    room.after(minutes=30)
    assert room.offer("cem") == offer
    assert the_offer(room).status == "sent"


def test_an_offer_that_may_have_left_goes_to_nobody_who_has_opted_out_since() -> None:
    room = offered_room()
    room.carrier.answers.append(ResultUnknown("lost"))
    room.settle()
    room.stop_mail("cem")
    room.after(minutes=5)
    assert len(room.carrier.to("cem", "offer")) == 1
    assert room.offered() == ["cem"]


def test_a_permanent_refusal_of_another_message_is_noted_against_the_guest() -> None:
    room = Room()
    room.carrier.answers.append(Refused("no such mailbox", permanent=True))
    room.sign_up("anna")
    assert (room.guest("anna").reach, room.guest("anna").reach_note) == (
        "bounced",
        "no such mailbox",
    )
    assert (room.guest("anna").state, room.messages()[0].status) == ("confirmed", "failed")
    room.until("2026-06-20 10:00")
    assert room.kinds("anna") == ["confirmation"]


def test_a_bounce_is_noted_once() -> None:
    room = Room()
    room.carrier.always = Refused("no such mailbox", permanent=True)
    room.sign_up("anna")
    room.cancel("anna")
    assert room.actions("anna") == ["signed_up", "bounced", "cancelled"]


def test_a_passing_refusal_is_tried_again_with_patience() -> None:
    room = Room(settles=False)
    room.carrier.answers.extend([Refused("busy"), CarrierDown("no route"), Refused("busy")])
    room.sign_up("anna")
    start = room.now
    tried = []
    room.settle()
    for _ in range(3):
        due = room.next_due()
        assert due is not None
        tried.append(due - start)
        room.until(due)
    assert tried == [MINUTE, 2 * MINUTE, 4 * MINUTE]
    assert (room.messages()[0].status, room.guest("anna").reach) == ("sent", "fine")


def test_a_refused_message_to_the_host_changes_no_guest() -> None:
    room = Room(now="2026-06-18 08:00")
    room.sign_up("anna")
    room.carrier.always = Refused("no such mailbox", permanent=True)
    room.until("2026-06-18 09:30")
    assert room.messages("headcount")[0].status == "failed"
    assert room.guest("anna").reach == "fine"


def test_a_refusal_that_comes_when_the_offer_is_gone_takes_nothing_back() -> None:
    room = offered_room()
    message = the_offer(room)
    room.claim("cem")
    state = GuestListState(room.event, room.guest("cem"))
    assert delivery.on_refused(message, state, Refused("busy"), room.now).is_empty
    assert delivery.on_refused(message, GuestListState(), Refused("busy"), room.now).is_empty


# The hour.


def test_an_offer_that_a_retry_brings_into_the_night_waits_for_the_morning() -> None:
    room = offered_room(now="2026-06-01 20:58")
    room.carrier.answers.append(Refused("busy"))
    room.settle()
    room.until("2026-06-02 07:59")
    assert room.offered() == []
    room.until("2026-06-02 08:00")
    assert room.offer("cem").made_at == room.now


def test_an_offer_checked_at_night_is_put_back_as_if_nobody_was_asked() -> None:
    room = offered_room(now="2026-06-01 20:59")
    room.jump("2026-06-01 21:00")
    room.settle()
    assert (room.offered(), room.guest("cem").refusals, room.guest("cem").passed_at) == (
        [],
        0,
        None,
    )
    assert room.carrier.to("cem", "offer") == []
    assert [alarm.due_at for alarm in room.alarms("fill")] == [there("2026-06-02 08:00")]


def test_a_time_critical_offer_that_reaches_the_door_at_night_leaves() -> None:
    room = offered_room(
        now="2026-06-18 20:59", starts_at="2026-06-19 07:30", time_critical_offers=True
    )
    room.jump("2026-06-18 21:01")
    room.settle()
    assert len(room.carrier.to("cem", "offer")) == 1


def test_a_reminder_that_reaches_the_door_at_night_waits() -> None:
    room = Room(
        settles=False, quiet_hours=QuietHours("19:30", "08:00"), starts_at="2026-06-19 19:20"
    )
    room.sign_up("anna")
    room.until("2026-06-12 19:19")
    room.jump("2026-06-12 19:20")
    room.ring()
    room.jump("2026-06-12 19:30")
    room.settle()
    assert room.carrier.to("anna", "reminder") == []
    room.until("2026-06-13 08:00")
    assert len(room.carrier.to("anna", "reminder")) == 1


def test_the_direct_answer_to_ones_own_click_leaves_at_any_hour() -> None:
    room = Room(now="2026-06-02 03:00", cap=1)
    room.sign_up("anna", "ben")
    room.cancel("anna")
    assert [message.kind for message in room.carrier.handed] == [
        "confirmation",
        "waitlisted",
        "cancelled",
    ]


def test_a_changed_date_is_told_by_day_unless_the_morning_is_too_late() -> None:
    room = Room(now="2026-06-01 22:00")
    room.sign_up("anna")
    room.edit(venue="The barn")
    assert room.carrier.to("anna", "changed") == []
    room.until("2026-06-02 08:00")
    assert len(room.carrier.to("anna", "changed")) == 1


def test_a_change_that_matters_tonight_is_told_tonight() -> None:
    room = Room(now="2026-06-18 22:00", starts_at="2026-06-18 23:30", ends_at="2026-06-19 03:00")
    room.sign_up("anna")
    room.edit(venue="The barn")
    assert len(room.carrier.to("anna", "changed")) == 1
    room.edit(name="Another name")
    message = room.messages("changed")[-1]
    assert message.not_before == there("2026-06-19 08:00")
    verdict = delivery.check_delivery(
        message, GuestListState(room.event, room.guest("anna")), room.now
    )
    assert not isinstance(verdict, Discard)


def test_a_reminder_whose_use_ends_before_the_morning_is_dropped() -> None:
    room = Room(settles=False, starts_at="2026-06-19 21:30", reminders=("1h",))
    room.sign_up("anna")
    room.until("2026-06-19 20:29")
    room.jump("2026-06-19 20:30")
    room.ring()
    room.jump("2026-06-19 21:05")
    room.settle()
    (reminder,) = room.messages("reminder")
    assert (reminder.status, reminder.error) == ("failed", "the night lasts longer than its use")


# Whether it is still true.


@pytest.mark.parametrize("happens", ["cancelled", "called off", "opted out"])
def test_a_reminder_that_is_no_longer_due_is_dropped_at_the_door(happens: str) -> None:
    room = Room(settles=False)
    room.sign_up("anna")
    room.until("2026-06-12 18:59")
    room.jump("2026-06-12 19:00")
    room.ring()
    if happens == "cancelled":
        room.cancel("anna")
    elif happens == "called off":
        room.call_off()
    else:
        room.stop_mail("anna")
    room.settle()
    said = "the event is called off" if happens == "called off" else "no longer due to this guest"
    assert room.messages("reminder")[0].error == said
    assert room.carrier.to("anna", "reminder") == []


def test_a_reminder_that_names_an_older_date_is_dropped_at_the_door() -> None:
    room = Room(settles=False)
    room.sign_up("anna")
    room.until("2026-06-12 18:59")
    room.jump("2026-06-12 19:00")
    room.ring()
    room.edit(starts_at="2026-07-03 19:00")
    room.settle()
    assert room.messages("reminder")[0].error == "the date has changed since"
    assert room.carrier.to("anna", "reminder") == []


def test_a_message_past_its_use_is_dropped() -> None:
    room = Room(settles=False)
    room.sign_up("anna")
    room.jump("2026-06-25 12:00")
    room.settle()
    assert room.messages("confirmation")[0].error == "too late to be of use"


@pytest.mark.parametrize("how", ["claimed", "called off", "over"])
def test_an_offer_that_has_ended_is_dropped_at_the_door(how: str) -> None:
    room = offered_room()
    if how == "claimed":
        room.claim("cem")
    elif how == "called off":
        room.call_off()
    else:
        room.jump(room.offer("cem").ends_at)
    room.relay()
    assert the_offer(room).error == "the offer has ended"


def test_check_delivery_of_an_earlier_offer_discards_it() -> None:
    room = offered_room()
    message = the_offer(room)
    earlier = {**message.facts, "offer": {**message.facts["offer"], "id": "cem-0"}}
    message = msgspec.structs.replace(message, facts=earlier)
    state = GuestListState(event=room.event, guest=room.guest("cem"))
    verdict = delivery.check_delivery(message, state, room.now)
    assert verdict == Discard("the offer has ended")
    assert room.carrier.to("cem", "offer") == []


def test_an_offer_to_someone_who_opted_out_meanwhile_goes_to_the_next() -> None:
    room = offered_room()
    room.stop_mail("cem")
    room.settle()
    assert room.carrier.to("cem", "offer") == []
    assert (room.offered(), room.guest("cem").lapses) == (["dora"], 0)


def test_an_invite_waits_for_the_morning_like_an_offer() -> None:
    room = Room(settles=False, now="2026-06-01 20:59")
    room.sign_up("anna", source="import", place_as="pending")
    room.jump("2026-06-01 21:00")
    room.settle()
    assert room.carrier.handed == []
    room.until("2026-06-02 08:00")
    assert len(room.carrier.to("anna", "invite")) == 1


def test_a_message_whose_event_or_guest_is_gone_is_dropped() -> None:
    room = full_room()
    message = room.messages("confirmation")[0]
    for state in (GuestListState(), GuestListState(room.event)):
        verdict = delivery.check_delivery(message, state, room.now)
        assert isinstance(verdict, Discard)
        assert verdict.reason == "the event or the guest is gone"


# What its links do.


def test_a_link_in_a_message_does_one_thing_for_its_person() -> None:
    room = offered_room()
    message = the_offer(room)
    holds = message.queued_at + timedelta(days=1000)
    assert delivery.link(message, "claim") == Link("claim", "party", "cem", "cem-1", holds)
    assert delivery.link(message, "cancel") == Link("cancel", "party", "cem", "", holds)
    assert delivery.link(message, "event") is None


def test_a_message_to_the_host_carries_no_persons_link() -> None:
    room = Room(now="2026-06-18 08:00")
    room.until("2026-06-18 09:30")
    assert delivery.link(room.messages("headcount")[0], "cancel") is None


def test_news_of_a_lapsed_offer_waits_until_it_is_known_whether_its_seat_is_open() -> None:
    room = full_room()
    room.cancel("anna")
    room.after(hours=7)
    lapsed = room.messages("offer_lapsed", "cem")[0]
    guest = room.guest("cem")
    freed = msgspec.structs.replace(room.event, owed=1)

    def verdict(event: Event, seconds: int) -> DeliveryVerdict:
        state = GuestListState(event=event, guest=guest)
        now = lapsed.queued_at + timedelta(seconds=seconds)
        return delivery.check_delivery(lapsed, state, now)

    assert verdict(freed, 0) == SendLater(lapsed.queued_at + delivery.SEATS_SETTLE)
    assert isinstance(verdict(freed, 60), SendNow)
    assert isinstance(verdict(room.event, 0), SendNow)


def test_a_message_shows_the_room_as_it_is_when_it_leaves() -> None:
    room = Room(cap=3, settles=False)
    room.sign_up("anna")
    room.sign_up("ben")
    room.settle()
    told = [read_facts(message).event for message in room.messages("confirmation")]
    assert [(event.cap, event.confirmed) for event in told] == [(3, 2), (3, 2)]


def test_a_message_that_is_kept_shows_the_room_with_its_guest() -> None:
    room = Room(cap=3, settles=False)
    room.sign_up("anna")
    (message,) = room.messages("confirmation")
    assert read_facts(message).event.confirmed == 1
