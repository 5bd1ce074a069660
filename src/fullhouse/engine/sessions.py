"""Sessions of the desk: which browsers a member is signed in with, and ending one of them.

A session is a signed cookie. Ended sessions are listed on the member, who is read for each request
anyway. What a member sees of their sessions is in a record of its own, which no request reads.
"""

from datetime import datetime, timedelta
from typing import Any, ClassVar

import msgspec

from fullhouse.engine.access import DESK, EndedSession, Member, once
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.product import Rule
from fullhouse.kernel.records import Get, Record

SESSION_HOLDS = timedelta(days=30)
SEEN_EVERY = timedelta(minutes=15)
MOST_SESSIONS = 50


class DeskSession(msgspec.Struct, frozen=True):
    """One browser that a member signed in with, and when it was last used, roughly."""

    id: str
    epoch: int
    created_at: datetime
    seen_at: datetime
    browser: str = ""
    address: str = ""


class MemberSessions(Record, frozen=True, kw_only=True):
    """The sessions of one member, newest first; not audited."""

    kind_name: ClassVar[str] = "member_sessions"

    id: str
    sessions: tuple[DeskSession, ...] = ()
    rev: int = 0


class NoteSession(Command, frozen=True, kw_only=True, tag="NoteSession"):
    """Note that a session is in use, at most every 15 minutes."""

    member_id: str
    session_id: str
    browser: str = ""
    address: str = ""


class EndSession(Command, frozen=True, kw_only=True, tag="EndSession"):
    """End one session of a member; the answer is None if there is no such session."""

    member_id: str
    session_id: str


def live_sessions(
    member: Member, stored: MemberSessions | None, now: datetime
) -> tuple[DeskSession, ...]:
    """Return the sessions that can still be used, newest first."""
    if stored is None:
        return ()
    ended = {session.id for session in member.ended_sessions}
    return tuple(
        session
        for session in stored.sessions
        if session.id not in ended
        and session.epoch == member.epoch
        and now - session.created_at < SESSION_HOLDS
    )


def _note_session(found: dict[str, Any], command: NoteSession, now: datetime) -> Decision:
    member: Member | None = found["member"]
    stored: MemberSessions | None = found["sessions"]
    if member is None or _is_ended(member, command.session_id):
        return Decision(None)
    live = live_sessions(member, stored, now)
    known = _find(live, command.session_id)
    if known is not None and now - known.seen_at < SEEN_EVERY:
        return Decision(known)
    if known is None:
        known = DeskSession(command.session_id, member.epoch, now, now)
    seen = msgspec.structs.replace(
        known, seen_at=now, browser=command.browser, address=command.address
    )
    others = [session for session in live if session.id != seen.id]
    return Decision(seen, moves=(_stored(member.id, stored, (seen, *others)),))


def _end_session(found: dict[str, Any], command: EndSession, now: datetime) -> Decision:
    member: Member | None = found["member"]
    stored: MemberSessions | None = found["sessions"]
    if member is None:
        return Decision(None)
    live = live_sessions(member, stored, now)
    session = _find(live, command.session_id)
    if session is None:
        return Decision(None)
    recent = [ended for ended in member.ended_sessions if now - ended.ended_at < SESSION_HOLDS]
    ended = (*recent, EndedSession(session.id, now))
    change = update(member, *if_unchanged(member, "ended_sessions"), ended_sessions=ended)
    left = tuple(other for other in live if other.id != session.id)
    return Decision(
        session,
        steps=(Step(DESK, "session_ended", member.id, (change,)),),
        moves=(_stored(member.id, stored, left),),
    )


def _is_ended(member: Member, session_id: str) -> bool:
    return member.has_ended(session_id) or member.removed_at is not None


def _find(sessions: tuple[DeskSession, ...], session_id: str) -> DeskSession | None:
    return next((session for session in sessions if session.id == session_id), None)


def _stored(
    member_id: str, stored: MemberSessions | None, sessions: tuple[DeskSession, ...]
) -> Change[MemberSessions]:
    kept = sessions[:MOST_SESSIONS]
    if stored is None:
        return create(MemberSessions(id=member_id, sessions=kept))
    return update(stored, *if_unchanged(stored, "rev"), sessions=kept, rev=stored.rev + 1)


def _needs(command: NoteSession | EndSession) -> dict[str, Any]:
    key = (command.member_id,)
    return {"member": Get(Member, key), "sessions": Get(MemberSessions, key)}


RULES: dict[type[Command], Rule] = {
    NoteSession: Rule(once(_needs), _note_session),
    EndSession: Rule(once(_needs), _end_session),
}
