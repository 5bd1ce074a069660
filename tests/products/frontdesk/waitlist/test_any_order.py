"""People, staff, carriers and clocks in any order: promises hold after every step."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fullhouse.products.frontdesk.appointments.reminder_ticks import TICKING
from fullhouse.products.frontdesk.shared.sms_budget import texts_stopped
from fullhouse.products.frontdesk.waitlist import commands, queue
from fullhouse.products.frontdesk.waitlist.model import WaitlistState
from tests.products.frontdesk.waitlist.doings import DEEDS, do
from tests.products.frontdesk.waitlist.salon import NOON, Salon

AT = ("2026-06-20 12:00", "2026-06-20 20:30", "2026-06-20 21:30", "2026-06-30 23:00", NOON)


def check_nothing_lies_idle(salon: Salon) -> None:
    """An open slot holds an offer, or has a reason to wait and an alarm that ends it."""
    rulebook = salon.rulebook
    texts = not texts_stopped(salon.spend(), rulebook, salon.now)
    for slot in salon.slots():
        if slot.status != "open" or slot.live_offer_seq:
            continue
        (look,) = salon.alarms(queue.look_key(slot.id))
        assert salon.now < look.due_at <= slot.closes_at
        refused, rewritten = slot.offers > len(slot.tried), salon.rewritten >= slot.freed_at
        if refused or rewritten or rulebook.quiet_hours.cover(salon.now, rulebook.zone):
            continue  # a slot that waits looks at new rules when what it waits for happens
        need = queue.fitting(slot, rulebook)
        fit = [one for one in salon.entries() if one.state == "waiting" and not need.fits(one)]
        seen = WaitlistState(contacts=salon.contacts(), busy_then=salon.busy_then(slot))
        left = [one for one in fit if one.id not in slot.tried]
        reasons = [queue.why_not(one, seen, texts=texts) for one in left]
        assert "" not in reasons
        if slot.why == "held_another_offer":
            assert slot.why in reasons
            continue
        assert slot.why == ("line_spent" if slot.tried else "nobody_fits")
        reached = [one for one in left if queue.channel_of(one, salon.contacts(), texts=texts)]
        waited_for = [queue.why_not(one, seen, texts=texts) for one in reached]
        assert "held_another_offer" not in waited_for


@given(
    steps=st.lists(DEEDS, max_size=30),
    now=st.sampled_from(AT),
    limit=st.sampled_from(["20", "0.40"]),
)
def test_the_promises_hold_in_any_order(steps: list[tuple[Any, ...]], now: str, limit: str) -> None:
    texts = ("Quiet hours", f"Texts: at most {limit} EUR a month, 0.08 EUR each\nQuiet hours")
    salon = Salon(texts, now=now)
    salon.after(seconds=1)
    for deed in steps:
        do(salon, *deed)
        check_nothing_lies_idle(salon)
    finish(salon)


@given(
    steps=st.lists(
        DEEDS | st.tuples(st.sampled_from(["ring", "relay", "lose"]), st.integers(0, 9)),
        max_size=40,
    )
)
def test_the_promises_hold_though_alarms_and_messages_come_late(
    steps: list[tuple[Any, ...]],
) -> None:
    salon = Salon(settles=False)
    for deed in steps:
        do(salon, *deed)
    salon.give(commands.Housekeep(again=False))
    salon.carrier.answers.clear()
    finish(salon)


def finish(salon: Salon) -> None:
    """Once all has had its time, every slot has found its end, and so has every message."""
    salon.settle()
    salon.until("2026-07-20 12:00")
    assert {slot.status for slot in salon.slots()} <= {"booked", "handed_back"}
    assert {entry.offer for entry in salon.entries()} <= {""}
    # A claim that is reminded of wakes the tick of the reminders, which then comes round for good.
    assert [alarm.key for alarm in salon.alarms() if not alarm.key.startswith(TICKING)] == []
    assert {message.status for message in salon.messages()} <= {"sent", "failed"}
    booked = [slot.booked_by for slot in salon.slots() if slot.booked_by]
    assert sorted(booked) == sorted(one.id for one in salon.entries() if one.state == "booked")
