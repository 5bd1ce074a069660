"""Access to the desk and the API: members, sign-in links, API tokens and signing keys.

Changes that members make to the team are in `team`.
"""

import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar, Literal

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.letters import Button, Letter
from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Need, Needs, Record

DESK = "desk"
OWNER = "owner"
Role = Literal["owner", "host", "helper"]
SIGN_IN_HOLDS = timedelta(minutes=30)
# A link that nobody has used is mailed once in so many minutes; it still works for as long again.
SIGN_IN_EVERY_MINUTES = 15
A_TICK = timedelta(milliseconds=1)
A_DAY = timedelta(days=1)


class EndedSession(msgspec.Struct, frozen=True):
    """A session that was ended before its time."""

    id: str
    ended_at: datetime


class Passkey(msgspec.Struct, frozen=True):
    """A passkey that a member can sign in with; `public_key` is the credential as base64."""

    id: str
    name: str
    public_key: str
    created_at: datetime


class SpentChallenge(msgspec.Struct, frozen=True):
    """A challenge that was answered with a passkey, so that the same answer counts only once."""

    challenge: str
    spent_at: datetime


class Member(Record, frozen=True, kw_only=True):
    """Someone who can sign in at the desk.

    `nonce` is raised at each sign-in, which spends earlier links; `epoch` at each sign-out, which
    ends sessions. `ended_sessions` lists those ended one by one, until they would end anyway. A
    removed member stays on record, so that the audit can still name them.
    """

    kind_name: ClassVar[str] = "member"

    id: str
    email: str
    role: Role
    nonce: int = 0
    epoch: int = 0
    created_at: datetime
    removed_at: datetime | None = None
    ended_sessions: tuple[EndedSession, ...] = ()
    passkeys: tuple[Passkey, ...] = ()
    spent_challenges: tuple[SpentChallenge, ...] = ()

    def has_ended(self, session_id: str) -> bool:
        """Return True if this session was ended."""
        return any(session.id == session_id for session in self.ended_sessions)


class ApiToken(Record, frozen=True, kw_only=True):
    """An API token; only its digest is stored. Without `scopes` it may do everything."""

    kind_name: ClassVar[str] = "token"

    id: str
    name: str
    digest: str
    created_at: datetime
    revoked_at: datetime | None = None
    scopes: tuple[str, ...] = ()
    expires_at: datetime | None = None

    def has_expired(self, now: datetime) -> bool:
        """Return True if its time is over."""
        return self.expires_at is not None and now >= self.expires_at


class SigningKey(Record, frozen=True, kw_only=True):
    """A key that signs links; never audited. A key that was ended has an empty secret."""

    kind_name: ClassVar[str] = "signing_key"

    id: str
    secret: str
    created_at: datetime


class MemberByEmail(Need[Member | None], frozen=True):
    """The member with this address."""

    query_name: ClassVar[str] = "MemberByEmail"
    email: str


class TokenByDigest(Need[ApiToken | None], frozen=True):
    """The token with this digest."""

    query_name: ClassVar[str] = "TokenByDigest"
    digest: str


class SigningKeys(Need[tuple[SigningKey, ...]], frozen=True):
    """All signing keys, the newest first."""

    query_name: ClassVar[str] = "SigningKeys"


class AddMember(Command, frozen=True, kw_only=True, tag="AddMember"):
    """Add a member, or bring one back; a member with this id gets the new address."""

    member_id: str
    email: str
    role: Role = "host"


class RequestSignIn(Command, frozen=True, kw_only=True, tag="AskSignIn"):
    """Mail a member a link to sign in. For an unknown address nothing is sent.

    If another member asks for it, it is mailed at once; else once in a quarter of an hour.
    """

    email: str
    by_member: bool = False


class UseSignInLink(Command, frozen=True, kw_only=True, tag="SpendSignIn"):
    """Sign in with a link; the answer is the member, or None if the link is spent."""

    member_id: str
    nonce: int


class SignOut(Command, frozen=True, kw_only=True, tag="SignOut"):
    """End all of a member's sessions, in this browser and in any other."""

    member_id: str


class AddToken(Command, frozen=True, kw_only=True, tag="AddToken"):
    """Add an API token; without `scopes` it may do everything."""

    token_id: str
    name: str
    digest: str
    scopes: tuple[str, ...] = ()
    expires_at: datetime | None = None


class AddSigningKey(Command, frozen=True, kw_only=True, tag="AddSigningKey"):
    """Sign links with a new key from now on; the older ones still verify."""

    key_id: str
    secret: str


class RotateSigningKey(Command, frozen=True, kw_only=True, tag="RotateSigningKey"):
    """Sign links with a new key; with `revoke` the older ones end at once."""

    key_id: str
    secret: str
    revoke: bool = False


class EndOldSigningKeys(Command, frozen=True, kw_only=True, tag="EndOldSigningKeys"):
    """End the keys whose links have all expired; the answer is the number of keys ended."""


def digest(token: str) -> str:
    """Return the digest of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def sign_in_link(member: Member, now: datetime) -> Link:
    """Return a link that signs this member in, once."""
    return Link("sign-in", DESK, member.id, str(member.nonce), now + SIGN_IN_HOLDS)


def _add_member(found: dict[str, Any], command: AddMember, now: datetime) -> Decision:
    with_id: Member | None = found["known"]
    with_email: Member | None = found["member"]
    if with_email is not None and with_email.removed_at is None:
        return Decision(with_email)
    if with_email is not None:
        return _back(with_email, command.role)
    if with_id is not None:
        return _moved_member(with_id, command.email)
    member = Member(id=command.member_id, email=command.email, role=command.role, created_at=now)
    return Decision(member, steps=(Step(DESK, "member_added", member.id, (create(member),)),))


def _back(member: Member, role: Role) -> Decision:
    back = update(
        member,
        *if_unchanged(member, "nonce", "removed_at"),
        role=role,
        removed_at=None,
        nonce=member.nonce + 1,
    )
    return Decision(back.after, steps=(Step(DESK, "member_back", member.id, (back,)),))


def _moved_member(member: Member, email: str) -> Decision:
    """Change a member's address; links sent to the old one are spent."""
    if not email:
        return Decision(member)
    moved = update(member, *if_unchanged(member, "nonce"), email=email, nonce=member.nonce + 1)
    return Decision(moved.after, steps=(Step(DESK, "member_moved", member.id, (moved,)),))


def _ask_sign_in(found: dict[str, Any], command: RequestSignIn, now: datetime) -> Decision:
    member: Member | None = found["member"]
    if member is None or member.removed_at is not None:
        return Decision(None)
    since = now
    if not command.by_member:
        since = now.replace(minute=now.minute - now.minute % SIGN_IN_EVERY_MINUTES)
    message = Message(
        id=f"sign_in:{member.id}:{member.nonce}:{since:%Y%m%dT%H%M}",
        product=DESK,
        kind="sign_in",
        to=member.email,
        scope=DESK,
        person=member.id,
        facts={"nonce": member.nonce},
        queued_at=now,
        not_before=now,
        use_by=now + SIGN_IN_HOLDS,
        at=now,
    )
    return Decision(member, messages=(message,))


def _spend_sign_in(found: dict[str, Any], command: UseSignInLink, _now: datetime) -> Decision:
    member: Member | None = found["member"]
    if member is None or member.removed_at is not None or member.nonce != command.nonce:
        return Decision(None)
    spent = update(member, *if_unchanged(member, "nonce", "removed_at"), nonce=member.nonce + 1)
    return Decision(spent.after, steps=(Step(DESK, "signed_in", member.id, (spent,)),))


def _sign_out(found: dict[str, Any], _command: SignOut, _now: datetime) -> Decision:
    member: Member | None = found["member"]
    if member is None:
        return Decision(None)
    ended = update(member, *if_unchanged(member, "epoch"), epoch=member.epoch + 1)
    return Decision(ended.after, steps=(Step(DESK, "signed_out", member.id, (ended,)),))


def _add_token(_found: dict[str, Any], command: AddToken, now: datetime) -> Decision:
    token = ApiToken(
        id=command.token_id,
        name=command.name,
        digest=command.digest,
        created_at=now,
        scopes=command.scopes,
        expires_at=command.expires_at,
    )
    return Decision(token, steps=(Step(DESK, "token_added", token.id, (create(token),)),))


def _add_signing_key(_found: dict[str, Any], command: AddSigningKey, now: datetime) -> Decision:
    key = SigningKey(id=command.key_id, secret=command.secret, created_at=now)
    return Decision(key, moves=(create(key),))


def _rotate_signing_key(
    found: dict[str, Any], command: RotateSigningKey, now: datetime
) -> Decision:
    older: tuple[SigningKey, ...] = found["keys"]
    # The newest key is the one that was made last, also on a clock that stands still.
    created_at = max([now, *(key.created_at + A_TICK for key in older)])
    key = SigningKey(id=command.key_id, secret=command.secret, created_at=created_at)
    ended = _ended(older) if command.revoke else ()
    action = "keys_revoked" if command.revoke else "key_rotated"
    step = Step(DESK, action, key.id, ())
    return Decision(key, steps=(step,), moves=(create(key), *ended))


def _end_old_signing_keys(
    found: dict[str, Any], _command: EndOldSigningKeys, now: datetime
) -> Decision:
    ended = _ended(expired_keys(found["keys"], now))
    return Decision(len(ended), moves=ended)


def _ended(keys: Iterable[SigningKey]) -> tuple[Change[SigningKey], ...]:
    return tuple(update(key, secret="") for key in keys if key.secret)


def expired_keys(keys: tuple[SigningKey, ...], now: datetime) -> list[SigningKey]:
    """Return the keys, given newest first, that were replaced before any valid link was made."""
    replaced = zip(keys[1:], keys, strict=False)
    return [key for key, newer in replaced if now - newer.created_at > LINKS_HOLD + A_DAY]


def once(make: Callable[[Any], Needs]) -> Callable[[Any, Found], Needs]:
    """Return a `needs` function that loads everything in one round."""
    return lambda command, found: {} if found else make(command)


def _nothing_needed(_command: Command, _found: Found) -> Needs:
    return {}


def link(message: Message, purpose: str) -> Link | None:
    """Return the link of a sign-in mail."""
    ends_at = message.queued_at + SIGN_IN_HOLDS
    return Link(purpose, DESK, message.person, str(message.facts["nonce"]), ends_at)


def compose(_message: Message, url: Callable[[str], str]) -> Letter:
    """Return the letter of a sign-in mail."""
    return Letter(
        subject="Your link to the desk",
        heading="Come in",
        paragraphs=("Press the button to sign in. The link works once, for half an hour.",),
        buttons=(Button("sign-in", "Sign in", url("sign-in"), main=True),),
        footer=("If you did not ask for this, there is nothing to do.",),
    )


RULES: dict[type[Command], Rule] = {
    AddMember: Rule(
        once(lambda c: {"known": Get(Member, (c.member_id,)), "member": MemberByEmail(c.email)}),
        _add_member,
    ),
    RequestSignIn: Rule(once(lambda c: {"member": MemberByEmail(c.email)}), _ask_sign_in),
    UseSignInLink: Rule(once(lambda c: {"member": Get(Member, (c.member_id,))}), _spend_sign_in),
    SignOut: Rule(once(lambda c: {"member": Get(Member, (c.member_id,))}), _sign_out),
    AddToken: Rule(_nothing_needed, _add_token),
    AddSigningKey: Rule(_nothing_needed, _add_signing_key),
    RotateSigningKey: Rule(once(lambda _: {"keys": SigningKeys()}), _rotate_signing_key),
    EndOldSigningKeys: Rule(once(lambda _: {"keys": SigningKeys()}), _end_old_signing_keys),
}
