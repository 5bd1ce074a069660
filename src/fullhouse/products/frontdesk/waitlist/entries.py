"""Who is on the list: joining, changing what one waits for, leaving, being forgotten."""

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

# What staff were told of the mail by which someone came on the list.
UNSAID = {"sender": "", "subject": ""}
# What is the sheet's own: a change of these that did not come from it has to be written there.
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
    """Put someone on the list, at the end of their tier; whoever waits for it already stays where they are."""
    rulebook = rulebook_of(state.rules)
    entry = Entry(
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
    if state.entry is not None:
        return Decision(WaitlistResult("already", state.entry))
    problem = _problem(entry, rulebook, IN_THE_SHEET)
    if problem:
        return Decision(WaitlistResult(problem, field=problem.removeprefix("unknown_")))
    known = _already(state, entry)
    if known is not None:
        return Decision(
            WaitlistResult("already", known), messages=_told_again(state, known, command, now)
        )
    if _too_many(state, entry):
        return Decision(WaitlistResult("too_many"))
    return _joined(state, _named(entry, rulebook), now)


def _told_again(
    state: WaitlistState, known: Entry, command: JoinWaitlist, now: datetime
) -> tuple[Message, ...]:
    """Write once more, at most once a day, to whoever joins again by the form: they may have lost their link."""
    if command.source != "form" or now - known.joined_at < A_DAY:
        return ()
    return to_customer("joined", state, known, now, f"again:{now:%Y-%m-%d}")


def _problem(entry: Entry, rulebook: Rulebook, given: Container[str]) -> str:
    """Say which of the fields that were given cannot be; what was right when it was written stays."""
    if "service" in given and rulebook.service(entry.service) is None:
        return "unknown_service"
    if "staff" in given and entry.staff and not queue.staff_named(entry.staff, rulebook):
        return "unknown_staff"
    return "" if entry.addresses else "unknown_contact"


def _too_many(state: WaitlistState, entry: Entry) -> bool:
    others = [len(set(one.entries) - {entry.id}) for one in queue.of(entry, state.contacts)]
    return max(others, default=0) >= MOST_ENTRIES_OF_ONE


def _named(entry: Entry, rulebook: Rulebook) -> Entry:
    """Write service and staff as the rules write them."""
    service = rulebook.service(entry.service)
    name = service.name if service is not None else entry.service
    staff = queue.staff_named(entry.staff, rulebook) or entry.staff
    return msgspec.structs.replace(entry, service=name, line=normalized_name(name), staff=staff)


def _already(state: WaitlistState, entry: Entry) -> Entry | None:
    same = [
        one
        for one in state.entries
        if one.state == "waiting" and one.line == normalized_name(entry.service)
    ]
    return next((one for one in same if one.id != entry.id), None)


def _joined(state: WaitlistState, entry: Entry, now: datetime) -> Decision:
    entry = msgspec.structs.replace(entry, channel=queue.channel_of(entry, state.contacts))
    line, alarms = queue.wake_slots(state.line, entry.line, now, waiting=1)
    changes = (create(entry), *queue.link_contact(state.contacts, entry, now), *line)
    quiet = entry.source == "sheet"
    return Decision(
        WaitlistResult("joined", entry),
        steps=(Step(SCOPE, "joined", entry.id, changes),),
        messages=() if quiet else to_customer("joined", state, entry, now, 1),
        set_alarms=alarms,
    )


def edit_entry(state: WaitlistState, command: EditEntry, now: datetime) -> Decision:
    """Change an entry; an offer that it holds and that no longer fits rolls on."""
    entry = state.entry
    if entry is None or entry.is_erased:
        return Decision(WaitlistResult("unknown_entry"))
    if entry.state != "waiting":
        return Decision(WaitlistResult(f"entry_{entry.state}", entry))
    given = {
        name: getattr(command, name) for name in IN_THE_SHEET if getattr(command, name) is not UNSET
    }
    rulebook = rulebook_of(state.rules)
    wanted = msgspec.structs.replace(entry, **given)
    problem = _problem(wanted, rulebook, given)
    if problem:
        return Decision(WaitlistResult(problem, entry, field=problem.removeprefix("unknown_")))
    wanted = _named(wanted, rulebook)
    if wanted == entry or _is_behind(command, entry):
        return Decision(WaitlistResult("unchanged", entry))
    known = _already(state, wanted) if _moves(entry, wanted) else None
    if known is not None or (_moves(entry, wanted) and _too_many(state, wanted)):
        return Decision(
            WaitlistResult("too_many", entry) if known is None else WaitlistResult("already", known)
        )
    return _edited(state, entry, wanted, command, now)


def _is_behind(command: EditEntry | LeaveWaitlist, entry: Entry) -> bool:
    """Say whether the sheet does not show yet what it would overrule."""
    return command.source == "sheet" and entry.unwritten


def _moves(entry: Entry, wanted: Entry) -> bool:
    return (wanted.line, wanted.addresses) != (entry.line, entry.addresses)


def _edited(
    state: WaitlistState, entry: Entry, wanted: Entry, command: EditEntry, now: datetime
) -> Decision:
    """Write the change down; an offer of something else than they now wait for is withdrawn first."""
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
    """Withdraw an offer that no longer fits, or that went where its person is not; there they were never asked."""
    elsewhere = wanted.addresses != entry.addresses
    slot = state.slot
    if slot is None or not (
        elsewhere or queue.fitting(slot, rulebook_of(state.rules)).fits(wanted)
    ):
        return Decision(None)
    return withdrawn(state, now, "edited", ask_again=elsewhere)


def _moved(
    state: WaitlistState, entry: Entry, edited: Entry, now: datetime
) -> tuple[queue.Changes, queue.Alarms]:
    """Bring contacts and lines in line with a changed entry; who changes lines is enrolled anew: nobody does twice."""
    old, fresh, moves = set(entry.addresses), set(edited.addresses), entry.line != edited.line
    gone = queue.of(msgspec.structs.replace(entry, **_only(entry, old - fresh)), state.contacts)
    come = edited if moves else msgspec.structs.replace(edited, **_only(edited, fresh - old))
    contacts = (*queue.unlink_contact(gone, entry), *queue.link_contact(state.contacts, come, now))
    line = queue.line_of(state, entry.line)
    if not moves:
        changed, alarms = queue.wake_slots(line, edited.line, now)
        return (*contacts, *changed), alarms
    changed, alarms = queue.wake_slots(state.other_line, edited.line, now, waiting=1)
    return (*contacts, *queue.decrement(state, entry), *changed), alarms


def _only(entry: Entry, addresses: set[str]) -> dict[str, str]:
    """Keep of someone's addresses just these."""
    return {
        name: value if (value := getattr(entry, name)) in addresses else ""
        for name in ("phone", "email")
    }


def leave(state: WaitlistState, command: LeaveWaitlist, now: datetime) -> Decision:
    """Take someone off the list, at their own word or staff's; an offer that they hold rolls on."""
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
    """Take someone off the list, then forget who they were. Nothing is sent to them any more."""
    entry = state.entry
    if entry is None:
        return Decision(WaitlistResult("unknown_entry"))
    if entry.is_erased:
        return Decision(WaitlistResult("erased", entry))
    first = gone(state, entry, "left", now) if entry.state == "waiting" else Decision(None)
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
    """Note which entries stand in the sheet as they are; one that changed since is written again."""
    written = dict(command.entries)
    same = [one for one in state.entries if one.unwritten and written.get(one.id) == one.rev]
    changes = tuple(
        update(one, *if_unchanged(one, "rev"), unwritten=False, rev=one.rev + 1) for one in same
    )
    return Decision(
        len(changes), steps=tuple(Step(SCOPE, "written", one.after.id, (one,)) for one in changes)
    )
