"""A day of appointments and freed slots: by time, by staff member, and as a chart."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import instant, wall_time
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.appointments.day_schedule import busiest, conflict, taken_by
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentsBetween
from fullhouse.products.frontdesk.appointments.reminder_chain import next_at
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import Slot
from fullhouse.web.desk.frontdesk.waitlist import day_view as slots
from fullhouse.web.graphics import day_chart as look

MOST = 1000


class AppointmentView(msgspec.Struct, frozen=True):
    """An appointment of the day: its actions, who else is booked then, and its next alarm."""

    appointment: Appointment
    deeds: tuple[str, ...]
    clashes: str = ""
    next_at: datetime | None = None

    @property
    def starts_at(self) -> datetime:
        """Start of the appointment."""
        return self.appointment.starts_at


class FreedSlotView(msgspec.Struct, frozen=True):
    """A freed slot of the day."""

    one: slots.SlotView

    @property
    def starts_at(self) -> datetime:
        """Start of the slot."""
        return self.one.slot.starts_at


class StaffColumn(msgspec.Struct, frozen=True):
    """The day of one staff member; the column without a name has what nobody in particular has."""

    name: str
    entries: tuple[AppointmentView | FreedSlotView, ...]


class Today(msgspec.Struct, frozen=True):
    """A day: its appointments, and the slots that were freed and not booked again."""

    booked: tuple[AppointmentView, ...]
    freed: tuple[FreedSlotView, ...]

    @property
    def entries(self) -> list[AppointmentView | FreedSlotView]:
        """Appointments and slots by start."""
        every: list[AppointmentView | FreedSlotView] = [*self.booked, *self.freed]
        return sorted(every, key=lambda view: view.starts_at)

    def count(self, status: str) -> int:
        """Count the appointments with a status."""
        return sum(view.appointment.status == status for view in self.booked)

    @property
    def expected(self) -> int:
        """Number of customers who are expected, or came."""
        return sum(view.appointment.stands for view in self.booked)


def deeds_of(appointment: Appointment, now: datetime) -> tuple[str, ...]:
    """Return the actions open to staff: a no-show only when the customer is late."""
    if appointment.is_erased:
        return ()
    if not appointment.stands:
        return ("restore",)
    if now >= appointment.starts_at:
        return ("no_show",) if now >= appointment.missed_from else ()
    return ("unconfirm", "cancel") if appointment.status == "confirmed" else ("confirm", "cancel")


def look_at(engine: Engine, book: Rulebook, day: date) -> Today:
    """Return a day's appointments and freed slots."""
    since, until = (
        instant(datetime.combine(midnight, time()), book.zone)
        for midnight in (day, day + timedelta(days=1))
    )
    appointments = engine.load(AppointmentsBetween(since, until, limit=MOST))
    now, names = engine.now(), slots.Names(engine)
    booked = tuple(booked_of(appointments, book, now))
    freed = [slot for slot in slots.slots_of(engine, book, day) if not _is_booked(engine, slot)]
    return Today(booked, tuple(FreedSlotView(slots.shown(engine, slot, names)) for slot in freed))


def booked_of(
    appointments: Sequence[Appointment], book: Rulebook, now: datetime
) -> Iterator[AppointmentView]:
    """Yield each appointment of a day with its actions and conflicts."""
    clashes = clashes_of(appointments, book)
    for appointment in appointments:
        yield AppointmentView(
            appointment,
            deeds_of(appointment, now),
            clashes.get(appointment.id, ""),
            next_at(appointment, book, now),
        )


def clashes_of(appointments: Iterable[Appointment], book: Rulebook) -> dict[str, str]:
    """Return who else is booked with the same staff member, by appointment id.

    Staff may book over another appointment, so a conflict is shown and not refused.
    """
    standing = {appointment.id: appointment for appointment in appointments if appointment.stands}
    taken = {id_: taken_by(appointment) for id_, appointment in standing.items()}
    found = {}
    for id_, others in busiest(taken.values()).items():
        other = conflict(others, taken[id_], book) if others else None
        if other is not None:
            found[id_] = standing[other.id].name
    return found


def chair_of(engine: Engine, book: Rulebook, one: Appointment) -> str:
    """Return who else is booked with the staff member of an appointment; empty if nobody is."""
    others = engine.load(
        AppointmentsBetween(one.starts_at - timedelta(days=1), one.ends_at, limit=MOST)
    )
    if not one.stands:
        return ""
    standing = {other.id: other for other in others if other.stands and other.id != one.id}
    taken = [taken_by(other) for other in standing.values()]
    found = conflict(taken, taken_by(one), book)
    if found is None:
        return ""
    return standing[found.id].name


def _is_booked(engine: Engine, slot: Slot) -> bool:
    """Return True if the slot has become an appointment, which is shown instead."""
    is_claimed = slot.status == "booked" or slot.why == "no_show"
    return is_claimed and engine.load(Get(Appointment, (slot.id,))) is not None


def chairs(today: Today, book: Rulebook) -> list[StaffColumn]:
    """Return a column for each staff member of the rules, then for others, then for nobody."""
    columns: dict[str, list[AppointmentView | FreedSlotView]] = {name: [] for name in book.staff}
    for view in today.entries:
        columns.setdefault(_staff(view), []).append(view)
    nobody = columns.pop("", [])
    return [
        *(StaffColumn(name, tuple(entries)) for name, entries in columns.items()),
        StaffColumn("", tuple(nobody)),
    ]


def _staff(view: AppointmentView | FreedSlotView) -> str:
    if isinstance(view, AppointmentView):
        return view.appointment.staff
    return view.one.slot.staff


def picture(engine: Engine, today: Today, book: Rulebook, day: date) -> look.Day:
    """Return the day's chart, with cancelled appointments where nothing else took their time."""
    filled = {(view.starts_at, _staff(view)) for view in today.entries if _stands(view)}
    rows = []
    for column in chairs(today, book):
        segments = [
            _segment(view, book.zone, day)
            for view in column.entries
            if _stands(view) or (view.starts_at, column.name) not in filled
        ]
        # The row without a name is only for what no staff member has.
        if column.name or segments or not book.staff:
            rows.append(look.StaffRow(column.name, tuple(segments)))
    opens, now = slots.open_hours(engine, book, day), slots.minute_now(engine, book, day)
    return look.Day(tuple(rows), opens, now, gettext("Nobody is booked."))


def _stands(view: AppointmentView | FreedSlotView) -> bool:
    return isinstance(view, FreedSlotView) or view.appointment.status != "cancelled"


def _segment(view: AppointmentView | FreedSlotView, zone: str, day: date) -> look.Segment:
    if isinstance(view, FreedSlotView):
        return slots.segment(view.one, zone, day)
    appointment = view.appointment
    begins, ends = (
        slots.minute_there(at, zone, day) for at in (appointment.starts_at, appointment.ends_at)
    )
    starts_at = wall_time(appointment.starts_at, zone)
    kind: look.Kind = appointment.status
    words = f"{starts_at:%H:%M} {appointment.service}, {appointment.name}, {look.state(kind)}"
    return look.Segment(begins, max(ends, begins + 1), kind, words)
