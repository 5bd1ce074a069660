"""Changes of a contact's reach: STOP, START and bounces."""

from datetime import datetime
from typing import Any

from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.products.frontdesk.shared.contacts import is_same_reach, reach_note
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.commands import NoteReach
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Contact,
    Entry,
    WaitlistResult,
    WaitlistState,
    contact_id,
)


def note_reach(state: WaitlistState, command: NoteReach, now: datetime) -> Decision:
    """Store the reach of a contact, and the channel of every entry that uses it."""
    name = contact_id(command.address)
    contact = next((known for known in state.contacts if known.id == name), None)
    if contact is None:
        return _new_contact(command, now)
    if is_same_reach(command.reach, contact.reach):
        return Decision(WaitlistResult("noted"))
    noted = update(
        contact,
        *if_unchanged(contact, "rev"),
        reach=command.reach,
        note=reach_note(command.address, command.note),
        at=now,
        rev=contact.rev + 1,
    )
    others = (known for known in state.contacts if known.id != name)
    return _noted(state, noted, _rerouted(state, (noted.after, *others)), now)


def _rerouted(state: WaitlistState, contacts: tuple[Contact, ...]) -> tuple[Change[Entry], ...]:
    """Return the changes of all waiting entries that get another channel."""
    changes: list[Change[Entry]] = []
    for entry in state.entries:
        channel = queue.channel_of(entry, contacts)
        if entry.state == "waiting" and channel != entry.channel:
            sets: dict[str, Any] = {"channel": channel, "refusals": 0, "rev": entry.rev + 1}
            changes.append(update(entry, *if_unchanged(entry, "rev"), **sets))
    return tuple(changes)


def _new_contact(command: NoteReach, now: datetime) -> Decision:
    if command.reach == "fine":
        return Decision(WaitlistResult("noted"))
    contact = Contact(
        id=contact_id(command.address),
        reach=command.reach,
        note=reach_note(command.address, command.note),
        at=now,
    )
    step = Step(SCOPE, command.reach, contact.id, (create(contact),))
    return Decision(WaitlistResult("noted"), steps=(step,))


def _noted(
    state: WaitlistState,
    noted: Change[Contact],
    rerouted: tuple[Change[Entry], ...],
    now: datetime,
) -> Decision:
    reach = noted.after.reach
    steps = [Step(SCOPE, "reach_fine" if reach == "fine" else reach, noted.after.id, (noted,))]
    alarms: queue.Alarms = ()
    queues = {line.id: line for line in state.lines}
    for change in rerouted:
        entry = change.after
        woken, rings = queue.wake_slots(
            queues.get(entry.line), entry.line, now, lines=len(rerouted)
        )
        queues[entry.line] = woken[0].after
        channel = entry.channel or "nothing"
        steps.append(Step(SCOPE, "reached_by", entry.id, (change, *woken), channel))
        alarms += rings
    first = rerouted[0].after if rerouted else None
    return Decision(WaitlistResult("noted", first), steps=tuple(steps), set_alarms=alarms)
