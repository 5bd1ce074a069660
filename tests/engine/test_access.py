"""Who may come to the desk and the API."""

from datetime import timedelta

from fullhouse.engine.access import (
    SIGN_IN_HOLDS,
    AddMember,
    AddSigningKey,
    AddToken,
    EndOldSigningKeys,
    Member,
    MemberByEmail,
    RequestSignIn,
    RotateSigningKey,
    SigningKeys,
    SignOut,
    TokenByDigest,
    UseSignInLink,
    digest,
    sign_in_link,
)
from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.engine.ports import AuditPage, MessagePage
from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from tests.support.rsvp_world import Room

POST = PRODUCTS["desk"].post


def sign_ins(room: Room) -> tuple[Message, ...]:
    page = room.store.load(MessagePage(kind="sign_in"))
    return page[::-1]


def room_with_a_member(*, settles: bool = False) -> tuple[Room, Member]:
    room = Room(settles=settles)
    member = room.give(AddMember(member_id="owner", email="ada@example.org", role="owner"))
    assert isinstance(member, Member)
    return room, member


def test_a_member_is_added_once() -> None:
    room, member = room_with_a_member()
    assert room.give(AddMember(member_id="other", email="ada@example.org")) == member
    assert room.store.load(MemberByEmail("ada@example.org")) == member
    assert room.store.load(MemberByEmail("eve@example.org")) is None


def test_a_member_known_by_the_id_gets_the_new_address_and_old_links_are_spent() -> None:
    room, member = room_with_a_member()
    moved = room.give(AddMember(member_id="owner", email="ada@example.net"))
    assert (moved.email, moved.role, moved.nonce) == ("ada@example.net", "owner", 1)
    assert room.give(UseSignInLink(member_id="owner", nonce=member.nonce)) is None


def test_a_member_known_by_the_id_keeps_the_address_if_none_is_given() -> None:
    room, member = room_with_a_member()
    assert room.give(AddMember(member_id="owner", email="")) == member


def test_a_member_is_mailed_a_link_that_works_for_half_an_hour() -> None:
    room, member = room_with_a_member()
    room.give(RequestSignIn(email="ada@example.org"))
    (message,) = sign_ins(room)
    assert (message.to, message.use_by) == ("ada@example.org", room.now + SIGN_IN_HOLDS)
    link = POST.link(message, "sign-in")
    assert (
        link
        == Link("sign-in", "desk", "owner", "0", room.now + SIGN_IN_HOLDS)
        == sign_in_link(member, room.now)
    )


def test_the_letter_carries_the_link_and_nothing_else() -> None:
    room, _ = room_with_a_member()
    room.give(RequestSignIn(email="ada@example.org"))
    letter = POST.compose(sign_ins(room)[0], lambda purpose: f"https://example.org/{purpose}")
    assert letter.links == {"sign-in": "https://example.org/sign-in"}


def test_who_is_no_member_gets_nothing_and_is_not_told_so() -> None:
    room, _ = room_with_a_member()
    assert room.give(RequestSignIn(email="eve@example.org")) is None
    assert sign_ins(room) == ()


def test_asking_many_times_mails_one_link_in_a_quarter_of_an_hour() -> None:
    room, _ = room_with_a_member()
    for _ in range(15):
        room.give(RequestSignIn(email="ada@example.org"))
        assert len(sign_ins(room)) == 1
        room.after(minutes=1)
    room.give(RequestSignIn(email="ada@example.org"))
    assert len(sign_ins(room)) == 2


def test_strangers_who_keep_asking_put_at_most_five_links_an_hour_into_an_inbox() -> None:
    room, member = room_with_a_member()
    room.after(minutes=14)
    began = room.now
    while room.now < began + timedelta(hours=1):
        room.give(RequestSignIn(email="ada@example.org"))
        last = max(one.queued_at for one in sign_ins(room)) + SIGN_IN_HOLDS
        assert last - room.now >= SIGN_IN_HOLDS / 2, "the last link still works"
        room.after(minutes=1)
    assert len(sign_ins(room)) <= 5
    room.give(UseSignInLink(member_id="owner", nonce=member.nonce))
    room.give(RequestSignIn(email="ada@example.org"))
    assert len(sign_ins(room)) == 6, "who has signed in gets a new link at once"


def test_a_link_signs_in_once() -> None:
    room, member = room_with_a_member()
    assert room.give(UseSignInLink(member_id="owner", nonce=member.nonce)).nonce == 1
    assert room.give(UseSignInLink(member_id="owner", nonce=member.nonce)) is None
    assert room.give(UseSignInLink(member_id="owner", nonce=1)).nonce == 2
    assert room.give(UseSignInLink(member_id="nobody", nonce=0)) is None


def test_signing_out_ends_every_session() -> None:
    room, member = room_with_a_member()
    assert room.give(SignOut(member_id="owner")).epoch == member.epoch + 1
    assert room.give(SignOut(member_id="nobody")) is None


def test_a_sign_in_mail_that_is_late_is_dropped() -> None:
    room, _ = room_with_a_member()
    room.give(RequestSignIn(email="ada@example.org"))
    room.now += SIGN_IN_HOLDS
    room.settle()
    assert sign_ins(room)[0].error == "the link in it has run out"


def test_a_sign_in_mail_that_is_refused_changes_nothing_else() -> None:
    room, _ = room_with_a_member()
    room.carrier.answers.extend([Refused("busy"), CarrierDown("no route")])
    room.give(RequestSignIn(email="ada@example.org"))
    room.after(minutes=10)
    assert (sign_ins(room)[0].status, sign_ins(room)[0].attempts) == ("sent", 3)


def test_a_token_is_known_by_its_digest_alone() -> None:
    room = Room()
    token = room.give(AddToken(token_id="t1", name="script", digest=digest("secret")))
    assert room.store.load(TokenByDigest(digest("secret"))) == token
    assert room.store.load(TokenByDigest(digest("other"))) is None
    assert "secret" not in {token.id, token.name, token.digest}


def test_the_newest_key_comes_first_and_no_key_stands_in_the_audit() -> None:
    room = Room()
    for name in ("one", "two"):
        room.give(AddSigningKey(key_id=name, secret="00" * 32))
        room.now += timedelta(milliseconds=1)
    assert [key.id for key in room.store.load(SigningKeys())] == ["two", "one"]
    assert [line.action for line in room.store.load(AuditPage("desk"))] == []


def keys_in(room: Room) -> dict[str, bool]:
    """Return the keys, newest first, and whether each still verifies."""
    return {key.id: bool(key.secret) for key in room.store.load(SigningKeys())}


def test_a_rotated_key_comes_first_also_while_the_clock_stands_still() -> None:
    room = Room()
    room.give(AddSigningKey(key_id="z", secret="00" * 32))
    room.give(RotateSigningKey(key_id="y", secret="11" * 32))
    room.give(RotateSigningKey(key_id="x", secret="22" * 32))
    assert list(keys_in(room).items()) == [("x", True), ("y", True), ("z", True)]


def test_revoking_ends_all_older_keys_and_is_in_the_audit_without_the_secret() -> None:
    room = Room()
    room.give(AddSigningKey(key_id="one", secret="00" * 32))
    room.give(RotateSigningKey(key_id="two", secret="11" * 32))
    room.give(RotateSigningKey(key_id="three", secret="22" * 32, revoke=True))
    assert keys_in(room) == {"three": True, "two": False, "one": False}
    lines = room.store.load(AuditPage("desk"))
    assert [(line.action, line.subject, line.entries) for line in lines] == [
        ("key_rotated", "two", ()),
        ("keys_revoked", "three", ()),
    ]


def test_a_key_ends_once_no_link_it_signed_is_valid() -> None:
    room = Room()
    room.give(AddSigningKey(key_id="one", secret="00" * 32))
    room.now += timedelta(days=10)
    room.give(RotateSigningKey(key_id="two", secret="11" * 32))
    room.now += LINKS_HOLD
    assert room.give(EndOldSigningKeys()) == 0
    room.now += timedelta(days=2)
    assert room.give(EndOldSigningKeys()) == 1
    assert keys_in(room) == {"two": True, "one": False}
    assert room.give(EndOldSigningKeys()) == 0


def test_a_link_that_a_member_asks_for_is_mailed_at_once() -> None:
    room, _ = room_with_a_member()
    for _ in range(2):
        room.give(RequestSignIn(email="ada@example.org", by_member=True))
        room.after(minutes=1)
    assert len(sign_ins(room)) == 2


def test_a_token_ends_at_its_time() -> None:
    room, _ = room_with_a_member()
    ends_at = room.now + timedelta(days=1)
    given = AddToken(token_id="t1", name="till", digest="d1", expires_at=ends_at)
    room.give(given)
    token = room.store.load(TokenByDigest("d1"))
    assert token is not None
    assert not token.has_expired(ends_at - timedelta(milliseconds=1))
    assert token.has_expired(ends_at)
