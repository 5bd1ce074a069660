"""Team decisions: roles, who leaves or comes back, and which scripts lose their token."""

from typing import TypeVar

import pytest

from fullhouse.engine.access import (
    AddMember,
    AddToken,
    Member,
    RequestSignIn,
    Role,
    TokenByDigest,
    UseSignInLink,
    digest,
)
from fullhouse.engine.execute import Rules, execute
from fullhouse.engine.ports import AuditPage, Invocation, MessagePage, Written
from fullhouse.engine.team import (
    PROBLEMS,
    RULES,
    ChangeRole,
    Members,
    RemoveMember,
    RevokeToken,
    TeamChange,
    Tokens,
)
from fullhouse.kernel.records import Get, Need
from tests.support.rsvp_world import Room

T = TypeVar("T")


def team(**roles: Role) -> Room:
    room = Room()
    for name, role in roles.items():
        room.give(AddMember(member_id=name, email=f"{name}@example.org", role=role))
    return room


def member(room: Room, name: str) -> Member:
    found = room.store.load(Get(Member, (name,)))
    assert found is not None
    return found


def changed(room: Room, whom: str, role: Role, by: str) -> str:
    answer: TeamChange = room.give(ChangeRole(member_id=whom, role=role, asked_by=by))
    return answer.code


def removed(room: Room, whom: str, by: str) -> str:
    answer: TeamChange = room.give(RemoveMember(member_id=whom, asked_by=by))
    return answer.code


def test_a_host_makes_a_helper_a_host_and_back() -> None:
    room = team(ada="owner", ben="host", cleo="helper")
    assert changed(room, "cleo", "host", "ben") == "done"
    assert member(room, "cleo").role == "host"
    assert changed(room, "cleo", "helper", "ben") == "done"
    assert room.store.load(AuditPage("desk"))[-1].note == "helper"


def test_the_role_that_someone_has_already_changes_nothing() -> None:
    room = team(ada="owner", ben="host")
    before = len(room.store.load(AuditPage("desk")))
    assert changed(room, "ben", "host", "ada") == "done"
    assert len(room.store.load(AuditPage("desk"))) == before


@pytest.mark.parametrize("by", ["cleo", "nobody"])
def test_helpers_and_strangers_decide_nothing(by: str) -> None:
    room = team(ada="owner", ben="host", cleo="helper")
    assert changed(room, "ben", "helper", by) == removed(room, "ben", by) == "hosts_only"


def test_only_an_owner_makes_unmakes_or_removes_an_owner() -> None:
    room = team(ada="owner", ben="host", cleo="owner")
    assert changed(room, "ada", "host", "ben") == "owners_only"
    assert changed(room, "ben", "owner", "ben") == "owners_only"
    assert removed(room, "ada", "ben") == "owners_only"
    assert changed(room, "ben", "owner", "ada") == "done"
    assert removed(room, "ada", "cleo") == "done"


def test_the_last_owner_stays() -> None:
    room = team(ada="owner", ben="host")
    assert changed(room, "ada", "host", "ada") == removed(room, "ada", "ada") == "last_owner"
    assert changed(room, "ada", "owner", "ada") == "done"
    changed(room, "ben", "owner", "ada")
    assert removed(room, "ada", "ada") == "done"
    assert removed(room, "ben", "ben") == "last_owner"


def test_two_owners_who_remove_each_other_do_not_both_succeed() -> None:
    room = team(ada="owner", ben="owner")
    rule = RULES[RemoveMember]
    seen = {"members": room.store.load(Members())}
    first = rule.decide(seen, RemoveMember(member_id="ben", asked_by="ada"), room.now)
    late = RemoveMember(member_id="ada", asked_by="ben")
    raced = Raced(room, Written(first))
    answer = execute(raced, Rules(RULES), Invocation("late", "member:ben", late), room.now).answer
    assert answer.code == "hosts_only"
    assert member(room, "ada").removed_at is None


class Raced:
    """A store in which something is committed just after the first look."""

    def __init__(self, room: Room, first: Written) -> None:
        self.room, self.first = room, [first]

    def load(self, need: Need[T]) -> T:
        found = self.room.store.load(need)
        while self.first:
            self.room.store.commit(self.first.pop())
        return found

    def commit(self, written: Written) -> None:
        self.room.store.commit(written)


def test_whoever_is_removed_has_no_session_no_link_and_no_mail_any_more() -> None:
    room = team(ada="owner", ben="helper")
    before = member(room, "ben")
    assert removed(room, "ben", "ada") == "done"
    after = member(room, "ben")
    assert (after.epoch, after.nonce) == (before.epoch + 1, before.nonce + 1)
    assert room.give(UseSignInLink(member_id="ben", nonce=after.nonce)) is None
    assert room.give(RequestSignIn(email="ben@example.org")) is None
    assert room.store.load(MessagePage(kind="sign_in")) == ()
    assert removed(room, "ben", "ada") == changed(room, "ben", "host", "ada") == "unknown_member"


def test_whoever_was_removed_can_be_let_in_again_in_another_role() -> None:
    room = team(ada="owner", ben="host")
    removed(room, "ben", "ada")
    back: Member = room.give(AddMember(member_id="new", email="ben@example.org", role="helper"))
    assert (back.id, back.role, back.removed_at) == ("ben", "helper", None)
    assert room.store.load(AuditPage("desk"))[-1].action == "member_back"


def test_a_revoked_token_stays_on_record_as_one() -> None:
    room = Room()
    room.give(AddToken(token_id="t1", name="script", digest=digest("secret")))
    revoked = room.give(RevokeToken(token_id="t1"))
    assert revoked.revoked_at == room.now
    assert (
        room.give(RevokeToken(token_id="t1"))
        == revoked
        == room.store.load(TokenByDigest(digest("secret")))
    )
    assert room.give(RevokeToken(token_id="t2")) is None
    assert room.store.load(Tokens()) == (revoked,)


def test_each_problem_has_its_sentence() -> None:
    assert all(sentence.endswith(".") for sentence in PROBLEMS.values())
