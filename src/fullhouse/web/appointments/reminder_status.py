"""An appointment's reminders, one by one: when each is due, and what became of it. For the desk and for scripts."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import SCOPE, Appointment, Send, SendsOf
from fullhouse.products.frontdesk.appointments.reminder_chain import schedule_of, windows_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

AN_HOUR = timedelta(hours=1)
# `told_staff`: nobody could be reached, or not in time. `not_needed`: it was answered or ended before.
LinkStatus = Literal[
    "sent", "queued", "kept", "failed", "told_staff", "skipped", "not_needed", "due"
]


class ReminderStep(msgspec.Struct, frozen=True, kw_only=True):
    """One reminder: how many hours before, when that is, and how it stands."""

    window: int
    move: str
    due_at: datetime
    status: LinkStatus
    sent_at: datetime | None = None


def chain_of(
    engine: Engine, appointment: Appointment, rulebook: Rulebook
) -> tuple[ReminderStep, ...]:
    """Tell how the reminders of an appointment's time stand, the earliest first."""
    decided = appointment.reminded
    sends = engine.load(SendsOf(appointment.id)) if decided else ()
    sent = {int(one.id): one for one in sends if one.chain == appointment.chain}
    messages = {
        hours: _message(engine, appointment, hours) for hours in decided if hours not in sent
    }
    return told(appointment, rulebook, sent, messages, engine.now())


def _message(engine: Engine, appointment: Appointment, hours: int) -> Message | None:
    """Find a reminder's message; where it could not leave one way, the one that was to go another."""
    name = f"reminder:{SCOPE}:{appointment.id}:{appointment.chain}-{hours}"
    found = (engine.load(Get(Message, (one,))) for one in (f"{name}-mail", f"{name}-text", name))
    return next((one for one in found if one is not None), None)


def told(
    appointment: Appointment,
    rulebook: Rulebook,
    sent: Mapping[int, Send],
    messages: Mapping[int, Message | None],
    now: datetime,
) -> tuple[ReminderStep, ...]:
    """Tell each reminder of the schedule, and those that have left although the schedule is another one by now."""
    windows = windows_of(appointment, rulebook)
    every = sorted({*schedule_of(appointment, rulebook), *appointment.reminded}, reverse=True)
    first = next((one for one in every if one in windows or one in appointment.reminded), None)
    return tuple(
        ReminderStep(
            window=hours,
            move=sent[hours].move
            if hours in sent
            else "first_reminder"
            if hours == first
            else "second_reminder",
            due_at=appointment.starts_at - hours * AN_HOUR,
            status="sent" if hours in sent else _status(appointment, hours, windows, messages, now),
            sent_at=sent[hours].sent_at if hours in sent else None,
        )
        for hours in every
    )


def _status(
    appointment: Appointment,
    hours: int,
    windows: tuple[int, ...],
    messages: Mapping[int, Message | None],
    now: datetime,
) -> LinkStatus:
    if hours in appointment.reminded:
        message = messages.get(hours)
        if message is None:
            return "told_staff"
        return "queued" if message.status == "sending" else message.status
    missed = any(one < hours for one in appointment.reminded)
    if (
        hours not in windows
        or missed
        or (appointment.status == "booked" and now >= appointment.starts_at)
    ):
        return "skipped"
    return "due" if appointment.status == "booked" else "not_needed"
