"""Who is on the list: joining, changing what one waits for, leaving, being forgotten."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET

from fullhouse.kernel.decisions import Change, Decision, Forget, Step, change, new, unchanged
from fullhouse.kernel.documents import rulebook_of
from fullhouse.kernel.rulebook import Rulebook, known_as
from fullhouse.products.waitlist import lines
from fullhouse.products.waitlist.commands import EditEntry, EraseEntry, Join, Leave, MarkWritten
from fullhouse.products.waitlist.endings import rolled, withdrawn
from fullhouse.products.waitlist.model import (
    ERASED,
    ERASED_NAME,
    MOST_ENTRIES_OF_ONE,
    SCOPE,
    Answer,
    Entry,
    EntryState,
    State,
)
from fullhouse.products.waitlist.notices import to_customer

# What is the sheet's own: a change of these that did not come from it has to be written there.
IN_THE_SHEET = ("name", "phone", "email", "service", "party", "earliest", "latest", "staff", "priority", "joined_at")


def join(state: State, command: Join, now: datetime) -> Decision:
    """Put someone on the list, at the end of their tier; whoever waits for it already stays where they are."""
    rulebook = rulebook_of(state.rules)
    entry = Entry(
        id=command.entry_id,
        name=command.name,
        phone=command.phone,
        email=command.email,
        service=command.service,
        line=known_as(command.service),
        party=command.party,
        earliest=command.earliest,
        latest=command.latest,
        staff=command.staff,
        priority=command.priority,
        joined_at=command.joined_at or now,
        source=command.source,
        unwritten=command.source != "sheet",
    )
    problem = _problem(entry, rulebook)
    if problem:
        return Decision(Answer(problem, field=problem.removeprefix("unknown_")))
    known = _already(state, entry)
    if known is not None:
        return Decision(Answer("already", known))
    if any(len(one.entries) >= MOST_ENTRIES_OF_ONE for one in state.contacts):
        return Decision(Answer("too_many"))
    return _joined(state, _named(entry, rulebook), now)


def _problem(entry: Entry, rulebook: Rulebook) -> str:
    if rulebook.service(entry.service) is None:
        return "unknown_service"
    if entry.staff and rulebook.staff and not rulebook.staff_member(entry.staff):
        return "unknown_staff"
    return "" if entry.addresses else "unknown_contact"


def _named(entry: Entry, rulebook: Rulebook) -> Entry:
    """Write service and staff as the rules write them."""
    service = rulebook.service(entry.service)
    name = service.name if service is not None else entry.service
    staff = rulebook.staff_member(entry.staff) or entry.staff
    return msgspec.structs.replace(entry, service=name, line=known_as(name), staff=staff)


def _already(state: State, entry: Entry) -> Entry | None:
    same = [one for one in state.entries if one.state == "waiting" and one.line == known_as(entry.service)]
    return next((one for one in same if one.id != entry.id), None)


def _joined(state: State, entry: Entry, now: datetime) -> Decision:
    entry = msgspec.structs.replace(entry, channel=lines.channel_of(entry, state.contacts))
    line, alarms = lines.stirred(state.line, entry.line, now, waiting=1)
    changes = (new(entry), *lines.enrolled(state.contacts, entry, now), *line)
    quiet = entry.source == "sheet"
    return Decision(
        Answer("joined", entry),
        steps=(Step(SCOPE, "joined", entry.id, changes),),
        messages=() if quiet else to_customer("joined", state, entry, now, 1),
        set_alarms=alarms,
    )


def edit_entry(state: State, command: EditEntry, now: datetime) -> Decision:
    """Change an entry; an offer that it holds and that no longer fits rolls on."""
    entry = state.entry
    if entry is None or entry.is_erased:
        return Decision(Answer("unknown_entry"))
    if entry.state != "waiting":
        return Decision(Answer(f"entry_{entry.state}", entry))
    given = {name: getattr(command, name) for name in IN_THE_SHEET if getattr(command, name) is not UNSET}
    rulebook = rulebook_of(state.rules)
    wanted = msgspec.structs.replace(entry, **given)
    problem = _problem(wanted, rulebook)
    if problem:
        return Decision(Answer(problem, entry, field=problem.removeprefix("unknown_")))
    wanted = _named(wanted, rulebook)
    if wanted == entry:
        return Decision(Answer("unchanged", entry))
    if (wanted.line, wanted.addresses) != (entry.line, entry.addresses) and _already(state, wanted) is not None:
        return Decision(Answer("already", _already(state, wanted)))
    return _edited(state, entry, wanted, command, now)


def _edited(state: State, entry: Entry, wanted: Entry, command: EditEntry, now: datetime) -> Decision:
    """Write the change down; an offer of something else than they now wait for is withdrawn first."""
    first = _withdrawn(state, entry, now) if _wants_other(entry, wanted) else Decision(None)
    state = after(state, first.changes)
    base = state.entry or entry
    names = [name for name in (*IN_THE_SHEET, "line") if getattr(wanted, name) != getattr(entry, name)]
    sets: dict[str, Any] = {name: getattr(wanted, name) for name in names}
    sets["channel"] = lines.channel_of(wanted, state.contacts)
    sets["unwritten"] = entry.unwritten or command.source != "sheet"
    edited = change(base, *unchanged(base, "rev"), **sets, refusals=0, rev=base.rev + 1)
    moved, alarms = _moved(state, base, edited.after, now)
    step = Step(SCOPE, "edited", entry.id, (edited, *moved))
    return msgspec.structs.replace(
        first,
        answer=Answer("edited", edited.after),
        steps=(*first.steps, step),
        set_alarms=(*first.set_alarms, *alarms),
    )


def _wants_other(entry: Entry, wanted: Entry) -> bool:
    names = ("line", "party", "earliest", "latest", "staff", "phone", "email")
    return any(getattr(entry, name) != getattr(wanted, name) for name in names)


def _withdrawn(state: State, entry: Entry, now: datetime) -> Decision:
    """Withdraw the offer that someone holds, if they hold one; its slot rolls on."""
    slot = state.slot
    if not entry.offer or slot is None:
        return Decision(None)
    end = withdrawn(state, slot, now)
    return Decision(None) if end is None else rolled(slot, end, "offer_withdrawn", now)


def after(state: State, changes: tuple[Change[Any], ...]) -> State:
    """Return what was loaded as it is behind these changes."""
    fresh = {(one.kind, one.key): one.after for one in changes}

    def now_is(record: Any) -> Any:  # noqa: ANN401 - a record of any kind, or none
        return record and fresh.get((type(record), record.key), record)

    return msgspec.structs.replace(
        state,
        entry=now_is(state.entry),
        slot=now_is(state.slot),
        line=now_is(state.line),
        contacts=tuple(now_is(one) for one in state.contacts),
    )


def _moved(state: State, entry: Entry, edited: Entry, now: datetime) -> tuple[lines.Changes, lines.Alarms]:
    """Bring contacts and lines in line with a changed entry."""
    old, fresh = set(entry.addresses), set(edited.addresses)
    gone = lines.of(msgspec.structs.replace(entry, **_only(entry, old - fresh)), state.contacts)
    come = msgspec.structs.replace(edited, **_only(edited, fresh - old))
    contacts = (*lines.struck_off(gone, entry), *lines.enrolled(state.contacts, come, now))
    if entry.line == edited.line:
        changed, alarms = lines.stirred(state.line, edited.line, now)
        return (*contacts, *changed), alarms
    changed, alarms = lines.stirred(state.other_line, edited.line, now, waiting=1)
    return (*contacts, *lines.thinned(state.line), *changed), alarms


def _only(entry: Entry, addresses: set[str]) -> dict[str, str]:
    """Keep of someone's addresses just these."""
    return {name: value if (value := getattr(entry, name)) in addresses else "" for name in ("phone", "email")}


def leave(state: State, command: Leave, now: datetime) -> Decision:
    """Take someone off the list, at their own word or staff's; an offer that they hold rolls on."""
    entry = state.entry
    if entry is None:
        return Decision(Answer("unknown_entry"))
    if entry.state != "waiting":
        return Decision(Answer(f"entry_{entry.state}", entry))
    why: EntryState = "removed" if command.removed else "left"
    return gone(state, entry, why, now, unwritten=entry.unwritten or command.source != "sheet")


def gone(state: State, entry: Entry, why: EntryState, now: datetime, *, unwritten: bool = True) -> Decision:
    """End an entry."""
    first = _withdrawn(state, entry, now)
    state = after(state, first.changes)
    base = state.entry or entry
    sets: dict[str, Any] = {"state": why, "ended_at": now, "unwritten": unwritten}
    over = change(base, *unchanged(base, "rev"), **sets, rev=base.rev + 1)
    changes = (over, *lines.struck_off(lines.of(base, state.contacts), base), *lines.thinned(state.line))
    return msgspec.structs.replace(
        first, answer=Answer(why, over.after), steps=(*first.steps, Step(SCOPE, why, entry.id, changes))
    )


def erase_entry(state: State, _command: EraseEntry, now: datetime) -> Decision:
    """Take someone off the list, then forget who they were. Nothing is sent to them any more."""
    entry = state.entry
    if entry is None:
        return Decision(Answer("unknown_entry"))
    if entry.is_erased:
        return Decision(Answer("erased", entry))
    first = gone(state, entry, "left", now) if entry.state == "waiting" else Decision(None)
    base = after(state, first.changes).entry or entry
    blank: dict[str, Any] = {"name": ERASED_NAME, "phone": "", "email": "", "channel": ""}
    wiped = change(base, *unchanged(base, "rev"), **blank, unwritten=True, rev=base.rev + 1)
    instead = {"name": ERASED_NAME, "phone": "", "email": "", "note": ERASED}
    return msgspec.structs.replace(
        first,
        answer=Answer("erased", wiped.after),
        steps=(*first.steps, Step(SCOPE, "erased", entry.id, (wiped,))),
        forget=(Forget(SCOPE, Entry.kind_name, entry.id, instead),),
    )


def mark_written(state: State, command: MarkWritten, _now: datetime) -> Decision:
    """Note which entries stand in the sheet as they are; one that changed since is written again."""
    written = dict(command.entries)
    same = [one for one in state.entries if one.unwritten and written.get(one.id) == one.rev]
    changes = tuple(change(one, *unchanged(one, "rev"), unwritten=False) for one in same)
    return Decision(len(changes), steps=tuple(Step(SCOPE, "written", one.after.id, (one,)) for one in changes))
