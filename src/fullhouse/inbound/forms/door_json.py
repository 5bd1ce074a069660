"""Check-ins from JSON: what scripts and devices at the door send becomes commands."""

import re
from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fullhouse.inbound.forms.event_json import address, decode, invalid
from fullhouse.inbound.forms.event_schema import GivenAnswers
from fullhouse.inbound.forms.guest_form import (
    LONGEST_ADDRESS,
    LONGEST_NAME,
    Invalid,
    clean_answers,
    clean_name,
    clean_party,
    in_one_line,
)
from fullhouse.kernel.patterns import regex
from fullhouse.products.rsvp.commands import CheckIn, CheckOut, WalkIn
from fullhouse.products.rsvp.model import LARGEST_PARTY

NONCE = regex(r"[A-Za-z0-9_-]{1,50}", re.ASCII)
GUEST = regex(r"[A-Za-z0-9_-]{1,64}", re.ASCII)  # as links can carry
MOST_ACTIONS = 100
MOST_NONCES = 100
WALK_IN = "door-"

Nonce = Annotated[
    str,
    Meta(
        description="Sent twice, it counts once.",
        extra_json_schema={"pattern": f"^{NONCE.pattern}$"},
    ),
]
People = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": LARGEST_PARTY})]


class CheckInGiven(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Number of people of the party who have come; without a number, all who are missing."""

    people: People | None = None
    nonce: Nonce = ""
    let_in: Annotated[
        bool, Meta(description="A guest without a seat gets one, if it is held for them or free.")
    ] = False


class CheckOutGiven(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Check-ins that are undone; without any, all of them."""

    nonces: list[Nonce] = []


class WalkInGiven(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone at the door who is not on the list."""

    name: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_NAME})]
    email: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_ADDRESS})] = ""
    party: People = 1
    nonce: Nonce = ""
    answers: GivenAnswers = {}


class DoorAction(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a device did at the door: check in, undo, walk in.

    `offline` if it was done without asking us, so that the people are inside already.
    """

    kind: Literal["in", "out", "walk"]
    nonce: str
    guest: str = ""
    people: int | None = None
    nonces: list[str] = []
    name: str = ""
    email: str = ""
    party: int = 1
    answers: GivenAnswers = {}
    at: datetime | None = None
    offline: bool = False


class DoorBatch(msgspec.Struct, frozen=True, kw_only=True):
    """Actions of a device, in its own order; `version` of the list that it has."""

    actions: list[DoorAction] = []
    version: str = ""


def read_check_in(body: bytes, event_id: str, guest_id: str, nonce: str) -> CheckIn:
    """Build the command of a check-in; `nonce` is used if none was sent."""
    given = decode(body or b"{}", CheckInGiven)
    return CheckIn(
        event_id=event_id,
        guest_id=guest_id,
        nonce=_nonce(given.nonce or nonce),
        people=None if given.people is None else clean_party(given.people),
        let_in=given.let_in,
    )


def read_check_out(body: bytes, event_id: str, guest_id: str) -> CheckOut:
    """Build the command that undoes check-ins."""
    given = decode(body or b"{}", CheckOutGiven)
    return CheckOut(event_id=event_id, guest_id=guest_id, nonces=_nonces(given.nonces))


def read_walk_in(body: bytes, event_id: str, nonce: str) -> WalkIn:
    """Build the command of a walk-in; `nonce` is used if none was sent."""
    given = decode(body, WalkInGiven)
    nonce = _nonce(given.nonce or nonce)
    return WalkIn(
        event_id=event_id,
        guest_id=f"{WALK_IN}{nonce}",
        nonce=nonce,
        name=clean_name(given.name),
        email=address(given.email, "email"),
        party=clean_party(given.party),
        answers=clean_answers(given.answers),
    )


def read_batch(body: bytes) -> DoorBatch:
    """Read what a device sent; each of its actions is read on its own."""
    batch = decode(body, DoorBatch)
    if len(batch.actions) > MOST_ACTIONS:
        raise invalid("too_many_rows", f"Send at most {MOST_ACTIONS} at a time.", "actions")
    return batch


def read_action(action: DoorAction, event_id: str) -> CheckIn | CheckOut | WalkIn:
    """Build the command of one action, or raise `Invalid`.

    Whoever was let in offline is inside: fields of theirs that cannot be used are left out.
    """
    if action.kind == "walk" and not action.guest:
        return _new_walk_in(action, event_id)
    nonce, at = _nonce(action.nonce), _when(action)
    guest_id = _guest(action.guest)
    if action.kind == "in":
        return CheckIn(
            event_id=event_id,
            guest_id=guest_id,
            nonce=nonce,
            people=None if action.people is None else _party(action, action.people),
            at=at,
            admitted=action.offline,
        )
    if action.kind == "out":
        return CheckOut(
            event_id=event_id,
            guest_id=guest_id,
            nonces=_nonces(action.nonces),
            at=at,
            admitted=action.offline,
        )
    return WalkIn(
        event_id=event_id,
        guest_id=guest_id,
        nonce=nonce,
        at=at,
        admitted=action.offline,
        on_list=True,
    )


def _new_walk_in(action: DoorAction, event_id: str) -> WalkIn:
    nonce = _nonce(action.nonce)
    return WalkIn(
        event_id=event_id,
        guest_id=f"{WALK_IN}{nonce}",
        nonce=nonce,
        name=_name(action),
        email=_email(action),
        party=_party(action, action.party),
        answers=clean_answers(action.answers),
        at=_when(action),
        admitted=action.offline,
    )


def _name(action: DoorAction) -> str:
    if not action.offline:
        return clean_name(action.name)
    try:
        return clean_name(in_one_line(action.name)[:LONGEST_NAME])
    except Invalid:
        return ""


def _email(action: DoorAction) -> str:
    try:
        return address(action.email, "email")
    except Invalid:
        if action.offline:
            return ""
        raise


def _party(action: DoorAction, people: int) -> int:
    if action.offline:
        return max(1, min(people, LARGEST_PARTY))
    return clean_party(people)


def _when(action: DoorAction) -> datetime | None:
    at = action.at
    if at is None or at.tzinfo is not None:
        return at
    if action.offline:
        return None
    raise invalid("bad_time", "A device's time needs a zone.", "at")


def _guest(guest_id: str) -> str:
    if not GUEST.fullmatch(guest_id):
        raise invalid("unknown_guest", "There is no such guest.", "guest")
    return guest_id


def _nonces(nonces: list[str]) -> tuple[str, ...]:
    if len(nonces) > MOST_NONCES:
        raise invalid("too_many_rows", f"Send at most {MOST_NONCES} at a time.", "nonces")
    return tuple(_nonce(nonce) for nonce in nonces)


def _nonce(nonce: str) -> str:
    if not NONCE.fullmatch(nonce):
        raise invalid("bad_nonce", "A nonce has letters, digits, - and _, at most 50.", "nonce")
    return nonce
