"""Messages to all guests of one group over the API."""

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.broadcast_form import NewBroadcast, read_broadcast
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.products.rsvp.broadcast import STATES, leaves_at
from fullhouse.products.rsvp.commands import Audience, SendBroadcast
from fullhouse.products.rsvp.guest_search import GuestTally
from fullhouse.products.rsvp.model import Event, GuestResult
from fullhouse.web.api.endpoint import ANOTHER, ApiCall, Endpoint
from fullhouse.web.api.errors import refuse_unless_done
from fullhouse.web.api.events import found
from fullhouse.web.api.schema import BroadcastOut


def recipients(engine: Engine, event: Event, to: Audience) -> int:
    """Return how many guests a message to this group goes to now."""
    reached = engine.load(GuestTally(event_id=event.id, reach="fine", has_email=True))
    return dict(reached).get(STATES[to], 0)


async def _send(call: ApiCall) -> BroadcastOut:
    event, given = found(call), read_broadcast(call.body)
    count = recipients(call.engine, event, given.to)
    if not given.preview:
        command = SendBroadcast(
            event_id=event.id,
            key=_key(call, event),
            to=given.to,
            subject=given.subject,
            text=given.text,
        )
        answer: GuestResult = await call.engine.execute(command, call.by)
        refuse_unless_done(answer)
    return BroadcastOut(
        to=given.to,
        subject=given.subject,
        text=given.text,
        recipients=count,
        sent=not given.preview,
        leaves_at=leaves_at(event, call.engine.now()),
    )


def _key(call: ApiCall, event: Event) -> str:
    """Return the message's key; a request repeated under the same key has the same."""
    own = call.new_id()
    seal = call.seal()
    if not seal:
        return own
    key = f"{own}.{seal}"
    if any(used.startswith(f"{own}.") and used != key for used in event.broadcasts):
        raise Invalid(ANOTHER)
    return key


BROADCASTS = [
    Endpoint(
        method="POST",
        path="/events/{event}/messages",
        does="Write to all confirmed, waiting or invited guests, once.",
        handle=_send,
        body=NewBroadcast,
        answer=BroadcastOut,
        refusals=(404, 409),
        once=True,
    )
]
