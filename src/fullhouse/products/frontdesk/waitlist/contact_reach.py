"""What is remembered of a phone number or an address: STOP, bounces, and that they want to hear from us again."""

from datetime import datetime

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
    """Remember it of the contact, and change how everyone who stands under it is reached."""
    contact = next((one for one in state.contacts if one.id == contact_id(command.address)), None)
    if contact is None:
        return _first_heard(command, now)
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
    contacts = tuple(noted.after if one.id == contact.id else one for one in state.contacts)
    people = tuple(_reached(one, contacts) for one in state.entries if one.state == "waiting")
    moved = [one for one in people if one.after.channel != (one.before and one.before.channel)]
    return _noted(state, noted, tuple(moved), command.reach, now)


def _first_heard(command: NoteReach, now: datetime) -> Decision:
    if command.reach == "fine":
        return Decision(WaitlistResult("noted"))
    contact = Contact(
        id=contact_id(command.address),
        reach=command.reach,
        note=reach_note(command.address, command.note),
        at=now,
    )
    return Decision(
        WaitlistResult("noted"), steps=(Step(SCOPE, command.reach, contact.id, (create(contact),)),)
    )


def _reached(entry: Entry, contacts: tuple[Contact, ...]) -> Change[Entry]:
    channel = queue.channel_of(entry, contacts)
    return update(
        entry, *if_unchanged(entry, "rev"), channel=channel, refusals=0, rev=entry.rev + 1
    )


def _noted(
    state: WaitlistState,
    noted: Change[Contact],
    people: tuple[Change[Entry], ...],
    action: str,
    now: datetime,
) -> Decision:
    steps = [Step(SCOPE, "reach_fine" if action == "fine" else action, noted.after.id, (noted,))]
    alarms: queue.Alarms = ()
    known = {one.id: one for one in state.lines}
    for one in people:
        changed, rings = queue.wake_slots(
            known.get(one.after.line), one.after.line, now, lines=len(people)
        )
        known[one.after.line] = changed[0].after
        steps.append(
            Step(SCOPE, "reached_by", one.after.id, (one, *changed), one.after.channel or "nothing")
        )
        alarms += rings
    return Decision(
        WaitlistResult("noted", people[0].after if people else None),
        steps=tuple(steps),
        set_alarms=alarms,
    )
