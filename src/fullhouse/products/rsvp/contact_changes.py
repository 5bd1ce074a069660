"""Guests put their own name and address right. A new address counts only once it has answered; the old one is told."""

import hashlib
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp import seat_counters
from fullhouse.products.rsvp.commands import ChangeContact, ConfirmAddress
from fullhouse.products.rsvp.messages import to_guest
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, GuestResult

MARK_LENGTH = 16


def address_mark(email: str) -> str:
    """Name an address in a link, so that the link confirms this one and no other."""
    return hashlib.sha256(email.encode()).hexdigest()[:MARK_LENGTH]


def change_contact(state: GuestListState, command: ChangeContact, now: datetime) -> Decision:
    """Take a new name at once, and write to a new address before it counts."""
    event, guest = state.event, state.guest
    if event is None or guest is None or guest.is_erased:
        return Decision(GuestResult("unknown_guest", event))
    problem = _why_no_change(event, guest, now)
    if problem:
        return Decision(GuestResult(problem, event, guest))
    wants = command.email if command.email != guest.email else ""
    if wants and state.other is not None:
        return Decision(GuestResult("address_taken", event, guest, field="email"))
    return _changed(event, guest, _sets(guest, command, wants), wants, now)


def _why_no_change(event: Event, guest: Guest, now: datetime) -> str:
    if event.state == "cancelled":
        return "event_cancelled"
    if now >= event.ends:
        return "event_over"
    return "already_cancelled" if guest.state == "cancelled" else ""


def _sets(guest: Guest, command: ChangeContact, wants: str) -> dict[str, Any]:
    """Say what is new; giving the present address takes back that another was asked for."""
    given: dict[str, Any] = {"name": command.name or guest.name}
    if command.email:
        given["new_email"] = wants
    return {name: value for name, value in given.items() if getattr(guest, name) != value}


def _changed(
    event: Event, guest: Guest, sets: dict[str, Any], wants: str, now: datetime
) -> Decision:
    if not sets and not wants:
        return Decision(GuestResult("unchanged", event, guest))
    moved = update(guest, *if_unchanged(guest, "rev"), **sets, rev=guest.rev + 1) if sets else None
    after = guest if moved is None else moved.after
    return Decision(
        GuestResult("address_asked" if wants else "contact_changed", event, after),
        steps=() if moved is None else (Step(event.id, "contact_changed", guest.id, (moved,)),),
        messages=(_question(event, after, now),) if wants else (),
    )


def _question(event: Event, guest: Guest, now: datetime) -> Message:
    """Ask the new address; who asks for the same one again gets another mail after an hour at the earliest."""
    message = to_guest("address", event, guest, now, f"{guest.rev}-{now:%Y%m%dT%H}")
    return msgspec.structs.replace(message, to=guest.new_email)


def confirm_address(state: GuestListState, command: ConfirmAddress, now: datetime) -> Decision:
    """Write to the new address from now on, and tell the old one; a link pressed twice says the same again."""
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
    sets |= {"rev": guest.rev + 1, "sequence": guest.sequence + 1}
    moved = update(guest, *if_unchanged(guest, "rev"), **sets)
    line = _reachable_again(event, guest)
    return Decision(
        GuestResult("address_changed", event, moved.after),
        steps=(Step(event.id, "address_changed", guest.id, (*line, moved)),),
        messages=_both_told(event, guest, moved.after, now),
        set_alarms=(seat_counters.fill_alarm(event, now),) if line and event.owed else (),
    )


def _reachable_again(event: Event, guest: Guest) -> tuple[Change[Event], ...]:
    return () if guest.reach == "fine" else (update(event, adds={"line_rev": 1}),)


def _both_told(event: Event, before: Guest, after: Guest, now: datetime) -> tuple[Message, ...]:
    old = to_guest(
        "changed",
        event,
        before,
        now,
        f"old-{after.sequence}",
        changes=["address"],
        old_address=True,
    )
    return old, to_guest(
        "changed", event, after, now, f"address-{after.sequence}", changes=["address"]
    )
