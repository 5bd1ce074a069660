"""What the simulator has found, each told once more as a short story."""

from datetime import timedelta

import pytest

from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import CarrierDown
from fullhouse.products.rsvp.commands import (
    EditEvent,
    EraseGuest,
    LapseOffer,
    OfferFreeSeats,
    RecapOffers,
    Remind,
    SignUp,
)
from sim.clocks import Machine, hours, minutes
from sim.rsvp.sweep_stories import STARTS, cancel, house, of, up
from tests.sim.scenes_door import MOST_UNDONE, scan, undo
from tests.sim.scenes_rsvp import the_event, the_guest
from tests.sim.scripted import ScriptedWorld


def a_world(*commands: Command) -> ScriptedWorld:
    """Begin with these commands, five minutes between them, and everything carried out."""
    world = ScriptedWorld()
    world.give(*commands)
    return world


def test_an_event_may_have_no_reminders() -> None:
    world = a_world(house(1, reminders=()), up("anna"))
    world.finish()
    assert world.sent("reminder") == []


def test_a_reminder_whose_alarm_rings_early_waits_for_its_time() -> None:
    world = a_world(house(2, reminders=("1d",)), up("anna"))
    early = world.alarm_of(Remind)
    world.ring_now(early)
    assert world.alarm_of(Remind) == early
    world.ask(up("ben"), "guest")
    world.finish()
    assert world.sent("reminder") == ["anna", "ben"]


@pytest.mark.parametrize("ahead", [0, 1])
def test_a_reminder_whose_alarm_was_lost_leaves_with_the_next_sweep(
    ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine whose clock is ahead writes it for a second later."""
    world = a_world(house(2, reminders=("1d",)), up("anna"))
    due_at = world.alarm_of(Remind).due_at
    world.run_until(due_at - minutes(1))
    world.heap.clear()
    world.run_until(due_at + minutes(73))
    fast = {"Remind": timedelta(seconds=ahead)}
    monkeypatch.setattr(Machine, "off_by", lambda *given: fast.get(given[-1], timedelta()))
    world.sweep()
    assert len(world.sent("reminder")) == 1 - ahead
    world.run_until(world.now + timedelta(seconds=1))
    world.sweep()
    assert world.sent("reminder") == ["anna"]


def test_a_cancel_between_the_doors_look_and_the_lease_stops_a_reminder() -> None:
    world = a_world(house(2, reminders=("1d",)), up("anna"))
    ring_at = world.alarm_of(Remind)
    world.come_to(ring_at.due_at)
    world.ring_now(ring_at)
    world.interrupt = lambda: world.ask(cancel("anna"), "guest")
    world.finish()
    assert the_guest(world, "anna").state == "cancelled"
    assert world.sent("reminder") == []


def test_a_reminder_that_waited_while_the_date_moved_is_let_go() -> None:
    world = a_world(house(2, reminders=("1d",)), up("anna"))
    ring_at = world.alarm_of(Remind)
    world.now = ring_at.due_at
    world.ring_now(ring_at)
    world.ask(EditEvent(event_id="e", starts_at=STARTS + hours(72)), "host")
    world.finish()
    assert [one.status for one in world.messages("reminder")] == ["failed", "sent"]


def test_an_offer_stopped_by_the_night_before_an_early_start_leaves_its_seat_to_all() -> None:
    early = STARTS.replace(hour=6)
    world = a_world(house(1), EditEvent(event_id="e", starts_at=early), up("anna"), up("ben"))
    evening = world.now.replace(day=10, hour=18, minute=59)
    world.run_until(evening)
    world.post.says = CarrierDown("down")
    world.ask(cancel("anna"), "guest")
    world.run_until(evening + hours(2))
    assert (the_event(world).owed, the_event(world).taken) == (0, 0)


def test_nobody_is_asked_past_a_guest_whose_offer_is_put_back_in_the_same_moment() -> None:
    world = a_world(house(1), up("anna"), up("ben"), up("cleo"))
    world.post.says = CarrierDown("down")
    world.ask(cancel("anna"), "guest")
    look = world.alarm_of(OfferFreeSeats)
    told: list[str] = []

    def offered_and_put_back(place: str) -> None:
        """While one process has read the event but not yet the queue, another asks Ben, in vain."""
        told.append(place)
        if told == ["load", "loaded"]:
            world.ring_now(look)
        if (
            told[-1] == "loaded"
            and the_guest(world, "ben").offer is not None
            and len(world.stack) == 1
        ):
            world.run_until(world.now + timedelta(seconds=1))

    world.pauses = offered_and_put_back
    world.ring_now(look)
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
    lapse = world.alarm_of(LapseOffer)
    world.now = lapse.due_at
    told: list[str] = []

    def postponed(place: str) -> None:
        """While one process has read an event that has begun, its host gives it another date."""
        told.append(place)
        if told[-1] == "loaded" and len(world.stack) == 1 and told.count("loaded") == 1:
            world.ask(EditEvent(event_id="e", starts_at=STARTS + hours(72)), "host")

    world.pauses = postponed
    world.ring_now(lapse)
    assert (the_event(world).dated, the_event(world).free) == (1, 0)


def test_a_late_copy_of_a_check_in_whose_undoing_is_forgotten_counts_as_a_new_one() -> None:
    """An arrival is undone, and then more than are remembered; a device sends it once more."""
    world = a_world(house(1), up("anna"), scan("anna"), undo("anna", "n1"))
    world.give(undo("anna", *(f"x{number}" for number in range(MOST_UNDONE))))
    world.give(scan("anna"))
    assert the_guest(world, "anna").arrived == 1
    world.finish()


def test_an_offer_ends_at_an_earlier_start_though_no_alarm_rang_until_then() -> None:
    world = a_world(house(1), up("anna"), up("ben"), cancel("anna"))
    soon = STARTS.replace(day=world.now.day, hour=11)
    world.ask(EditEvent(event_id="e", starts_at=soon), "host")
    recap = world.alarm_of(RecapOffers)
    world.heap.clear()
    world.run_until(the_event(world).starts)
    assert world.now < world.alarm_of(LapseOffer).due_at
    world.ring_now(recap)
    world.run_until(world.now + minutes(1))
    assert the_guest(world, "ben").offer is None
