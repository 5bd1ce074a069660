"""A store in memory for rehearsals and the simulator: the usual contract, nothing durable."""

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
    MessageByMark,
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
from fullhouse.kernel.mail_marks import marks_of
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need, Record
from fullhouse.platforms.memory.appointment_reads import APPOINTMENT_ANSWERS
from fullhouse.platforms.memory.waitlist_reads import WAITLIST_ANSWERS
from fullhouse.products.rsvp import guest_search, model, questions, seat_history

T = TypeVar("T")
Shelf = dict[tuple[str, ...], Any]
Fresh = dict[tuple[type[Record], tuple[str, ...]], Record]


class MemoryStore:
    """Keeps everything in dictionaries; a commit is checked whole before it changes anything."""

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
        if change.before is not None:
            return self._updated(change, stored, fresh)
        if stored is not None or not self._is_unique(change.after, fresh):
            raise Conflict(change.kind.kind_name)
        return cast("Record", change.after)

    def _updated(self, change: Change[Any], stored: Record | None, fresh: Fresh) -> Record:
        if stored is None or not all(guard.holds(stored) for guard in change.guards):
            raise Conflict(change.kind.kind_name)
        if not change.sets and not change.adds:
            return stored
        counted = {name: getattr(stored, name) + more for name, more in change.adds.items()}
        after = msgspec.structs.replace(stored, **change.sets, **counted)
        if "email" in change.sets and not self._is_unique(after, fresh):
            raise Conflict(change.kind.kind_name)
        return after

    def _is_unique(self, record: Record, fresh: Fresh) -> bool:
        if isinstance(record, model.Guest):
            return self._is_address_free(record, fresh)
        if isinstance(record, ApiToken):
            return self.load(TokenByDigest(record.digest)) is None
        return True

    def _is_address_free(self, guest: model.Guest, fresh: Fresh) -> bool:
        """Return True if no other guest of the event has this address, stored or in the commit."""
        if not guest.email:
            return True
        found = self.load(model.GuestByEmail(guest.event_id, guest.email))
        if found is not None and _is_other_guest(found, guest):
            return False
        for record in fresh.values():
            if not isinstance(record, model.Guest) or record.email != guest.email:
                continue
            if _is_other_guest(record, guest):
                return False
        return True

    def _forget(self, forget: ErasePerson) -> None:
        if not forget.only:
            self._forget_mail(forget)
        for at, line in enumerate(self.lines):
            if is_about(line, forget):
                self.lines[at] = erased_line(line, forget)
        for key, message in self.shelf(Message).items():
            if (message.scope, message.person) == (forget.scope, forget.person):
                self.shelf(Message)[key] = forgotten_message(message, forget)
            elif mentions(message, forget):
                self.shelf(Message)[key] = forgotten_note(message, forget)

    def _forget_mail(self, forget: ErasePerson) -> None:
        known = addresses(tuple(self.lines), forget)
        blank = {"sender": "", "name": "", "subject": "", "text": "", "reason": NOTE}
        for key, mail in self.shelf(InboundMail).items():
            is_theirs = mail.person == forget.person or mail.sender in known
            if mail.scope == forget.scope and is_theirs:
                self.shelf(InboundMail)[key] = msgspec.structs.replace(mail, **blank)

    def _move_alarms(self, written: Written) -> None:
        rung = written.rung
        if rung is not None:
            stored = self.alarms.get(rung.key)
            # An alarm that was set again for another time stays.
            if stored is not None and stored.due_at == rung.due_at:
                del self.alarms[rung.key]
        for key in written.decision.clear_alarms:
            self.alarms.pop(key, None)
        for alarm in written.decision.set_alarms:
            self.alarms[alarm.key] = alarm


def _is_other_guest(other: model.Guest, guest: model.Guest) -> bool:
    return other.event_id == guest.event_id and other.id != guest.id


def _guests(store: MemoryStore, event_id: str) -> list[model.Guest]:
    return [guest for guest in store.shelf(model.Guest).values() if guest.event_id == event_id]


def _by_email(store: MemoryStore, need: model.GuestByEmail) -> model.Guest | None:
    if not need.email:
        return None
    for guest in _guests(store, need.event_id):
        if guest.email == need.email:
            return guest
    return None


def _askable(store: MemoryStore, need: model.OfferableGuests) -> tuple[model.Guest, ...]:
    offerable = [guest for guest in _guests(store, need.event_id) if need.takes(guest)]
    return tuple(sorted(offerable, key=lambda guest: guest.place)[: need.limit])


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
        guest
        for guest in _guests(store, need.event_id)
        if guest.id > need.after and state in ("", guest.state)
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


def _graces(store: MemoryStore, need: model.GracePage) -> tuple[model.Guest, ...]:
    found = [
        guest
        for guest in _guests(store, need.event_id)
        if guest.cancels_at is not None and guest.id > need.after
    ]
    return tuple(sorted(found, key=lambda guest: guest.id)[: need.limit])


def _waiting_guests(store: MemoryStore, need: model.WaitingGuests) -> tuple[model.Guest, ...]:
    waits = [
        guest
        for guest in _guests(store, need.event_id)
        if guest.state == "waitlisted" and guest.place > need.behind
    ]
    return tuple(sorted(waits, key=lambda guest: guest.place)[: need.limit])


def _matching_guests(
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


def _guest_query(store: MemoryStore, need: questions.GuestQuery) -> tuple[model.Guest, ...]:
    found = sorted(_matching_guests(store, need), key=lambda guest: (guest.joined_at, guest.id))
    return tuple(found[: need.limit])


def _guest_count_query(store: MemoryStore, need: questions.GuestCountQuery) -> int:
    return len(_matching_guests(store, need))


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
    return next(
        (member for member in store.shelf(Member).values() if member.email == need.email), None
    )


def _token(store: MemoryStore, need: TokenByDigest) -> ApiToken | None:
    return next(
        (token for token in store.shelf(ApiToken).values() if token.digest == need.digest), None
    )


def _members(store: MemoryStore, _need: Members) -> tuple[Member, ...]:
    return tuple(
        sorted(store.shelf(Member).values(), key=lambda member: (member.created_at, member.id))
    )


def _tokens(store: MemoryStore, _need: Tokens) -> tuple[ApiToken, ...]:
    tokens = store.shelf(ApiToken).values()
    return tuple(sorted(tokens, key=lambda token: (token.created_at, token.id), reverse=True))


def _keys(store: MemoryStore, _need: SigningKeys) -> tuple[SigningKey, ...]:
    keys = store.shelf(SigningKey).values()
    return tuple(sorted(keys, key=lambda key: (key.created_at, key.id), reverse=True))


def _due_alarms(store: MemoryStore, need: DueAlarms) -> tuple[Alarm, ...]:
    due = [alarm for alarm in store.alarms.values() if alarm.due_at <= need.by]
    return tuple(sorted(due, key=lambda alarm: (alarm.due_at, alarm.key))[: need.limit])


def _next_alarm(store: MemoryStore, _need: NextAlarm) -> datetime | None:
    return min((alarm.due_at for alarm in store.alarms.values()), default=None)


def _due_messages(store: MemoryStore, need: DueMessages) -> tuple[Message, ...]:
    due = [message for message in store.shelf(Message).values() if is_due(message, need.by)]
    due.sort(key=lambda message: (message.gentle, message.not_before, message.number))
    return tuple(due[: need.limit])


def _next_message(store: MemoryStore, _need: NextMessage) -> datetime | None:
    messages = store.shelf(Message).values()
    queued = [message.not_before for message in messages if message.status == "queued"]
    leased = [message.lease_ends_at for message in messages if message.status == "sending"]
    return min((*queued, *leased), default=None)


def _messages(store: MemoryStore, need: MessagePage) -> tuple[Message, ...]:
    found = [message for message in store.shelf(Message).values() if _is_listed(need, message)]
    found.sort(key=lambda message: -message.number)
    return tuple(found[: need.limit])


def _by_mark(store: MemoryStore, need: MessageByMark) -> Message | None:
    messages: Iterable[Message] = store.shelf(Message).values()
    return next((message for message in messages if need.mark in marks_of(message)), None)


def _is_listed(need: MessagePage, message: Message) -> bool:
    """Return True if the message matches all filters of the page; empty filters match all."""
    if need.before and message.number >= need.before:
        return False
    return (
        need.scope in ("", message.scope)
        and need.to in ("", message.to)
        and need.kind in ("", message.kind)
    )


def _audit(store: MemoryStore, need: AuditPage) -> tuple[AuditLine, ...]:
    found = [
        line for line in store.lines if line.number > need.after and need.scope in ("", line.scope)
    ]
    return tuple(found[: need.limit])


def _latest(store: MemoryStore, need: LatestAudit) -> tuple[AuditLine, ...]:
    found = [line for line in store.lines if not need.before or line.number < need.before]
    return tuple([line for line in reversed(found) if need.scope in ("", line.scope)][: need.limit])


def _audit_of_subject(store: MemoryStore, need: AuditOfSubject) -> tuple[AuditLine, ...]:
    lines = _audit(store, AuditPage(need.scope, need.after, len(store.lines)))
    return tuple([line for line in lines if line.subject == need.subject][: need.limit])


def _inbound(store: MemoryStore, need: InboundPage) -> tuple[InboundMail, ...]:
    mails = [mail for mail in store.shelf(InboundMail).values() if need.scope in ("", mail.scope)]
    found = [mail for mail in mails if not need.before or mail.place < need.before]
    return tuple(sorted(found, key=lambda mail: mail.place, reverse=True)[: need.limit])


def _reply_count(store: MemoryStore, need: RepliesTo) -> int:
    mails = store.shelf(InboundMail).values()
    answered = [mail for mail in mails if mail.answered and mail.at > need.since]
    wanted = (need.sender, need.scope, need.proven)
    return sum((mail.sender, mail.scope, bool(mail.proof)) == wanted for mail in answered)


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
    model.GracePage: _graces,
    model.Unreachable: _unreachable,
    model.WaitingGuests: _waiting_guests,
    questions.GuestQuery: _guest_query,
    questions.GuestCountQuery: _guest_count_query,
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
    MessageByMark: _by_mark,
    AuditPage: _audit,
    LatestAudit: _latest,
    AuditOfSubject: _audit_of_subject,
    InboundPage: _inbound,
    RepliesTo: _reply_count,
    AllRecords: _all,
    **WAITLIST_ANSWERS,
    **APPOINTMENT_ANSWERS,
}
