"""The reminders of an appointment with their status, for the desk and the API."""

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
# `told_staff`: the customer could not be reached in time. `not_needed`: the appointment was
# answered or ended before.
LinkStatus = Literal[
    "sent", "queued", "kept", "failed", "told_staff", "skipped", "not_needed", "due"
]


class ReminderStep(msgspec.Struct, frozen=True, kw_only=True):
    """One reminder: its hours before the appointment, its time and its status."""

    window: int
    move: str
    due_at: datetime
    status: LinkStatus
    sent_at: datetime | None = None


def chain_of(
    engine: Engine, appointment: Appointment, rulebook: Rulebook
) -> tuple[ReminderStep, ...]:
    """Return the reminders of an appointment's time, earliest first."""
    decided = appointment.reminded
    sends = engine.load(SendsOf(appointment.id)) if decided else ()
    sent = {int(send.id): send for send in sends if send.chain == appointment.chain}
    messages = {
        hours: _message(engine, appointment, hours) for hours in decided if hours not in sent
    }
    return reminder_sentences(appointment, rulebook, sent, messages, engine.now())


def _message(engine: Engine, appointment: Appointment, hours: int) -> Message | None:
    """Return the message of a reminder; a second attempt on another channel comes first."""
    name = f"reminder:{SCOPE}:{appointment.id}:{appointment.chain}-{hours}"
    for message_id in (f"{name}-mail", f"{name}-text", name):
        message = engine.load(Get(Message, (message_id,)))
        if message is not None:
            return message
    return None


def reminder_sentences(
    appointment: Appointment,
    rulebook: Rulebook,
    sent: Mapping[int, Send],
    messages: Mapping[int, Message | None],
    now: datetime,
) -> tuple[ReminderStep, ...]:
    """Return the reminders of the schedule, and those sent by an earlier schedule."""
    windows = windows_of(appointment, rulebook)
    every = sorted({*schedule_of(appointment, rulebook), *appointment.reminded}, reverse=True)
    used = (hours for hours in every if hours in windows or hours in appointment.reminded)
    first = next(used, None)
    steps = []
    for hours in every:
        due_at = appointment.starts_at - hours * AN_HOUR
        if hours in sent:
            steps.append(_sent_step(hours, due_at, sent[hours]))
            continue
        move = "first_reminder" if hours == first else "second_reminder"
        status = _status(appointment, hours, windows, messages, now)
        steps.append(ReminderStep(window=hours, move=move, due_at=due_at, status=status))
    return tuple(steps)


def _sent_step(hours: int, due_at: datetime, send: Send) -> ReminderStep:
    return ReminderStep(
        window=hours, move=send.move, due_at=due_at, status="sent", sent_at=send.sent_at
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
    was_passed_over = any(later < hours for later in appointment.reminded)
    if hours not in windows or was_passed_over:
        return "skipped"
    if appointment.status != "booked":
        return "not_needed"
    if now >= appointment.starts_at:
        return "skipped"
    return "due"
