"""Sessions of the desk: noted now and then, listed, and ended one by one."""

from datetime import timedelta

from fullhouse.engine.access import AddMember, Member, SignOut
from fullhouse.engine.ports import AuditPage
from fullhouse.engine.sessions import (
    MOST_SESSIONS,
    SESSION_HOLDS,
    DeskSession,
    EndSession,
    MemberSessions,
    NoteSession,
    live_sessions,
)
from fullhouse.engine.team import RemoveMember
from fullhouse.kernel.records import Get
from tests.support.rsvp_world import Room


def room_with_members() -> Room:
    room = Room()
    room.give(AddMember(member_id="jo", email="jo@example.org", role="owner"))
    room.give(AddMember(member_id="kim", email="kim@example.org", role="owner"))
    return room


def note(room: Room, session: str, member: str = "jo", browser: str = "Firefox") -> None:
    room.give(NoteSession(member_id=member, session_id=session, browser=browser, address="::1"))


def listed_sessions(room: Room, member: str = "jo") -> tuple[DeskSession, ...]:
    found = room.store.load(Get(Member, (member,)))
    assert found is not None
    return live_sessions(found, room.store.load(Get(MemberSessions, (member,))), room.now)


def listed(room: Room, member: str = "jo") -> list[str]:
    return [session.id for session in listed_sessions(room, member)]


def test_sessions_are_listed_by_member_the_last_used_first() -> None:
    room = room_with_members()
    assert listed(room) == []
    note(room, "one")
    room.now += timedelta(hours=1)
    note(room, "two")
    note(room, "three", "kim")
    assert (listed(room), listed(room, "kim")) == (["two", "one"], ["three"])
    note(room, "one")
    assert listed(room) == ["one", "two"]


def test_use_is_noted_at_most_every_fifteen_minutes() -> None:
    room = room_with_members()
    note(room, "one")
    begun = room.now
    for minutes, rev in ((14, 0), (1, 1), (14, 1)):
        room.now += timedelta(minutes=minutes)
        note(room, "one", browser="Safari")
        stored = room.store.load(Get(MemberSessions, ("jo",)))
        assert stored is not None
        assert stored.rev == rev
    (session,) = listed_sessions(room)
    assert (session.created_at, session.seen_at) == (begun, begun + timedelta(minutes=15))
    assert (session.browser, session.address) == ("Safari", "::1")


def test_one_session_is_ended_and_the_others_stay() -> None:
    room = room_with_members()
    note(room, "one")
    note(room, "two")
    assert room.give(EndSession(member_id="jo", session_id="one")).id == "one"
    assert listed(room) == ["two"]
    note(room, "one")
    assert listed(room) == ["two"]
    assert [line.action for line in room.store.load(AuditPage("desk"))][2:] == ["session_ended"]


def test_a_session_is_ended_once_and_only_by_its_member() -> None:
    room = room_with_members()
    note(room, "one")
    assert room.give(EndSession(member_id="kim", session_id="one")) is None
    assert room.give(EndSession(member_id="nobody", session_id="one")) is None
    assert room.give(EndSession(member_id="jo", session_id="one")) is not None
    assert room.give(EndSession(member_id="jo", session_id="one")) is None


def test_ended_sessions_are_forgotten_once_they_would_have_ended_anyway() -> None:
    room = room_with_members()
    for name in ("one", "two"):
        note(room, name)
        room.give(EndSession(member_id="jo", session_id=name))
        room.now += SESSION_HOLDS
    member = room.store.load(Get(Member, ("jo",)))
    assert member is not None
    assert [session.id for session in member.ended_sessions] == ["two"]


def test_signing_out_everywhere_and_time_end_all_sessions() -> None:
    room = room_with_members()
    note(room, "one")
    room.give(SignOut(member_id="jo"))
    assert listed(room) == []
    note(room, "two")
    room.now += SESSION_HOLDS
    assert listed(room) == []


def test_nothing_is_noted_of_someone_who_left() -> None:
    room = room_with_members()
    room.give(RemoveMember(member_id="kim", asked_by="jo"))
    note(room, "one", "kim")
    note(room, "one", "nobody")
    assert listed(room, "kim") == []


def test_only_the_newest_sessions_are_listed() -> None:
    room = room_with_members()
    for number in range(MOST_SESSIONS + 2):
        note(room, f"s{number}")
    assert len(listed(room)) == MOST_SESSIONS
    assert listed(room)[0] == f"s{MOST_SESSIONS + 1}"
