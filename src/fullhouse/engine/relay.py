"""The relay's rules: lease a message before it is sent, and record the result.

The lease keeps two relays from sending a message twice. A lease that runs out means that the
carrier's answer was lost; only then is a message sent again, once.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, if_unchanged, update
from fullhouse.kernel.messages import (
    LOST,
    CarrierDown,
    Message,
    NoCarrier,
    Outcome,
    Refused,
    ResultUnknown,
    Sent,
    WhenSpent,
)
from fullhouse.kernel.needs import Asking, no_needs
from fullhouse.kernel.product import (
    Delivery,
    DeliveryVerdict,
    Discard,
    Found,
    Product,
    Rule,
    SendLater,
)
from fullhouse.kernel.records import Get, Needs, Record

LEASE = timedelta(minutes=2)
BACK_OFF = timedelta(minutes=1)
LONGEST_BACK_OFF = timedelta(hours=2)
LONGEST_WHILE_DOWN = timedelta(minutes=10)
MOST_ATTEMPTS = 12


class LeaseMessage(Command, frozen=True, kw_only=True, tag="Dispatch"):
    """Check a message and lease it; the answer is the message if it may be sent now.

    `joins` is the id of the message whose email it should leave in, if it is not its own.
    `passes_over` is why it cannot leave in time: its person is passed over, if that is possible.
    """

    product: str
    message_id: str
    mark: str = ""
    joins: str = ""
    passes_over: str = ""


class RecordSendResult(Command, frozen=True, kw_only=True, tag="Settle"):
    """Record the outcome of a leased message; one of an earlier attempt is ignored."""

    product: str
    message_id: str
    outcome: Outcome
    letter: str = ""
    attempt: int = 0


def relay_rules(products: dict[str, Product]) -> dict[type[Command], Rule]:
    """Return the relay's rules for these products."""

    def needs_to_lease(command: LeaseMessage, found: Found) -> Needs:
        return _needs(products[command.product].post.needs, command, found)

    def needs_to_settle(command: RecordSendResult, found: Found) -> Needs:
        asking = _needs_of_outcome(products[command.product].post, command.outcome)
        return _needs(asking, command, found)

    def lease(found: dict[str, Any], command: LeaseMessage, now: datetime) -> Decision:
        return _lease(products[command.product], found, command, now)

    def settle(found: dict[str, Any], command: RecordSendResult, now: datetime) -> Decision:
        return _settle(products[command.product], found, command, now)

    return {
        LeaseMessage: Rule(needs_to_lease, lease),
        RecordSendResult: Rule(needs_to_settle, settle),
    }


def _needs(asking: Asking, command: LeaseMessage | RecordSendResult, found: Found) -> Needs:
    if "message" not in found:
        return {"message": Get(Message, (command.message_id,))}
    if found["message"] is None:
        return {}
    return asking(found["message"], found)


def _needs_of_outcome(post: Delivery, outcome: Outcome) -> Asking:
    """Return the needs for an outcome: most messages are sent, and then little follows."""
    if isinstance(outcome, Refused | CarrierDown):
        return post.needs
    if isinstance(outcome, Sent) and post.sent_needs is not None:
        return post.sent_needs
    return no_needs


def _lease(
    product: Product, found: dict[str, Any], command: LeaseMessage, now: datetime
) -> Decision:
    message: Message | None = found["message"]
    if message is None or not may_lease(message, now, joins=command.joins):
        return Decision(None)
    state = product.post.state(**_without_message(found))
    verdict = _verdict(product, message, state, now)
    error = LOST if message.status == "sending" else message.error
    if isinstance(verdict, SendLater):
        return Decision(None, moves=(_delay(message, error, verdict.until),))
    if isinstance(verdict, Discard):
        return _with(verdict.also, _drop(message, error, verdict.reason, now))
    if command.passes_over:
        also = product.post.passes_over(message, state, command.passes_over, now)
        return _passed_over(message, also, error, command.passes_over, now)
    sets = {
        "status": "sending",
        "attempts": message.attempts + 1,
        "lease_ends_at": now + LEASE,
        "error": error,
        "mark": _first_mark(message, command.mark),
    }
    facts = message.facts if verdict.facts is None else verdict.facts
    leased = _move(message, **sets, facts=facts, to=verdict.to or message.to)
    return Decision(leased.after, moves=(leased, *_guards(found)), absent=verdict.absent)


def _verdict(
    product: Product,
    message: Message,
    state: Any,  # noqa: ANN401 - any state
    now: datetime,
) -> DeliveryVerdict:
    if message.status == "sending" and message.error == LOST:
        return Discard(f"{LOST} twice")
    return product.post.door(message, state, now)


def _passed_over(
    message: Message, also: Decision, error: str, reason: str, now: datetime
) -> Decision:
    """Give a message up with what follows from that; without consequences it can wait."""
    return also if also.is_empty else _with(also, _drop(message, error, reason, now))


def count_lease(leased: Change[Message], when_spent: WhenSpent) -> Change[Message]:
    """Return a lease that notes how its message counts as it leaves."""
    counted = msgspec.structs.replace(leased.after, when_spent=when_spent)
    return msgspec.structs.replace(
        leased, after=counted, sets={**leased.sets, "when_spent": when_spent}
    )


def delay_lease(leased: Change[Message], until: datetime) -> Change[Message]:
    """Return the change that queues a message until then, instead of this lease."""
    return _delay(leased.before or leased.after, leased.after.error, until)


def drop_lease(leased: Change[Message], reason: str, now: datetime) -> Change[Message]:
    """Return the change that gives a message up, instead of this lease."""
    return _drop(leased.before or leased.after, leased.after.error, reason, now)


def _delay(message: Message, error: str, until: datetime) -> Change[Message]:
    sets = {"status": "queued", "not_before": until, "lease_ends_at": None, "error": error}
    return _move(message, **sets)


def _drop(message: Message, error: str, reason: str, now: datetime) -> Change[Message]:
    why = _final_error(error, reason)
    return _move(message, status="failed", at=now, error=why, lease_ends_at=None)


def _first_mark(message: Message, mark: str) -> str:
    """Return the mark of a message. An earlier attempt may have arrived, so its mark stays."""
    return message.mark or mark


def _final_error(error: str, reason: str) -> str:
    """Return why a message is not sent, preceded by a note if it may have arrived already."""
    if error == LOST and not reason.startswith(LOST):
        return f"{LOST}; {reason}"
    return reason


def _guards(found: dict[str, Any]) -> tuple[Change[Any], ...]:
    """Return guards that all checked records are unchanged when the lease is committed."""
    records = [value for value in found.values() if isinstance(value, Record)]
    versioned = [record for record in records if "rev" in record.__struct_fields__]
    return tuple([update(record, *if_unchanged(record, "rev")) for record in versioned])


def _settle(
    product: Product, found: dict[str, Any], command: RecordSendResult, now: datetime
) -> Decision:
    message: Message | None = found["message"]
    outcome = command.outcome
    if message is None or message.status != "sending" or isinstance(outcome, ResultUnknown):
        return Decision(None)
    if command.attempt not in (0, message.attempts):
        return Decision(None)
    if isinstance(outcome, Refused | CarrierDown):
        state = product.post.state(**_without_message(found))
        also = product.post.refused(message, state, outcome, now)
        return _with(also, _after_refusal(message, outcome, now, dropped=not also.is_empty))
    if isinstance(outcome, NoCarrier):
        return Decision(None, moves=(_move(message, status="kept", at=now, lease_ends_at=None),))
    sets = {"letter": command.letter, "at_carrier": outcome.at_carrier}
    move = _move(message, status="sent", at=now, lease_ends_at=None, **sets)
    if product.post.sent is None:
        return Decision(None, moves=(move,))
    state = product.post.state(**_without_message(found))
    return _with(product.post.sent(message, state, command.letter, now), move)


def is_due(message: Message, now: datetime) -> bool:
    """Return True if the message is queued and due, or its lease ran out without an answer."""
    if message.status == "queued":
        return message.not_before <= now
    return (
        message.status == "sending"
        and message.lease_ends_at is not None
        and message.lease_ends_at <= now
    )


def may_lease(message: Message, now: datetime, *, joins: str = "") -> bool:
    """Return True if a message may leave now, or with the one that it joins."""
    return is_due(message, now) or (bool(joins) and message.status == "queued")


def _after_refusal(
    message: Message, outcome: Refused | CarrierDown, now: datetime, *, dropped: bool
) -> Change[Message]:
    longest = LONGEST_BACK_OFF if isinstance(outcome, Refused) else LONGEST_WHILE_DOWN
    again = now + min(longest, max(BACK_OFF, now - message.queued_at))
    refused = isinstance(outcome, Refused) and (
        outcome.permanent or message.attempts >= MOST_ATTEMPTS
    )
    too_late = message.use_by is not None and again >= message.use_by
    if refused or dropped or too_late:
        why = _final_error(message.error, outcome.reason)
        return _move(message, status="failed", at=now, error=why, lease_ends_at=None)
    error = LOST if message.error == LOST else outcome.reason
    return _move(message, status="queued", not_before=again, error=error, lease_ends_at=None)


def _move(message: Message, **sets: Any) -> Change[Message]:  # noqa: ANN401 - fields of a message
    return update(message, *if_unchanged(message, "status", "attempts", "not_before"), **sets)


def _with(decision: Decision, move: Change[Message]) -> Decision:
    return msgspec.structs.replace(decision, answer=None, moves=(*decision.moves, move))


def _without_message(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "message"}
