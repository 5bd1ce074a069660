"""Conflicts of a slot with the day's schedule: appointments and holds that overlap its time."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from fullhouse.kernel.needs import found_many
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.calendar_entries import FROM_THE_LINE
from fullhouse.products.frontdesk.appointments.day_schedule import (
    busy_times,
    conflict,
    day_of,
    days_near,
    waiting_times,
)
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, DaySchedule
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.model import Slot, WithdrawReason

# At most so many overlapping appointments or holds are loaded: no front desk has more chairs.
MOST_THERE = 20

# Sources of bookings that staff write down or approve.
OF_STAFF = frozenset({"desk", "sheet", "mail", "calendar"})


def schedule_needs(starts_at: datetime, rulebook: Rulebook) -> Needs:
    """Ask for the schedule of a time's day, and for those of the days beside it."""
    days = (day_of(starts_at, rulebook), *days_near(starts_at, rulebook))
    return {f"book:{day}": Get(DaySchedule, (day,)) for day in days}


def books_of(found: Found) -> dict[str, DaySchedule]:
    """Return the schedules that were found, by their dates."""
    return {schedule.id: schedule for schedule in found_many(found, "book")}


def overlapping_appointments(found: Found, begins: datetime, ends: datetime) -> Needs:
    """Ask for the appointments that overlap a time."""
    ids = _overlapping("appointment", found, begins, ends)
    return {f"there:{name}": Get(Appointment, (name,)) for name in ids}


def overlapping_holds(found: Found, begins: datetime, ends: datetime) -> Needs:
    """Ask for the open slots that overlap a time; an ended one is released a moment later."""
    ids = _overlapping("slot", found, begins, ends)
    return {f"held:{name}": Get(Slot, (name,)) for name in ids}


def _overlapping(by: str, found: Found, begins: datetime, ends: datetime) -> list[str]:
    busy = [one for one in all_times(books_of(found)) if one.by == by]
    return [one.id for one in busy if overlap(one, begins, ends)][:MOST_THERE]


def all_times(books: Mapping[str, DaySchedule], but: str = "") -> tuple[BusyTime, ...]:
    """Return all busy times, and those of open slots that wait; without one id."""
    return (*busy_times(books, but), *waiting_times(books, but))


def overlap(busy: BusyTime | Appointment, begins: datetime, ends: datetime) -> bool:
    """Return True if something takes a part of a time."""
    return busy.starts_at < ends and begins < busy.ends_at


def hold_for(slot: Slot) -> BusyTime:
    """Return the hold that stands for a slot in the schedule while it is offered."""
    return BusyTime(slot.id, slot.starts_at, slot.minutes, slot.staff, "slot", slot.service)


def is_unavailable(
    there: Iterable[Appointment], taken: Sequence[BusyTime], slot: Slot, rulebook: Rulebook
) -> bool:
    """Return True if the chair that a slot needs is occupied or on offer, or all chairs are.

    There are as many chairs as the rules name staff, or places. Tables are not counted among staff.
    Where the rules say neither, only what is surely the same chair is a conflict.
    """
    if (rulebook.staff or rulebook.places) and not _is_table(slot, rulebook):
        return conflict(taken, hold_for(slot), rulebook) is not None
    return _is_occupied(there, slot) or _is_on_offer(taken, slot)


def _is_occupied(there: Iterable[Appointment], slot: Slot) -> bool:
    """Return True if an appointment has the chair that a slot needs."""
    for appointment in there:
        overlaps = overlap(appointment, slot.starts_at, slot.ends_at)
        if appointment.stands and overlaps and _is_same_chair(appointment, slot):
            return True
    return False


def _is_same_chair(appointment: Appointment, slot: Slot) -> bool:
    """Return True if it is surely the same chair: that of named staff, or the only one."""
    if appointment.staff or slot.staff:
        return normalized_name(appointment.staff) == normalized_name(slot.staff)
    return is_only_chair(appointment, 1 if slot.freed_by else slot.party_capacity)


def _is_on_offer(taken: Iterable[BusyTime], slot: Slot) -> bool:
    """Return True if the chair of named staff is held for another slot that overlaps."""
    if not slot.staff:
        return False
    holds = [busy for busy in taken if busy.by == "slot"]
    return _has_same_staff(holds, hold_for(slot))


def _has_same_staff(taken: Iterable[BusyTime], hold: BusyTime) -> bool:
    """Return True if something that overlaps a hold names the same staff."""
    staff = normalized_name(hold.staff)
    overlapping = [busy for busy in taken if overlap(busy, hold.starts_at, hold.ends_at)]
    return any(busy.staff and normalized_name(busy.staff) == staff for busy in overlapping)


def is_only_chair(appointment: Appointment, capacity: int) -> bool:
    """Return True if a chair without a name can only be one.

    Tables for several, and slots that were reported one by one, may be several.
    """
    return capacity == 1 and not appointment.slot


def external_ref(appointment: Appointment) -> str:
    """Return the booking tool's name for an appointment; it knows none from the waitlist."""
    return "" if appointment.ref.startswith(FROM_THE_LINE) else appointment.ref


def busy_now(
    books: Mapping[str, DaySchedule], slot: Slot, held: Iterable[Slot], rulebook: Rulebook
) -> list[BusyTime]:
    """Return what is taken or open beside a slot, without ended slots and tables."""
    ignored = {other.id for other in held if _takes_no_chair(other, rulebook)}
    return [busy for busy in all_times(books, but=slot.id) if busy.id not in ignored]


def _takes_no_chair(slot: Slot, rulebook: Rulebook) -> bool:
    return slot.status == "handed_back" or _is_table(slot, rulebook)


def _is_table(slot: Slot, rulebook: Rulebook) -> bool:
    """Return True for a slot of a party beside the staff; places are the tables themselves.

    What was an appointment's own time took one of the staff, however many came.
    """
    is_counted = bool(slot.staff or rulebook.places or slot.freed_by)
    return slot.party_capacity > 1 and not is_counted


def holds_before(
    books: Mapping[str, DaySchedule], slot: Slot, held: Sequence[Slot], rulebook: Rulebook
) -> list[BusyTime]:
    """Return what takes precedence over an open slot.

    These are appointments, claimed slots, and slots before it in order: first those that are held.
    A slot whose own chair is occupied is about to be withdrawn, so it takes no precedence.
    """
    occupied = occupied_times(books, slot, held, rulebook)
    waiting = {time.id for time in waiting_times(books)}
    own = (slot.id in waiting, slot.starts_at, slot.id)
    offered = [
        busy
        for busy in busy_now(books, slot, held, rulebook)
        if busy not in occupied and (busy.id in waiting, busy.starts_at, busy.id) < own
    ]
    return [*occupied, *(hold for hold in offered if not _has_same_staff(occupied, hold))]


def occupied_times(
    books: Mapping[str, DaySchedule], slot: Slot, held: Sequence[Slot], rulebook: Rulebook
) -> list[BusyTime]:
    """Return what customers have booked beside a slot: appointments and claimed slots."""
    claimed = {other.id for other in held if other.status == "booked"}
    beside = busy_now(books, slot, held, rulebook)
    return [busy for busy in beside if busy.by == "appointment" or busy.id in claimed]


def is_known_to_staff(why: WithdrawReason, there: Sequence[Appointment]) -> bool:
    """Return True if staff know of the bookings that took a slot's time.

    They made them, or get a note that the customer moved there or booked online.
    """
    if why != "booked_over" or not there:
        return False
    return all(one.source in (*OF_STAFF, "form") or one.gave_up for one in there)


def lost_chair(
    books: Mapping[str, DaySchedule],
    there: Sequence[Appointment],
    held: Sequence[Slot],
    slot: Slot,
    rulebook: Rulebook,
) -> WithdrawReason | None:
    """Return why an open slot has lost its chair; None if it has it.

    One that the schedule does not know yet gives way to all others.
    """
    if is_unavailable(there, occupied_times(books, slot, held, rulebook), slot, rulebook):
        return "booked_over"
    known = any(time.id == slot.id for time in all_times(books))
    precedence = holds_before if known else busy_now
    if is_unavailable(there, precedence(books, slot, held, rulebook), slot, rulebook):
        return "gave_way"
    return None
