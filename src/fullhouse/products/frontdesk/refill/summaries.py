"""Summaries of a week and a month: the slots that came free, and what became of each.

A slot counts as filled only while the customer who claimed it still has that time. The note to
staff and the pages of the desk count with the same functions.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message
from fullhouse.kernel.needs import found_many
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments import weekly_summary
from fullhouse.products.frontdesk.appointments.commands import SummariseWeek
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentState
from fullhouse.products.frontdesk.appointments.needs import gathered as gathered_appointments
from fullhouse.products.frontdesk.appointments.weekly_summary import (
    WeekFigures,
    reminders_of,
    unsent,
    week_of,
)
from fullhouse.products.frontdesk.refill.claimed_slots import LOST, as_it_is
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.waitlist import housekeeping
from fullhouse.products.frontdesk.waitlist.commands import SendMonthSummary
from fullhouse.products.frontdesk.waitlist.housekeeping import Month, month_of
from fullhouse.products.frontdesk.waitlist.model import Slot, SlotsBetween, WaitlistState
from fullhouse.products.frontdesk.waitlist.needs import gathered as gathered_waitlist

MOST_SLOTS = 10_000


class WeekState(msgspec.Struct, frozen=True):
    """The loaded week: its appointments, its slots, and the appointments of claimed slots.

    `reminders` are those that customers have not answered.
    """

    appointments: AppointmentState
    slots: tuple[Slot, ...]
    bookings: tuple[Appointment, ...]
    reminders: tuple[Message, ...] = ()


class MonthState(msgspec.Struct, frozen=True):
    """The loaded month: its slots, and the appointments of claimed ones."""

    waitlist: WaitlistState
    bookings: tuple[Appointment, ...]


def bookings_of(slots: Iterable[Slot]) -> Needs:
    """Load the appointments that claimed slots became."""
    return {
        f"booking:{slot.id}": Get(Appointment, (slot.id,))
        for slot in slots
        if slot.status == "booked"
    }


def week_slots(command: SummariseWeek, found: Found) -> Needs:
    """Load the slots that start in a week."""
    since, until = weekly_summary.span_of(command.week, rulebook_of(found["rules"]).zone)
    return {"slots": SlotsBetween(since, until, limit=MOST_SLOTS)}


def their_bookings(_command: object, found: Found) -> Needs:
    """Load the appointments of the slots that were found."""
    return bookings_of(found["slots"])


def their_reminders(_command: object, found: Found) -> Needs:
    """Load the reminders of a week that customers have not answered."""
    return reminders_of(found["page"])


def week_state(**found: Any) -> WeekState:  # noqa: ANN401 - any records
    """Build the state of a week from the records found."""
    slots, bookings = found.pop("slots"), found_many(found, "booking")
    reminders = found_many(found, "reminder")
    return WeekState(gathered_appointments(**found), slots, bookings, reminders)


def month_state(**found: Any) -> MonthState:  # noqa: ANN401 - any records
    """Build the state of a month from the records found."""
    return MonthState(gathered_waitlist(**found), found_many(found, "booking"))


def lost_slots(slots: Iterable[Slot], bookings: Iterable[Appointment]) -> frozenset[str]:
    """Return the ids of slots whose customer has cancelled, has moved, or did not come."""
    by_id = {slot.id: slot for slot in slots}
    given_up = frozenset(slot.id for slot in by_id.values() if slot.why in LOST)
    return given_up | frozenset(
        booking.id
        for booking in bookings
        if booking.id in by_id and as_it_is(by_id[booking.id], booking).why in LOST
    )


def week_with_slots(
    appointments: tuple[Appointment, ...],
    slots: tuple[Slot, ...],
    bookings: Iterable[Appointment],
    reminders: Iterable[Message],
) -> WeekFigures:
    """Add up a week: its appointments, and the slots that came free."""
    month = month_of(slots, lost_slots(slots, bookings))
    return msgspec.structs.replace(
        week_of(appointments, unsent(reminders)),
        freed=month.freed,
        refilled=month.filled,
        money=month.money,
    )


def month_with_bookings(slots: tuple[Slot, ...], bookings: Iterable[Appointment]) -> Month:
    """Add up the slots of a month."""
    return month_of(slots, lost_slots(slots, bookings))


def summarise_week(state: WeekState, command: SummariseWeek, now: datetime) -> Decision:
    """Send the week's summary to staff if anything happened, and repeat next week."""
    page, slots = state.appointments.page, state.slots
    figures = week_with_slots(page, slots, state.bookings, state.reminders)
    return weekly_summary.summarise(state.appointments, figures, command, now)


def summarise_month(state: MonthState, command: SendMonthSummary, now: datetime) -> Decision:
    """Send the month's summary to staff if anything happened, and repeat next month."""
    month = month_with_bookings(state.waitlist.slots, state.bookings)
    return housekeeping.summarise(state.waitlist, month, command, now)
