"""The closed loop: a released time is offered, and who claims it has an appointment."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.kernel.decisions import Decision, create
from fullhouse.kernel.letters import Letter
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.model import BusyTime, DaySchedule
from fullhouse.products.frontdesk.refill.reactions import sync_overlapped_slots
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.waitlist.commands import (
    FreeSlot,
    Housekeep,
    SetEntryRetention,
    WithdrawSlot,
)
from tests.engine.front_desk import NO_REFILL, ONE_CHAIR, TONIGHT, TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, mail, phone
from tests.support.rsvp_world import there


def test_a_cancelled_time_is_offered_to_the_line() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    desk.cancel()
    slot = desk.slot("kimc1")
    assert (slot.status, slot.reason, slot.staff, slot.starts_at) == (
        "open",
        "cancelled",
        "Jess",
        there(TONIGHT),
    )
    assert (desk.asked("kimc1"), desk.held()) == ("anna", ["kimc1"])


def test_whoever_claims_it_has_the_appointment() -> None:
    desk = FrontDesk()
    desk.join("anna", email=mail("anna"))
    desk.book()
    desk.cancel()
    claimed_at = desk.now
    desk.claim("anna")
    made = desk.appointment("kimc1")
    assert (made.name, made.phone, made.email) == ("Anna", phone("anna"), mail("anna"))
    assert (made.service, made.staff, made.starts_at, made.minutes) == (
        "Colour",
        "Jess",
        there(TONIGHT),
        90,
    )
    assert (made.status, made.source, made.slot, made.made_at) == (
        "booked",
        "waitlist",
        "kimc1",
        claimed_at,
    )
    assert made.price == desk.slot("kimc1").price
    assert [(one.id, one.by) for one in desk.taken()] == [("kimc1", "appointment")]


def test_they_are_told_once_that_they_are_booked() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    desk.cancel()
    desk.claim("anna")
    assert [one.product for one in desk.carrier.handed if one.kind == "booked"] == ["waitlist"]


def test_later_changes_reach_the_entry_that_their_booking_put_into_the_calendar() -> None:
    desk = FrontDesk()
    desk.join("anna", phone="", email=mail("anna"))
    desk.free()
    desk.claim("anna")
    desk.give(commands.CancelAppointment(appointment_id="slot", tell=True))
    booked, cancelled = (letter_of(desk, kind).calendar for kind in ("booked", "cancelled"))
    assert booked is not None
    assert cancelled is not None
    assert (booked.uid, booked.method, cancelled.method) == (cancelled.uid, "REQUEST", "CANCEL")
    assert booked.sequence < cancelled.sequence


def letter_of(desk: FrontDesk, kind: str) -> Letter:
    (message,) = (one for one in desk.carrier.handed if one.kind == kind)
    return PRODUCTS[message.product].post.compose(
        message, lambda purpose: f"https://x.test/{purpose}"
    )


def test_a_slot_that_never_was_an_appointment_becomes_one_when_it_is_claimed() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free()
    assert desk.held() == ["slot"]
    desk.claim("anna")
    assert desk.standing() == {"slot": "Anna"}


def test_a_time_that_nobody_wants_is_free_again() -> None:
    desk = FrontDesk()
    desk.book()
    desk.cancel()
    assert desk.fate("kimc1") == ("open", "nobody_fits")
    assert desk.taken() == []


def test_a_time_that_staff_withdraw_is_free_again() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    desk.cancel()
    desk.withdraw("kimc1")
    assert desk.taken() == []
    assert desk.restore().code == "restored"


def test_what_was_restored_and_is_cancelled_again_is_another_slot() -> None:
    desk = FrontDesk()
    desk.book(ref="B1")
    desk.cancel()
    desk.restore()
    desk.join("anna")
    desk.cancel()
    assert (desk.fate("kimc1"), desk.asked("kimc2")) == (("handed_back", "withdrawn"), "anna")


def test_the_claimer_may_cancel_again_and_the_next_one_is_asked() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.free()
    desk.claim("anna")
    desk.cancel("slot")
    assert (desk.asked("slotc1"), desk.held()) == ("ben", ["slotc1"])
    desk.claim("ben")
    assert desk.standing() == {"slotc1": "Ben"}


@pytest.mark.parametrize("by", ["customer", "staff"])
def test_a_claimed_table_that_is_given_up_is_for_as_many_as_before(by: str) -> None:
    desk = FrontDesk()
    desk.join("anna", "ben", service="Table", party=4)
    desk.join("solo", service="Table")
    desk.free(service="Table", staff="", party_capacity=4)
    desk.claim("anna")
    link: dict[str, Any] = {"chain": 1, "reply": "cancel-1-1"} if by == "customer" else {}
    desk.give(commands.CancelAppointment(appointment_id="slot", **link), by)
    assert (desk.slot("slotc1").party_capacity, desk.asked("slotc1")) == (4, "ben")


def test_a_moved_appointment_frees_its_old_time() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    desk.move()
    assert desk.asked("kimc1") == "anna"
    desk.claim("anna")
    assert desk.standing() == {"kim": "Kim", "kimc1": "Anna"}


def test_a_customer_who_picks_another_time_frees_the_old_one() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    assert desk.pick().code == "rescheduled"
    assert desk.asked("kimc1") == "anna"


def test_what_is_left_of_a_no_shows_time_is_offered() -> None:
    desk = FrontDesk(now="2026-06-20 17:00")
    desk.join("anna")
    desk.book()
    desk.until("2026-06-20 18:10")
    desk.no_show()
    slot = desk.slot("kimc1")
    assert (slot.reason, slot.starts_at, slot.minutes) == ("no_show", there("2026-06-20 18:10"), 80)
    desk.claim("anna")
    assert (desk.appointment("kimc1").minutes, desk.appointment("kimc1").starts_at) == (
        80,
        slot.starts_at,
    )


@pytest.mark.parametrize(("at", "frees"), [("18:44", "kimc1"), ("18:45", "")])
def test_a_no_shows_time_is_offered_only_while_more_than_half_is_left(at: str, frees: str) -> None:
    desk = FrontDesk(now="2026-06-20 17:00")
    desk.join("anna")
    desk.book()
    desk.until(f"2026-06-20 {at}")
    desk.no_show()
    assert desk.appointment("kim").frees == frees


@pytest.mark.parametrize(
    ("at", "code"), [("2026-06-20 19:29", "cancelled"), ("2026-06-20 19:30", "past")]
)
def test_whoever_comes_now_can_cancel_until_the_end(at: str, code: str) -> None:
    desk = FrontDesk(now="2026-06-20 17:00")
    desk.join("anna")
    desk.book()
    desk.until("2026-06-20 18:10")
    desk.no_show()
    desk.after(minutes=5)
    desk.claim("anna")
    desk.until(at)
    cancel = commands.CancelAppointment(appointment_id="kimc1", chain=1, reply="cancel-1-0")
    assert desk.give(cancel, "anna").code == code


def test_someone_who_is_forgotten_frees_their_time() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    desk.give(commands.EraseAppointment(appointment_id="kim"))
    assert desk.asked("kimc1") == "anna"


def test_without_refill_nothing_is_joined() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.join("anna")
    desk.book()
    desk.cancel()
    assert (desk.slots(), desk.taken()) == ((), [])
    desk.free()
    desk.claim("anna")
    assert desk.standing() == {}


def test_what_was_held_when_refilling_ended_is_let_go_of() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free()
    desk.write(RULES_TEXT, NO_REFILL)
    desk.withdraw()
    assert desk.taken() == []


def test_open_slots_are_held_from_when_refilling_begins() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.join("anna")
    desk.free()
    assert desk.held() == []
    desk.write(RULES_TEXT)
    assert desk.held() == ["slot"]


def test_what_was_claimed_though_nothing_held_it_is_an_appointment() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.join("anna")
    desk.free()
    desk.settles = False
    desk.write(RULES_TEXT)
    desk.claim("anna")
    desk.settle()
    assert [(one.id, one.by) for one in desk.taken()] == [("slot", "appointment")]


@pytest.mark.parametrize("first", ["cancel", "free"])
def test_the_same_time_told_by_two_is_one_slot(first: str) -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna", "ben")
    desk.book()
    desk.cancel()
    if first == "free":
        desk.free("told", TONIGHT, ref="B1")
    desk.settle()
    desk.settles = True
    desk.free("told", TONIGHT, ref="B1")
    assert len([one for one in desk.slots() if one.status == "open"]) == 1
    assert len(desk.held()) == 1


def test_a_late_word_of_a_cancelling_does_not_take_the_claimers_time() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.book()
    desk.cancel()
    desk.claim("anna")
    assert desk.free("told", TONIGHT, ref="B1").code == "asked"
    assert desk.standing() == {"kimc1": "Anna"}


def test_a_late_word_by_the_bookings_own_name_does_not_take_it_either() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.book(ref="B1")
    desk.cancel()
    desk.claim("anna")
    assert desk.free("told", TONIGHT, ref="B1").code == "already_booked"
    assert desk.standing() == {"kimc1": "Anna"}


def test_ringing_everything_twice_changes_nothing() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.book()
    desk.cancel()
    rung = [one.command for one in desk.alarms("free:")]
    desk.settle()
    desk.claim("anna")
    rung += [one.command for one in desk.alarms("follow:")]
    desk.settle()
    before = (desk.slots(), desk.taken(), desk.appointment("kimc1"))
    assert [type(one) for one in rung] == [FreeSlot, SyncSlot]
    for command in (*rung, *reversed(rung), SyncSlot(slot_id="kimc1", starts_at=there(TONIGHT))):
        desk.give(command)
        desk.settle()
    assert (desk.slots(), desk.taken(), desk.appointment("kimc1")) == before


def test_following_what_never_was_does_nothing() -> None:
    desk = FrontDesk()
    assert desk.decide(SyncSlot(slot_id="none")).is_empty
    assert desk.decide(SyncSlot(slot_id="none", starts_at=there(TONIGHT))).is_empty


def test_following_a_slot_that_is_held_does_nothing() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free()
    decision = desk.decide(SyncSlot(slot_id="slot"))
    assert (decision.steps, decision.messages, decision.set_alarms) == ((), (), ())
    assert all(not one.sets and one.guards for one in decision.moves)


def test_each_open_slot_is_looked_after_at_night() -> None:
    desk = FrontDesk(settles=False)
    desk.free()
    following = [
        one.key for one in desk.decide(Housekeep()).set_alarms if isinstance(one.command, SyncSlot)
    ]
    assert following == ["follow:slot"]


def test_appointments_are_forgotten_as_long_after_as_those_who_are_off_the_list() -> None:
    desk = FrontDesk()
    desk.book()
    desk.give(SetEntryRetention(days=30))
    desk.until("2026-07-20 17:59")
    assert not desk.appointment().is_erased
    desk.after(days=1)
    assert desk.appointment().is_erased


def test_whoever_was_forgotten_before_their_booking_was_followed_has_no_appointment() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.free()
    desk.ring()
    desk.claim("anna")
    desk.erase("anna")
    desk.settles = True
    desk.ring()
    assert (desk.standing(), desk.held()) == ({}, ["slot"])


def test_a_business_with_one_chair_is_joined_the_same() -> None:
    desk = FrontDesk(ONE_CHAIR)
    desk.join("anna")
    desk.book(staff="")
    desk.cancel()
    desk.claim("anna")
    assert desk.standing() == {"kimc1": "Anna"}


def test_two_times_without_staff_are_two_slots() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.book("kim", staff="")
    desk.book("lee", staff="")
    desk.cancel("kim")
    desk.cancel("lee")
    assert (desk.asked("kimc1"), desk.asked("leec1")) == ("anna", "ben")


def test_a_time_that_staff_moved_within_a_day_is_freed_too() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book(starts_at="2026-06-23 10:00")
    desk.move(starts_at=TUESDAY)
    assert desk.asked("kimc1") == "anna"


def keys(decision: Decision, start: str) -> list[str]:
    """The alarms that a decision sets."""
    return [alarm.key for alarm in decision.set_alarms if alarm.key.startswith(start)]


def test_a_time_that_is_given_up_is_freed_by_an_alarm_of_the_same_commit() -> None:
    desk = FrontDesk(settles=False)
    desk.book()
    decision = desk.decide(commands.CancelAppointment(appointment_id="kim"))
    assert keys(decision, "free:") == ["free:kimc1"]


def test_a_time_that_was_freed_elsewhere_is_not_freed_again() -> None:
    desk = FrontDesk(settles=False)
    desk.book()
    free = FreeSlot(slot_id="told", service="Colour", staff="Jess", starts_at=there(TONIGHT))
    decision = desk.decide(free)
    assert desk.appointment().frees == "told"
    assert keys(decision, "") == ["look:told"]


def test_a_slot_that_ends_is_synced_whoever_ends_it() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.book()
    desk.cancel()
    desk.settle()
    by_staff = desk.decide(WithdrawSlot(slot_id="kimc1"))
    assert keys(by_staff, "follow:") == ["follow:kimc1"]
    desk.book("lee", staff="Sam")
    desk.cancel("lee")
    desk.settle()
    restored = desk.decide(commands.RestoreAppointment(appointment_id="lee"))
    assert keys(restored, "follow:") == ["follow:leec1"]


def test_an_appointment_inside_a_command_of_another_is_reacted_to() -> None:
    desk = FrontDesk(settles=False)
    desk.book()
    cancel = commands.CancelAppointment(appointment_id="kim")
    decision = desk.decide(RecordWebhook(hook="slack", digest="1", asks=cancel))
    assert keys(decision, "free:") == ["free:kimc1"]


def test_a_reminder_that_is_made_wakes_no_tick() -> None:
    remind = ("Colour: 90 minutes, 120 EUR", "Colour: 90 minutes, 120 EUR; remind at 5, 2 hours")
    desk = FrontDesk(remind, settles=False)
    booked = desk.decide(
        commands.BookAppointment(
            appointment_id="kim",
            name="Kim",
            phone=phone("kim"),
            service="Colour",
            starts_at=there(TONIGHT),
        )
    )
    assert keys(booked, "appointments:tick") != []
    desk.now = there("2026-06-20 13:01")
    reminded = desk.decide(commands.RunDueAction(appointment_id="kim"))
    assert desk.appointment().reminded == (5,)
    assert keys(reminded, "appointments:tick") == []


def test_a_slot_held_on_the_day_before_is_looked_at_when_its_time_is_booked() -> None:
    """As around midnight, or where the time zone was changed since the slot was held."""
    late = datetime(2026, 6, 11, 21, 30, tzinfo=UTC)
    hold = BusyTime("s1", late, 90, "", "slot")
    booked = BusyTime("a1", late + timedelta(minutes=60), 30, "", "appointment")
    before = DaySchedule(id="2026-06-11", taken=(hold,))
    change = create(DaySchedule(id="2026-06-12", taken=(booked,)))
    found = {"book:2026-06-11": before, "book:2026-06-12": None}
    alarms = sync_overlapped_slots((change,), found, late)
    assert [alarm.key for alarm in alarms] == ["follow:s1"]
    later = BusyTime("a1", late + timedelta(hours=3), 30, "", "appointment")
    apart = create(DaySchedule(id="2026-06-12", taken=(later,)))
    assert sync_overlapped_slots((apart,), found, late) == ()
    assert sync_overlapped_slots((create(DaySchedule(id="2026-06-12")),), found, late) == ()
