"""Scenes of a small clinic: a few people and two times, and every order of what they do."""

from collections.abc import Mapping
from datetime import timedelta

from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    MarkAppointmentsSynced,
    RestoreAppointment,
)
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, WithdrawSlot
from sim.clocks import hours, minutes
from sim.exhaustive import Deed, Scene
from sim.frontdesk.appointments.sweep_stories import (
    TOMORROW,
    book,
    cancel,
    confirm,
    house,
    move,
    pick,
)
from sim.frontdesk.waitlist.sweep_stories import claim, decline, join, phone
from sim.sweep import BEGINS

LATER, EVENING = hours(50), hours(32)
TWO: tuple[Deed, ...] = (house(), book("anna"), book("ben", hours(30)))
GIVEN_UP: tuple[Deed, ...] = (
    house(),
    join("cleo", "Cut"),
    book("anna"),
    CancelAppointment(appointment_id="anna"),
)
OFFERED: tuple[Deed, ...] = (*GIVEN_UP, "FreeSlot", "look:annac1")


def told(slot_id: str, ref: str = "", after: timedelta = TOMORROW) -> FreeSlot:
    """Report Anna's time, or another one, as free."""
    return FreeSlot(slot_id=slot_id, service="Cut", starts_at=BEGINS + after, staff="Jess", ref=ref)


SCENES: Mapping[str, Scene] = {
    "two pick the same time": (
        TWO,
        (
            pick("anna", EVENING, staff="Sam"),
            pick("ben", EVENING, staff="Sam"),
            confirm("ben", window=0),
        ),
    ),
    "two pick, and a third is booked if it is free": (
        TWO,
        (
            pick("anna", LATER, staff="Sam"),
            pick("ben", LATER),
            book("cleo", LATER, free=True, staff=""),
        ),
    ),
    "confirmed, cancelled and moved at once": (
        TWO,
        (confirm("anna"), cancel("anna"), pick("anna", LATER)),
    ),
    "cancelled by a customer while staff move it": (
        TWO,
        (cancel("anna"), move("anna", LATER), confirm("anna")),
    ),
    "given up while the line is asked": (
        GIVEN_UP,
        ("FreeSlot", pick("ben", TOMORROW), RestoreAppointment(appointment_id="anna")),
    ),
    "claimed, declined and taken back": (
        OFFERED,
        (
            claim("cleo", "annac1"),
            RestoreAppointment(appointment_id="anna"),
            decline("cleo", "annac1"),
        ),
    ),
    "claimed while staff write someone in": (
        OFFERED,
        (claim("cleo", "annac1"), book("ben"), "FollowSlot"),
    ),
    "claimed while staff take it back": (
        OFFERED,
        (claim("cleo", "annac1"), WithdrawSlot(slot_id="annac1"), "FollowSlot"),
    ),
    "claimed while the two are set apart": (
        OFFERED,
        (claim("cleo", "annac1"), house(refill=False), "FollowSlot"),
    ),
    "cancelled here and elsewhere": (
        (house(), join("cleo", "Cut"), book("anna")),
        (CancelAppointment(appointment_id="anna"), told("t1"), "FreeSlot"),
    ),
    "told of twice while it is picked": (
        TWO,
        (told("t1", ref="R1"), told("t2", ref="R1"), pick("ben", TOMORROW, staff="Jess")),
    ),
    "two times of one chair on offer, and both are claimed": (
        (house(), join("cleo", "Cut"), join("dora", "Cut"), told("t1"), "look:t1"),
        (
            told("t2", after=TOMORROW + minutes(15)),
            "look:t2",
            claim("cleo", "t1"),
            claim("dora", "t2"),
        ),
    ),
    "reminded while they answer": (
        (*TWO, "Tick"),
        ("move:anna", confirm("anna", window=0), move("anna", LATER)),
    ),
    "reminded while they say STOP": (
        (*TWO, "Tick"),
        ("move:anna", NoteReach(address=phone("anna"), reach="opted_out"), "Tick"),
    ),
    "written to the sheet while it changes": (
        TWO,
        (
            MarkAppointmentsSynced(appointments=(("anna", 0),)),
            move("anna", LATER, source="sheet"),
            confirm("anna"),
        ),
    ),
}
