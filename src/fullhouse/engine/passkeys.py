"""Passkeys of members: added and removed at the desk, and signing in with one.

The signature is checked before; see `web/desk/webauthn`.
"""

from datetime import datetime
from typing import Any

from fullhouse.engine.access import DESK, Member, Passkey, once
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.product import Rule
from fullhouse.kernel.records import Get

MOST_PASSKEYS = 20


class AddPasskey(Command, frozen=True, kw_only=True, tag="AddPasskey"):
    """Add a passkey; the answer is the member, or None if there are too many or it is known."""

    member_id: str
    passkey_id: str
    name: str
    public_key: str


class RemovePasskey(Command, frozen=True, kw_only=True, tag="RemovePasskey"):
    """Remove a passkey; the answer is None if there is no such passkey."""

    member_id: str
    passkey_id: str


class SignInWithPasskey(Command, frozen=True, kw_only=True, tag="SignInWithPasskey"):
    """Sign in with a passkey; the answer is the member, or None if it is theirs no more."""

    member_id: str
    passkey_id: str


def _add_passkey(found: dict[str, Any], command: AddPasskey, now: datetime) -> Decision:
    member: Member | None = found["member"]
    if member is None or _find(member, command.passkey_id) is not None:
        return Decision(None)
    if len(member.passkeys) >= MOST_PASSKEYS:
        return Decision(None)
    passkey = Passkey(command.passkey_id, command.name, command.public_key, now)
    added = _with_passkeys(member, (*member.passkeys, passkey))
    return Decision(added.after, steps=(Step(DESK, "passkey_added", member.id, (added,)),))


def _remove_passkey(found: dict[str, Any], command: RemovePasskey, _now: datetime) -> Decision:
    member: Member | None = found["member"]
    if member is None or _find(member, command.passkey_id) is None:
        return Decision(None)
    left = tuple(passkey for passkey in member.passkeys if passkey.id != command.passkey_id)
    removed = _with_passkeys(member, left)
    return Decision(removed.after, steps=(Step(DESK, "passkey_removed", member.id, (removed,)),))


def _sign_in(found: dict[str, Any], command: SignInWithPasskey, _now: datetime) -> Decision:
    member: Member | None = found["member"]
    if member is None or member.removed_at is not None:
        return Decision(None)
    if _find(member, command.passkey_id) is None:
        return Decision(None)
    same = if_unchanged(member, "nonce", "removed_at", "passkeys")
    spent = update(member, *same, nonce=member.nonce + 1)
    return Decision(spent.after, steps=(Step(DESK, "signed_in", member.id, (spent,)),))


def _find(member: Member, passkey_id: str) -> Passkey | None:
    return next((passkey for passkey in member.passkeys if passkey.id == passkey_id), None)


def _with_passkeys(member: Member, passkeys: tuple[Passkey, ...]) -> Change[Member]:
    return update(member, *if_unchanged(member, "passkeys", "removed_at"), passkeys=passkeys)


def _needs(command: AddPasskey | RemovePasskey | SignInWithPasskey) -> dict[str, Any]:
    return {"member": Get(Member, (command.member_id,))}


RULES: dict[type[Command], Rule] = {
    AddPasskey: Rule(once(_needs), _add_passkey),
    RemovePasskey: Rule(once(_needs), _remove_passkey),
    SignInWithPasskey: Rule(once(_needs), _sign_in),
}
