"""Resending a message that was not sent: under a new key, if the delivery check allows it.

It says what is true now, and waits for the morning like any message without a hurry.
"""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import LOST, Message
from fullhouse.kernel.product import Discard, Found, SendLater
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.rsvp import delivery
from fullhouse.products.rsvp.commands import SendAgain
from fullhouse.products.rsvp.messages import PRODUCT
from fullhouse.products.rsvp.model import (
    Event,
    Guest,
    GuestListState,
    GuestResult,
    PeopleAhead,
)

AGAIN = ":again-"
NOT_SENT = ("failed", "kept")


class ResendState(msgspec.Struct, frozen=True):
    """The message, with its current event and guest."""

    message: Message | None = None
    event: Event | None = None
    guest: Guest | None = None
    ahead: int | None = None


def resend_id(message_id: str, number: int) -> str:
    """Return the key under which a message is sent again."""
    return f"{message_id.partition(AGAIN)[0]}{AGAIN}{number}"


def needs(command: SendAgain, found: Found) -> Needs:
    """Load the message, then its event and guest, then the guest's place on the waitlist."""
    if "message" not in found:
        return {"message": Get(Message, (command.message_id,))}
    message: Message | None = found["message"]
    if message is None:
        return {}
    if "event" in found:
        return _place(found["guest"], found)
    return {
        "event": Get(Event, (command.event_id,)),
        "guest": Get(Guest, (command.event_id, message.person)),
    }


def _place(guest: Guest | None, found: Found) -> Needs:
    if guest is None or not guest.is_waiting or "ahead" in found:
        return {}
    return {"ahead": PeopleAhead(guest.event_id, guest.place)}


def send_again(state: ResendState, command: SendAgain, now: datetime) -> Decision:
    """Send a guest's message again; the same occasion sends it once."""
    message, event, guest = state.message, state.event, state.guest
    if message is None or (message.product, message.scope) != (PRODUCT, command.event_id):
        return Decision(GuestResult("unknown_message"))
    if event is None or guest is None:
        return Decision(GuestResult("unknown_guest", event))
    if message.status not in NOT_SENT:
        return Decision(GuestResult("message_left", event, guest))
    if message.error.startswith(LOST):
        return Decision(GuestResult("may_have_left", event, guest))
    if _is_past(message, event, guest):
        return _refused(event, guest, "things have changed since")
    fresh = _fresh(message, command.occasion, now)
    fresh = _with(fresh, facts=_with_place(message.facts, state.ahead))
    if event.settings.quiet_hours.next_open(now, event.timezone) < event.starts:
        fresh = _with(fresh, gentle=True)
    return _checked(fresh, event, guest)


def _checked(fresh: Message, event: Event, guest: Guest) -> Decision:
    """Return the message as the delivery check lets it go, with what is true now."""
    now = fresh.at
    verdict = delivery.check_delivery(fresh, GuestListState(event=event, guest=guest), now)
    if isinstance(verdict, Discard):
        return _refused(event, guest, verdict.reason)
    if isinstance(verdict, SendLater):
        fresh = _with(fresh, not_before=verdict.until)
    else:
        fresh = _with(fresh, to=verdict.to or fresh.to, facts=verdict.facts or fresh.facts)
    return Decision(GuestResult("sent_again", event, guest), messages=(fresh,))


def _refused(event: Event, guest: Guest, reason: str) -> Decision:
    return Decision(GuestResult("not_again", event, guest, field=reason))


def _is_past(message: Message, event: Event, guest: Guest) -> bool:
    """Return True if a message about the waitlist is not true any more."""
    if message.facts.get("position") is None:
        return False
    is_room = event.taken + guest.party <= event.cap
    return not guest.is_waiting or (message.kind == "waitlisted" and is_room)


def _with_place(facts: dict[str, Any], ahead: int | None) -> dict[str, Any]:
    """Return the facts with the guest's place on the waitlist now, if they name one."""
    if ahead is None or facts.get("position") is None:
        return facts
    return {**facts, "position": ahead + 1}


def _fresh(message: Message, occasion: int, now: datetime) -> Message:
    cleared = {
        "status": "queued",
        "attempts": 0,
        "lease_ends_at": None,
        "error": "",
        "letter": "",
        "mark": "",
        "number": 0,
    }
    times = {"queued_at": now, "not_before": now, "at": now}
    return _with(message, id=resend_id(message.id, occasion), **cleared, **times)


def _with(message: Message, **fields: Any) -> Message:  # noqa: ANN401 - fields of a message
    return msgspec.structs.replace(message, **fields)
