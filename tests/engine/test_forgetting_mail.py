"""A mail is forgotten: that it came stays, who wrote it and what does not."""

import msgspec

from fullhouse.engine.forgetting_mail import ForgetMail
from fullhouse.engine.inbox import InboundMail, TakeMail
from fullhouse.kernel.records import Get
from tests.building import Room, mail


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
    room.give(TakeMail(mail=written), "mail")
    return written


def test_the_line_of_a_mail_stays_without_who_and_what() -> None:
    room = Room()
    written = came(room)
    assert room.give(ForgetMail(mail_id="m1")) is True
    blank = {"sender": "", "name": "", "subject": "", "text": "", "reason": "erased"}
    assert room.store.load(Get(InboundMail, ("m1",))) == msgspec.structs.replace(written, **blank)


def test_there_is_nothing_to_forget_twice_or_of_a_mail_that_never_came() -> None:
    room = Room()
    came(room)
    room.give(ForgetMail(mail_id="m1"))
    assert room.give(ForgetMail(mail_id="m1")) is False
    assert room.give(ForgetMail(mail_id="m2")) is False
