"""Alarms ring once, whatever stream and schedules do: early, late, twice, after a clear."""

from datetime import timedelta

import pytest

from fullhouse.engine.ports import StoreDown, Written
from fullhouse.kernel.commands import Alarm, tag_of
from fullhouse.platforms.aws.alarms import (
    RUNG_BY,
    AlarmDue,
    changed,
    ring,
    ring_late,
    ring_or_schedule,
)
from fullhouse.platforms.aws.handler import HandlerFailed
from fullhouse.products.frontdesk.waitlist.commands import SendMonthSummary
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.commands import CancelEvent, CancelGuest, EditEvent, SetGuestRetention
from fullhouse.products.rsvp.model import Guest
from tests.platforms.aws.support import START, World
from tests.support.rsvp_world import EVENT, sign_up, there


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def world() -> World:
    return World()


async def looked_at(world: World, *starts: str) -> None:
    """Let the stream tell of all alarms that begin like this."""
    for key in [key for key in world.store.alarms if key.startswith(starts)]:
        await changed(world.executor, world.schedules, key, None)


async def offered(world: World) -> str:
    """Let anna's seat be offered to cem, and return the key of the alarm at its end."""
    world.give(*(sign_up(name) for name in ("anna", "ben", "cem")))
    world.give(CancelGuest(event_id=EVENT, guest_id="anna"))
    await looked_at(world, "fill:")
    return world.key("lapse:")


def guest(world: World, name: str) -> Guest:
    found: Guest = world.store.shelf(Guest)[EVENT, name]
    return found


async def test_alarms_get_schedules_in_the_events_zone_for_the_function_that_rings_them(
    world: World,
) -> None:
    await looked_at(world, "")
    assert world.scheduler.rings() == [
        (
            "host-summary",
            "at(2026-06-13T09:00:00) Europe/Berlin",
            {"alarm": "headcount:party", "due_at": "2026-06-13T07:00:00Z"},
        ),
        (
            "host-summary",
            "at(2026-06-20T09:00:00) Europe/Berlin",
            {"alarm": "thanks:party", "due_at": "2026-06-20T07:00:00Z"},
        ),
        (
            "reminder-fire",
            "at(2026-06-12T19:00:00) Europe/Berlin",
            {"alarm": "reminder:party:0:7d", "due_at": "2026-06-12T17:00:00Z"},
        ),
        (
            "reminder-fire",
            "at(2026-06-18T19:00:00) Europe/Berlin",
            {"alarm": "reminder:party:0:1d", "due_at": "2026-06-18T17:00:00Z"},
        ),
        (
            "reminder-fire",
            "at(2026-06-19T09:00:00) Europe/Berlin",
            {"alarm": "reminder:party:0:morning", "due_at": "2026-06-19T07:00:00Z"},
        ),
    ]


def test_each_command_that_rings_later_has_its_function() -> None:
    assert {tag_of(kind): name for kind, name in RUNG_BY.items()} == {
        "LapseOffer": "ev-offer-timeout",
        "Remind": "ev-reminder-fire",
        "SendHeadcount": "ev-host-summary",
        "DraftThanks": "ev-host-summary",
        "Look": "wl-offer-engine",
        "LapseSlot": "wl-roll-on-timer",
        "Housekeep": "wl-housekeeping",
        "AdoptContacts": "wl-housekeeping",
        "Expire": "wl-housekeeping",
        "EndJoinRequest": "wl-housekeeping",
        "RetireEntries": "wl-housekeeping",
        "EraseEntry": "wl-housekeeping",
        "KeepAppointments": "wl-housekeeping",
        "RetireAppointments": "wl-housekeeping",
        "EraseAppointment": "wl-housekeeping",
        "Summarise": "wl-summary",
        "Tick": "ar-reminder",
        "Move": "ar-reminder",
        "SummariseWeek": "ar-summary",
        "FreeSlot": "ar-refill",
        "FollowSlot": "ar-refill",
        "WithdrawSlot": "ar-refill",
        "Hear": "ar-refill",
        "RerouteEntries": "ar-refill",
        "DiscardProposal": "ar-refill",
    }


async def test_an_alarm_without_an_event_is_kept_by_the_keeper_in_utc(world: World) -> None:
    world.give(SetGuestRetention(days=30))
    await looked_at(world, "retention")
    await looked_at(world, "retention")
    assert world.scheduler.rings() == [
        (
            "keeper",
            "at(2026-06-02T09:00:00) UTC",
            {"alarm": "retention", "due_at": "2026-06-02T09:00:00Z"},
        )
    ]


async def test_what_is_due_is_rung_at_once_and_needs_no_schedule(world: World) -> None:
    await offered(world)
    assert guest(world, "cem").offer is not None
    assert world.scheduler.calls == []


async def test_the_same_record_twice_books_one_schedule(world: World) -> None:
    key = await offered(world)
    await changed(world.executor, world.schedules, key, None)
    await changed(world.executor, world.schedules, key, None)
    assert [(function, when) for function, when, _ in world.scheduler.rings()] == [
        ("offer-timeout", "at(2026-06-01T17:00:00) Europe/Berlin")
    ]


async def test_the_schedule_of_a_cleared_alarm_is_deleted_also_when_told_late_and_twice(
    world: World,
) -> None:
    await looked_at(world, "reminder:", "headcount:", "thanks:")
    before = {key: alarm.due_at for key, alarm in world.store.alarms.items()}
    world.give(CancelEvent(event_id=EVENT))
    for key, due_at in [*before.items(), *before.items()]:
        await changed(world.executor, world.schedules, key, due_at)
    assert world.scheduler.booked == {}


async def test_a_moved_alarm_has_only_its_new_schedule(world: World) -> None:
    await looked_at(world, "thanks:")
    before = world.store.alarms["thanks:party"].due_at
    world.give(EditEvent(event_id=EVENT, starts_at=there("2026-06-26 19:00").replace(tzinfo=None)))
    await changed(world.executor, world.schedules, "thanks:party", before)
    assert [when for _, when, _ in world.scheduler.rings()] == [
        "at(2026-06-27T09:00:00) Europe/Berlin"
    ]


async def test_an_alarm_that_came_back_to_its_old_time_keeps_its_schedule(world: World) -> None:
    await looked_at(world, "thanks:")
    before = world.store.alarms["thanks:party"].due_at
    await changed(world.executor, world.schedules, "thanks:party", before + timedelta(days=1))
    await changed(world.executor, world.schedules, "thanks:party", before)
    assert len(world.scheduler.booked) == 1


async def test_what_rang_by_itself_costs_no_call_to_clear(world: World) -> None:
    await changed(world.executor, world.schedules, "fill:party", START)
    assert world.scheduler.calls == []


async def test_a_schedule_rings_the_alarm_once_however_often_it_rings(world: World) -> None:
    key = await offered(world)
    due_at = world.after(hours=6)
    await ring(world.executor, AlarmDue(key, due_at))
    lapsed = guest(world, "cem")
    assert (lapsed.offer, lapsed.passed_at) == (None, due_at)
    for _ in range(2):
        await ring(world.executor, AlarmDue(key, due_at))
    assert guest(world, "cem") == lapsed
    assert key not in world.store.alarms


async def test_a_schedule_that_rings_after_its_alarm_was_cleared_does_nothing(world: World) -> None:
    key = await offered(world)
    due_at = world.store.alarms[key].due_at
    world.give(commands.ClaimOffer(event_id=EVENT, guest_id="cem", offer_id="cem-1"))
    lines = len(world.store.lines)
    world.after(hours=7)
    await ring(world.executor, AlarmDue(key, due_at))
    assert len(world.store.lines) == lines


async def test_a_schedule_of_an_old_time_does_not_ring_the_new_one(world: World) -> None:
    key = "headcount:party"
    old = world.store.alarms[key].due_at
    world.clock.move_to(old)
    await ring(world.executor, AlarmDue(key, old))
    await ring(world.executor, AlarmDue(key, old))
    assert len(world.messages("headcount")) == 1
    assert world.store.alarms[key].due_at == old + timedelta(days=1)


async def test_a_schedule_that_rings_hours_late_still_rings(world: World) -> None:
    key = await offered(world)
    due_at = world.store.alarms[key].due_at
    world.after(hours=9)
    await ring(world.executor, AlarmDue(key, due_at))
    assert guest(world, "cem").offer is None


async def test_a_schedule_that_rings_too_early_leaves_the_alarm_to_the_sweep(world: World) -> None:
    key = await offered(world)
    due_at = world.store.alarms[key].due_at
    await ring(world.executor, AlarmDue(key, due_at))
    assert guest(world, "cem").offer is not None
    world.clock.move_to(due_at + timedelta(minutes=1))
    await ring_late(world.executor, world.schedules)
    assert guest(world, "cem").offer is None


async def test_a_moment_is_waited_for_because_clocks_differ(world: World) -> None:
    key = await offered(world)
    due_at = world.store.alarms[key].due_at
    world.clock.move_to(due_at - timedelta(milliseconds=20))
    await changed(world.executor, world.schedules, key, None)
    assert world.scheduler.calls == []
    assert key in world.store.alarms, (
        "the clock of this test stands still, so the offer had not lapsed"
    )


async def test_the_sweep_rings_what_was_left_lying_and_not_what_is_on_its_way(world: World) -> None:
    key = await offered(world)
    due_at = world.store.alarms[key].due_at
    world.clock.move_to(due_at + timedelta(seconds=59))
    await ring_late(world.executor, world.schedules)
    assert key in world.store.alarms
    world.after(seconds=1)
    await ring_late(world.executor, world.schedules)
    assert key not in world.store.alarms


async def test_the_keeper_schedules_another_functions_alarm_that_it_was_rung_for(
    world: World,
) -> None:
    summary = Alarm("summary:waitlist:2026-05", START, SendMonthSummary(month="2026-05"))
    world.store.alarms[summary.key] = summary
    await ring_or_schedule(world.executor, world.schedules, AlarmDue(summary.key, START))
    assert world.scheduler.rings() == [
        (
            "wl-summary",
            "at(2026-06-01T09:00:04) UTC",
            {"alarm": summary.key, "due_at": "2026-06-01T09:00:00Z"},
        )
    ]
    assert summary.key in world.store.alarms


async def test_an_alarm_that_cannot_be_rung_holds_up_none_of_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.store.alarms["broken"] = Alarm(
        "broken", START, commands.OfferFreeSeats(event_id="broken")
    )
    key = await offered(world)
    world.clock.move_to(world.store.alarms[key].due_at + timedelta(minutes=1))
    commit = world.store.commit

    def refuse(written: Written) -> None:
        if written.rung is not None and written.rung.key == "broken":
            raise StoreDown
        commit(written)

    monkeypatch.setattr(world.store, "commit", refuse)
    with pytest.raises(HandlerFailed, match="1 alarms"):
        await ring_late(world.executor, world.schedules)
    assert key not in world.store.alarms
