"""Joins that are confirmed by email first, where too many came from one client address.

A request is nothing but its message: there is no entry, and so no place, until its link is pressed.
"""

import hashlib
from datetime import datetime

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision, ErasePerson
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.message_facts import business_facts
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist import entries
from fullhouse.products.frontdesk.waitlist.asked_wishes import wishes_mark
from fullhouse.products.frontdesk.waitlist.commands import (
    EndJoinRequest,
    JoinWaitlist,
    RequestJoin,
)
from fullhouse.products.frontdesk.waitlist.delivery import REQUEST_HOLDS
from fullhouse.products.frontdesk.waitlist.messages import PRODUCT, message_id
from fullhouse.products.frontdesk.waitlist.model import (
    ERASED_NAME,
    SCOPE,
    Entry,
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.wishes import WISHES

MARK_LENGTH = 32
REQUESTED = ("name", "phone", "email", "service", "language", *WISHES)


class RequestState(msgspec.Struct, frozen=True):
    """A request, and the entry that it became."""

    message: Message | None = None
    entry: Entry | None = None


def request_join(state: WaitlistState, command: RequestJoin, now: datetime) -> Decision:
    """Mail the link, at most once an hour for the same wishes."""
    join = command.join
    if not join.email:
        return Decision(WaitlistResult("email_needed", field="email"))
    problem = entries.problem_of(join, rulebook_of(state.rules), now)
    if problem:
        return Decision(WaitlistResult(problem, field=problem.removeprefix("unknown_")))
    message = _message(state, command, now)
    end = Alarm(_alarm_key(message.id), now + REQUEST_HOLDS, EndJoinRequest(message_id=message.id))
    return Decision(WaitlistResult("requested"), messages=(message,), set_alarms=(end,))


def _message(state: WaitlistState, command: RequestJoin, now: datetime) -> Message:
    join = command.join
    wishes = wishes_mark({name: getattr(join, name) for name in WISHES})
    asked = f"{join.email} {normalized_name(join.service)} {now:%Y%m%dT%H} {wishes}"
    mark = hashlib.sha256(asked.encode()).hexdigest()[:MARK_LENGTH]
    entry = {"id": join.entry_id, **{name: getattr(join, name) for name in REQUESTED}}
    return Message(
        id=request_message_id(mark),
        product=PRODUCT,
        kind="joined",
        to=join.email,
        scope=SCOPE,
        person=join.entry_id,
        facts={
            "business": business_facts(rulebook_of(state.rules), join.language),
            "entry": entry,
            "request": {"mark": mark, "client": command.client},
        },
        queued_at=now,
        not_before=now,
        use_by=now + REQUEST_HOLDS,
        at=now,
    )


def request_message_id(mark: str) -> str:
    """Return the id of a request's message; its link has the mark."""
    return message_id("joined", "request", mark)


def _alarm_key(message_id: str) -> str:
    return f"end:{message_id}"


def requested_join(message: Message, now: datetime) -> JoinWaitlist | None:
    """Return what a request asks for; None if it has ended or is none."""
    is_open = message.product == PRODUCT and now < message.queued_at + REQUEST_HOLDS
    if not is_open or not message.facts.get("request") or not message.to:
        return None
    # A request that an earlier version wrote has no weekdays and times of day.
    entry = message.facts["entry"]
    wanted = {name: entry[name] for name in REQUESTED if name in entry}
    weekdays = tuple(wanted.pop("weekdays", ()))
    return JoinWaitlist(entry_id=message.person, weekdays=weekdays, **wanted)


def to_end(command: EndJoinRequest, found: Found) -> Needs:
    """Load the request, and the entry that it became."""
    if "message" not in found:
        return {"message": Get(Message, (command.message_id,))}
    message: Message | None = found["message"]
    if "entry" in found or message is None:
        return {}
    return {"entry": Get(Entry, (message.person,))}


def end_request(state: RequestState, _command: EndJoinRequest, _now: datetime) -> Decision:
    """Erase a request, unless it became an entry: then it is erased with it."""
    message = state.message
    if message is None or state.entry is not None:
        return Decision(None)
    instead = {"name": ERASED_NAME, "phone": "", "email": ""}
    forget = ErasePerson(SCOPE, Entry.kind_name, message.person, instead, (message.to,))
    return Decision(None, clear_alarms=(_alarm_key(message.id),), forget=(forget,))
