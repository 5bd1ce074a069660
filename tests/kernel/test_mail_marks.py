"""Marks in mail: bound to one message and person, named after their key, and nothing else."""

import re
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from fullhouse.kernel.links import Key, Keyring, Link
from fullhouse.kernel.mail_marks import (
    carrier_mark,
    guest_mark,
    is_guest_mark,
    is_message_mark,
    made_mark,
    marks_in_ids,
    marks_of,
    message_mark,
)
from fullhouse.kernel.messages import Message

NOW = datetime(2026, 6, 1, tzinfo=UTC)
OLD, NEW = Key("old", b"o" * 32), Key("new", b"n" * 32)
SES = "0102019ab3c4d5e6-1a2b3c4d-0000-1111-2222-333344445555-000000"


def sent(**fields: object) -> Message:
    usual = {"id": "rsvp:e1:g1:invite", "product": "rsvp", "kind": "invite", "to": "a@example.org"}
    times = {"queued_at": NOW, "not_before": NOW, "at": NOW}
    return msgspec.convert({**usual, "scope": "e1", "person": "g1", **times, **fields}, Message)


def test_a_mark_is_lower_case_base32_with_at_least_80_bits_besides_the_name_of_its_key() -> None:
    mark = message_mark((NEW, OLD), sent())
    assert re.fullmatch("[a-z2-7]{3}[a-z2-7]{3}[a-z2-7]{16}", mark)
    assert mark == message_mark((NEW,), sent())
    assert (made_mark(NEW, mark), made_mark(OLD, mark)) == (True, False)


def test_marks_made_together_begin_alike_and_so_are_stored_together() -> None:
    together = [message_mark((NEW,), sent(id=f"m{number}")) for number in range(3)]
    assert len({mark[:6] for mark in together}) == 1
    assert len(set(together)) == 3
    later = message_mark((NEW,), sent(queued_at=NOW + timedelta(seconds=1)))
    assert later[:3] == together[0][:3] != later[3:6]


def test_the_time_in_a_mark_is_bound_too() -> None:
    mark = message_mark((NEW,), sent())
    other = mark[:3] + ("aaa" if mark[3:6] != "aaa" else "bbb") + mark[6:]
    assert not is_message_mark((NEW,), other, sent())


def test_marks_of_the_version_before_still_hold() -> None:
    before = "vzs64i3khktsahvbbbc"
    assert is_message_mark((NEW,), before, sent())
    assert not is_message_mark((NEW,), before, sent(id="m2"))
    assert not is_message_mark((OLD,), before, sent())


def test_beside_a_long_id_of_an_event_a_mark_has_no_time() -> None:
    long = sent(scope="e" * 39)
    mark = message_mark((NEW,), long)
    assert len(mark) == 19
    assert is_message_mark((NEW,), mark, long)


def test_without_a_key_there_is_no_mark() -> None:
    assert message_mark((), sent()) == ""
    assert not is_message_mark((), message_mark((NEW,), sent()), sent())


def test_a_mark_of_an_older_key_holds_until_the_key_is_gone() -> None:
    mark = message_mark((OLD,), sent())
    assert is_message_mark((NEW, OLD), mark, sent())
    assert not is_message_mark((NEW,), mark, sent())


@pytest.mark.parametrize("other", [{"id": "m2"}, {"scope": "e2"}, {"person": "g2"}])
def test_a_mark_is_of_one_message_to_one_person(other: dict[str, str]) -> None:
    mark = message_mark((NEW,), sent())
    assert is_message_mark((NEW,), mark, sent(to="elsewhere@example.org"))
    assert not is_message_mark((NEW,), mark, sent(**other))


def test_parts_cannot_run_into_each_other() -> None:
    assert guest_mark((NEW,), "e1", "g1") != guest_mark((NEW,), "e", "1g1")


@pytest.mark.parametrize(
    "wrong", ["", "a" * 19, "A" * 19, "a" * 18, "a" * 20, "ä" * 19, "a" * 22, "A" * 22, "ä" * 22]
)
def test_what_we_did_not_make_is_no_mark(wrong: str) -> None:
    assert not is_message_mark((NEW,), wrong, sent())
    assert not is_guest_mark((NEW,), wrong, "e1", "g1")


def test_a_changed_mark_is_none() -> None:
    mark = message_mark((NEW,), sent())
    changed = mark[:-1] + ("a" if mark[-1] != "a" else "b")
    assert not is_message_mark((NEW,), changed, sent())


def test_marks_of_guests_and_messages_and_links_never_mix() -> None:
    alike = sent(id="e1", scope="g1", person="")
    assert not is_message_mark((NEW,), guest_mark((NEW,), "e1", "g1"), alike)
    assert not is_guest_mark((NEW,), message_mark((NEW,), alike), "e1", "g1")
    assert is_guest_mark((NEW,), guest_mark((NEW,), "e1", "g1"), "e1", "g1")
    token = Keyring((NEW,)).sign(Link("cancel", "e1", "g1"))
    assert message_mark((NEW,), sent()) not in token.lower()


@pytest.mark.parametrize(
    ("at_carrier", "counts"),
    [(SES, True), ("", False), ("250", False), ("250 2.0.0 Ok: queued as 4bX1k2m3n4o5p6", False)],
)
def test_the_id_of_a_carrier_counts_only_if_nobody_can_guess_it(
    at_carrier: str, counts: bool
) -> None:
    message = sent(at_carrier=at_carrier)
    assert carrier_mark(message) == (at_carrier if counts else "")
    assert carrier_mark(sent(at_carrier=at_carrier, channel="text")) == ""
    assert marks_of(msgspec.structs.replace(message, mark="m")) == (
        ("m", at_carrier) if counts else ("m",)
    )
    assert Keyring((NEW,)).keys_for_mark("m", NOW) == (NEW,)


def test_a_mark_in_an_id_is_read_in_small_letters_and_a_carriers_as_it_is() -> None:
    mark = message_mark((NEW,), sent())
    ids = (f"{mark.upper()}@mail.example.org", f"{SES}@email.amazonses.com", "A b")
    assert marks_in_ids(ids) == [mark, SES, "A b"]
