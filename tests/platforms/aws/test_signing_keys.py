"""Link signing keys: made by the stack, rotated, read again when a link names a new one."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from fullhouse.kernel.links import LINKS_HOLD, Key, Keyring, Link, Tampered
from fullhouse.kernel.mail_marks import guest_mark, is_guest_mark
from fullhouse.platforms.aws.signing_keys import (
    FETCHED_HOLDS_SECONDS,
    KEPT,
    BadKeys,
    KeptKeys,
    kept_count,
    read,
    with_new,
    with_only,
)

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
FRESH = json.dumps({"keys": [], "first": "x" * 64})
LINK = Link("cancel", "party", "anna")


class Secret:
    """A secret, and how often it was read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.reads = 0

    def __call__(self) -> str:
        self.reads += 1
        return self.text


def test_a_fresh_secret_has_one_key() -> None:
    assert read(FRESH) == (Key("first", b"x" * 64),)


def test_a_rotated_key_signs_and_old_links_still_work() -> None:
    old = Keyring(read(FRESH)).sign(LINK)
    rotated = with_new(FRESH, "second", b"y" * 32, NOW)
    assert json.loads(rotated)["keys"][0] == {
        "id": "second",
        "secret": (b"y" * 32).hex(),
        "made_at": int(NOW.timestamp()),
    }
    assert [key.id for key in read(rotated)] == ["second", "first"]
    assert Keyring(read(rotated)).sign(LINK).startswith("second.")
    assert Keyring(read(rotated)).read(old, NOW).person == "anna"


def test_a_rotation_that_is_repeated_changes_nothing() -> None:
    once = with_new(FRESH, "second", b"y" * 32, NOW)
    assert with_new(once, "second", b"z" * 32, NOW) == once


def test_only_the_newest_few_are_kept() -> None:
    text = FRESH
    for number in range(KEPT + 3):
        text = with_new(text, f"k{number}", bytes([number]) * 32, NOW)
    assert [key.id for key in read(text)] == [f"k{number}" for number in range(KEPT + 2, 2, -1)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "not json",
        '{"keys": []}',
        '{"keys": [{"id": "a", "secret": "not hex"}]}',
        '{"keys": [{"id": "a", "secret": "abcd"}]}',
        '{"keys": [{"id": "a.b", "secret": "%s"}]}' % ("ab" * 32),
    ],
)
def test_a_secret_without_usable_keys_is_refused_without_saying_what_is_in_it(text: str) -> None:
    with pytest.raises(BadKeys) as refused:
        read(text)
    assert "ev/links/signing-key" in str(refused.value)
    assert "abcd" not in str(refused.value)


def test_a_new_key_must_be_long_enough() -> None:
    with pytest.raises(BadKeys):
        with_new(FRESH, "second", b"short", NOW)


def test_the_secret_is_read_when_it_is_first_used_and_then_kept() -> None:
    secret = Secret(FRESH)
    keys = KeptKeys(secret)
    assert secret.reads == 0
    assert keys.read(keys.sign(LINK), NOW).purpose == "cancel"
    assert keys.keys[0].id == "first"
    assert secret.reads == 1


def test_a_link_of_a_key_that_came_since_is_read() -> None:
    secret = Secret(FRESH)
    keys = KeptKeys(secret)
    keys.sign(LINK)
    secret.text = with_new(FRESH, "second", b"y" * 32, NOW)
    newer = Keyring(read(secret.text)).sign(LINK)
    assert keys.read(newer, NOW).person == "anna"
    assert keys.sign(LINK).startswith("second.")
    assert secret.reads == 2


def test_strange_links_make_it_look_again_only_once_a_minute() -> None:
    secret = Secret(FRESH)
    keys = KeptKeys(secret)
    keys.sign(LINK)
    for seconds in (0, 1, 59, 60, 61):
        with pytest.raises(Tampered):
            keys.read(
                f"k{seconds}.cancel.party.anna..ffffffff.sig", NOW + timedelta(seconds=seconds)
            )
    assert secret.reads == 3


def test_a_link_with_a_wrong_signature_makes_it_look_at_nothing() -> None:
    secret = Secret(FRESH)
    keys = KeptKeys(secret)
    token = keys.sign(LINK)
    with pytest.raises(Tampered):
        keys.read(token[:-2], NOW)
    assert secret.reads == 1


def test_a_mark_of_a_key_that_came_since_makes_it_look_again_once_a_minute() -> None:
    secret = Secret(FRESH)
    keys = KeptKeys(secret)
    known = guest_mark(keys.keys, "e1", "g1")
    assert is_guest_mark(keys.keys_for_mark(known, NOW), known, "e1", "g1")
    assert secret.reads == 1
    secret.text = with_new(FRESH, "second", b"y" * 32, NOW)
    later = guest_mark(read(secret.text), "e1", "g1")
    assert is_guest_mark(keys.keys_for_mark(later, NOW), later, "e1", "g1")
    assert not is_guest_mark(keys.keys_for_mark("a" * 19, NOW), "a" * 19, "e1", "g1")
    assert secret.reads == 2


def test_a_key_is_kept_while_a_link_it_signed_may_be_valid() -> None:
    text = with_new(FRESH, "second", b"y" * 32, NOW)
    assert kept_count(text, NOW + LINKS_HOLD) == 2
    later = NOW + LINKS_HOLD + timedelta(days=2)
    third = with_new(text, "third", b"z" * 32, later)
    assert [key.id for key in read(third)] == ["third", "second"]


def test_a_revoked_secret_holds_the_new_key_alone() -> None:
    assert [key.id for key in read(with_only(FRESH, "second", b"y" * 32, NOW))] == ["second"]
    with pytest.raises(BadKeys):
        with_only("{}", "second", b"y" * 32, NOW)


def test_a_warm_function_learns_of_revoked_keys_after_five_minutes() -> None:
    secret, seconds = Secret(FRESH), [0.0]
    keys = KeptKeys(secret, lambda: seconds[0])
    old = keys.sign(LINK)
    secret.text = with_only(FRESH, "second", b"y" * 32, NOW)
    assert keys.read(old, NOW).person == "anna"
    seconds[0] = FETCHED_HOLDS_SECONDS
    with pytest.raises(Tampered):
        keys.read(old, NOW)
    assert keys.sign(LINK).startswith("second.")


def test_sessions_are_signed_with_a_derived_key() -> None:
    keys = KeptKeys(Secret(FRESH))
    session = Link("session", "desk", "jo")
    assert keys.read(keys.sign(session), NOW) == session
    stolen = Keyring(read(FRESH), read(FRESH)).sign(session)
    with pytest.raises(Tampered):
        keys.read(stolen, NOW)
