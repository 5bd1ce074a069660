"""Mail that came in: its line and its effect are one commit, once, and no loop is fed."""

from typing import Any

import pytest

from fullhouse.engine.inbound_mail import (
    LOOPING,
    MOST_ANSWERS,
    InboundMail,
    InboundPage,
    RecordInboundMail,
)
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.commands import AnswerByMail
from tests.support.rsvp_world import EVENT, Room, mail


def came(room: Room, mail_id: str, name: str = "anna", **more: Any) -> InboundMail:
    at = room.now
    return InboundMail(
        id=mail_id, place=f"{at:%H%M%S}-{mail_id}", scope=EVENT, sender=mail(name), at=at, **more
    )


def asks(name: str, mail_id: str, **more: Any) -> AnswerByMail:
    return AnswerByMail(
        event_id=EVENT,
        guest_id=name,
        name=name.title(),
        email=mail(name),
        occasion=mail_id,
        proven=True,
        **more,
    )


def takes(room: Room, mail_id: str, name: str = "anna", **more: Any) -> InboundMail:
    command = RecordInboundMail(
        mail=came(room, mail_id, name, made="done"), asks=asks(name, mail_id, **more)
    )
    written = room.give(command, "mail")
    assert isinstance(written, InboundMail)
    return written


def test_a_mail_and_what_it_causes_are_written_together() -> None:
    room = Room()
    written = takes(room, "m1")
    assert (written.what, written.person, written.answered) == ("confirmed", "anna", True)
    assert room.store.load(Get(InboundMail, ("m1",))) == written
    assert room.guest("anna").state == "confirmed"


def test_the_same_mail_again_has_no_effect_and_the_same_answer() -> None:
    room = Room()
    first = takes(room, "m1")
    room.cancel("anna")
    assert takes(room, "m1") == first
    assert room.guest("anna").state == "cancelled"


def test_a_mail_that_asks_for_nothing_is_only_written_down() -> None:
    room = Room()
    written = room.give(
        RecordInboundMail(mail=came(room, "m1", reason="it came over a list")), "mail"
    )
    assert (written.made, written.reason, written.answered) == (
        "ignored",
        "it came over a list",
        False,
    )
    assert room.messages() == []


def test_a_mail_that_changes_nothing_is_not_answered() -> None:
    room = Room()
    room.close()
    assert not takes(room, "m1", quiet=True).answered


@pytest.mark.parametrize(("minutes", "code"), [(59, ""), (60, "already")])
def test_a_loop_is_not_fed_within_the_hour(minutes: int, code: str) -> None:
    room = Room()
    for number in range(MOST_ANSWERS):
        assert takes(room, f"m{number}").answered
    room.after(minutes=minutes)
    again = takes(room, "again")
    assert again.what == code
    assert (again.reason == LOOPING) == (code == "")
    assert takes(room, "other", "ben").what == "confirmed"


@pytest.mark.parametrize(
    ("wants", "proven", "code"),
    [("come", True, ""), ("cancel", True, "cancelled"), ("cancel", False, "")],
)
def test_what_a_proven_mail_changes_is_done_after_many_answers(
    wants: str, proven: bool, code: str
) -> None:
    room = Room()
    for number in range(MOST_ANSWERS):
        takes(room, f"m{number}")
    command = RecordInboundMail(
        mail=came(room, "last", made="done"),
        asks=asks("anna", "last", marked="anna", wants=wants),
        proven=proven,
    )
    assert room.give(command, "mail").what == code


def test_forged_answers_do_not_count_for_a_proven_sender() -> None:
    room = Room()
    for number in range(MOST_ANSWERS):
        takes(room, f"m{number}")
    theirs = came(room, "last", made="done", proof="signed")
    written = room.give(RecordInboundMail(mail=theirs, asks=asks("anna", "last")), "mail")
    assert written.what == "already"


def test_the_newest_come_first() -> None:
    room = Room()
    for number in range(3):
        takes(room, f"m{number}")
        room.after(seconds=1)
    assert [one.id for one in room.store.load(InboundPage())] == ["m2", "m1", "m0"]
