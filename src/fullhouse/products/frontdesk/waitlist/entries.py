"""Entries of the waitlist: join, edit, leave, erase."""

from collections.abc import Container
from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET

from fullhouse.kernel.decisions import Decision, ErasePerson, Step, create, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist import queue
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
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.offer_endings import apply, combine, withdrawn

# Replaces the facts about a forwarded mail in staff notes once its customer is erased.
UNSAID = {"sender": "", "subject": ""}
# Columns of the sheet: a change that did not come from it has to be written there.
IN_THE_SHEET = (
    "name",
    "phone",
    "email",
    "service",
    "party",
    "earliest",
    "latest",
    "staff",
    "priority",
    "joined_at",
)


def join(state: WaitlistState, command: JoinWaitlist, now: datetime) -> Decision:
    """Put a customer at the end of their tier; one who waits already keeps their place."""
    rulebook = rulebook_of(state.rules)
    entry = _new_entry(command, now)
    if state.entry is not None:
        return Decision(WaitlistResult("already", state.entry))
    problem = _problem(entry, rulebook, IN_THE_SHEET)
    if problem:
        return Decision(WaitlistResult(problem, field=problem.removeprefix("unknown_")))
    known = _already(state, entry)
    if known is not None:
        again = _link_again(state, known, command, now)
        return Decision(WaitlistResult("already", known), messages=again)
    if _too_many(state, entry):
        return Decision(WaitlistResult("too_many"))
    return _joined(state, _named(entry, rulebook), now)


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
        staff=command.staff,
        priority=command.priority,
        joined_at=command.joined_at or now,
        sent=command.sent,
        source=command.source,
        unwritten=command.source != "sheet",
    )


def _link_again(
    state: WaitlistState, known: Entry, command: JoinWaitlist, now: datetime
) -> tuple[Message, ...]:
    """Send the link again, at most once a day, to a customer who joins again by the form."""
    if command.source != "form" or now - known.joined_at < A_DAY:
        return ()
    return to_customer("joined", state, known, now, f"again:{now:%Y-%m-%d}")


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


def _already(state: WaitlistState, entry: Entry) -> Entry | None:
    """Return another entry of the same customer that waits for the same service."""
    line = normalized_name(entry.service)
    for other in state.entries:
        if other.state == "waiting" and other.line == line and other.id != entry.id:
            return other
    return None


def _joined(state: WaitlistState, entry: Entry, now: datetime) -> Decision:
    entry = msgspec.structs.replace(entry, channel=queue.channel_of(entry, state.contacts))
    line, alarms = queue.wake_slots(state.line, entry.line, now, waiting=1)
    changes = (create(entry), *queue.link_contact(state.contacts, entry, now), *line)
    messages: tuple[Message, ...] = ()
    if entry.source != "sheet":
        messages = to_customer("joined", state, entry, now, 1)
    return Decision(
        WaitlistResult("joined", entry),
        steps=(Step(SCOPE, "joined", entry.id, changes),),
        messages=messages,
        set_alarms=alarms,
    )


def edit_entry(state: WaitlistState, command: EditEntry, now: datetime) -> Decision:
    """Change an entry; an offer that it holds and that no longer fits rolls on."""
    entry = state.entry
    if entry is None or entry.is_erased:
        return Decision(WaitlistResult("unknown_entry"))
    if entry.state != "waiting":
        return Decision(WaitlistResult(f"entry_{entry.state}", entry))
    given = _given(command)
    rulebook = rulebook_of(state.rules)
    wanted = msgspec.structs.replace(entry, **given)
    problem = _problem(wanted, rulebook, given)
    if problem:
        return Decision(WaitlistResult(problem, entry, field=problem.removeprefix("unknown_")))
    wanted = _named(wanted, rulebook)
    if wanted == entry or _is_behind(command, entry):
        return Decision(WaitlistResult("unchanged", entry))
    refused = _refused_move(state, entry, wanted)
    if refused is not None:
        return Decision(refused)
    return _edited(state, entry, wanted, command, now)


def _given(command: EditEntry) -> dict[str, Any]:
    values = {name: getattr(command, name) for name in IN_THE_SHEET}
    return {name: value for name, value in values.items() if value is not UNSET}


def _refused_move(state: WaitlistState, entry: Entry, wanted: Entry) -> WaitlistResult | None:
    """Return why an entry may not move to another service or address; None if it may."""
    if not _moves(entry, wanted):
        return None
    known = _already(state, wanted)
    if known is not None:
        return WaitlistResult("already", known)
    if _too_many(state, wanted):
        return WaitlistResult("too_many", entry)
    return None


def _is_behind(command: EditEntry | LeaveWaitlist, entry: Entry) -> bool:
    """Return True if the sheet does not show yet what it would overwrite."""
    return command.source == "sheet" and entry.unwritten


def _moves(entry: Entry, wanted: Entry) -> bool:
    return (wanted.line, wanted.addresses) != (entry.line, entry.addresses)


def _edited(
    state: WaitlistState, entry: Entry, wanted: Entry, command: EditEntry, now: datetime
) -> Decision:
    """Store the change; withdraw first an offer that no longer fits."""
    first = _withdrawn_for(state, entry, wanted, now)
    state = apply(state, first)
    base = state.entry or entry
    names = [
        name for name in (*IN_THE_SHEET, "line") if getattr(wanted, name) != getattr(entry, name)
    ]
    sets: dict[str, Any] = {name: getattr(wanted, name) for name in names}
    sets["channel"] = queue.channel_of(wanted, state.contacts)
    sets["unwritten"] = entry.unwritten or command.source != "sheet"
    edited = update(base, *if_unchanged(base, "rev"), **sets, refusals=0, rev=base.rev + 1)
    moved, alarms = _moved(state, base, edited.after, now)
    step = Step(SCOPE, "edited", entry.id, (edited, *moved))
    return combine(
        first, Decision(WaitlistResult("edited", edited.after), steps=(step,), set_alarms=alarms)
    )


def _withdrawn_for(state: WaitlistState, entry: Entry, wanted: Entry, now: datetime) -> Decision:
    """Withdraw an offer that no longer fits or went to an old address.

    At the new address the customer was not asked yet, so they may be asked again.
    """
    if state.slot is None:
        return Decision(None)
    has_moved = wanted.addresses != entry.addresses
    misfit = queue.fitting(state.slot, rulebook_of(state.rules)).fits(wanted)
    if not has_moved and not misfit:
        return Decision(None)
    return withdrawn(state, now, "edited", ask_again=has_moved)


def _moved(
    state: WaitlistState, entry: Entry, edited: Entry, now: datetime
) -> tuple[queue.Changes, queue.Alarms]:
    """Update contacts and queues after an edit.

    An entry that changes queues is linked to all its contacts again: two such moves at once then
    conflict.
    """
    old, new = set(entry.addresses), set(edited.addresses)
    gone = queue.of(_with_only(entry, old - new), state.contacts)
    unlinked = queue.unlink_contact(gone, entry)
    if entry.line == edited.line:
        linked = queue.link_contact(state.contacts, _with_only(edited, new - old), now)
        line = queue.line_of(state, entry.line)
        changed, alarms = queue.wake_slots(line, edited.line, now)
        return (*unlinked, *linked, *changed), alarms
    linked = queue.link_contact(state.contacts, edited, now)
    changed, alarms = queue.wake_slots(state.other_line, edited.line, now, waiting=1)
    return (*unlinked, *linked, *queue.decrement(state, entry), *changed), alarms


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
    blank: dict[str, Any] = {
        "name": ERASED_NAME,
        "phone": "",
        "email": "",
        "channel": "",
        "sent": "",
    }
    wiped = update(base, *if_unchanged(base, "rev"), **blank, unwritten=True, rev=base.rev + 1)
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
