"""Scenes of appointments and their waitlist: for each rare planted bug one that shows it."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import CarrierDown, Outcome, Refused, Sent
from fullhouse.products.frontdesk.appointments.commands import (
    BookPublicly,
    CancelAppointment,
    EditAppointment,
    RestoreAppointment,
)
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from sim.clocks import hours, minutes
from sim.frontdesk.appointments.letters import ReminderInbox
from sim.frontdesk.appointments.sweep_stories import (
    TOMORROW,
    book,
    cancel,
    confirm,
    house,
    move,
    pick,
    soon,
)
from sim.frontdesk.waitlist.sweep_stories import claim, join, phone, stop
from sim.mail import Postbox
from sim.sweep import BEGINS
from tests.sim.scripted import Scene, ScriptedWorld, story, told

DOWN = CarrierDown("down")
ANNA = "anna@example.org"
LATER, EVENING = hours(50), hours(32)
MORNINGS = tuple((day, "07:00", "09:00") for day in range(7))
SAM_IS_OFF = house(shifts=(("Sam", MORNINGS),), online=True)
GIVEN_UP: tuple[Command, ...] = (
    house(),
    join("cleo", "Cut"),
    book("anna"),
    CancelAppointment(appointment_id="anna"),
)


def freed(slot_id: str, after: timedelta = TOMORROW, **more: Any) -> FreeSlot:
    """Report a time of Jess as free."""
    usual: dict[str, Any] = {"service": "Cut", "staff": "Jess", "starts_at": BEGINS + after}
    return FreeSlot(slot_id=slot_id, **{**usual, **more})


def online(who: str, after: timedelta = TOMORROW, staff: str = "", **more: Any) -> BookPublicly:
    """Book at the public page."""
    usual: dict[str, Any] = {"name": who, "phone": phone(who), "email": f"{who}@example.org"}
    return BookPublicly(
        appointment_id=f"web-{who}",
        starts_at=BEGINS + after,
        service="Cut",
        staff=staff,
        **{**usual, **more},
    )


def while_it_waits(command: Command, says: Outcome = DOWN, **more: Any) -> Scene:
    """Give a command while Anna's reminder waits for the carrier."""

    def scene(world: ScriptedWorld) -> None:
        world.give(house(), book("anna", **more))
        world.run_until(BEGINS + TOMORROW - hours(24.1))
        world.post.says = says
        world.run_until(BEGINS + TOMORROW - hours(23.9))
        world.give(command)
        world.post.says = Sent()
        world.end()

    return scene


def link_for_another_time(world: ScriptedWorld) -> None:
    """Cancel by a link of the time before."""
    inbox = ReminderInbox(world)
    world.delivered = inbox.keep
    world.give(house(), book("anna", tell=True), move("anna", LATER))
    inbox.post(inbox.tokens[1])
    world.end()


def two_pick_at_once(world: ScriptedWorld) -> None:
    """Let Ben pick a time while Anna's pick of it is about to be written."""
    world.give(house(), book("anna"), book("ben", hours(30)))
    world.meanwhile(pick("ben", EVENING, staff="Sam"))
    world.give(pick("anna", EVENING, staff="Sam"))
    world.end()


def made_up_report(world: ScriptedWorld) -> None:
    """Report a bounce with a mark that was never sent."""
    world.give(house(), book("anna", phone="", email=ANNA, tell=True))
    Postbox(world, "desk").report(ANNA)
    world.end()


def taken_back_while_claimed(world: ScriptedWorld) -> None:
    """Take a cancellation back in the moment in which its time is claimed."""
    world.give(*GIVEN_UP)
    world.ask(claim("cleo", "annac1"), "customer")
    world.ask(RestoreAppointment(appointment_id="anna"), "staff")
    world.end()


# Jess's Consult of an hour is free, and Ben is booked for its first quarter.
A_QUARTER_IS_TAKEN: tuple[Command, ...] = (
    freed("t1", service="Consult"),
    book("ben", service="Follow-up"),
)

APPOINTMENTS: Mapping[str, Scene] = {
    "the day's book forgets who cancelled": told(*GIVEN_UP),
    "reminders leave by night and on closed days": told(house(), book("anna", hours(36))),
    "the door does not know who wants no reminders": while_it_waits(
        NoteReach(address=ANNA, reach="opted_out", note="STOP"), phone="", email=ANNA
    ),
    "a reminder goes the other way though it arrived": told(house(), book("anna", email=ANNA)),
    "a link for another time counts": link_for_another_time,
    "whoever picks a time gets it": told(
        house(), book("anna"), book("ben", EVENING), pick("anna", EVENING, staff="Jess")
    ),
    "two pick a time unseen by each other": two_pick_at_once,
    "a stranger books whatever is booked": told(
        house(online=True), book("anna"), online("ben", staff="Jess")
    ),
    "a stranger books a second time for then": told(
        house(online=True), book("anna"), online("anna", staff="Sam")
    ),
    "whoever is off has a chair": told(SAM_IS_OFF, book("anna", staff=""), online("ben")),
    "whoever is off is picked": told(SAM_IS_OFF, book("anna"), online("ben", staff="Sam")),
    "a stranger books at any hour": told(house(online=True), online("ben", hours(37.5))),
    "a held time is free": told(*GIVEN_UP, book("ben", LATER), pick("ben", TOMORROW, staff="Jess")),
    "the door does not look at the appointment": while_it_waits(confirm("anna")),
    "a report about a customer's mail needs no mark": made_up_report,
    "nobody hears that someone does not answer": told(house(), book("anna")),
    "a number that is put right is not written to": while_it_waits(
        EditAppointment(appointment_id="anna", phone=phone("anne")),
        says=Refused("no such number", permanent=True),
    ),
}
LOOP: Mapping[str, Scene] = {
    "a STOP to offers does not stop reminders": told(
        house(), join("anna", "Cut"), book("anna"), stop("anna")
    ),
    "a STOP is forgotten by whoever joins or leaves": told(
        house(), book("anna"), stop("anna"), join("anna", "Cut")
    ),
    "a time that is on offer is free": told(
        *GIVEN_UP, book("ben", LATER), pick("ben", TOMORROW, staff="Jess")
    ),
    "more is offered than there are chairs": told(
        house(),
        join("cleo", "Cut"),
        join("dora", "Cut"),
        freed("t1"),
        freed("t2", TOMORROW + minutes(15)),
    ),
    "a booking leaves the slot of its time open": told(house(), freed("t1"), book("ben")),
    "a booked time is offered": told(house(), freed("t1"), book("ben"), join("cleo", "Cut")),
    "a time is offered to those who have it": told(
        house(), book("cleo", staff="Sam"), join("cleo", "Cut"), freed("t1")
    ),
    "what is left of a slot is for one service": told(
        house(), join("cleo", "Cleaning"), join("dora", "Cut"), *A_QUARTER_IS_TAKEN
    ),
    "what a booking leaves of a slot is lost": told(house(), *A_QUARTER_IS_TAKEN),
    "what a claim leaves of a slot is lost": told(
        house(), *A_QUARTER_IS_TAKEN, join("cleo", "Cleaning"), claim("cleo", "t1r15")
    ),
    "an earlier time replaces nothing": told(
        house(), book("cleo", LATER), join("cleo", "Cut"), freed("t1"), claim("cleo", "t1")
    ),
    "another service is given up for an earlier time": told(
        house(),
        book("cleo", LATER, service="Cleaning"),
        *(join("cleo", "Cut"), freed("t1"), claim("cleo", "t1")),
    ),
    "a time is taken back from whoever claims it": taken_back_while_claimed,
    "any report ends the appointment of whoever claimed it": told(
        *GIVEN_UP, claim("cleo", "annac1"), freed("t1")
    ),
    "a given-up time that nobody fits is told twice": story(lambda: soon(cancel("anna"))),
    "nobody tells whoever loses an appointment": told(house(), book("anna"), freed("t1")),
    "a time that is given up is never freed": told(*GIVEN_UP),
    "a time that was just booked online is offered": told(
        house(online=True), online("ben"), cancel("web-ben", window=0)
    ),
    "a claim is no appointment": told(*GIVEN_UP, claim("cleo", "annac1")),
}
SCENES = {**APPOINTMENTS, **LOOP}
