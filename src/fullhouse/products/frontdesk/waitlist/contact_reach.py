"""Changes of a contact's reach: STOP, START, bounces and consent."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.products.frontdesk.shared.contacts import (
    SCOPE,
    ConfirmConsent,
    Contact,
    NoteCustomer,
    NoteReach,
    RerouteEntries,
    contact_id,
    reach_step,
    write_contact,
    write_reach,
)
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.model import Entry, WaitlistResult, WaitlistState
from fullhouse.products.frontdesk.waitlist.offer_endings import apply

Rerouted = tuple[Change[Entry], ...]


def note_reach(state: WaitlistState, command: NoteReach | NoteCustomer, now: datetime) -> Decision:
    """Store the reach of a contact, and the channel of every entry that uses it."""
    noted = write_reach(state.contacts, command, now)
    if noted is None:
        return Decision(WaitlistResult("noted"))
    return _noted(state, noted, reach_step(noted), now)


def confirm_consent(state: WaitlistState, command: ConfirmConsent, now: datetime) -> Decision:
    """Store that a customer agrees to offers by text; their entries may get them from now on."""
    name = contact_id(command.address)
    contact = next((known for known in state.contacts if known.id == name), None)
    if contact is None or not contact.awaits_consent:
        return Decision(WaitlistResult("noted"))
    noted = write_contact(contact, consent_at=now)
    return _noted(state, noted, Step(SCOPE, "consent", contact.id, (noted,)), now)


def _noted(state: WaitlistState, noted: Change[Contact], step: Step, now: datetime) -> Decision:
    contact = noted.after
    others = (known for known in state.contacts if known.id != contact.id)
    rerouted = _rerouted(state, (contact, *others))
    steps, alarms = _new_channels(state, rerouted, now)
    first = rerouted[0].after if rerouted else None
    return Decision(WaitlistResult("noted", first), steps=(step, *steps), set_alarms=alarms)


def with_consent(state: WaitlistState, decision: Decision, now: datetime) -> Decision:
    """Return a decision with the new channels of all entries whose customers agree by it.

    That is one commit, so that no slot is looked at in between: it would be offered to whoever
    gave the number last, or staff would hear that nobody fits.
    """
    names = {entry.id for entry in agreeing(state, decision)}
    if not names:
        return decision
    after = apply(state, decision)
    entries = tuple(entry for entry in after.entries if entry.id in names)
    rerouted = _rerouted(replace(after, entries=entries), after.contacts)
    steps, alarms = _new_channels(after, rerouted, now)
    rings = queue.looks_together((*decision.set_alarms, *alarms), now)
    return replace(decision, steps=(*decision.steps, *steps), set_alarms=rings)


def agreeing(state: WaitlistState, decision: Decision) -> tuple[Entry, ...]:
    """Return the entries whose number may get offers by a decision, and could not before.

    Without consent they are reached by mail or not at all. So if the number cannot be reached,
    nothing changes.
    """
    agreed = {contact.id for contact in _agreed(decision.changes) if contact.reach == "fine"}
    if not agreed:
        return ()
    return tuple(entry for entry in state.entries if contact_id(entry.phone) in agreed)


def _agreed(changes: Iterable[Change[Any]]) -> list[Contact]:
    """Return the contacts whose customers agree to offers by text."""
    contacts = [(change.before, change.after) for change in changes if change.kind is Contact]
    return [
        after
        for before, after in contacts
        if before is not None and before.awaits_consent and not after.awaits_consent
    ]


def reroute_entries(state: WaitlistState, command: RerouteEntries, now: datetime) -> Decision:
    """Choose the channel of a contact's entries again, after its reach changed elsewhere."""
    contact = next((known for known in state.contacts if known.id == command.contact_id), None)
    if contact is None:
        return Decision(None)
    rerouted = _rerouted(state, state.contacts)
    steps, alarms = _new_channels(state, rerouted, now)
    alarms += _look_for_others(state, rerouted, now)
    # A commit that changes the contact meanwhile sets the same alarm, which must not be cleared.
    unchanged = update(contact, *if_unchanged(contact, "rev"))
    return Decision(None, steps=steps, moves=(unchanged,), set_alarms=alarms)


def _look_for_others(state: WaitlistState, rerouted: Rerouted, now: datetime) -> queue.Alarms:
    """Return the alarms of slots for entries that keep their channel."""
    woken = {change.after.line for change in rerouted}
    waiting = {entry.line for entry in state.entries if entry.state == "waiting"}
    lines = [line for line in state.lines if line.id in waiting - woken]
    most = max(1, queue.MOST_WOKEN // max(1, len(lines)))
    return tuple(alarm for line in lines for alarm in queue.look_alarms(line.idle, now, most))


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
