"""Questions of guests: passed on to the host, who replies from the desk.

The host is mailed what people on the list and authenticated senders write, within a daily limit.
Everything else waits on the desk.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import AnswerByMail, EndSignUpRequest, ReplyToGuest
from fullhouse.products.rsvp.messages import (
    Writer,
    to_guest,
    to_host,
    to_writer,
)
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, GuestResult

LONGEST_TEXT = 2000
LONGEST_SUBJECT = 200
# Someone who is not on the list is erased this long after they wrote.
STRANGERS_STAY = timedelta(days=30)
# What people write to each other may arrive a few days late.
REPLIES_HOLD = timedelta(days=7)


def pass_on(
    decision: Decision, event: Event, guest: Guest | None, command: AnswerByMail, now: datetime
) -> Decision:
    """Mail the host what someone wrote, together with what is decided already."""
    if not command.text or not command.may_pass or not (guest is not None or command.proven):
        return decision
    question = _question(event, guest, command, now)
    return msgspec.structs.replace(decision, messages=(*decision.messages, *question))


def _question(
    event: Event, guest: Guest | None, command: AnswerByMail, now: datetime
) -> tuple[Message, ...]:
    writer = writer_of(command, guest)
    named: dict[str, Any] = {"id": writer.id, "name": writer.name, "email": writer.email}
    if guest is not None:
        named |= {"party": guest.party, "state": guest.state}
    # What they wrote stands with their name, so that it is erased with them.
    wrote = {"subject": command.subject[:LONGEST_SUBJECT], "text": command.text[:LONGEST_TEXT]}
    is_guest = guest is not None and command.proven
    facts = {"guest": {**named, **wrote}, "is_guest": is_guest, "unverified": not command.proven}
    found = to_host("question", event, now, command.occasion, **facts)
    return tuple(
        msgspec.structs.replace(
            message,
            person=writer.id,
            facts={**message.facts, "headcount": {}},
            use_by=now + REPLIES_HOLD,
        )
        for message in found
    )


def writer_of(command: AnswerByMail | ReplyToGuest, guest: Guest | None) -> Writer:
    """Return who wrote a mail: the guest, or someone who is not on the list."""
    if guest is not None:
        return Writer(guest.id, guest.name, guest.email)
    return Writer(command.guest_id, command.name, command.email)


def erase_later(message: Message, now: datetime) -> Alarm:
    """Return the alarm that erases someone who wrote and did not become a guest."""
    end = EndSignUpRequest(event_id=message.scope, message_id=message.id)
    return Alarm(f"end:{message.id}", now + STRANGERS_STAY, end)


def reply_to_guest(state: GuestListState, command: ReplyToGuest, now: datetime) -> Decision:
    """Mail the host's answer to whoever wrote."""
    event, guest = state.event, state.guest
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if guest is not None and guest.is_erased:
        return Decision(GuestResult("unknown_guest", event))
    if not command.text.strip():
        return Decision(GuestResult("no_text", event, guest, field="text"))
    said = {
        "subject": command.subject[:LONGEST_SUBJECT],
        "text": command.question[:LONGEST_TEXT],
        "answer": command.text,
    }
    if guest is None:
        return _to_stranger(event, command, said, now)
    message = to_guest("reply", event, guest, now, command.occasion)
    return Decision(GuestResult("replied", event, guest), messages=(_with_text(message, said),))


def _to_stranger(
    event: Event, command: ReplyToGuest, said: dict[str, str], now: datetime
) -> Decision:
    written = to_writer(event, writer_of(command, None), now, command.occasion)
    message = _with_text(written, said)
    return Decision(
        GuestResult("replied", event),
        messages=(message,),
        set_alarms=(erase_later(message, now),),
    )


def _with_text(message: Message, said: dict[str, str]) -> Message:
    facts = {**message.facts, "guest": {**message.facts["guest"], **said}}
    return msgspec.structs.replace(message, facts=facts, use_by=message.queued_at + REPLIES_HOLD)
