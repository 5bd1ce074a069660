"""Carriers side by side: each letter goes to the carrier of its channel, or stays."""

from datetime import UTC, datetime

from fullhouse.engine.carriers import Carriers, StaffMail
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Kept, Message, Outcome, Sent

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
LETTER = Letter(subject="Hi", heading="Hi", text="Hi")


class One:
    """Takes every letter."""

    def __init__(self, *channels: Channel) -> None:
        self.carries = frozenset(channels)
        self.handed: list[tuple[str, str]] = []

    def send(self, message: Message, letter: Letter) -> Outcome:
        self.handed.append((message.channel, message.to))
        return Sent(message.id)


def message(channel: Channel, to: str) -> Message:
    return Message(
        id="m1", product="p", kind="k", channel=channel, to=to, scope="s", queued_at=NOW, not_before=NOW, at=NOW
    )


def test_each_letter_goes_to_the_carrier_of_its_channel() -> None:
    mail, texts = One("mail"), One("text")
    carriers = Carriers(mail, texts)
    assert carriers.carries == {"mail", "text"}
    assert carriers.send(message("mail", "ada@example.org"), LETTER) == Sent("m1")
    assert carriers.send(message("text", "+447700900123"), LETTER) == Sent("m1")
    assert mail.handed == [("mail", "ada@example.org")]
    assert texts.handed == [("text", "+447700900123")]


def test_a_channel_without_a_carrier_keeps_its_letters() -> None:
    mail = One("mail")
    assert Carriers(mail).send(message("text", "+447700900123"), LETTER) == Kept()
    assert Carriers().carries == frozenset()
    assert mail.handed == []


def test_what_staff_are_told_is_mailed_to_the_address_they_read() -> None:
    mail = One("mail")
    carriers = Carriers(mail, StaffMail(mail, "desk@example.org"))
    assert carriers.send(message("staff", "staff"), LETTER) == Sent("m1")
    assert mail.handed == [("mail", "desk@example.org")]
