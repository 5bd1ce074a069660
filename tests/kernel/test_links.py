"""Links: one person, one thing, until a time; anything else is tampered with or expired."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.links import SESSION_PURPOSES, Expired, Key, Keyring, Link, Tampered

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
OLD, NEW = Key("old", b"o" * 32), Key("new", b"n" * 32)
RING = Keyring((NEW,), session_keys=(OLD,))
LINK = Link("claim", "party", "anna", "anna-1", NOW + timedelta(days=10))
TOKEN = RING.sign(LINK)
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
parts = st.text(ALPHABET, max_size=64)
links = st.builds(
    Link,
    parts,
    parts,
    parts,
    parts,
    st.datetimes(datetime(2027, 1, 1), datetime(9998, 1, 1), timezones=st.just(UTC)).map(
        lambda at: at.replace(microsecond=0)
    ),
)


def test_a_token_says_what_was_signed() -> None:
    assert RING.read(TOKEN, NOW) == LINK


@given(links)
def test_every_link_comes_back_as_it_was_signed(link: Link) -> None:
    assert RING.read(RING.sign(link), NOW) == link


def test_a_link_without_an_end_holds() -> None:
    link = Link("cancel", "party", "anna")
    assert RING.read(RING.sign(link), NOW) == link


@pytest.mark.parametrize("at", range(len(TOKEN)))
def test_a_token_tampered_with_in_any_position_is_refused(at: int) -> None:
    for letter in "A0z_-.=\x00é":
        if letter != TOKEN[at]:
            with pytest.raises(Tampered):
                RING.read(TOKEN[:at] + letter + TOKEN[at + 1 :], NOW)
    for changed in (TOKEN[:at], TOKEN[:at] + TOKEN[at + 1 :], TOKEN[:at] + TOKEN[at] + TOKEN[at:]):
        if changed != TOKEN:
            with pytest.raises(Tampered):
                RING.read(changed, NOW)


@pytest.mark.parametrize(
    "token",
    [TOKEN + ".", "." + TOKEN, TOKEN + "=", TOKEN + "\n", " " + TOKEN, TOKEN * 2, TOKEN.upper()],
)
def test_a_token_with_anything_around_it_is_refused(token: str) -> None:
    with pytest.raises(Tampered):
        RING.read(token, NOW)


@given(st.text(max_size=2000))
def test_no_text_that_a_stranger_makes_up_is_read(text: str) -> None:
    with pytest.raises(Tampered):
        RING.read(text, NOW)


@pytest.mark.parametrize(
    "token",
    ["", ".", "......", "a" * 100_000, "." * 100_000, "new." * 50, "new.a.b.c.d.e.f", "\ud800"],
)
def test_hostile_lengths_and_shapes_are_refused(token: str) -> None:
    with pytest.raises(Tampered):
        RING.read(token, NOW)


def test_fields_do_not_run_into_each_other() -> None:
    one = RING.sign(Link("ab", "c", "d", "e", LINK.expires_at))
    other = RING.sign(Link("a", "bc", "d", "e", LINK.expires_at))
    assert one.rpartition(".")[2] != other.rpartition(".")[2]


def test_a_link_for_one_purpose_does_no_other() -> None:
    for purpose in ("cancel", "decline", "confirm"):
        with pytest.raises(Tampered):
            RING.read(TOKEN.replace("claim", purpose), NOW)


@pytest.mark.parametrize(
    ("late", "holds"),
    [(timedelta(seconds=-1), True), (timedelta(0), False), (timedelta(days=1), False)],
)
def test_a_token_expires_at_its_outer_bound(late: timedelta, holds: bool) -> None:
    now = LINK.expires_at + late
    if holds:
        assert RING.read(TOKEN, now) == LINK
    else:
        with pytest.raises(Expired):
            RING.read(TOKEN, now)


def test_an_expired_token_that_was_tampered_with_is_tampered_with() -> None:
    with pytest.raises(Tampered):
        RING.read(TOKEN[:-1] + ("A" if TOKEN[-1] != "A" else "B"), LINK.expires_at)


def test_the_newest_key_signs_and_all_known_ones_verify() -> None:
    before = Keyring((OLD,)).sign(LINK)
    rotated = Keyring((NEW, OLD))
    assert rotated.read(before, NOW) == LINK
    assert rotated.sign(LINK) == TOKEN


def test_a_key_that_was_dropped_verifies_no_more() -> None:
    with pytest.raises(Tampered):
        RING.read(Keyring((OLD,)).sign(LINK), NOW)


def test_another_secret_under_the_same_name_does_not_verify() -> None:
    with pytest.raises(Tampered):
        Keyring((Key("new", b"x" * 32),)).read(TOKEN, NOW)


def test_without_keys_nothing_is_read() -> None:
    with pytest.raises(Tampered):
        Keyring(()).read(TOKEN, NOW)


@pytest.mark.parametrize("person", ["a.b", "a b", "é", "a" * 65, "a\n", "a/b", "a?b"])
def test_what_a_link_cannot_carry_is_not_signed(person: str) -> None:
    with pytest.raises(ValueError, match="a link cannot carry"):
        RING.sign(Link("claim", "party", person))


@pytest.mark.parametrize("purpose", sorted(SESSION_PURPOSES))
def test_only_a_session_key_signs_someone_in(purpose: str) -> None:
    ring = Keyring((NEW,), (OLD,))
    link = Link(purpose, "desk", "jo")
    assert ring.sign(link).startswith("old.")
    assert ring.read(ring.sign(link), NOW) == link
    with pytest.raises(Tampered):
        ring.read(Keyring((), (NEW,)).sign(link), NOW)


def test_a_session_key_signs_no_other_link() -> None:
    with pytest.raises(Tampered):
        Keyring((NEW,), (OLD,)).read(Keyring((OLD,)).sign(LINK), NOW)
