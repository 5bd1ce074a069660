"""Short stories of a clinic, one event after the other, which the sweep disturbs call by call."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
    EditAppointment,
    EraseAppointment,
    NoShow,
    Reschedule,
    RestoreAppointment,
    Unconfirm,
)
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from sim.checks.state_model import StateModel as TheBook
from sim.clocks import hours, minutes
from sim.frontdesk.appointments.places import ALWAYS, REMINDERS, SERVICES
from sim.frontdesk.appointments.schedule_view import Diary
from sim.frontdesk.waitlist.rules_text import HouseRules, written
from sim.frontdesk.waitlist.sweep_stories import claim, join, phone
from sim.sweep import BEGINS, Moment, one_after_the_other

TOMORROW = timedelta(hours=27)  # at eleven by the wall, a day later at one


def house(**rules: Any) -> SaveDocument:
    """Write the rules of a small clinic down."""
    usual: dict[str, Any] = {
        "services": SERVICES,
        "reminders": REMINDERS,
        "staff": ("Jess", "Sam"),
        "opening": ALWAYS,
        "window": 90,
    }
    return SaveDocument(name="rules", text=written(HouseRules(**{**usual, **rules})))


def book(who: str, after: timedelta = TOMORROW, **more: Any) -> BookAppointment:
    """Book someone for so long after the story begins."""
    usual: dict[str, Any] = {"name": who, "phone": phone(who), "service": "Cut", "staff": "Jess"}
    return BookAppointment(appointment_id=who, starts_at=BEGINS + after, **{**usual, **more})


def confirm(who: str, chain: int = 1, window: int = 24) -> ConfirmAppointment:
    """Press the first button of a reminder."""
    return ConfirmAppointment(appointment_id=who, chain=chain, reply=f"confirm-{chain}-{window}")


def cancel(who: str, chain: int = 1, window: int = 24) -> CancelAppointment:
    """Press the last button of a reminder."""
    return CancelAppointment(appointment_id=who, chain=chain, reply=f"cancel-{chain}-{window}")


def pick(
    who: str, after: timedelta, chain: int = 1, staff: str = "", window: int = 24
) -> Reschedule:
    """Pick another time."""
    reply = f"reschedule-{chain}-{window}"
    return Reschedule(
        appointment_id=who, chain=chain, reply=reply, starts_at=BEGINS + after, staff=staff
    )


def move(who: str, after: timedelta, **more: Any) -> EditAppointment:
    """Have staff write another time down."""
    return EditAppointment(appointment_id=who, starts_at=BEGINS + after, **more)


def soon(*moments: Command | Moment, **rules: Any) -> list[Moment]:
    """Begin with Anna, booked for tomorrow; then one event after the other, 40 minutes apart."""
    return one_after_the_other(house(**rules), book("anna"), *moments)


STORIES: Mapping[str, Callable[[], list[Moment]]] = {
    "reminded and confirmed": lambda: soon((hours(3), confirm("anna"))),
    "confirmed, and that taken back": lambda: soon(
        (hours(3), confirm("anna")),
        (hours(2), Unconfirm(appointment_id="anna")),
        (hours(20), confirm("anna", 1, 1)),
    ),
    "reminded twice, and silent": lambda: soon((hours(26), book("ben", hours(80)))),
    "cancelled, and claimed from the line": lambda: soon(
        join("cleo", "Cut"), (hours(2), cancel("anna")), claim("cleo", "annac1")
    ),
    "cancelled, and nobody wants it": lambda: soon((hours(3), cancel("anna"))),
    "another time, and the old one is claimed": lambda: soon(
        join("cleo", "Cut"),
        (hours(2), pick("anna", hours(50), staff="Sam")),
        claim("cleo", "annac1"),
    ),
    "moved by staff, and back": lambda: soon(
        move("anna", hours(51)), move("anna", TOMORROW), (hours(5), confirm("anna", 3))
    ),
    "the line is left alone": lambda: soon(
        join("cleo", "Cut"), (hours(2), cancel("anna")), book("ben"), refill=False
    ),
    "nobody came, and it is taken back": lambda: soon(
        (hours(26) + minutes(5), NoShow(appointment_id="anna")),
        (minutes(90), RestoreAppointment(appointment_id="anna")),
    ),
    "cancelled elsewhere": lambda: soon(
        FreeSlot(slot_id="t1", service="Cut", starts_at=BEGINS + TOMORROW, staff="Jess"),
        book("ben", free=True, staff=""),
    ),
    "silent, then erased": lambda: soon(
        NoteReach(address=phone("anna"), reach="opted_out", note="STOP"),
        (hours(4), EraseAppointment(appointment_id="anna")),
    ),
}


def outcome(book: TheBook) -> dict[str, object]:
    """Return how a story ended: appointments, busy times, and messages."""
    diary = book.view(Diary)
    people: dict[str, object] = {
        one.id: (one.status, one.starts_at, one.staff, one.chain, one.reminded)
        for one in diary.standing()
    }
    over = {
        one.id: (one.status, one.chain, one.frees)
        for one in diary.appointments.values()
        if one.id not in people
    }
    taken = {
        name: sorted((one.id, one.by) for one in day.taken) for name, day in diary.days.items()
    }
    return {**people, **over, **taken}
