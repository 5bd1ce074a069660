"""Reads from DynamoDB: records by key, of the desk, due alarms and messages, inbound mail."""

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any, TypeVar, cast

from fullhouse.engine.access import (
    ApiToken,
    Member,
    MemberByEmail,
    SigningKey,
    SigningKeys,
    TokenByDigest,
)
from fullhouse.engine.brand import Brand
from fullhouse.engine.inbound_mail import InboundMail, InboundPage, RepliesTo
from fullhouse.engine.ports import (
    AllRecords,
    DueAlarms,
    DueMessages,
    MessageByMark,
    NextAlarm,
    NextMessage,
)
from fullhouse.engine.relay import is_due
from fullhouse.engine.team import Members, Tokens
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need, Record
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.appointment_reads import (
    APPOINTMENT_ANSWERS,
    every_appointment,
)
from fullhouse.platforms.aws.dynamodb.derived_items import DIGEST, MARK
from fullhouse.platforms.aws.dynamodb.guest_reads import GUEST_ANSWERS
from fullhouse.platforms.aws.dynamodb.item_codec import (
    ALL,
    GENTLE,
    LEASED,
    PROMPT,
    Item,
    made_of,
    may_be_key,
    shape,
    text,
    to_alarm,
    to_attribute,
    to_instant,
    to_milliseconds,
)
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher, ItemRange
from fullhouse.platforms.aws.dynamodb.sequence_reads import NUMBERED_ANSWERS, cut, scopes
from fullhouse.platforms.aws.dynamodb.tables import Table
from fullhouse.platforms.aws.dynamodb.waitlist_reads import WAITLIST_ANSWERS, everything
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.rsvp.event_content import EventContent
from fullhouse.products.rsvp.model import Event, EventPage, Guest

log = logging.getLogger(__name__)
T = TypeVar("T")
R = TypeVar("R", bound=Record)


def answer(fetcher: Fetcher, need: Need[T]) -> T:
    """Answer a need."""
    if isinstance(need, Get):
        return cast("T", record(fetcher, need.kind, need.key))
    return cast("T", ANSWERS[type(need)](fetcher, need))


def record(fetcher: Fetcher, kind: type[R], key: tuple[str, ...]) -> R | None:
    """Read one record as it is now."""
    form = shape(kind)
    item = fetcher.get(form.table, form.key(key)) if may_be_key(*key) else None
    return form.record(item) if item is not None and form.mark in item else None


def alarm(fetcher: Fetcher, key: str) -> Alarm | None:
    """Read one alarm as it is now."""
    item = fetcher.get(tables.ALARMS, made_of({"key": key}))
    return None if item is None else to_alarm(item)


def _desk(fetcher: Fetcher, kind: type[R]) -> list[R]:
    return [
        shape(kind).record(item)
        for item in fetcher.part(ItemRange(table=tables.DESK, key=kind.kind_name))
    ]


def _age(one: Member | ApiToken | SigningKey) -> tuple[datetime, str]:
    return one.created_at, one.id


def _member(fetcher: Fetcher, need: MemberByEmail) -> Member | None:
    return next((one for one in _desk(fetcher, Member) if one.email == need.email), None)


def _token(fetcher: Fetcher, need: TokenByDigest) -> ApiToken | None:
    if not may_be_key(need.digest):
        return None
    item = fetcher.get(tables.DESK, made_of({"kind": DIGEST, "id": need.digest}))
    return None if item is None else record(fetcher, ApiToken, (text(item, "token"),))


def _members(fetcher: Fetcher, _need: Members) -> tuple[Member, ...]:
    return tuple(sorted(_desk(fetcher, Member), key=_age))


def _tokens(fetcher: Fetcher, _need: Tokens) -> tuple[ApiToken, ...]:
    return tuple(sorted(_desk(fetcher, ApiToken), key=_age, reverse=True))


def _keys(fetcher: Fetcher, _need: SigningKeys) -> tuple[SigningKey, ...]:
    return tuple(sorted(_desk(fetcher, SigningKey), key=_age, reverse=True))


def _events(fetcher: Fetcher, need: EventPage) -> tuple[Event, ...]:
    found = [event for event in _all_events(fetcher) if event.id > need.after]
    return tuple(sorted(found, key=lambda event: event.id)[: need.limit])


def _all_events(fetcher: Fetcher) -> Iterator[Event]:
    form = shape(Event)
    return (form.record(item) for item in fetcher.whole(tables.EVENTS) if form.mark in item)


def _all(fetcher: Fetcher, _need: AllRecords) -> Iterable[Record]:
    yield from _all_events(fetcher)
    yield from map(shape(Guest).record, fetcher.whole(tables.GUESTS))
    yield from _desk(fetcher, Member)
    yield from _desk(fetcher, ApiToken)
    yield from _desk(fetcher, Brand)
    yield from _desk(fetcher, Document)
    yield from _desk(fetcher, EventContent)
    # Without a front desk its tables may not exist: they are read only once it has audit lines.
    if not {WAITLIST, APPOINTMENTS}.isdisjoint(scopes(fetcher)):
        yield from everything(fetcher)
        yield from every_appointment(fetcher)


# Due alarms and messages.


def _due(fetcher: Fetcher, table: Table, shelf: str, by: datetime, page: int) -> Iterator[Item]:
    sort = ("<=", {"N": str(to_milliseconds(by))})
    return fetcher.part(ItemRange(table=table, key=shelf, index="due", sort=sort, page=page))


def _next(fetcher: Fetcher, table: Table, shelf: str) -> datetime | None:
    first = next(fetcher.part(ItemRange(table=table, key=shelf, index="due", page=1)), None)
    return None if first is None else to_instant(first[table.index("due").sort.name])


def _due_alarms(fetcher: Fetcher, need: DueAlarms) -> tuple[Alarm, ...]:
    entries = _due(fetcher, tables.ALARMS, ALL, need.by, need.limit)
    alarms = _readable(fetcher.through(tables.ALARMS, entries, need.limit))
    due = (alarm for alarm in alarms if alarm.due_at <= need.by)
    first = cut(due, need.limit, lambda alarm: alarm.due_at)
    return tuple(sorted(first, key=lambda alarm: (alarm.due_at, alarm.key))[: need.limit])


def _readable(items: Iterable[Item]) -> Iterator[Alarm]:
    """Yield alarms, without those of a newer version whose command is unknown here."""
    for item in items:
        try:
            yield to_alarm(item)
        except ValueError:
            log.exception("an alarm cannot be read by this version")


def _next_alarm(fetcher: Fetcher, _need: NextAlarm) -> datetime | None:
    return _next(fetcher, tables.ALARMS, ALL)


def _due_messages(fetcher: Fetcher, need: DueMessages) -> tuple[Message, ...]:
    leased = [*_due_on(fetcher, LEASED, need)]
    prompt = cut(_due_on(fetcher, PROMPT, need), need.limit, lambda one: one.not_before)
    gentle = cut(_due_on(fetcher, GENTLE, need), need.limit, lambda one: one.not_before)
    due = sorted(
        (*leased, *prompt, *gentle), key=lambda one: (one.gentle, one.not_before, one.number)
    )
    return tuple(due[: need.limit])


def _due_on(fetcher: Fetcher, shelf: str, need: DueMessages) -> Iterator[Message]:
    entries = _due(fetcher, tables.MESSAGES, shelf, need.by, need.limit)
    messages = map(shape(Message).record, fetcher.through(tables.MESSAGES, entries, need.limit))
    return (one for one in messages if is_due(one, need.by))


def _next_message(fetcher: Fetcher, _need: NextMessage) -> datetime | None:
    firsts = [_next(fetcher, tables.MESSAGES, shelf) for shelf in (PROMPT, GENTLE, LEASED)]
    return min((one for one in firsts if one is not None), default=None)


def _by_mark(fetcher: Fetcher, need: MessageByMark) -> Message | None:
    if not may_be_key(need.mark):
        return None
    item = fetcher.get(tables.DESK, made_of({"kind": MARK, "id": need.mark}))
    return None if item is None else record(fetcher, Message, (text(item, "message"),))


# Inbound mail.


def _inbound(fetcher: Fetcher, need: InboundPage) -> tuple[InboundMail, ...]:
    index, key = ("scope", need.scope) if need.scope else ("shelf", ALL)
    sort = ("<", {"S": need.before}) if need.before else None
    part = ItemRange(
        table=tables.INBOX, key=key, index=index, sort=sort, backwards=True, page=need.limit
    )
    mails = map(
        shape(InboundMail).record, fetcher.through(tables.INBOX, fetcher.part(part), need.limit)
    )
    return tuple(islice(mails, need.limit))


def _answers(fetcher: Fetcher, need: RepliesTo) -> int:
    sort = (">", to_attribute(need.since) or {})
    entries = fetcher.part(
        ItemRange(table=tables.INBOX, key=need.sender, index="sender", sort=sort)
    )
    mails = map(shape(InboundMail).record, fetcher.through(tables.INBOX, entries, 100))
    wanted = (True, need.scope, need.proven)
    return sum((mail.answered, mail.scope, bool(mail.proof)) == wanted for mail in mails)


ANSWERS: dict[type[Need[Any]], Callable[[Fetcher, Any], Any]] = {
    **GUEST_ANSWERS,
    **WAITLIST_ANSWERS,
    **APPOINTMENT_ANSWERS,
    **NUMBERED_ANSWERS,
    EventPage: _events,
    MemberByEmail: _member,
    TokenByDigest: _token,
    Members: _members,
    Tokens: _tokens,
    SigningKeys: _keys,
    DueAlarms: _due_alarms,
    NextAlarm: _next_alarm,
    DueMessages: _due_messages,
    NextMessage: _next_message,
    MessageByMark: _by_mark,
    InboundPage: _inbound,
    RepliesTo: _answers,
    AllRecords: _all,
}
