"""A store in memory, for rehearsals and the simulator: the same contract as the others, nothing durable."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, TypeVar, cast

import msgspec

from fullhouse.engine.access import (
    ApiToken,
    Member,
    MemberByEmail,
    SigningKey,
    SigningKeys,
    TokenByDigest,
)
from fullhouse.engine.catalogue import AUDITED
from fullhouse.engine.inbound_mail import InboundMail, InboundPage, RepliesTo
from fullhouse.engine.ports import (
    AllRecords,
    AuditOfSubject,
    AuditPage,
    Conflict,
    DueAlarms,
    DueMessages,
    LatestAudit,
    MessagePage,
    NextAlarm,
    NextMessage,
    Written,
)
from fullhouse.engine.relay import is_due
from fullhouse.engine.team import Members, Tokens
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, ErasePerson
from fullhouse.kernel.erasure import (
    NOTE,
    addresses,
    erased_line,
    forgotten_message,
    forgotten_note,
    is_about,
    mentions,
)
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need, Record
from fullhouse.platforms.memory.appointment_reads import APPOINTMENT_ANSWERS
from fullhouse.platforms.memory.waitlist_reads import WAITLIST_ANSWERS
from fullhouse.products.rsvp import guest_search, model, questions, seat_history

T = TypeVar("T")
Shelf = dict[tuple[str, ...], Any]
Fresh = dict[tuple[type[Record], tuple[str, ...]], Record]


class MemoryStore:
    """Keeps everything in dictionaries; a commit is checked whole before any of it is made."""

    def __init__(self) -> None:
        """Start empty."""
        self.shelves: dict[type[Record], Shelf] = {}
        self.alarms: dict[str, Alarm] = {}
        self.lines: list[AuditLine] = []

    def load(self, need: Need[T]) -> T:
        """Answer a need."""
        if isinstance(need, Get):
            return cast("T", self.shelf(need.kind).get(need.key))
        return cast("T", ANSWERS[type(need)](self, need))

    def shelf(self, kind: type[Record]) -> Shelf:
        """Return the records of a kind by their keys."""
        try:
            return self.shelves[kind]
        except KeyError:
            return self.shelves.setdefault(kind, {})

    def commit(self, written: Written) -> None:
        """Write a decision whole or not at all."""
        fresh: Fresh = {}
        for absence in written.decision.absent:
            if absence.key in self.shelf(absence.kind):
                raise Conflict(absence.kind.kind_name)
        for change in written.decision.changes:
            fresh[change.kind, change.key] = self._changed(change, fresh)
        for (kind, key), record in fresh.items():
            self.shelf(kind)[key] = record
        for line in written.lines:
            self.lines.append(msgspec.structs.replace(line, number=len(self.lines) + 1))
        for forget in written.decision.forget:
            self._forget(forget)
        for message in written.decision.messages:
            shelf = self.shelf(Message)
            shelf.setdefault(message.key, msgspec.structs.replace(message, number=len(shelf) + 1))
        self._move_alarms(written)

    def _changed(self, change: Change[Any], fresh: Fresh) -> Record:
        stored = fresh.get((change.kind, change.key)) or self.shelf(change.kind).get(change.key)
        if change.before is None:
            if stored is not None or not self._is_unique(change.after, fresh):
                raise Conflict(change.kind.kind_name)
            return cast("Record", change.after)
        if stored is None or not all(guard.holds(stored) for guard in change.guards):
            raise Conflict(change.kind.kind_name)
        if not change.sets and not change.adds:
            return cast("Record", stored)
        counted = {name: getattr(stored, name) + more for name, more in change.adds.items()}
        after = msgspec.structs.replace(stored, **change.sets, **counted)
        if "email" in change.sets and not self._is_unique(after, fresh):
            raise Conflict(change.kind.kind_name)
        return after

    def _is_unique(self, record: Record, fresh: Fresh) -> bool:
        if isinstance(record, model.Guest):
            found = self.load(model.GuestByEmail(record.event_id, record.email))
            with_it = [
                one
                for one in fresh.values()
                if isinstance(one, model.Guest) and one.email == record.email
            ]
            same = [
                one
                for one in (found, *with_it)
                if one is not None and one.event_id == record.event_id
            ]
            return all(one.id == record.id for one in same)
        if isinstance(record, ApiToken):
            return self.load(TokenByDigest(record.digest)) is None
        return True

    def _forget(self, forget: ErasePerson) -> None:
        known = addresses(tuple(self.lines), forget)
        for key, mail in self.shelf(InboundMail).items():
            if mail.scope == forget.scope and (
                mail.person == forget.person or mail.sender in known
            ):
                blank = {"sender": "", "name": "", "subject": "", "text": "", "reason": NOTE}
                self.shelf(InboundMail)[key] = msgspec.structs.replace(mail, **blank)
        for at, line in enumerate(self.lines):
            if is_about(line, forget):
                self.lines[at] = erased_line(line, forget)
        for key, message in self.shelf(Message).items():
            if (message.scope, message.person) == (forget.scope, forget.person):
                self.shelf(Message)[key] = forgotten_message(message, forget)
            elif mentions(message, forget):
                self.shelf(Message)[key] = forgotten_note(message, forget)

    def _move_alarms(self, written: Written) -> None:
        rung = written.rung
        if (
            rung is not None
            and rung.key in self.alarms
            and self.alarms[rung.key].due_at == rung.due_at
        ):
            del self.alarms[rung.key]
        for key in written.decision.clear_alarms:
            self.alarms.pop(key, None)
        for alarm in written.decision.set_alarms:
            self.alarms[alarm.key] = alarm


def _guests(store: MemoryStore, event_id: str) -> list[model.Guest]:
    return [guest for guest in store.shelf(model.Guest).values() if guest.event_id == event_id]


def _by_email(store: MemoryStore, need: model.GuestByEmail) -> model.Guest | None:
    return next(
        (guest for guest in _guests(store, need.event_id) if guest.email == need.email), None
    )


def _askable(store: MemoryStore, need: model.OfferableGuests) -> tuple[model.Guest, ...]:
    may = [guest for guest in _guests(store, need.event_id) if need.takes(guest)]
    return tuple(sorted(may, key=lambda guest: guest.place)[: need.limit])


def _ahead(store: MemoryStore, need: model.PeopleAhead) -> int:
    return sum(
        guest.is_waiting and guest.place < need.place for guest in _guests(store, need.event_id)
    )


def _count(store: MemoryStore, need: model.GuestCount) -> int:
    return sum(guest.state != "cancelled" for guest in _guests(store, need.event_id))


def _places(store: MemoryStore, need: model.WaitingPlaces) -> tuple[int, ...]:
    waiting = [guest.place for guest in _guests(store, need.event_id) if guest.is_waiting]
    return tuple(sorted(place for place in waiting if place <= need.up_to))


def _page(store: MemoryStore, need: model.GuestPage) -> tuple[model.Guest, ...]:
    state = need.state
    found = [
        one
        for one in _guests(store, need.event_id)
        if one.id > need.after and state in ("", one.state)
    ]
    return tuple(sorted(found, key=lambda guest: guest.id)[: need.limit])


def _unreachable(store: MemoryStore, need: model.Unreachable) -> tuple[model.Guest, ...]:
    found = [
        guest
        for guest in _guests(store, need.event_id)
        if guest.reach != "fine" and guest.state != "cancelled" and guest.id > need.after
    ]
    return tuple(sorted(found, key=lambda guest: guest.id)[: need.limit])


def _offers(store: MemoryStore, need: model.OfferPage) -> tuple[model.Guest, ...]:
    found = [
        guest
        for guest in _guests(store, need.event_id)
        if guest.offer is not None and guest.id > need.after
    ]
    return tuple(sorted(found, key=lambda guest: guest.id)[: need.limit])


def _line(store: MemoryStore, need: model.WaitingGuests) -> tuple[model.Guest, ...]:
    waits = [
        one
        for one in _guests(store, need.event_id)
        if one.state == "waitlisted" and one.place > need.behind
    ]
    return tuple(sorted(waits, key=lambda guest: guest.place)[: need.limit])


def _asked(
    store: MemoryStore, need: questions.GuestQuery | questions.GuestCountQuery
) -> list[model.Guest]:
    did = {
        line.subject
        for line in store.lines
        if line.scope == need.event_id and questions.answers(need, line)
    }
    return [
        guest for guest in _guests(store, need.event_id) if questions.is_meant(need, guest, did)
    ]


def _who(store: MemoryStore, need: questions.GuestQuery) -> tuple[model.Guest, ...]:
    return tuple(
        sorted(_asked(store, need), key=lambda guest: (guest.joined_at, guest.id))[: need.limit]
    )


def _how_many(store: MemoryStore, need: questions.GuestCountQuery) -> int:
    return len(_asked(store, need))


def _search(store: MemoryStore, need: guest_search.GuestSearch) -> tuple[model.Guest, ...]:
    return guest_search.search(_guests(store, need.event_id), need)


def _tally(store: MemoryStore, need: guest_search.GuestTally) -> tuple[tuple[str, int], ...]:
    return guest_search.tally(_guests(store, need.event_id), need)


def _seat_lines(store: MemoryStore, need: seat_history.SeatLines) -> tuple[AuditLine, ...]:
    lines = _audit(store, AuditPage(need.event_id, need.after, len(store.lines)))
    return tuple([line for line in lines if line.action in seat_history.HEARD][: need.limit])


def _events(store: MemoryStore, need: model.EventPage) -> tuple[model.Event, ...]:
    found = [event for event in store.shelf(model.Event).values() if event.id > need.after]
    return tuple(sorted(found, key=lambda event: event.id)[: need.limit])


def _member(store: MemoryStore, need: MemberByEmail) -> Member | None:
    return next((one for one in store.shelf(Member).values() if one.email == need.email), None)


def _token(store: MemoryStore, need: TokenByDigest) -> ApiToken | None:
    return next((one for one in store.shelf(ApiToken).values() if one.digest == need.digest), None)


def _members(store: MemoryStore, _need: Members) -> tuple[Member, ...]:
    return tuple(sorted(store.shelf(Member).values(), key=lambda one: (one.created_at, one.id)))


def _tokens(store: MemoryStore, _need: Tokens) -> tuple[ApiToken, ...]:
    return tuple(
        sorted(
            store.shelf(ApiToken).values(), key=lambda one: (one.created_at, one.id), reverse=True
        )
    )


def _keys(store: MemoryStore, _need: SigningKeys) -> tuple[SigningKey, ...]:
    return tuple(
        sorted(
            store.shelf(SigningKey).values(), key=lambda key: (key.created_at, key.id), reverse=True
        )
    )


def _due_alarms(store: MemoryStore, need: DueAlarms) -> tuple[Alarm, ...]:
    due = [alarm for alarm in store.alarms.values() if alarm.due_at <= need.by]
    return tuple(sorted(due, key=lambda alarm: (alarm.due_at, alarm.key))[: need.limit])


def _next_alarm(store: MemoryStore, _need: NextAlarm) -> datetime | None:
    return min((alarm.due_at for alarm in store.alarms.values()), default=None)


def _due_messages(store: MemoryStore, need: DueMessages) -> tuple[Message, ...]:
    due = [message for message in store.shelf(Message).values() if is_due(message, need.by)]
    return tuple(
        sorted(due, key=lambda message: (message.gentle, message.not_before, message.number))[
            : need.limit
        ]
    )


def _next_message(store: MemoryStore, _need: NextMessage) -> datetime | None:
    messages = store.shelf(Message).values()
    queued = [message.not_before for message in messages if message.status == "queued"]
    leased = [message.lease_ends_at for message in messages if message.status == "sending"]
    return min((*queued, *leased), default=None)


def _messages(store: MemoryStore, need: MessagePage) -> tuple[Message, ...]:
    wanted = {"scope": need.scope, "to": need.to, "kind": need.kind}
    found = [
        one
        for one in store.shelf(Message).values()
        if (not need.before or one.number < need.before)
        and all(not value or getattr(one, name) == value for name, value in wanted.items())
    ]
    return tuple(sorted(found, key=lambda one: -one.number)[: need.limit])


def _audit(store: MemoryStore, need: AuditPage) -> tuple[AuditLine, ...]:
    found = [
        line for line in store.lines if line.number > need.after and need.scope in ("", line.scope)
    ]
    return tuple(found[: need.limit])


def _latest(store: MemoryStore, need: LatestAudit) -> tuple[AuditLine, ...]:
    found = [line for line in store.lines if not need.before or line.number < need.before]
    return tuple([line for line in reversed(found) if need.scope in ("", line.scope)][: need.limit])


def _about(store: MemoryStore, need: AuditOfSubject) -> tuple[AuditLine, ...]:
    lines = _audit(store, AuditPage(need.scope, need.after, len(store.lines)))
    return tuple([line for line in lines if line.subject == need.subject][: need.limit])


def _inbound(store: MemoryStore, need: InboundPage) -> tuple[InboundMail, ...]:
    mails = [one for one in store.shelf(InboundMail).values() if need.scope in ("", one.scope)]
    found = [one for one in mails if not need.before or one.place < need.before]
    return tuple(sorted(found, key=lambda one: one.place, reverse=True)[: need.limit])


def _answers(store: MemoryStore, need: RepliesTo) -> int:
    mails = store.shelf(InboundMail).values()
    return sum(one.answered and one.sender == need.sender and one.at > need.since for one in mails)


def _all(store: MemoryStore, _need: AllRecords) -> Iterable[Record]:
    return [record for kind in AUDITED.values() for record in store.shelf(kind).values()]


ANSWERS: dict[type[Need[Any]], Callable[[MemoryStore, Any], Any]] = {
    model.GuestByEmail: _by_email,
    model.OfferableGuests: _askable,
    model.PeopleAhead: _ahead,
    model.GuestCount: _count,
    model.WaitingPlaces: _places,
    model.GuestPage: _page,
    model.OfferPage: _offers,
    model.Unreachable: _unreachable,
    model.WaitingGuests: _line,
    questions.GuestQuery: _who,
    questions.GuestCountQuery: _how_many,
    guest_search.GuestSearch: _search,
    guest_search.GuestTally: _tally,
    seat_history.SeatLines: _seat_lines,
    model.EventPage: _events,
    MemberByEmail: _member,
    TokenByDigest: _token,
    Members: _members,
    Tokens: _tokens,
    SigningKeys: _keys,
    DueAlarms: _due_alarms,
    NextAlarm: _next_alarm,
    DueMessages: _due_messages,
    NextMessage: _next_message,
    MessagePage: _messages,
    AuditPage: _audit,
    LatestAudit: _latest,
    AuditOfSubject: _about,
    InboundPage: _inbound,
    RepliesTo: _answers,
    AllRecords: _all,
    **WAITLIST_ANSWERS,
    **APPOINTMENT_ANSWERS,
}
