"""What the simulator has found, each told once more as a short story."""

from collections import Counter
from datetime import timedelta

import pytest

from fullhouse.engine.worker import alarm_invocation
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.messages import CarrierDown
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp.commands import (
    EditEvent,
    EraseGuest,
    LapseOffer,
    OfferFreeSeats,
    Remind,
    SignUp,
)
from fullhouse.products.rsvp.model import Event, Guest
from sim.clocks import Machine, hours, minutes
from sim.rsvp.lists import GuestLists
from sim.rsvp.sweep_stories import STARTS, cancel, house, of, up
from sim.sweep import BEGINS
from sim.world import World


def a_world(*commands: Command) -> World:
    """Begin with these commands, five minutes between them, and everything carried out."""
    world = World("found", MemoryStore(), Counter(), BEGINS)
    for command in commands:
        world.ask(command, "someone")
        world.run_until(world.now + minutes(5))
    return world


def the_event(world: World) -> Event:
    return world.watch.book.view(GuestLists).events["e"]


def the_guest(world: World, who: str) -> Guest:
    return world.watch.book.view(GuestLists).guests["e"][who]


def ring(world: World, alarm: Alarm) -> None:
    assert world.run(lambda process: process.give(alarm_invocation(alarm)))


def alarm_of(world: World, kind: type) -> Alarm:
    return next(
        alarm for alarm in world.watch.book.alarms.values() if isinstance(alarm.command, kind)
    )


def sent(world: World, kind: str) -> list[str]:
    return [
        one.person
        for one in world.watch.book.messages.values()
        if one.kind == kind and one.status == "sent"
    ]


def test_an_event_may_have_no_reminders() -> None:
    world = a_world(house(1, reminders=()), up("anna"))
    world.finish()
    assert sent(world, "reminder") == []


def test_a_reminder_whose_alarm_rings_early_waits_for_its_time() -> None:
    world = a_world(house(2, reminders=("1d",)), up("anna"))
    early = alarm_of(world, Remind)
    ring(world, early)
    assert alarm_of(world, Remind) == early
    world.ask(up("ben"), "guest")
    world.finish()
    assert sent(world, "reminder") == ["anna", "ben"]


@pytest.mark.parametrize("ahead", [0, 1])
def test_a_reminder_whose_alarm_was_lost_leaves_with_the_next_sweep(
    ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine whose clock is ahead writes it for a second later."""
    world = a_world(house(2, reminders=("1d",)), up("anna"))
    due_at = alarm_of(world, Remind).due_at
    world.run_until(due_at - minutes(1))
    world.heap.clear()
    world.run_until(due_at + minutes(73))
    fast = {"Remind": timedelta(seconds=ahead)}
    monkeypatch.setattr(Machine, "off_by", lambda *given: fast.get(given[-1], timedelta()))
    world.sweep()
    assert len(sent(world, "reminder")) == 1 - ahead
    world.run_until(world.now + timedelta(seconds=1))
    world.sweep()
    assert sent(world, "reminder") == ["anna"]


def test_a_cancel_between_the_doors_look_and_the_lease_stops_a_reminder() -> None:
    world = a_world(house(2, reminders=("1d",)), up("anna"))
    ring_at = alarm_of(world, Remind)
    world.run_until(ring_at.due_at - timedelta(milliseconds=1))
    world.now = ring_at.due_at
    ring(world, ring_at)
    world.interrupt = lambda: world.ask(cancel("anna"), "guest")
    world.finish()
    assert the_guest(world, "anna").state == "cancelled"
    assert sent(world, "reminder") == []


def test_a_reminder_that_waited_while_the_date_moved_is_let_go() -> None:
    world = a_world(house(2, reminders=("1d",)), up("anna"))
    ring_at = alarm_of(world, Remind)
    world.now = ring_at.due_at
    ring(world, ring_at)
    world.ask(EditEvent(event_id="e", starts_at=STARTS + hours(72)), "host")
    world.finish()
    told = [one for one in world.watch.book.messages.values() if one.kind == "reminder"]
    assert [one.status for one in told] == ["failed", "sent"]


def test_an_offer_stopped_by_the_night_before_an_early_start_leaves_its_seat_to_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    early = STARTS.replace(hour=6)
    world = a_world(house(1), EditEvent(event_id="e", starts_at=early), up("anna"), up("ben"))
    evening = world.now.replace(day=10, hour=18, minute=59)
    world.run_until(evening)
    monkeypatch.setattr(world.post, "send", lambda _message: CarrierDown("down"))
    world.ask(cancel("anna"), "guest")
    world.run_until(evening + hours(2))
    assert (the_event(world).owed, the_event(world).taken) == (0, 0)


def test_nobody_is_asked_past_a_guest_whose_offer_is_put_back_in_the_same_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = a_world(house(1), up("anna"), up("ben"), up("cleo"))
    monkeypatch.setattr(world.post, "send", lambda _message: CarrierDown("down"))
    world.ask(cancel("anna"), "guest")
    look = alarm_of(world, OfferFreeSeats)
    told: list[str] = []

    def offered_and_put_back(place: str) -> None:
        """While one process has read the event but not yet the queue, another asks Ben, in vain."""
        told.append(place)
        if told == ["load", "loaded"]:
            ring(world, look)
        if (
            told[-1] == "loaded"
            and the_guest(world, "ben").offer is not None
            and len(world.stack) == 1
        ):
            world.run_until(world.now + timedelta(seconds=1))

    world.pauses = offered_and_put_back
    ring(world, look)
    assert the_guest(world, "cleo").offers == 0


def test_an_old_link_brings_nobody_back_who_was_erased() -> None:
    world = a_world(house(2), up("anna"), EraseGuest(**of("anna")))
    blank = the_guest(world, "anna")
    back = SignUp(event_id="e", guest_id="anna", name="Anna", email=blank.email, source="link")
    world.ask(back, "guest")
    assert the_guest(world, "anna").state == "cancelled"
    assert the_event(world).taken == 0


def test_an_offer_that_lapses_while_its_event_gets_another_date_goes_back_to_the_line() -> None:
    world = a_world(house(1), up("anna"), up("ben"), up("cleo"))
    begins = the_event(world).starts
    world.run_until(begins - hours(1))
    world.ask(cancel("anna"), "guest")
    world.run_until(begins - minutes(30))
    lapse = alarm_of(world, LapseOffer)
    world.now = lapse.due_at
    told: list[str] = []

    def postponed(place: str) -> None:
        """While one process has read an event that has begun, its host gives it another date."""
        told.append(place)
        if told[-1] == "loaded" and len(world.stack) == 1 and told.count("loaded") == 1:
            world.ask(EditEvent(event_id="e", starts_at=STARTS + hours(72)), "host")

    world.pauses = postponed
    ring(world, lapse)
    assert (the_event(world).dated, the_event(world).free) == (1, 0)
