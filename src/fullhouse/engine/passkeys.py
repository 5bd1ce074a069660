"""Passkeys of members: added and removed at the desk, and signing in with one.

The signature is checked before; see `web/desk/webauthn`.
"""

from datetime import datetime, timedelta
from typing import Any

from fullhouse.engine.access import DESK, Member, Passkey, SpentChallenge, once
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, Step, if_unchanged, update
from fullhouse.kernel.product import Rule
from fullhouse.kernel.records import Get

MOST_PASSKEYS = 20
CHALLENGE_HOLDS = timedelta(minutes=5)


class AddPasskey(Command, frozen=True, kw_only=True, tag="AddPasskey"):
    """Add a passkey; the answer is the member, or None if there are too many or it is known."""

    member_id: str
    passkey_id: str
    name: str
    public_key: str
    challenge: str = ""


class RemovePasskey(Command, frozen=True, kw_only=True, tag="RemovePasskey"):
    """Remove a passkey; the answer is None if there is no such passkey."""

    member_id: str
    passkey_id: str


class SignInWithPasskey(Command, frozen=True, kw_only=True, tag="SignInWithPasskey"):
    """Sign in with a passkey; the answer is the member, or None if it is theirs no more.

    The challenge that was answered is spent: the same answer signs nobody in again.
    """

    member_id: str
    passkey_id: str
    challenge: str = ""


def _add_passkey(found: dict[str, Any], command: AddPasskey, now: datetime) -> Decision:
    member: Member | None = found["member"]
    if member is None or _find(member, command.passkey_id) is not None:
        return Decision(None)
    spent = _with_spent(member, command.challenge, now)
    if spent is None or len(member.passkeys) >= MOST_PASSKEYS:
        return Decision(None)
    passkey = Passkey(command.passkey_id, command.name, command.public_key, now)
    added = update(
        member,
        *if_unchanged(member, "passkeys", "removed_at", "spent_challenges"),
        passkeys=(*member.passkeys, passkey),
        spent_challenges=spent,
    )
    return Decision(added.after, steps=(Step(DESK, "passkey_added", member.id, (added,)),))


def _remove_passkey(found: dict[str, Any], command: RemovePasskey, _now: datetime) -> Decision:
    member: Member | None = found["member"]
    if member is None or _find(member, command.passkey_id) is None:
        return Decision(None)
    left = tuple(passkey for passkey in member.passkeys if passkey.id != command.passkey_id)
    removed = update(member, *if_unchanged(member, "passkeys", "removed_at"), passkeys=left)
    return Decision(removed.after, steps=(Step(DESK, "passkey_removed", member.id, (removed,)),))


def _sign_in(found: dict[str, Any], command: SignInWithPasskey, now: datetime) -> Decision:
    member: Member | None = found["member"]
    if member is None or member.removed_at is not None:
        return Decision(None)
    spent = _with_spent(member, command.challenge, now)
    if spent is None or _find(member, command.passkey_id) is None:
        return Decision(None)
    same = if_unchanged(member, "nonce", "removed_at", "passkeys", "spent_challenges")
    signed_in = update(member, *same, nonce=member.nonce + 1, spent_challenges=spent)
    return Decision(signed_in.after, steps=(Step(DESK, "signed_in", member.id, (signed_in,)),))


def _with_spent(member: Member, challenge: str, now: datetime) -> tuple[SpentChallenge, ...] | None:
    """Return the spent challenges that could still be answered, with this one; None if it was."""
    recent = [one for one in member.spent_challenges if now - one.spent_at < CHALLENGE_HOLDS]
    if any(one.challenge == challenge for one in recent):
        return None
    return (*recent, SpentChallenge(challenge, now))


def _find(member: Member, passkey_id: str) -> Passkey | None:
    return next((passkey for passkey in member.passkeys if passkey.id == passkey_id), None)


def _needs(command: AddPasskey | RemovePasskey | SignInWithPasskey) -> dict[str, Any]:
    return {"member": Get(Member, (command.member_id,))}


RULES: dict[type[Command], Rule] = {
    AddPasskey: Rule(once(_needs), _add_passkey),
    RemovePasskey: Rule(once(_needs), _remove_passkey),
    SignInWithPasskey: Rule(once(_needs), _sign_in),
}
