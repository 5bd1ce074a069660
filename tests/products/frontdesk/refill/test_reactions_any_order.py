"""Commands of both lists in any order, alarms late or twice: the day schedule stays right."""

from random import Random

import pytest

from fullhouse.engine.worker import alarm_invocation
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.conflicts import overlap
from tests.engine.front_desk import FrontDesk
from tests.support.proof import some_of

PEOPLE = ("anna", "ben", "cem", "dora")
TIMES = ("2026-06-22 10:00", "2026-06-22 10:30", "2026-06-22 12:00")


def act(desk: FrontDesk, draw: Random) -> None:
    """Do something that people, staff, a booking tool or the clock might."""
    names = list(desk.standing()) or ["none"]
    name, at = draw.choice(names), draw.choice(TIMES)
    staff = draw.choice(("Jess", "Sam"))
    fresh = f"x{desk.orders}"
    match draw.randrange(11):
        case 0:
            desk.book(fresh, at, staff=staff, free=True)
        case 1:
            desk.cancel(name)
        case 2:
            found = desk.appointment(name).chain if name != "none" else 1
            desk.pick(name, at, chain=found, staff=staff)
        case 3:
            desk.move(name, at)
        case 4:
            desk.free(fresh, at, staff=staff, ref=draw.choice(("", fresh)))
        case 5 | 6:
            who = draw.choice(PEOPLE)
            desk.claim(who) if desk.entry(who).offer else None
        case 7:
            slots = desk.slots()
            desk.withdraw(draw.choice(slots).id if slots else "none")
        case 8:
            ended = [one.id for one in desk.store.shelf(Appointment).values() if not one.stands]
            desk.restore(draw.choice(ended or ["none"]))
        case _:
            ring(desk, draw)


def ring(desk: FrontDesk, draw: Random) -> None:
    """Ring one of the alarms that are due, maybe twice."""
    due = [one for one in desk.alarms() if one.due_at <= desk.now]
    if due:
        alarm = draw.choice(due)
        for _ in range(draw.choice((1, 1, 2))):
            desk._execute(alarm_invocation(alarm))  # noqa: SLF001 - as the clock does


@pytest.mark.parametrize("seed", some_of(range(60), 20))
def test_the_book_says_what_is(seed: int) -> None:
    draw = Random(seed)
    desk = FrontDesk(settles=False)
    desk.join(*PEOPLE)
    for _ in range(40):
        act(desk, draw)
    desk.settle()
    taken = desk.taken()
    for slot in (one for one in desk.slots() if one.status == "open"):
        theirs = [one for one in taken if one.by == "appointment" and one.staff == slot.staff]
        assert [one for one in theirs if overlap(one, slot.starts_at, slot.ends_at)] == [], (
            "it is somebody's"
        )
    for slot in (one for one in desk.slots() if one.status == "booked"):
        assert desk.appointment(slot.id).slot == slot.id
