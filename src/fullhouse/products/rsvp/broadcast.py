"""A host's message to all confirmed, waiting or invited guests, sent once, a page at a time.

The event keeps the keys of its latest messages, so the same one sent twice does nothing. A page
that is repeated writes nothing twice: the key of each email has the guest and the message's key.
"""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.rsvp.bulk_messages import PAGE
from fullhouse.products.rsvp.commands import Audience, SendBroadcast, SendBroadcastPage
from fullhouse.products.rsvp.messages import SendWindow, to_guest
from fullhouse.products.rsvp.model import (
    Event,
    Guest,
    GuestListState,
    GuestPage,
    GuestResult,
    GuestState,
)

STATES: dict[Audience, GuestState] = {
    "confirmed": "confirmed",
    "waiting": "waitlisted",
    "invited": "pending",
}
LONGEST_SUBJECT = 120
LONGEST_TEXT = 10_000
# The keys of earlier messages are forgotten; their emails keep theirs.
KEYS_KEPT = 50
OF_USE = timedelta(days=1)


def send_broadcast(state: GuestListState, command: SendBroadcast, now: datetime) -> Decision:
    """Start a message to all guests of one group; the same key starts it once."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if command.key in event.broadcasts:
        return Decision(GuestResult("broadcast_sent", event))
    problem = _problem(event, command, now)
    if problem:
        return Decision(GuestResult(problem, event))
    keys = (*event.broadcasts, command.key)[-KEYS_KEPT:]
    noted = update(event, *if_unchanged(event, "rev"), adds={"rev": 1}, broadcasts=keys)
    page = SendBroadcastPage(
        event_id=event.id,
        key=command.key,
        to=command.to,
        subject=command.subject,
        text=command.text,
    )
    step = Step(event.id, "broadcast", event.id, (noted,), f"{command.to}: {command.subject}")
    return Decision(
        GuestResult("broadcast_sent", noted.after),
        steps=(step,),
        set_alarms=(Alarm(_alarm_key(page), now, page),),
    )


def _problem(event: Event, command: SendBroadcast, now: datetime) -> str:
    if event.state == "cancelled":
        return "event_cancelled"
    if now >= event.ends:
        return "event_over"
    if not command.subject.strip() or not command.text.strip():
        return "empty_message"
    if len(command.subject) > LONGEST_SUBJECT or len(command.text) > LONGEST_TEXT:
        return "message_too_long"
    return ""


def _alarm_key(page: SendBroadcastPage) -> str:
    return f"broadcast:{page.event_id}:{page.key}"


def next_page(command: SendBroadcastPage, found: Found) -> Needs:
    """Load the event and the next page of guests of the group."""
    if found:
        return {}
    page = GuestPage(command.event_id, STATES[command.to], command.after, PAGE)
    return {"event": Get(Event, (command.event_id,)), "page": page}


def send_page(state: GuestListState, command: SendBroadcastPage, now: datetime) -> Decision:
    """Send a message to a page of guests, without those who opted out or cannot be reached."""
    event = state.event
    if event is None or event.state == "cancelled":
        return Decision(None)
    guests = [guest for guest in state.page if is_recipient(guest, command.to)]
    more: tuple[Alarm, ...] = ()
    if len(state.page) == PAGE:
        rest = msgspec.structs.replace(command, after=state.page[-1].id)
        more = (Alarm(_alarm_key(command), now, rest),)
    return Decision(
        None,
        messages=tuple(broadcast_message(event, guest, command, now) for guest in guests),
        set_alarms=more,
    )


def is_recipient(guest: Guest, to: Audience) -> bool:
    """Return True if a message to this group goes to a guest."""
    if not guest.email or guest.is_erased:
        return False
    return guest.state == STATES[to] and guest.reach == "fine"


def broadcast_message(
    event: Event, guest: Guest, command: SendBroadcastPage, now: datetime
) -> Message:
    """Return the host's message to one guest."""
    window = SendWindow(gentle=not is_urgent(event, now), use_by=event.ends + OF_USE)
    facts = {"title": command.subject, "text": command.text}
    return to_guest("broadcast", event, guest, now, command.key, window, **facts)


def leaves_at(event: Event, now: datetime) -> datetime:
    """Return when a message that is written now leaves: at once, or after quiet hours."""
    return now if is_urgent(event, now) else _next_open(event, now)


def is_urgent(event: Event, now: datetime) -> bool:
    """Return True if the end of quiet hours would be too late: the event has begun by then."""
    return now < event.starts <= _next_open(event, now)


def _next_open(event: Event, now: datetime) -> datetime:
    return event.settings.quiet_hours.next_open(now, event.timezone)
