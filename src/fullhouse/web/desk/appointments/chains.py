"""An appointment's reminders in words: when each was due, when and how it left, or why it did not."""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.products.appointments.chains import windows_of
from fullhouse.products.appointments.model import Appointment, SendsOf
from fullhouse.web.appointments.chain import ReminderStep, chain_of
from fullhouse.web.desk.appointments.wording import CHANNELS, WHY_TOLD, time_before

Mark = Literal["sent", "due", "skipped", "failed", "end"]
MARKS: dict[str, Mark] = {"sent": "sent", "kept": "sent", "queued": "due", "due": "due", "failed": "failed"}
WITH_A_MESSAGE = frozenset({"queued", "kept", "failed"})


class ReminderView(msgspec.Struct, frozen=True):
    """One step of the chain: what it is, when it is due, and what became of it."""

    mark: Mark
    what: str
    due_at: datetime
    became: str
    at: datetime | None = None
    message: str = ""


def told(engine: Engine, appointment: Appointment, book: Rulebook) -> list[ReminderView]:
    """Tell the chain from the first reminder to the word to staff that comes if nobody answers."""
    links = chain_of(engine, appointment, book)
    sends = {int(one.id): one.channel for one in engine.load(SendsOf(appointment.id)) if one.chain == appointment.chain}
    last = engine.load(Get(Message, (appointment.reminder,))) if appointment.reminder else None
    now = engine.now()
    steps = [_told(one, appointment, book, sends.get(one.window, ""), last, now) for one in links]
    return [*steps, *_alert(appointment, book, now, links)]


def _told(
    link: ReminderStep, appointment: Appointment, book: Rulebook, channel: str, last: Message | None, now: datetime
) -> ReminderView:
    mark = MARKS.get(link.status, "skipped")
    what = f"Reminder, {time_before(link.window)}"
    newest = bool(appointment.reminded) and link.window == min(appointment.reminded)
    message = last if newest and last is not None and link.status in WITH_A_MESSAGE else None
    if link.status == "sent":
        return ReminderView(mark, what, link.due_at, f"left {CHANNELS.get(channel, channel)}", link.sent_at)
    if message is None:
        return ReminderView(mark, what, link.due_at, _why(link, appointment, book, now))
    at = max(message.not_before, message.queued_at) if link.status == "queued" else message.at
    return ReminderView(mark, what, link.due_at, _became(link, message), at, message.id)


def _became(link: ReminderStep, message: Message) -> str:
    """Say what became of the message that was decided on last."""
    if link.status == "kept":
        return f"kept in the mailbox: no {'texts leave' if message.channel == 'text' else 'mail leaves'} here"
    how = CHANNELS[message.channel]
    return f"waits to leave {how}" if link.status == "queued" else f"did not leave {how} ({message.error})"


def _why(link: ReminderStep, appointment: Appointment, book: Rulebook, now: datetime) -> str:
    """Say why a reminder did not leave, or that it is still to come."""
    if link.status == "skipped":
        if link.window not in windows_of(appointment, book):
            return "left out: that was past already when this time was made"
        later = any(one < link.window for one in appointment.reminded)
        return "left out: a later one left instead" if later else "left out: the time had come"
    if link.status == "not_needed":
        return "not needed: they answered" if appointment.stands else "not needed: it is off"
    return {
        "due": "still to come" if now < link.due_at else "leaves in a moment",
        "told_staff": "could not be sent: staff were told",
        "queued": "waits to leave",
        "kept": "kept in the mailbox: nothing leaves here",
        "failed": "did not leave",
    }[link.status]


def _alert(
    appointment: Appointment, book: Rulebook, now: datetime, links: tuple[ReminderStep, ...]
) -> list[ReminderView]:
    """Tell of the word to staff that comes when nobody answers, or before that when a reminder cannot."""
    due_at = appointment.starts_at - timedelta(minutes=book.gap_alert_minutes)
    what = "A word to you"
    if appointment.alerted_at is not None:
        why, at = appointment.alerted_for, appointment.alerted_at
        return [ReminderView("sent", what, due_at if why == "no_answer" else at, WHY_TOLD[why], at)]
    waits = appointment.status == "booked" and now < appointment.starts_at
    return (
        [ReminderView("due", what, due_at, "if nobody answers")]
        if waits and windows_of(appointment, book) and links
        else []
    )
