"""Changes of a guest's name, language and address.

A new address is used only once it is confirmed; the old one gets a notice.
"""

import hashlib
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp import seat_counters
from fullhouse.products.rsvp.commands import ChangeContact, ConfirmAddress
from fullhouse.products.rsvp.messages import to_guest
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, GuestResult

MARK_LENGTH = 16


def address_mark(email: str) -> str:
    """Return a digest of an address for its link, so that the link confirms no other address."""
    return hashlib.sha256(email.encode()).hexdigest()[:MARK_LENGTH]


def change_contact(state: GuestListState, command: ChangeContact, now: datetime) -> Decision:
    """Change the name and the language at once, and ask a new address to confirm itself."""
    event, guest = state.event, state.guest
    if event is None or guest is None or guest.is_erased:
        return Decision(GuestResult("unknown_guest", event))
    problem = _why_no_change(event, guest, now)
    if problem:
        return Decision(GuestResult(problem, event, guest))
    new_email = command.email if command.email != guest.email else ""
    if new_email and state.other is not None:
        return Decision(GuestResult("address_taken", event, guest, field="email"))
    sets = _changed_fields(guest, command, new_email)
    if not sets and not new_email:
        return Decision(GuestResult("unchanged", event, guest))
    return _changed(event, guest, sets, new_email, now)


def _why_no_change(event: Event, guest: Guest, now: datetime) -> str:
    if event.state == "cancelled":
        return "event_cancelled"
    if now >= event.ends:
        return "event_over"
    if guest.state == "cancelled":
        return "already_cancelled"
    return ""


def _changed_fields(guest: Guest, command: ChangeContact, new_email: str) -> dict[str, Any]:
    """Return the fields that change; giving the current address withdraws a new one."""
    given: dict[str, Any] = {
        "name": command.name or guest.name,
        "language": command.language or guest.language,
    }
    if command.email:
        given["new_email"] = new_email
    return {name: value for name, value in given.items() if getattr(guest, name) != value}


def _changed(
    event: Event, guest: Guest, sets: dict[str, Any], new_email: str, now: datetime
) -> Decision:
    after = guest
    steps: tuple[Step, ...] = ()
    if sets:
        change = update(guest, *if_unchanged(guest, "rev"), **sets, rev=guest.rev + 1)
        after = change.after
        steps = (Step(event.id, "contact_changed", guest.id, (change,)),)
    if not new_email:
        return Decision(GuestResult("contact_changed", event, after), steps=steps)
    message = _question(event, after, now)
    return Decision(GuestResult("address_asked", event, after), steps=steps, messages=(message,))


def _question(event: Event, guest: Guest, now: datetime) -> Message:
    """Return the mail that asks the new address to confirm; at most one per hour."""
    message = to_guest("address", event, guest, now, f"{guest.rev}-{now:%Y%m%dT%H}")
    return msgspec.structs.replace(message, to=guest.new_email)


def confirm_address(state: GuestListState, command: ConfirmAddress, now: datetime) -> Decision:
    """Use the new address from now on, and notify the old one; using the link again is harmless."""
    event, guest = state.event, state.guest
    if event is None or guest is None or guest.is_erased:
        return Decision(GuestResult("unknown_guest", event))
    if command.mark == address_mark(guest.email):
        return Decision(GuestResult("address_changed", event, guest))
    if not guest.new_email or command.mark != address_mark(guest.new_email):
        return Decision(GuestResult("address_spent", event, guest))
    if state.other is not None:
        return Decision(GuestResult("address_taken", event, guest, field="email"))
    return _moved(event, guest, now)


def _moved(event: Event, guest: Guest, now: datetime) -> Decision:
    fresh: dict[str, Any] = {
        "email": guest.new_email,
        "new_email": "",
        "reach": "fine",
        "reach_note": "",
        "refusals": 0,
    }
    sets: dict[str, Any] = {
        name: value for name, value in fresh.items() if getattr(guest, name) != value
    }
    sets |= {
        "rev": guest.rev + 1,
        "sequence": guest.sequence + 1,
        "address_rev": guest.address_rev + 1,
    }
    moved = update(guest, *if_unchanged(guest, "rev"), **sets)
    changes: tuple[Change[Any], ...] = (moved,)
    alarms: tuple[Alarm, ...] = ()
    event_after = event
    if guest.reach != "fine":
        # The guest can get offers again, so seats set aside may be for them.
        queue = seat_counters.became_eligible(event, moved.after, now)
        changes = (queue, moved)
        alarms = seat_counters.fill_alarms(queue.after, now)
        event_after = queue.after
    return Decision(
        GuestResult("address_changed", event_after, moved.after),
        steps=(Step(event.id, "address_changed", guest.id, changes),),
        messages=_notices(event, guest, moved.after, now),
        set_alarms=alarms,
    )


def _notices(event: Event, before: Guest, after: Guest, now: datetime) -> tuple[Message, ...]:
    """Return the mails to the old and the new address."""
    number, changes = after.sequence, ["address"]
    return (
        to_guest("changed", event, before, now, f"old-{number}", changes=changes, old_address=True),
        to_guest("changed", event, after, now, f"address-{number}", changes=changes),
    )
