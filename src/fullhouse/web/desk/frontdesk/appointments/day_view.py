"""A day's book as the desk shows it: appointments and freed slots, by chair, and their places in the picture."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.appointments.day_schedule import busiest, conflict, taken_by
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentsBetween
from fullhouse.products.frontdesk.appointments.reminder_chain import next_at
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import Slot
from fullhouse.web.desk.frontdesk.waitlist import day_view as slots
from fullhouse.web.graphics import day_chart as look

NOTHING = "Nobody is booked."
MOST = 1000


class AppointmentView(msgspec.Struct, frozen=True):
    """An appointment on the desk: what staff can do about it, who else has its chair, when something is due next."""

    appointment: Appointment
    deeds: tuple[str, ...]
    clashes: str = ""
    next_at: datetime | None = None

    @property
    def starts_at(self) -> datetime:
        """When it begins."""
        return self.appointment.starts_at


class FreedSlotView(msgspec.Struct, frozen=True):
    """A freed slot beside the appointments."""

    one: slots.SlotView

    @property
    def starts_at(self) -> datetime:
        """When it begins."""
        return self.one.slot.starts_at


class StaffColumn(msgspec.Struct, frozen=True):
    """One of the staff with all that they have that day; without a name, what nobody in particular has."""

    name: str
    entries: tuple[AppointmentView | FreedSlotView, ...]


class Today(msgspec.Struct, frozen=True):
    """A day: who is booked, and what was freed and not booked again."""

    booked: tuple[AppointmentView, ...]
    freed: tuple[FreedSlotView, ...]

    @property
    def entries(self) -> list[AppointmentView | FreedSlotView]:
        """All of it, in the order of its times."""
        every: list[AppointmentView | FreedSlotView] = [*self.booked, *self.freed]
        return sorted(every, key=lambda one: one.starts_at)

    def count(self, status: str) -> int:
        """Count how many stand so."""
        return sum(one.appointment.status == status for one in self.booked)

    @property
    def expected(self) -> int:
        """How many are expected, or came."""
        return sum(one.appointment.stands for one in self.booked)


def deeds_of(appointment: Appointment, now: datetime) -> tuple[str, ...]:
    """Say what staff can do: until it begins people come or not, then they did not come; all of it is taken back."""
    if appointment.is_erased:
        return ()
    if not appointment.stands:
        return ("restore",)
    if now >= appointment.starts_at:
        return ("no_show",)
    return ("unconfirm", "cancel") if appointment.status == "confirmed" else ("confirm", "cancel")


def look_at(engine: Engine, book: Rulebook, day: date) -> Today:
    """Look at a day's book."""
    since, until = (
        instant(datetime.combine(one, time()), book.zone) for one in (day, day + timedelta(days=1))
    )
    appointments = engine.load(AppointmentsBetween(since, until, limit=MOST))
    now, names = engine.now(), slots.Names(engine)
    booked = tuple(booked_of(appointments, book, now))
    freed = [one for one in slots.slots_of(engine, book, day) if not _is_booked(engine, one)]
    return Today(booked, tuple(FreedSlotView(slots.shown(engine, one, names)) for one in freed))


def booked_of(
    appointments: Sequence[Appointment], book: Rulebook, now: datetime
) -> Iterator[AppointmentView]:
    """Look at each appointment among those of its day."""
    clashes = clashes_of(appointments, book)
    for one in appointments:
        yield AppointmentView(
            one, deeds_of(one, now), clashes.get(one.id, ""), next_at(one, book, now)
        )


def clashes_of(appointments: Iterable[Appointment], book: Rulebook) -> dict[str, str]:
    """Say who else has each chair at that time; what staff write down stands, so it is only told."""
    standing = {one.id: one for one in appointments if one.stands}
    taken = {name: taken_by(one) for name, one in standing.items()}
    found = {
        name: conflict(others, taken[name], book)
        for name, others in busiest(taken.values()).items()
        if others
    }
    return {name: standing[other.id].name for name, other in found.items() if other is not None}


def chair_of(engine: Engine, book: Rulebook, one: Appointment) -> str:
    """Say who else has the chair of one appointment at that time."""
    others = engine.load(
        AppointmentsBetween(one.starts_at - timedelta(days=1), one.ends_at, limit=MOST)
    )
    standing = {each.id: each for each in others if each.stands and each.id != one.id}
    found = (
        conflict([taken_by(each) for each in standing.values()], taken_by(one), book)
        if one.stands
        else None
    )
    return standing[found.id].name if found is not None else ""


def _is_booked(engine: Engine, slot: Slot) -> bool:
    """Say whether a slot has become an appointment, which is shown instead."""
    return slot.status == "booked" and engine.load(Get(Appointment, (slot.id,))) is not None


def chairs(today: Today, book: Rulebook) -> list[StaffColumn]:
    """Put the day in columns: the staff in the order of the rules, whoever else has something, then nobody."""
    columns: dict[str, list[AppointmentView | FreedSlotView]] = {name: [] for name in book.staff}
    for one in today.entries:
        columns.setdefault(_staff(one), []).append(one)
    nobody = columns.pop("", [])
    return [
        *(StaffColumn(name, tuple(entries)) for name, entries in columns.items()),
        StaffColumn("", tuple(nobody)),
    ]


def _staff(one: AppointmentView | FreedSlotView) -> str:
    return one.appointment.staff if isinstance(one, AppointmentView) else one.one.slot.staff


def picture(engine: Engine, today: Today, book: Rulebook, day: date) -> look.Day:
    """Lay the day out. What was cancelled is drawn where nothing else has come into its place."""
    filled = {(one.starts_at, _staff(one)) for one in today.entries if _stands(one)}
    rows = []
    for chair in chairs(today, book):
        drawn = [
            one
            for one in chair.entries
            if _stands(one) or (one.starts_at, chair.name) not in filled
        ]
        rows.append(
            look.StaffRow(chair.name, tuple(_segment(one, book.zone, day) for one in drawn))
        )
    kept = tuple(row for row in rows if row.name or row.segments or not book.staff)
    return look.Day(
        kept, slots.open_hours(engine, book, day), slots.minute_now(engine, book, day), NOTHING
    )


def _stands(one: AppointmentView | FreedSlotView) -> bool:
    return isinstance(one, FreedSlotView) or one.appointment.status != "cancelled"


def _segment(one: AppointmentView | FreedSlotView, zone: str, day: date) -> look.Segment:
    if isinstance(one, FreedSlotView):
        return slots.segment(one.one, zone, day)
    appointment = one.appointment
    begins, ends = (
        slots.minute_there(at, zone, day) for at in (appointment.starts_at, appointment.ends_at)
    )
    there = wall_time(appointment.starts_at, zone)
    kind: look.Kind = appointment.status
    words = f"{there:%H:%M} {appointment.service}, {appointment.name}, {look.SAID[kind]}"
    return look.Segment(begins, max(ends, begins + 1), kind, words)
