"""A mail is forgotten: that it came stays, who wrote it and what does not."""

import msgspec

from fullhouse.engine.inbound_mail import EraseInboundMail, InboundMail, RecordInboundMail
from fullhouse.kernel.records import Get
from tests.support.rsvp_world import Room, mail


def came(room: Room) -> InboundMail:
    written = InboundMail(
        id="m1",
        place="1",
        scope="",
        sender=mail("anna"),
        name="Anna",
        subject="Hello",
        text="Is there a party?",
        at=room.now,
        reason="it names no event",
        file="mail/m1.eml",
    )
    room.give(RecordInboundMail(mail=written), "mail")
    return written


def test_the_line_of_a_mail_stays_without_who_and_what() -> None:
    room = Room()
    written = came(room)
    assert room.give(EraseInboundMail(mail_id="m1")) is True
    blank = {"sender": "", "name": "", "subject": "", "text": "", "reason": "erased"}
    assert room.store.load(Get(InboundMail, ("m1",))) == msgspec.structs.replace(written, **blank)


def test_there_is_nothing_to_forget_twice_or_of_a_mail_that_never_came() -> None:
    room = Room()
    came(room)
    room.give(EraseInboundMail(mail_id="m1"))
    assert room.give(EraseInboundMail(mail_id="m1")) is False
    assert room.give(EraseInboundMail(mail_id="m2")) is False


def test_a_mail_is_from_its_sender_or_from_each_of_several() -> None:
    written = came(Room())
    assert written.is_from(mail("anna"))
    assert not written.is_from("Anna")
    both = msgspec.structs.replace(written, sender="", name=f"{mail('anna')}, {mail('ben')}")
    assert both.is_from(mail("anna"))
    assert both.is_from(mail("ben"))
    assert not both.is_from(mail("cleo"))
