"""Entries of the waitlist: join, edit, leave, erase."""

from collections.abc import Container, Iterable
from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from fullhouse.kernel.decisions import Decision, ErasePerson, Step, create, if_unchanged, update
from fullhouse.kernel.link_binding import REPLACED
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.contacts import Contact, Given
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.link_binding import is_replaced
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist import contact_reach, queue
from fullhouse.products.frontdesk.waitlist.asked_wishes import again_on, wishes_mark
from fullhouse.products.frontdesk.waitlist.commands import (
    EditEntry,
    EraseEntry,
    JoinWaitlist,
    LeaveWaitlist,
    MarkEntriesSynced,
)
from fullhouse.products.frontdesk.waitlist.messages import A_DAY, to_customer
from fullhouse.products.frontdesk.waitlist.model import (
    ERASED,
    ERASED_NAME,
    MOST_ENTRIES_OF_ONE,
    SCOPE,
    Entry,
    EntryState,
    Source,
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.offer_endings import apply, combine, withdrawn
from fullhouse.products.frontdesk.waitlist.wishes import WISHES

# Replaces the facts about a forwarded mail in staff notes once its customer is erased.
UNSAID = {"sender": "", "subject": ""}
# How a number was given, by the source of an entry. A mail may have been forwarded.
GIVEN: dict[Source, Given] = {
    "form": "form",
    "desk": "staff",
    "sheet": "sheet",
    "api": "api",
    "mail": "forwarded",
}
# Whose joins change nothing of an entry that is there already.
UNPROVEN: frozenset[Source] = frozenset({"form", "sheet"})
# Columns of the sheet: a change that did not come from it has to be written there.
IN_THE_SHEET = (
    "name",
    "phone",
    "email",
    "service",
    "party",
    "earliest",
    "latest",
    "weekdays",
    "from_time",
    "until_time",
    "staff",
    "priority",
    "joined_at",
)


def join(
    state: WaitlistState,
    command: JoinWaitlist,
    now: datetime,
    given: queue.NumberGiven = queue.NOT_GIVEN,
) -> Decision:
    """Put a customer at the end of their tier; one who waits already keeps their place.

    They are known by an address and their name: two people may share a phone. `given` says how the
    phone number was given, where the source alone does not tell.
    """
    return contact_reach.with_consent(state, join_one(state, command, now, given), now)


def join_one(
    state: WaitlistState,
    command: JoinWaitlist,
    now: datetime,
    given: queue.NumberGiven = queue.NOT_GIVEN,
) -> Decision:
    """Do as `join`, without the other entries of a number whose customer agrees by it."""
    rulebook = rulebook_of(state.rules)
    entry = _new_entry(command, now)
    if state.entry is not None:
        return Decision(WaitlistResult("already", state.entry))
    problem = _problem(entry, rulebook, IN_THE_SHEET)
    if problem:
        return Decision(WaitlistResult(problem, field=problem.removeprefix("unknown_")))
    if not given.how:
        given = queue.NumberGiven(command.given or GIVEN[command.source], command.consent)
    entry = _named(entry, rulebook)
    known = known_at_joining(state.entries, command, rulebook)
    if known is not None:
        return _joined_again(state, known, entry, command, now, given)
    if _too_many(state, entry):
        return Decision(WaitlistResult("too_many"))
    return _joined(state, entry, now, given)


def problem_of(command: JoinWaitlist, rulebook: Rulebook, now: datetime) -> str:
    """Return the code of the first field that is not valid; empty if all are."""
    return _problem(_new_entry(command, now), rulebook, IN_THE_SHEET)


def _new_entry(command: JoinWaitlist, now: datetime) -> Entry:
    return Entry(
        id=command.entry_id,
        name=command.name,
        phone=command.phone,
        email=command.email,
        service=command.service,
        line=normalized_name(command.service),
        party=command.party,
        earliest=command.earliest,
        latest=command.latest,
        weekdays=command.weekdays,
        from_time=command.from_time,
        until_time=command.until_time,
        staff=command.staff,
        priority=command.priority,
        joined_at=command.joined_at or now,
        sent=command.sent,
        source=command.source,
        unwritten=command.source != "sheet",
        language=command.language,
    )


def _joined_again(
    state: WaitlistState,
    known: Entry,
    entry: Entry,
    command: JoinWaitlist,
    now: datetime,
    given: queue.NumberGiven,
) -> Decision:
    """Let the wishes that staff enter for a customer who waits already replace the old ones.

    Anyone can fill in the public form in someone's name, so it changes nothing: the customer gets
    their link. The sheet's wishes are compared with the entry once its row has the key.
    """
    agreed = queue.agree(state.contacts, entry, now, given)
    wanted = replace(known, **{name: getattr(entry, name) for name in WISHES})
    if wanted == known or command.source in UNPROVEN:
        answer = WaitlistResult("already", known)
        again = _link_again(state, known, command, now)
        return Decision(answer, steps=agreed, messages=again)
    first = Decision(None, steps=agreed)
    before = apply(replace(state, entry=known), first)
    edited = combine(first, _edited(before, known, wanted, command, now))
    return replace(edited, answer=WaitlistResult("updated", edited.answer.entry))


def is_contested(entry: Entry, join: JoinWaitlist) -> bool:
    """Return True if a join has the email of an entry and another phone, or none.

    Nobody has proven that both belong to one person. Offers go to the phone, so the owner of the
    email would wait in vain if the phone is not theirs.
    """
    return bool(join.email) and join.email == entry.email and join.phone != entry.phone


def asks_for_change(entry: Entry, join: JoinWaitlist) -> bool:
    """Return True if a join by the public form has other wishes than the entry."""
    return any(getattr(entry, name) != getattr(join, name) for name in WISHES)


def is_confirmed_by_mail(entry: Entry, join: JoinWaitlist) -> bool:
    """Return True if a link to the email of a join can prove what it asks of an entry."""
    if is_contested(entry, join):
        return True
    return bool(join.email) and join.email == entry.email and asks_for_change(entry, join)


def _link_again(
    state: WaitlistState, known: Entry, command: JoinWaitlist, now: datetime
) -> tuple[Message, ...]:
    """Send the link again to a customer who joins again by the form.

    That is at most once a day, and once for each change that they ask for. One that is confirmed by
    email has a message of its own.
    """
    if command.source != "form" or is_confirmed_by_mail(known, command):
        return ()
    changes = asks_for_change(known, command)
    if now - known.joined_at < A_DAY and not changes:
        return ()
    occasion = f"{now:%Y%m%d}"
    facts: dict[str, Any] = {"again": True}
    if changes:
        wishes = {name: getattr(command, name) for name in WISHES}
        occasion = f"{occasion}-{wishes_mark(wishes, known.rev)}"
        facts["asked"] = {"on": occasion, **wishes}
    return to_customer("joined", state, known, now, again_on(occasion), **facts)


def _problem(entry: Entry, rulebook: Rulebook, given: Container[str]) -> str:
    """Return the code of the first given field that is not valid.

    Fields that are not given are not checked: they were valid when they were stored.
    """
    if "service" in given and rulebook.service(entry.service) is None:
        return "unknown_service"
    if "staff" in given and entry.staff and not queue.staff_named(entry.staff, rulebook):
        return "unknown_staff"
    if not entry.addresses:
        return "unknown_contact"
    return ""


def _too_many(state: WaitlistState, entry: Entry) -> bool:
    contacts = queue.of(entry, state.contacts)
    others = [len(set(contact.entries) - {entry.id}) for contact in contacts]
    return max(others, default=0) >= MOST_ENTRIES_OF_ONE


def _named(entry: Entry, rulebook: Rulebook) -> Entry:
    """Write service and staff as the rules write them."""
    service = rulebook.service(entry.service)
    name = service.name if service is not None else entry.service
    staff = queue.staff_named(entry.staff, rulebook) or entry.staff
    return msgspec.structs.replace(entry, service=name, line=normalized_name(name), staff=staff)


def known_entry(entries: Iterable[Entry], entry_id: str, name: str, service: str) -> Entry | None:
    """Return another entry of the same customer that waits for the same service.

    The entries are those with one of the customer's addresses. A family may share one, so the name
    has to be the same too.
    """
    line, name = normalized_name(service), normalized_name(name)
    for other in entries:
        is_theirs = other.line == line and normalized_name(other.name) == name
        if other.state == "waiting" and is_theirs and other.id != entry_id:
            return other
    return None


def known_at_joining(
    entries: Iterable[Entry], join: JoinWaitlist, rulebook: Rulebook
) -> Entry | None:
    """Return the entry that someone who joins has already, also if they say a former name."""
    service = rulebook.service(join.service)
    name = service.name if service is not None else join.service
    return known_entry(entries, join.entry_id, join.name, name)


def _joined(
    state: WaitlistState, entry: Entry, now: datetime, given: queue.NumberGiven
) -> Decision:
    linked = queue.link_contact(state.contacts, entry, now, given)
    contacts = [change.after for change in linked]
    entry = msgspec.structs.replace(entry, channel=queue.channel_of(entry, contacts))
    line, alarms = queue.wake_slots(state.line, entry.line, now, waiting=1)
    changes = (create(entry), *linked, *line)
    messages: tuple[Message, ...] = ()
    if entry.source != "sheet":
        messages = to_customer("joined", state, entry, now, 1)
    return Decision(
        WaitlistResult("joined", entry),
        steps=(Step(SCOPE, "joined", entry.id, changes),),
        messages=messages,
        set_alarms=alarms,
    )


def replaced_link(state: WaitlistState, link: str) -> WaitlistResult | None:
    """Return the result of a link to an address that the entry has no longer."""
    addresses = state.entry.addresses if state.entry is not None else ()
    return WaitlistResult(REPLACED) if is_replaced(link, addresses) else None


def edit_entry(state: WaitlistState, command: EditEntry, now: datetime) -> Decision:
    """Change an entry; an offer that it holds and that no longer fits rolls on."""
    entry = state.entry
    if entry is None or entry.is_erased:
        return Decision(WaitlistResult("unknown_entry"))
    too_late = _not_editable(entry, command)
    if too_late:
        return Decision(WaitlistResult(too_late, entry))
    given = _given(command)
    rulebook = rulebook_of(state.rules)
    language = command.language or entry.language
    wanted = msgspec.structs.replace(entry, **given, language=language)
    problem = _problem(wanted, rulebook, given)
    if problem:
        return Decision(WaitlistResult(problem, entry, field=problem.removeprefix("unknown_")))
    wanted = _named(wanted, rulebook)
    if wanted == entry or _is_behind(command, entry):
        return Decision(WaitlistResult("unchanged", entry))
    refused = _refused_move(state, entry, wanted)
    if refused is not None:
        return Decision(refused)
    return contact_reach.with_consent(state, _edited(state, entry, wanted, command, now), now)


def _not_editable(entry: Entry, command: EditEntry) -> str:
    """Return why an entry cannot be edited at all; empty if it can."""
    if entry.state != "waiting":
        return f"entry_{entry.state}"
    if command.rev not in (None, entry.rev):
        return "changed_since"
    return ""


def _given(command: EditEntry) -> dict[str, Any]:
    values = {name: getattr(command, name) for name in IN_THE_SHEET}
    return {name: value for name, value in values.items() if value is not UNSET}


def _refused_move(state: WaitlistState, entry: Entry, wanted: Entry) -> WaitlistResult | None:
    """Return why an entry may not move to another service or address; None if it may."""
    if not _moves(entry, wanted):
        return None
    sharing = _sharing(state.entries, wanted)
    known = known_entry(sharing, wanted.id, wanted.name, wanted.service)
    if known is not None:
        return WaitlistResult("already", known)
    if _too_many(state, wanted):
        return WaitlistResult("too_many", entry)
    return None


def _is_behind(command: EditEntry | LeaveWaitlist, entry: Entry) -> bool:
    """Return True if the sheet does not show yet what it would overwrite."""
    return command.source == "sheet" and entry.unwritten


def _sharing(entries: Iterable[Entry], entry: Entry) -> list[Entry]:
    """Return the entries that have one of the addresses of an entry."""
    addresses = set(entry.addresses)
    return [other for other in entries if not addresses.isdisjoint(other.addresses)]


def _moves(entry: Entry, wanted: Entry) -> bool:
    """Return True if an entry gets another name, service or address."""
    old, new = normalized_name(entry.name), normalized_name(wanted.name)
    return (wanted.line, wanted.addresses, new) != (entry.line, entry.addresses, old)


def _edited(
    state: WaitlistState,
    entry: Entry,
    wanted: Entry,
    command: EditEntry | JoinWaitlist,
    now: datetime,
) -> Decision:
    """Store the change; withdraw first an offer that no longer fits."""
    why = "wishes" if command.source == "form" else "edited"
    first = _withdrawn_for(state, entry, wanted, why, now)
    state = apply(state, first)
    base = state.entry or entry
    stored = (*IN_THE_SHEET, "line", "language")
    names = [name for name in stored if getattr(wanted, name) != getattr(entry, name)]
    sets: dict[str, Any] = {name: getattr(wanted, name) for name in names}
    given = queue.NOT_GIVEN
    if wanted.phone != entry.phone:
        given = queue.NumberGiven(GIVEN[command.source])
    contacts = _contacts_after(state, wanted, now, given)
    sets["channel"] = queue.channel_of(wanted, contacts)
    sets["unwritten"] = entry.unwritten or command.source != "sheet"
    edited = update(base, *if_unchanged(base, "rev"), **sets, refusals=0, rev=base.rev + 1)
    moved, alarms = _moved(state, base, edited.after, now, given)
    step = Step(SCOPE, "edited", entry.id, (edited, *moved))
    return combine(
        first, Decision(WaitlistResult("edited", edited.after), steps=(step,), set_alarms=alarms)
    )


def _withdrawn_for(
    state: WaitlistState, entry: Entry, wanted: Entry, why: str, now: datetime
) -> Decision:
    """Withdraw an offer that no longer fits or went to an old address.

    At the new address the customer was not asked yet, so they may be asked again.
    """
    if state.slot is None:
        return Decision(None)
    has_moved = wanted.addresses != entry.addresses
    misfit = queue.fitting(state.slot, rulebook_of(state.rules)).fits(wanted)
    if not has_moved and not misfit:
        return Decision(None)
    return withdrawn(state, now, why, ask_again=has_moved)


def _contacts_after(
    state: WaitlistState, wanted: Entry, now: datetime, given: queue.NumberGiven
) -> tuple[Contact, ...]:
    """Return the contacts with what is known of a number that was given just now."""
    linked = queue.link_contact(state.contacts, wanted, now, given)
    fresh = {change.after.id: change.after for change in linked}
    others = (contact for contact in state.contacts if contact.id not in fresh)
    return (*fresh.values(), *others)


def _moved(
    state: WaitlistState, entry: Entry, edited: Entry, now: datetime, given: queue.NumberGiven
) -> tuple[queue.Changes, queue.Alarms]:
    """Update contacts and queues after an edit.

    An entry that gets another name or queue is linked to all its contacts again: two such moves at
    once then conflict.
    """
    old, new = set(entry.addresses), set(edited.addresses)
    gone = queue.of(_with_only(entry, old - new), state.contacts)
    unlinked = queue.unlink_contact(gone, entry)
    if entry.line == edited.line:
        linking = edited if entry.name != edited.name else _with_only(edited, new - old)
        linked = queue.link_contact(state.contacts, linking, now, given)
        line = queue.line_of(state, entry.line)
        changed, alarms = queue.wake_slots(line, edited.line, now)
        return (*unlinked, *linked, *changed), alarms
    linked = queue.link_contact(state.contacts, edited, now, given)
    changed, alarms = queue.wake_slots(state.other_line, edited.line, now, waiting=1)
    changes = (*unlinked, *linked, *queue.decrement(state, entry), *changed)
    return changes, alarms


def _with_only(entry: Entry, addresses: set[str]) -> Entry:
    """Return the entry with only these of its addresses."""
    phone = entry.phone if entry.phone in addresses else ""
    email = entry.email if entry.email in addresses else ""
    return msgspec.structs.replace(entry, phone=phone, email=email)


def leave(state: WaitlistState, command: LeaveWaitlist, now: datetime) -> Decision:
    """Take an entry off the list; an offer that it holds rolls on."""
    entry = state.entry
    if entry is None:
        return Decision(WaitlistResult("unknown_entry"))
    if entry.state != "waiting":
        return Decision(WaitlistResult(f"entry_{entry.state}", entry))
    if _is_behind(command, entry):
        return Decision(WaitlistResult("unchanged", entry))
    why: EntryState = "removed" if command.removed else "left"
    return gone(state, entry, why, now, unwritten=entry.unwritten or command.source != "sheet")


def gone(
    state: WaitlistState, entry: Entry, why: EntryState, now: datetime, *, unwritten: bool = True
) -> Decision:
    """End an entry."""
    first = withdrawn(state, now, why)
    state = apply(state, first)
    base = state.entry or entry
    sets: dict[str, Any] = {"state": why, "ended_at": now, "unwritten": unwritten}
    over = update(base, *if_unchanged(base, "rev"), **sets, rev=base.rev + 1)
    changes = (
        over,
        *queue.unlink_contact(queue.of(base, state.contacts), base),
        *queue.decrement(state, base),
    )
    return combine(
        first,
        Decision(WaitlistResult(why, over.after), steps=(Step(SCOPE, why, entry.id, changes),)),
    )


def erase_entry(state: WaitlistState, _command: EraseEntry, now: datetime) -> Decision:
    """Take a customer off the list, then erase their data; they get no more messages."""
    entry = state.entry
    if entry is None:
        return Decision(WaitlistResult("unknown_entry"))
    if entry.is_erased:
        return Decision(WaitlistResult("erased", entry))
    first = Decision(None)
    if entry.state == "waiting":
        first = gone(state, entry, "left", now)
    base = apply(state, first).entry or entry
    blank: dict[str, Any] = dict.fromkeys(("phone", "email", "channel", "sent"), "")
    blank |= {"name": ERASED_NAME, "unwritten": True}
    wiped = update(base, *if_unchanged(base, "rev"), **blank, rev=base.rev + 1)
    instead = {"name": ERASED_NAME, "phone": "", "email": "", "note": ERASED, "sent": "", **UNSAID}
    step = Step(SCOPE, "erased", entry.id, (wiped,))
    forget = ErasePerson(SCOPE, Entry.kind_name, entry.id, instead)
    return combine(
        first, Decision(WaitlistResult("erased", wiped.after), steps=(step,), forget=(forget,))
    )


def mark_written(state: WaitlistState, command: MarkEntriesSynced, _now: datetime) -> Decision:
    """Note which entries the sheet shows; one that changed since is written again."""
    written = dict(command.entries)
    steps: list[Step] = []
    for entry in state.entries:
        if entry.unwritten and written.get(entry.id) == entry.rev:
            change = update(entry, *if_unchanged(entry, "rev"), unwritten=False, rev=entry.rev + 1)
            steps.append(Step(SCOPE, "written", entry.id, (change,)))
    return Decision(len(steps), steps=tuple(steps))
