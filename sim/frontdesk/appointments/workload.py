"""Appointments as the simulator sees them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentsAt,
    AppointmentsBetween,
    OldestEnded,
)
from fullhouse.products.frontdesk.refill.contact_adoption import AdoptContacts
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.rules import APPOINTMENT_RULES
from fullhouse.products.frontdesk.shared.contacts import NoteReach, RerouteEntries
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import Slot, SlotsBetween
from sim.checks.state_model import StateModel
from sim.clocks import hours
from sim.frontdesk.appointments import (
    delivery_checks,
    ending_checks,
    links,
    places,
    reference_rules,
    reminder_checks,
)
from sim.frontdesk.appointments.people import Clinic
from sim.frontdesk.appointments.schedule_view import Diary
from sim.frontdesk.refill import (
    earlier_time_checks,
    loop_checks,
    note_checks,
    rest_checks,
    schedule_checks,
)
from sim.frontdesk.waitlist.rules_text import HouseRules
from sim.frontdesk.waitlist.waitlist_view import Desk
from sim.workload import Scene, Workload

CHECKS = (
    schedule_checks.S5DaysAreTheBook,
    delivery_checks.S7NoBadTimeForReminders,
    delivery_checks.S8OneReminderPerWindow,
    links.S9RepliesLinks,
    schedule_checks.S11OneTimeOnePerson,
    earlier_time_checks.S11NoOfferBesideOnesOwn,
    earlier_time_checks.S11AnEarlierTimeReplacesOne,
    note_checks.S11OneNotePerEvent,
    ending_checks.S11WhoeverIsCancelledIsTold,
    delivery_checks.S12NoStaleReminder,
    loop_checks.L2TheLoopCloses,
    rest_checks.L2TheRestGoesOn,
    reminder_checks.L3NearestReminder,
)


def _stage(draw: Random) -> Scene:
    zone, begins, until = places.day(draw)
    rules = places.rules(draw, zone, begins)
    return Scene(begins, until, lambda world: Clinic(world, rules))


def _due(book: StateModel) -> Iterator[datetime]:
    yield from (one.starts_at for one in book.view(Diary).standing())


def _over(book: StateModel, now: datetime) -> datetime:
    """Return when the last appointment has taken place."""
    return max([now, *(one.ends_at + hours(1) for one in book.view(Diary).standing())])


def _needed(book: StateModel, alarm: Alarm) -> datetime | None:
    """Return the quarter of an hour at which a tick finds something to do."""
    if not isinstance(alarm.command, commands.Tick):
        return alarm.due_at
    rules, expected = book.view(Desk).rules, book.view(Diary).standing()
    booked = [one for one in expected if one.status == "booked" and one.starts_at > alarm.due_at]
    times = [at for one in booked for at in _moves(rules, one, alarm.due_at)]
    if not times:
        return None
    late = max(min(times), alarm.due_at) - alarm.due_at
    return alarm.due_at + -(-late // reference_rules.A_QUARTER) * reference_rules.A_QUARTER


def _moves(rules: HouseRules, one: Appointment, since: datetime) -> Iterator[datetime]:
    """Yield the times at which something that is not decided yet falls due for someone."""
    windows = reference_rules.windows(rules, one)
    nearest, last = reference_rules.nearest(rules, one, since), min(one.reminded, default=1000)
    for hours_before in windows:
        at = one.starts_at - hours_before * reference_rules.AN_HOUR
        if hours_before < last and (at > since or hours_before == nearest):
            yield at
    if windows and last <= windows[-1] and one.alerted_at is None:
        yield one.starts_at - timedelta(minutes=rules.gap)


def _opt_out(message: Message) -> NoteReach:
    return NoteReach(address=message.to, reach="opted_out", note="STOP")


APPOINTMENTS = Workload(
    name="appointments",
    view=Diary,
    checks=CHECKS,
    stage=_stage,
    due=_due,
    over=_over,
    wind_up=(commands.SetAppointmentRetention(days=0),),
    needed=_needed,
    waking=(Appointment, Document),
    opt_out=_opt_out,
    commands=(*APPOINTMENT_RULES, SyncSlot, RerouteEntries, AdoptContacts),
    alarms=(
        commands.Tick,
        commands.RunDueAction,
        commands.SummariseWeek,
        commands.RetireAppointments,
        commands.EraseAppointment,
        SyncSlot,
        AdoptContacts,
        RerouteEntries,
        FreeSlot,
        WithdrawSlot,
    ),
    loads_nothing=(commands.SetAppointmentRetention,),
    may_be_stale={
        AppointmentsBetween: Appointment,
        AppointmentsAt: Appointment,
        OldestEnded: Appointment,
        SlotsBetween: Slot,
    },
    looks_up=(commands.Tick, commands.SummariseWeek, commands.RetireAppointments, AdoptContacts),
)
