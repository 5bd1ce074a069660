"""Every command about appointments fits into one transaction, even the largest."""

from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.commands import tag_of
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Refused
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.bookings import MOST_AT_ONCE, BookMany
from fullhouse.products.frontdesk.appointments.model import MOST_WRITTEN, UnwrittenAppointments
from fullhouse.products.frontdesk.appointments.reminder_ticks import MOST_MOVED
from fullhouse.products.frontdesk.waitlist.commands import Housekeep
from tests.engine.front_desk import OPEN, TUESDAY, FrontDesk
from tests.platforms.aws.dynamodb.test_store_pages import MOST_ITEMS, Weighing
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, mail, phone
from tests.support.rsvp_world import there

HELD = 30  # slots in one day's book, while they are open
ALL_DAY = 9 * 60
CHAIRS = (
    "Staff: Jess, Sam",
    ", ".join(["Staff: Jess, Sam", *(f"Chair {number}" for number in range(HELD))]),
)


class Scales(FrontDesk):
    """A front desk that notes how much the largest commit of each command took."""

    def __init__(self) -> None:
        self.weights: dict[str, int] = defaultdict(int)
        super().__init__(settles=False, checks=False)
        self.store = self.weighing = Weighing()
        self.write(RULES_TEXT, OPEN, CHAIRS)

    def _execute(self, invocation: Invocation) -> Decision:
        if not isinstance(self.store, Weighing):
            return super()._execute(invocation)
        self.weighing.items = [0]
        decision = execute(self.store, RULES, invocation, self.now)
        name = tag_of(invocation.command)
        self.weights[name] = max(self.weights[name], *self.weighing.items)
        return decision


def busy_desk() -> Scales:
    """Kim was reminded, is reached twice, and many slots of two days are open or on offer."""
    desk = Scales()
    desk.join("anna", service="Cut")
    desk.book(email=mail("kim"), remind_at=(48, 24, 6, 5, 4), tell=True)
    for day in ("2026-06-20", "2026-06-23"):
        for number in range(HELD):
            at = f"{day} {13 + number % 6}:{number % 60:02}"
            desk.free(f"s{day[-2:]}{number}", at, service="Cut", staff="", ref=f"{day}-{number}")
    desk.settle()
    assert len(desk.held()) + len(desk.waiting()) == 2 * HELD
    return desk


def refuse(desk: Scales) -> None:
    desk.carrier.always = Refused("no such number", permanent=True)
    desk.until("2026-06-20 17:30")


def book_many(desk: Scales) -> None:
    """Write down whole days in which much is offered, and others beside them."""
    days = [desk.now + timedelta(days=number) for number in range(MOST_AT_ONCE)]
    whole: dict[str, Any] = {"name": "N", "phone": phone("n"), "service": "Cut", "minutes": ALL_DAY}
    books = [
        commands.BookAppointment(
            appointment_id=f"n{at:%d%m}", starts_at=at.replace(hour=11), **whole
        )
        for at in days
    ]
    desk.give(BookMany(books=tuple(books)))


def book_publicly(desk: Scales) -> None:
    """Book a time that overlaps many open slots, as a stranger."""
    at = there("2026-06-20 13:00", desk.zone)
    lasting = RULES_TEXT.replace("Cut: 45 minutes", "Cut: 300 minutes")
    desk.write(f"{lasting}Online booking: yes\nBooking notice: 30 minutes before\n", OPEN, CHAIRS)
    who: dict[str, Any] = {"name": "Liz", "phone": phone("liz"), "email": mail("liz")}
    desk.give(commands.BookPublicly(appointment_id="liz", service="Cut", starts_at=at, **who))


DEEDS: dict[str, Callable[[Scales], object]] = {
    "Book": lambda desk: desk.book(
        "liz", minutes=ALL_DAY, starts_at="2026-06-20 12:30", email=mail("liz"), tell=True
    ),
    "BookPublicly": book_publicly,
    "BookMany": book_many,
    "EditAppointment": lambda desk: desk.move(
        minutes=ALL_DAY, phone=phone("liz"), email=mail("liz"), tell=True
    ),
    "Reschedule": lambda desk: desk.pick(starts_at="2026-06-23 10:00"),
    "Cancel": lambda desk: desk.give(
        commands.CancelAppointment(appointment_id="kim", chain=1, reply="cancel-1-5", tell=True)
    ),
    "EraseAppointment": lambda desk: desk.give(commands.EraseAppointment(appointment_id="kim")),
    "Settle": refuse,
    "Housekeep": lambda desk: desk.give(Housekeep()),
}


@pytest.mark.parametrize("command", DEEDS)
def test_a_command_about_an_appointment_fits_into_one_transaction(command: str) -> None:
    desk = busy_desk()
    DEEDS[command](desk)
    assert 0 < desk.weights[command] <= MOST_ITEMS
    assert max(desk.weights.values()) <= MOST_ITEMS, desk.weights


def test_so_many_are_noted_as_written_at_once() -> None:
    desk = Scales()
    for number in range(MOST_WRITTEN):
        desk.book(f"n{number}")
    page = desk.store.load(UnwrittenAppointments())
    marked = commands.MarkAppointmentsSynced(appointments=tuple((one.id, one.rev) for one in page))
    assert desk.give(marked) == MOST_WRITTEN
    assert desk.weights["MarkAppointments"] == 3 * MOST_WRITTEN + 1 <= MOST_ITEMS


def test_a_tick_at_which_everyone_is_to_be_reminded_and_the_round_that_forgets_fit_too() -> None:
    desk = Scales()
    for number in range(MOST_MOVED + 5):
        desk.book(f"n{number:02d}", TUESDAY, service="Cut", remind_at=(1,))
    desk.now += timedelta(days=3)
    desk.give(commands.Tick(at=desk.now - timedelta(minutes=desk.now.minute)))
    desk.give(commands.SetAppointmentRetention(days=1))
    desk.now += timedelta(days=30)
    desk.give(commands.RetireAppointments(days=1))
    assert desk.weights["RetireAppointments"] > 20
    assert max(desk.weights.values()) <= MOST_ITEMS
