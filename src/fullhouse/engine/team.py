"""Changes to the team: roles, removed members and revoked API tokens."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

import msgspec

from fullhouse.engine.access import DESK, OWNER, ApiToken, Member, Role, once
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.product import Rule
from fullhouse.kernel.records import Get, Need

HELPER = "helper"

PROBLEMS = {
    "unknown_member": "There is no such member.",
    "hosts_only": "Only hosts and owners can do this.",
    "owners_only": "Only an owner can do this to an owner, or make someone one.",
    "last_owner": "There must be an owner. Make someone else an owner first.",
}


class Members(Need[tuple[Member, ...]], frozen=True):
    """All members, removed ones too, oldest first."""

    query_name: ClassVar[str] = "Members"


class Tokens(Need[tuple[ApiToken, ...]], frozen=True):
    """All API tokens, revoked ones too, newest first."""

    query_name: ClassVar[str] = "Tokens"


class ChangeRole(Command, frozen=True, kw_only=True, tag="ChangeRole"):
    """Change a member's role, on behalf of another member."""

    member_id: str
    role: Role
    asked_by: str


class RemoveMember(Command, frozen=True, kw_only=True, tag="RemoveMember"):
    """Remove a member, on behalf of another member; their sessions end at once."""

    member_id: str
    asked_by: str


class RevokeToken(Command, frozen=True, kw_only=True, tag="RevokeToken"):
    """Revoke an API token."""

    token_id: str


class TeamChange(msgspec.Struct, frozen=True):
    """The result: `done`, or the code of a problem if nothing was changed."""

    code: str
    member: Member | None = None


def _change_role(found: dict[str, Any], command: ChangeRole, _now: datetime) -> Decision:
    members = _active(found["members"])
    problem = _problem(members, command, command.role)
    if problem:
        return Decision(TeamChange(problem))
    member = members[command.member_id]
    if member.role == command.role:
        return Decision(TeamChange("done", member))
    changed = update(member, *if_unchanged(member, "role", "removed_at"), role=command.role)
    step = Step(DESK, "role_changed", member.id, (changed,), command.role)
    return Decision(
        TeamChange("done", changed.after), steps=(step,), moves=_an_owner_stays(members, member)
    )


def _remove_member(found: dict[str, Any], command: RemoveMember, now: datetime) -> Decision:
    members = _active(found["members"])
    problem = _problem(members, command, "")
    if problem:
        return Decision(TeamChange(problem))
    member = members[command.member_id]
    same = if_unchanged(member, "nonce", "epoch", "role", "removed_at")
    sets: dict[str, Any] = {"nonce": member.nonce + 1, "epoch": member.epoch + 1}
    if member.passkeys:
        sets["passkeys"] = ()
    gone = update(member, *same, removed_at=now, **sets)
    step = Step(DESK, "member_removed", member.id, (gone,))
    return Decision(
        TeamChange("done", gone.after), steps=(step,), moves=_an_owner_stays(members, member)
    )


def _active(members: tuple[Member, ...]) -> dict[str, Member]:
    return {member.id: member for member in members if member.removed_at is None}


def _problem(members: Mapping[str, Member], command: ChangeRole | RemoveMember, role: str) -> str:
    """Return the code of the problem if the change is not allowed, else an empty text."""
    by, whom = members.get(command.asked_by), members.get(command.member_id)
    if by is None or by.role == HELPER:
        return "hosts_only"
    if whom is None:
        return "unknown_member"
    if OWNER in (whom.role, role) and by.role != OWNER:
        return "owners_only"
    if whom.role == OWNER != role and not _other_owners(members, whom):
        return "last_owner"
    return ""


def _other_owners(members: Mapping[str, Member], whom: Member) -> list[Member]:
    return [member for member in members.values() if member.role == OWNER and member.id != whom.id]


def _an_owner_stays(members: Mapping[str, Member], whom: Member) -> tuple[Change[Member], ...]:
    """Require that another owner is still there: two owners cannot remove each other."""
    if whom.role != OWNER:
        return ()
    others = _other_owners(members, whom)[:1]
    return tuple(update(other, *if_unchanged(other, "role", "removed_at")) for other in others)


def _revoke_token(found: dict[str, Any], _command: RevokeToken, now: datetime) -> Decision:
    token: ApiToken | None = found["token"]
    if token is None or token.revoked_at is not None:
        return Decision(token)
    revoked = update(token, *if_unchanged(token, "revoked_at"), revoked_at=now)
    return Decision(revoked.after, steps=(Step(DESK, "token_revoked", token.id, (revoked,)),))


RULES: dict[type[Command], Rule] = {
    ChangeRole: Rule(once(lambda _: {"members": Members()}), _change_role),
    RemoveMember: Rule(once(lambda _: {"members": Members()}), _remove_member),
    RevokeToken: Rule(once(lambda c: {"token": Get(ApiToken, (c.token_id,))}), _revoke_token),
}
