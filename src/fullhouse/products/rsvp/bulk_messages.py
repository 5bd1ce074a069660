"""Messages to many, a page of guests at a time: reminders, changes, a cancelled event, thanks; and the host's own mail.

A page that is repeated writes nothing twice: each message's key says who, what and which occasion.
"""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.times import wall_time
from fullhouse.products.rsvp import reminder_times, seat_counters
from fullhouse.products.rsvp.commands import DraftThanks, Remind, SendBulkMessage, SendHeadcount
from fullhouse.products.rsvp.messages import SendWindow, to_guest, to_host
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, ReminderPlan
from fullhouse.products.rsvp.registrations import cancelled

PAGE = 18  # a store may have to write a whole page in 100 items, and a withdrawn offer takes five of them
THANKS_IN_TIME = timedelta(days=3)


def remind(state: GuestListState, command: Remind, now: datetime) -> Decision:
    """Send a reminder to a page of those who were confirmed before it was due; a stale one is let go."""
    event = state.event
    plan = reminder_times.nth_plan(event, command.plan) if event is not None else None
    if event is None or plan is None or event.state == "cancelled":
        return Decision(None)
    same = (update(event, *if_unchanged(event, "rev")),)
    wanted = (command.reminder, command.due_at)
    due = [one for one in reminder_times.reminders(event, plan) if (one.name, one.due_at) == wanted]
    if not due or now >= due[0].use_by:
        return Decision(None, moves=same)
    opens = event.settings.quiet_hours.next_open(max(now, command.due_at), event.timezone)
    key = f"reminder:{event.id}:{plan.number}:{command.reminder}"
    if opens > now:
        return Decision(None, moves=same, set_alarms=(Alarm(key, opens, command),))
    told = [guest for guest in state.page if _is_for(event, plan, guest, command.due_at)]
    occasion, timing = (
        f"{command.reminder}-{event.dated}",
        SendWindow(gentle=True, use_by=due[0].use_by),
    )
    messages = tuple(
        to_guest("reminder", event, guest, now, occasion, timing, reminder=command.reminder)
        for guest in told
    )
    more = (
        (Alarm(key, now, msgspec.structs.replace(command, after=state.page[-1].id)),)
        if _is_full(state)
        else ()
    )
    return Decision(None, moves=same, messages=messages, set_alarms=more)


def _is_for(event: Event, plan: ReminderPlan, guest: Guest, due_at: datetime) -> bool:
    since, until = plan.since, reminder_times.plan_ends(event, plan)
    at = guest.confirmed_at
    if guest.state != "confirmed" or guest.reach != "fine" or at is None or at >= due_at:
        return False
    return (since is None or at >= since) and (until is None or at < until)


def _is_full(state: GuestListState) -> bool:
    return len(state.page) == PAGE


def tell_alarm(
    event: Event,
    kind: str,
    occasion: int,
    now: datetime,
    *,
    text: str = "",
    changes: tuple[str, ...] = (),
) -> Alarm:
    """Begin to tell everyone."""
    command = SendBulkMessage(
        event_id=event.id, kind=kind, occasion=occasion, text=text, changes=changes
    )
    return Alarm(f"tell:{event.id}:{kind}:{occasion}", now, command)


def send_page(state: GuestListState, command: SendBulkMessage, now: datetime) -> Decision:
    """Tell a page of guests; when the event is called off, their offers are withdrawn with it."""
    event = state.event
    if event is None:
        return Decision(None)
    told = [guest for guest in state.page if _is_told(guest, command.kind)]
    ended = _withdrawn(event, told) if command.kind == "event_cancelled" else Decision(None)
    after = msgspec.structs.replace(command, after=state.page[-1].id if state.page else "")
    more = (
        (Alarm(f"tell:{event.id}:{command.kind}:{command.occasion}", now, after),)
        if _is_full(state)
        else ()
    )
    return msgspec.structs.replace(
        ended, messages=tuple(_told(event, guest, command, now) for guest in told), set_alarms=more
    )


def _is_told(guest: Guest, kind: str) -> bool:
    if kind == "thank_you":
        return guest.state == "confirmed" and guest.reach == "fine"
    return guest.state != "cancelled"


def _told(event: Event, guest: Guest, command: SendBulkMessage, now: datetime) -> Message:
    extra = (
        {"text": command.text}
        if command.kind == "thank_you"
        else {"changes": list(command.changes)}
    )
    use_by = event.ends + timedelta(days=30) if command.kind == "thank_you" else event.ends
    gentle = command.kind != "event_cancelled"
    return to_guest(
        command.kind,
        event,
        guest,
        now,
        command.occasion,
        SendWindow(gentle=gentle, use_by=use_by),
        **extra,
    )


def _withdrawn(event: Event, told: list[Guest]) -> Decision:
    """End all offers of a page, each with its own line; the event's counters move along from line to line."""
    steps: list[Step] = []
    clear: list[str] = []
    for guest in told:
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
    """Mail the host where things stand; one that comes a day late is let go, and the next is set."""
    event = state.event
    if event is None or not event.is_live(now):
        return Decision(None)
    today = (
        wall_time(now, event.timezone).date() == wall_time(command.due_at, event.timezone).date()
    )
    messages = to_host("headcount", event, now, f"{command.due_at:%Y%m%d}") if today else ()
    return Decision(None, messages=messages, set_alarms=reminder_times.headcount_alarm(event, now))


def draft_thanks(state: GuestListState, _command: DraftThanks, now: datetime) -> Decision:
    """Give the host a thank-you to edit and send."""
    event = state.event
    if event is None or event.state == "cancelled" or now < event.ends:
        return Decision(None)
    if now > event.ends + THANKS_IN_TIME:
        return Decision(None)
    return Decision(None, messages=to_host("summary", event, now, event.dated))
