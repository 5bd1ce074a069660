"""Resending a message that was not sent: under a new key, if the delivery check allows it."""

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
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, GuestResult

AGAIN = ":again-"
NOT_SENT = ("failed", "kept")


class ResendState(msgspec.Struct, frozen=True):
    """The message, with its current event and guest."""

    message: Message | None = None
    event: Event | None = None
    guest: Guest | None = None


def resend_id(message_id: str, number: int) -> str:
    """Return the key under which a message is sent again."""
    return f"{message_id.partition(AGAIN)[0]}{AGAIN}{number}"


def needs(command: SendAgain, found: Found) -> Needs:
    """Load the message, then its event and guest."""
    if "message" not in found:
        return {"message": Get(Message, (command.message_id,))}
    message: Message | None = found["message"]
    if "event" in found or message is None:
        return {}
    return {
        "event": Get(Event, (command.event_id,)),
        "guest": Get(Guest, (command.event_id, message.person)),
    }


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
    fresh = _fresh(message, command.occasion, now)
    verdict = delivery.check_delivery(fresh, GuestListState(event=event, guest=guest), now)
    if isinstance(verdict, Discard):
        return Decision(GuestResult("not_again", event, guest, field=verdict.reason))
    if isinstance(verdict, SendLater):
        fresh = _with(fresh, not_before=verdict.until)
    else:
        fresh = _with(fresh, to=verdict.to or fresh.to)
    return Decision(GuestResult("sent_again", event, guest), messages=(fresh,))


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
