"""Passkeys of members: added, removed, and of no use to those who left."""

from fullhouse.engine.access import AddMember, Member
from fullhouse.engine.passkeys import (
    CHALLENGE_HOLDS,
    MOST_PASSKEYS,
    AddPasskey,
    RemovePasskey,
    SignInWithPasskey,
)
from fullhouse.engine.ports import AuditPage
from fullhouse.engine.team import RemoveMember
from fullhouse.kernel.records import Get
from tests.support.rsvp_world import Room


def room_with_members() -> Room:
    room = Room()
    for name in ("jo", "kim"):
        room.give(AddMember(member_id=name, email=f"{name}@example.org", role="owner"))
    return room


def add(room: Room, passkey: str = "key", member: str = "jo", challenge: str = "") -> Member | None:
    command = AddPasskey(
        member_id=member,
        passkey_id=passkey,
        name="Firefox",
        public_key="AAAA",
        challenge=challenge or f"add {passkey}",
    )
    added: Member | None = room.give(command)
    return added


def sign_in(
    room: Room, member: str = "jo", passkey: str = "key", challenge: str = "one"
) -> Member | None:
    command = SignInWithPasskey(member_id=member, passkey_id=passkey, challenge=challenge)
    signed_in: Member | None = room.give(command)
    return signed_in


def test_the_same_answer_signs_in_once() -> None:
    room = room_with_members()
    add(room)
    assert sign_in(room, challenge="one") is not None
    assert sign_in(room, challenge="one") is None
    assert sign_in(room, challenge="two") is not None
    assert sign_in(room, challenge="one") is None


def test_a_challenge_that_has_ended_is_forgotten() -> None:
    room = room_with_members()
    add(room)
    sign_in(room, challenge="one")
    room.now += CHALLENGE_HOLDS
    member = sign_in(room, challenge="two")
    assert member is not None
    assert [one.challenge for one in member.spent_challenges] == ["two"]


def test_the_same_answer_adds_no_passkey_again() -> None:
    room = room_with_members()
    add(room, challenge="one")
    room.give(RemovePasskey(member_id="jo", passkey_id="key"))
    assert add(room, challenge="one") is None


def test_a_member_signs_in_with_a_passkey_which_spends_links() -> None:
    room = room_with_members()
    added = add(room)
    assert added is not None
    assert [passkey.id for passkey in added.passkeys] == ["key"]
    member = sign_in(room)
    assert member is not None
    assert member.nonce == added.nonce + 1
    actions = [line.action for line in room.store.load(AuditPage("desk"))]
    assert actions[2:] == ["passkey_added", "signed_in"]


def test_a_passkey_is_its_member_s_alone() -> None:
    room = room_with_members()
    add(room)
    assert sign_in(room, "kim") is None
    assert sign_in(room, "nobody") is None
    assert sign_in(room, "jo", "other") is None


def test_a_removed_passkey_signs_nobody_in() -> None:
    room = room_with_members()
    add(room)
    assert room.give(RemovePasskey(member_id="jo", passkey_id="other")) is None
    assert room.give(RemovePasskey(member_id="nobody", passkey_id="key")) is None
    assert room.give(RemovePasskey(member_id="jo", passkey_id="key")).passkeys == ()
    assert sign_in(room) is None


def test_a_passkey_ends_with_the_membership_also_if_the_member_comes_back() -> None:
    room = room_with_members()
    add(room, member="kim")
    room.give(RemoveMember(member_id="kim", asked_by="jo"))
    assert sign_in(room, "kim") is None
    room.give(AddMember(member_id="new", email="kim@example.org"))
    member = room.store.load(Get(Member, ("kim",)))
    assert member is not None
    assert (member.removed_at, member.passkeys) == (None, ())


def test_passkeys_are_added_once_and_not_without_end() -> None:
    room = room_with_members()
    assert add(room, member="nobody") is None
    for number in range(MOST_PASSKEYS):
        assert add(room, f"key{number}") is not None
    assert add(room, "key0") is None
    assert add(room, "one more") is None
