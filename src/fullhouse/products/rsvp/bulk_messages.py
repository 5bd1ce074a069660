"""Messages to many guests, a page at a time, and the host's own mail.

A page that is repeated writes nothing twice: the key of each message has guest, kind and occasion.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.times import wall_time
from fullhouse.products.rsvp import reminder_times, seat_counters
from fullhouse.products.rsvp.commands import DraftThanks, Remind, SendBulkMessage, SendHeadcount
from fullhouse.products.rsvp.messages import SendWindow, headcount, to_guest, to_host
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, ReminderPlan
from fullhouse.products.rsvp.registrations import cancelled

# A store may take at most 100 items per commit, and a withdrawn offer takes five of them.
PAGE = 18
THANKS_IN_TIME = timedelta(days=3)
# Guests can act on a new time or place if they hear of it so long before the start.
TIME_TO_ACT = timedelta(hours=3)
URGENT_CHANGES = frozenset({"starts_at", "ends_at", "timezone", "venue"})


def remind(state: GuestListState, command: Remind, now: datetime) -> Decision:
    """Send a reminder to a page of guests who were confirmed before it was due.

    A reminder that is not part of its plan any more, or too late, is dropped.
    """
    event = state.event
    if event is None or event.state == "cancelled":
        return Decision(None)
    plan = reminder_times.nth_plan(event, command.plan)
    if plan is None:
        return Decision(None)
    same = (update(event, *if_unchanged(event, "rev")),)
    reminder = _planned(event, plan, command)
    if reminder is None or now >= reminder.use_by:
        return Decision(None, moves=same)
    opens = event.settings.quiet_hours.next_open(max(now, command.due_at), event.timezone)
    key = f"reminder:{event.id}:{plan.number}:{command.reminder}"
    if opens > now:
        return Decision(None, moves=same, set_alarms=(Alarm(key, opens, command),))
    occasion = f"{command.reminder}-{event.dated}"
    window = SendWindow(gentle=True, use_by=reminder.use_by)
    messages = tuple(
        to_guest("reminder", event, guest, now, occasion, window, reminder=command.reminder)
        for guest in state.page
        if guest.email and _is_for(event, plan, guest, command.due_at)
    )
    more = _next_page(state, key, command, now)
    return Decision(None, moves=same, messages=messages, set_alarms=more)


def _planned(event: Event, plan: ReminderPlan, command: Remind) -> reminder_times.Reminder | None:
    """Return the reminder that a command is about, if the plan still has it at that time."""
    for reminder in reminder_times.reminders(event, plan):
        if (reminder.name, reminder.due_at) == (command.reminder, command.due_at):
            return reminder
    return None


def _is_for(event: Event, plan: ReminderPlan, guest: Guest, due_at: datetime) -> bool:
    since, until = plan.since, reminder_times.plan_ends(event, plan)
    at = guest.confirmed_at
    if guest.state != "confirmed" or guest.reach != "fine" or guest.cancels_at is not None:
        return False
    if at is None or at >= due_at:
        return False
    return (since is None or at >= since) and (until is None or at < until)


def _next_page(
    state: GuestListState, key: str, command: Remind | SendBulkMessage, now: datetime
) -> tuple[Alarm, ...]:
    """Return the alarm for the page after this one; none if this page is the last."""
    if len(state.page) != PAGE:
        return ()
    return (Alarm(key, now, msgspec.structs.replace(command, after=state.page[-1].id)),)


def tell_alarm(
    event: Event,
    kind: str,
    occasion: int,
    now: datetime,
    *,
    text: str = "",
) -> Alarm:
    """Return the alarm that starts a message to everyone."""
    command = SendBulkMessage(event_id=event.id, kind=kind, occasion=occasion, text=text)
    return Alarm(_bulk_key(command), now, command)


def change_alarm(before: Event, after: Event, changes: tuple[str, ...], now: datetime) -> Alarm:
    """Return the alarm that starts the news of a change."""
    starts_before = before.starts if now < before.ends else None
    command = SendBulkMessage(
        event_id=after.id,
        kind="changed",
        occasion=after.sequence,
        changes=changes,
        starts_before=starts_before,
    )
    return Alarm(_bulk_key(command), now, command)


def _bulk_key(command: SendBulkMessage) -> str:
    return f"tell:{command.event_id}:{command.kind}:{command.occasion}"


def send_page(state: GuestListState, command: SendBulkMessage, now: datetime) -> Decision:
    """Send a message to a page of guests.

    If the event is cancelled, withdraw their offers and end their graces.
    """
    event = state.event
    if event is None:
        return Decision(None)
    recipients = [guest for guest in state.page if _is_recipient(event, guest, command.kind)]
    decision = Decision(None)
    if command.kind == "event_cancelled":
        decision = _withdrawn(event, recipients)
    return msgspec.structs.replace(
        decision,
        messages=tuple(_message(event, guest, command, now) for guest in recipients),
        set_alarms=_next_page(state, _bulk_key(command), command, now),
    )


def _is_recipient(event: Event, guest: Guest, kind: str) -> bool:
    if not guest.email:
        return False
    if kind == "thank_you":
        return guest.reach == "fine" and _was_there(event, guest)
    return guest.state != "cancelled"


def _was_there(event: Event, guest: Guest) -> bool:
    """Return True if a guest came; unless anyone was checked in, all with a seat did."""
    if guest.arrived or guest.admitted_extra:
        return True
    return guest.state == "confirmed" and not event.checked_in


def _message(event: Event, guest: Guest, command: SendBulkMessage, now: datetime) -> Message:
    kind, occasion = command.kind, command.occasion
    if kind == "thank_you":
        window = SendWindow(gentle=True, use_by=event.ends + timedelta(days=30))
        return to_guest(kind, event, guest, now, occasion, window, text=command.text)
    if kind == "event_cancelled":
        return to_guest(kind, event, guest, now, occasion, SendWindow(use_by=event.ends))
    return _news(event, guest, command, now)


def _news(event: Event, guest: Guest, command: SendBulkMessage, now: datetime) -> Message:
    """Return the news of a change; by night only if the morning is too late to act on it."""
    facts: dict[str, Any] = {"changes": list(command.changes)}
    if not URGENT_CHANGES.isdisjoint(command.changes):
        starts = min(event.starts, command.starts_before or event.starts)
        facts["act_by"] = starts - TIME_TO_ACT
    gentle = not is_urgent(event, facts.get("act_by"), now)
    window = SendWindow(gentle=gentle, use_by=event.ends)
    return to_guest("changed", event, guest, now, command.occasion, window, **facts)


def is_urgent(event: Event, act_by: datetime | None, now: datetime) -> bool:
    """Return True if news cannot wait for the end of quiet hours."""
    if act_by is None:
        return False
    opens = event.settings.quiet_hours.next_open(now, event.timezone)
    return opens > min(act_by, event.starts - TIME_TO_ACT)


def _withdrawn(event: Event, guests: list[Guest]) -> Decision:
    """End all offers of a page, each in a step that starts from the counters of the one before."""
    steps: list[Step] = []
    clear: list[str] = []
    for guest in guests:
        if guest.cancels_at is not None:
            kept = update(guest, *if_unchanged(guest, "rev"), cancels_at=None, rev=guest.rev + 1)
            steps.append(Step(event.id, "grace_withdrawn", guest.id, (kept,)))
            clear.append(seat_counters.grace_key(guest))
        if guest.offer is None:
            continue
        room, ended = _withdraw(event, guest, guest.offer.seats)
        event = room.after
        steps.append(Step(event.id, "offer_withdrawn", guest.id, (room, ended)))
        clear.append(seat_counters.lapse_key(guest, guest.offer))
    return Decision(None, steps=tuple(steps), clear_alarms=tuple(clear))


def _withdraw(event: Event, guest: Guest, seats: int) -> tuple[Change[Event], Change[Guest]]:
    if guest.state == "pending":
        room = update(event, adds={"held": -seats, "taken": -seats, "pending": -1})
        return room, cancelled(guest)
    room = update(event, adds={"held": -seats, "taken": -seats, "waiting": 1})
    return room, update(guest, *if_unchanged(guest, "rev"), offer=None, rev=guest.rev + 1)


def send_headcount(state: GuestListState, command: SendHeadcount, now: datetime) -> Decision:
    """Mail the host the headcount, unless it is a day late, and set the alarm for the next one."""
    event = state.event
    if event is None or not event.is_live(now):
        return Decision(None)
    today = wall_time(now, event.timezone).date()
    messages: tuple[Message, ...] = ()
    if wall_time(command.due_at, event.timezone).date() == today:
        messages = to_host("headcount", event, now, f"{command.due_at:%Y%m%d}")
    return Decision(None, messages=messages, set_alarms=reminder_times.headcount_alarm(event, now))


def draft_thanks(state: GuestListState, _command: DraftThanks, now: datetime) -> Decision:
    """Mail the host a thank-you to edit and send."""
    event = state.event
    if event is None or event.state == "cancelled" or now < event.ends:
        return Decision(None)
    if now > event.ends + THANKS_IN_TIME:
        return Decision(None)
    counts = headcount(event)
    if event.checked_in:
        counts["no_shows"] = event.confirmed - event.checked_in + event.released
    if event.extras > 0:
        counts["extras"] = event.extras
    return Decision(None, messages=to_host("summary", event, now, event.dated, headcount=counts))
