"""Carriers side by side: each letter goes to the carrier of its channel, or stays."""

from datetime import UTC, datetime

import pytest

from fullhouse.engine.carriers import (
    ChannelRouter,
    StaffChatCarrier,
    StaffMailCarrier,
    staff_carriers,
)
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import (
    CarrierDown,
    Channel,
    Message,
    NoCarrier,
    Outcome,
    Refused,
    ResultUnknown,
    Sent,
)

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
        id="m1",
        product="p",
        kind="k",
        channel=channel,
        to=to,
        scope="s",
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
    )


def test_each_letter_goes_to_the_carrier_of_its_channel() -> None:
    mail, texts = One("mail"), One("text")
    carriers = ChannelRouter(mail, texts)
    assert carriers.carries == {"mail", "text"}
    assert carriers.send(message("mail", "ada@example.org"), LETTER) == Sent("m1")
    assert carriers.send(message("text", "+447700900123"), LETTER) == Sent("m1")
    assert mail.handed == [("mail", "ada@example.org")]
    assert texts.handed == [("text", "+447700900123")]


def test_a_channel_without_a_carrier_keeps_its_letters() -> None:
    mail = One("mail")
    assert ChannelRouter(mail).send(message("text", "+447700900123"), LETTER) == NoCarrier()
    assert ChannelRouter().carries == frozenset()
    assert mail.handed == []


def test_what_staff_are_told_is_mailed_to_the_address_they_read() -> None:
    mail = One("mail")
    carriers = ChannelRouter(mail, StaffMailCarrier(mail, "desk@example.org"))
    assert carriers.send(message("staff", "staff"), LETTER) == Sent("m1")
    assert mail.handed == [("mail", "desk@example.org")]


class Says:
    """Says the same of every note."""

    carries: frozenset[Channel] = frozenset({"staff"})

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.handed = 0

    def send(self, message: Message, letter: Letter) -> Outcome:
        self.handed += 1
        return self.outcome


def test_what_the_channel_took_is_not_mailed_too() -> None:
    channel, mail = Says(Sent("in the channel")), Says(Sent("by mail"))
    assert StaffChatCarrier(channel, mail).send(message("staff", "staff"), LETTER) == Sent(
        "in the channel"
    )
    assert mail.handed == 0


def test_notes_to_staff_have_one_carrier_or_none() -> None:
    channel, mail = Says(Sent("in the channel")), Says(Sent("by mail"))
    assert staff_carriers(None, None) == []
    assert staff_carriers(channel, None) == [channel]
    assert staff_carriers(None, mail) == [mail]
    (both,) = staff_carriers(channel, mail)
    both.send(message("staff", "staff"), LETTER)
    assert (channel.handed, mail.handed) == (1, 0)


@pytest.mark.parametrize("outcome", [Refused("no such channel"), CarrierDown("away")])
def test_what_did_not_get_into_the_channel_is_mailed(outcome: Outcome) -> None:
    mail = Says(Sent("by mail"))
    assert StaffChatCarrier(Says(outcome), mail).send(message("staff", "staff"), LETTER) == Sent(
        "by mail"
    )
    assert (
        StaffChatCarrier(Says(outcome), Says(CarrierDown("away, too"))).send(
            message("staff", "staff"), LETTER
        )
        == outcome
    )


def test_what_may_have_got_into_the_channel_is_not_mailed() -> None:
    mail = Says(Sent("by mail"))
    assert StaffChatCarrier(Says(ResultUnknown("lost")), mail).send(
        message("staff", "staff"), LETTER
    ) == ResultUnknown("lost")
    assert mail.handed == 0
