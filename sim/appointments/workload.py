"""Appointments as the simulator sees them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

from fullhouse.engine.following import SyncSlot
from fullhouse.engine.hearing import Hear
from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.documents import Document
from fullhouse.kernel.messages import Message
from fullhouse.products.appointments import commands
from fullhouse.products.appointments.model import Appointment, AppointmentsBetween, OldestEnded
from fullhouse.products.appointments.rules import RULES
from fullhouse.products.waitlist.commands import FreeSlot, WithdrawSlot
from sim.appointments import chains, chairs, leaving, links, loop, own, places
from sim.appointments.diary import Diary
from sim.appointments.people import Clinic
from sim.checks.book import StateModel
from sim.clocks import hours
from sim.waitlist.desk import Desk
from sim.waitlist.house import HouseRules
from sim.workload import Scene, Workload

CHECKS = (
    chairs.S5DaysAreTheBook,
    leaving.S7NoBadTimeForReminders,
    leaving.S8OneReminderPerWindow,
    links.S9RepliesLinks,
    chairs.S11OneTimeOnePerson,
    leaving.S12NoStaleReminder,
    loop.L2TheLoopCloses,
    chains.L3NearestReminder,
)


def _stage(draw: Random) -> Scene:
    zone, begins, until = places.day(draw)
    rules = places.rules(draw, zone, begins)
    return Scene(begins, until, lambda world: Clinic(world, rules))


def _due(book: StateModel) -> Iterator[datetime]:
    yield from (one.starts_at for one in book.view(Diary).standing())


def _over(book: StateModel, now: datetime) -> datetime:
    """Say when the last one has come."""
    return max([now, *(one.ends_at + hours(1) for one in book.view(Diary).standing())])


def _needed(book: StateModel, alarm: Alarm) -> datetime | None:
    """Say at which quarter of an hour a tick finds somebody to move."""
    if not isinstance(alarm.command, commands.Tick):
        return alarm.due_at
    rules, expected = book.view(Desk).rules, book.view(Diary).standing()
    booked = [one for one in expected if one.status == "booked" and one.starts_at > alarm.due_at]
    times = [at for one in booked for at in _moves(rules, one, alarm.due_at)]
    if not times:
        return None
    late = max(min(times), alarm.due_at) - alarm.due_at
    return alarm.due_at + -(-late // own.A_QUARTER) * own.A_QUARTER


def _moves(rules: HouseRules, one: Appointment, since: datetime) -> Iterator[datetime]:
    """Say when something is due for someone that nobody has decided on: before then, or after."""
    windows = own.windows(rules, one)
    nearest, last = own.nearest(rules, one, since), min(one.reminded, default=1000)
    for hours_before in windows:
        at = one.starts_at - hours_before * own.AN_HOUR
        if hours_before < last and (at > since or hours_before == nearest):
            yield at
    if windows and last <= windows[-1] and one.alerted_at is None:
        yield one.starts_at - timedelta(minutes=rules.gap)


def _opt_out(message: Message) -> commands.NoteCustomer:
    return commands.NoteCustomer(address=message.to, reach="opted_out", note="STOP")


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
    commands=(*RULES, SyncSlot, Hear),
    alarms=(
        commands.Tick,
        commands.RunDueAction,
        commands.SummariseWeek,
        commands.RetireAppointments,
        commands.SetAppointmentRetention,
        commands.EraseAppointment,
        SyncSlot,
        Hear,
        FreeSlot,
        WithdrawSlot,
    ),
    loads_nothing=(commands.SetAppointmentRetention,),
    may_be_stale={AppointmentsBetween: Appointment, OldestEnded: Appointment},
    looks_up=(commands.Tick, commands.SummariseWeek, commands.RetireAppointments),
)
