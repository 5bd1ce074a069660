"""Door passes: links for helpers that open only the door page of one event, on its day."""

from datetime import datetime, time, timedelta

import msgspec

from fullhouse.kernel.decisions import Decision, Step, if_unchanged, update
from fullhouse.kernel.times import instant
from fullhouse.products.rsvp.commands import MakeDoorPass, RevokeDoorPass
from fullhouse.products.rsvp.model import DoorPass, Event, GuestListState, GuestResult

MOST_PASSES = 20
# Long enough to send what a device did offline, and to look at the list once more.
AFTER_THE_END = timedelta(hours=12)


def make_pass(state: GuestListState, command: MakeDoorPass, now: datetime) -> Decision:
    """Make a pass; revoked ones make room."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if find_pass(event, command.pass_id) is not None:
        return Decision(GuestResult("pass_made", event))
    kept = tuple(one for one in event.door_passes if one.revoked_at is None)
    if len(kept) >= MOST_PASSES:
        return Decision(GuestResult("too_many_passes", event))
    new = DoorPass(command.pass_id, command.name, now)
    return _changed(event, (*kept, new), "door_pass_made", "pass_made")


def revoke_pass(state: GuestListState, command: RevokeDoorPass, now: datetime) -> Decision:
    """Revoke a pass."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    if find_pass(event, command.pass_id) is None:
        return Decision(GuestResult("pass_revoked", event))
    passes = tuple(
        msgspec.structs.replace(one, revoked_at=now) if one.id == command.pass_id else one
        for one in event.door_passes
    )
    return _changed(event, passes, "door_pass_revoked", "pass_revoked")


def _changed(event: Event, passes: tuple[DoorPass, ...], action: str, code: str) -> Decision:
    change = update(event, *if_unchanged(event, "door_passes"), door_passes=passes)
    step = Step(event.id, action, event.id, (change,))
    return Decision(GuestResult(code, change.after), steps=(step,))


def find_pass(event: Event, pass_id: str) -> DoorPass | None:
    """Return a pass that was not revoked, or None."""
    for one in event.door_passes:
        if one.id == pass_id and one.revoked_at is None:
            return one
    return None


def opens_at(event: Event) -> datetime:
    """Return when the event's passes begin to work: at the midnight before the start."""
    midnight = datetime.combine(event.starts_at.date(), time(), tzinfo=None)
    return min(instant(midnight, event.timezone), event.starts)


def closes_at(event: Event) -> datetime:
    """Return when the event's passes stop working."""
    return event.ends + AFTER_THE_END
