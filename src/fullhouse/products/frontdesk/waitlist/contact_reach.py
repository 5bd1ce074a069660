"""Changes of a contact's reach: STOP, START and bounces."""

from datetime import datetime
from typing import Any

from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.products.frontdesk.shared.contacts import (
    SCOPE,
    Contact,
    NoteCustomer,
    NoteReach,
    RerouteEntries,
    reach_step,
    write_reach,
)
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.model import Entry, WaitlistResult, WaitlistState

Rerouted = tuple[Change[Entry], ...]


def note_reach(state: WaitlistState, command: NoteReach | NoteCustomer, now: datetime) -> Decision:
    """Store the reach of a contact, and the channel of every entry that uses it."""
    noted = write_reach(state.contacts, command, now)
    if noted is None:
        return Decision(WaitlistResult("noted"))
    contact = noted.after
    others = (known for known in state.contacts if known.id != contact.id)
    rerouted = _rerouted(state, (contact, *others))
    steps, alarms = _new_channels(state, rerouted, now)
    first = rerouted[0].after if rerouted else None
    return Decision(
        WaitlistResult("noted", first), steps=(reach_step(noted), *steps), set_alarms=alarms
    )


def reroute_entries(state: WaitlistState, command: RerouteEntries, now: datetime) -> Decision:
    """Choose the channel of a contact's entries again, after its reach changed elsewhere."""
    contact = next((known for known in state.contacts if known.id == command.contact_id), None)
    if contact is None:
        return Decision(None)
    steps, alarms = _new_channels(state, _rerouted(state, state.contacts), now)
    # A commit that changes the contact meanwhile sets the same alarm, which must not be cleared.
    unchanged = update(contact, *if_unchanged(contact, "rev"))
    return Decision(None, steps=steps, moves=(unchanged,), set_alarms=alarms)


def _rerouted(state: WaitlistState, contacts: tuple[Contact, ...]) -> Rerouted:
    """Return the changes of all waiting entries that get another channel."""
    changes: list[Change[Entry]] = []
    for entry in state.entries:
        channel = queue.channel_of(entry, contacts)
        if entry.state == "waiting" and channel != entry.channel:
            sets: dict[str, Any] = {"channel": channel, "refusals": 0, "rev": entry.rev + 1}
            changes.append(update(entry, *if_unchanged(entry, "rev"), **sets))
    return tuple(changes)


def _new_channels(
    state: WaitlistState, rerouted: Rerouted, now: datetime
) -> tuple[tuple[Step, ...], queue.Alarms]:
    """Return the steps of entries with a new channel, and the alarms of slots they may fit."""
    steps: list[Step] = []
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
    return tuple(steps), alarms
