"""Texts by SNS: on the emulator where it can answer, else on a server that acts as SNS."""

import socket
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CarrierDown, Message, Outcome, Refused, ResultUnknown, Sent
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.platforms.aws.sns import SnsPost
from tests.aws.emulator import Emulator
from tests.platforms.aws import carrier as standing_in
from tests.platforms.aws.carrier import Carrier, Said, carrier, kept, refusal

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
ADA = "+6591234567"
OURS = "+6581234567"
LETTER = Letter(
    subject="A slot", heading="A slot", text="A colour opened up today at 14:00\u202fwith Jess."
)
PLAIN = "A colour opened up today at 14:00 with Jess."
error = partial(refusal, "http://sns.amazonaws.com/doc/2010-03-31/")
client = partial(standing_in.client, "sns")


def opted_out(answer: str) -> tuple[int, str]:
    return 200, (
        '<CheckIfPhoneNumberIsOptedOutResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">'
        f"<CheckIfPhoneNumberIsOptedOutResult><isOptedOut>{answer}</isOptedOut>"
        "</CheckIfPhoneNumberIsOptedOutResult>"
        "</CheckIfPhoneNumberIsOptedOutResponse>"
    )


NOT_OPTED_OUT = opted_out("false")
TAKEN = (
    200,
    (
        '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult>'
        "<MessageId>94f20ce6-13c5</MessageId></PublishResult></PublishResponse>"
    ),
)


def sns(published: Said, checked: Said = NOT_OPTED_OUT) -> AbstractContextManager[Carrier]:
    return carrier(Publish=published, CheckIfPhoneNumberIsOptedOut=checked)


def published(standing: Carrier) -> list[dict[str, str]]:
    return [one for one in standing.asked if one["Action"] == "Publish"]


def message(to: str = ADA) -> Message:
    return Message(
        id="offer:1",
        product="p",
        kind="offer",
        channel="text",
        to=to,
        scope="s",
        queued_at=NOW,
        not_before=NOW,
        at=NOW,
    )


def said(answer: Said) -> Outcome:
    with sns(answer) as standing:
        patience = (
            3 if answer == "silence" else 60
        )  # long enough for the question whether they opted out
        outcome = SnsPost(client(standing.url, patience=patience), OURS).send(message(), LETTER)
        assert len(published(standing)) == 1, (
            "a text that may have left is never sent again by itself"
        )
        return outcome


def test_a_text_leaves_first_in_line_from_our_number(emulator: Emulator) -> None:
    outcome = SnsPost(emulator.client("sns"), OURS).send(message("+6590000001"), LETTER)
    assert isinstance(outcome, Sent)
    (found,) = texted(emulator, "+6590000001")
    assert (found["Message"], found["MessageId"]) == (PLAIN, outcome.at_carrier)
    attributes = found["MessageAttributes"]
    assert value(attributes["AWS.SNS.SMS.SMSType"]) == "Transactional"
    assert value(attributes["AWS.MM.SMS.OriginationNumber"]) == OURS
    assert "AWS.SNS.SMS.SenderID" not in attributes


def test_a_text_leaves_in_our_name_where_we_have_no_number(emulator: Emulator) -> None:
    SnsPost(emulator.client("sns"), "TheMill").send(message("+6590000002"), LETTER)
    SnsPost(emulator.client("sns")).send(message("+6590000002"), LETTER)
    named, plain = (one["MessageAttributes"] for one in texted(emulator, "+6590000002"))
    assert value(named["AWS.SNS.SMS.SenderID"]) == "TheMill"
    assert list(plain) == ["AWS.SNS.SMS.SMSType"]


def texted(emulator: Emulator, number: str) -> list[dict[str, Any]]:
    return [one for one in kept(emulator, "sns/sms-messages") if one["PhoneNumber"] == number]


def value(attribute: dict[str, Any]) -> str:
    return str(attribute.get("StringValue") or attribute.get("Value"))


def test_sns_is_asked_about_the_number_and_then_given_the_text() -> None:
    with sns(TAKEN) as standing:
        assert SnsPost(client(standing.url), OURS).send(message(), LETTER) == Sent("94f20ce6-13c5")
    checked, text = standing.asked
    assert (checked["Action"], checked["phoneNumber"]) == ("CheckIfPhoneNumberIsOptedOut", ADA)
    assert (text["PhoneNumber"], text["Message"]) == (ADA, PLAIN)
    assert standing.calls == 2, "each on a connection of its own, for an old one may be dead"


def test_nothing_is_sent_to_someone_who_opted_out() -> None:
    with sns(TAKEN, opted_out("true")) as standing:
        assert SnsPost(client(standing.url), OURS).send(message(), LETTER) == Refused(
            OPTED_OUT, permanent=True
        )
    assert published(standing) == []


def test_where_sns_does_not_say_who_opted_out_the_text_leaves() -> None:
    for answer in (
        error("AuthorizationError", "not allowed", 403),
        error("Throttled", "slower", 429),
    ):
        with sns(TAKEN, answer) as standing:
            assert isinstance(SnsPost(client(standing.url), OURS).send(message(), LETTER), Sent)


@pytest.mark.parametrize("checked", ["goodbye", "silence"])
def test_where_sns_does_not_answer_at_all_nothing_has_left(checked: str) -> None:
    with sns(TAKEN, checked) as standing:
        assert isinstance(
            SnsPost(client(standing.url, patience=0.3), OURS).send(message(), LETTER), CarrierDown
        )
    assert published(standing) == []


@pytest.mark.parametrize(
    "answer",
    [
        error(
            "InvalidParameter",
            f"Invalid parameter: PhoneNumber Reason: {ADA} is not valid to publish to",
        ),
        error("ValidationException", "Value at phoneNumber failed to satisfy constraint"),
    ],
)
def test_a_number_that_sns_will_never_take_is_told_so(answer: tuple[int, str]) -> None:
    found = said(answer)
    assert isinstance(found, Refused)
    assert found.permanent
    assert ADA not in found.reason


def test_someone_who_opted_out_is_told_apart() -> None:
    assert said(error("InvalidParameter", f"{ADA} is opted out")) == Refused(
        OPTED_OUT, permanent=True
    )


def test_words_that_sns_does_not_take_are_no_fault_of_the_number() -> None:
    found = said(error("InvalidParameter", "Invalid parameter: Message too long"))
    assert found == Refused("InvalidParameter: Invalid parameter: Message too long")


@pytest.mark.parametrize(
    "answer",
    [
        error("InvalidParameter", "Invalid parameter: AWS.MM.SMS.OriginationNumber"),
        error("InvalidParameter", "PhoneNumber is not verified: the account is in the SMS sandbox"),
        error("Throttled", "Rate exceeded", 429),
        error("ThrottlingException", "Rate exceeded"),
        error("AuthorizationError", "not authorized to perform: SNS:Publish", 403),
        error("ExpiredToken", "expired", 403),
        error("ServiceUnavailable", "busy", 503),
    ],
    ids=lambda answer: answer[1].partition("<Code>")[2].partition("<")[0],
)
def test_what_is_wrong_with_us_or_the_moment_is_nobodys_refusal(answer: tuple[int, str]) -> None:
    assert isinstance(said(answer), CarrierDown)


@pytest.mark.parametrize(
    "answer", ["silence", "goodbye", error("InternalError", "?", 500), (200, "<broken")]
)
def test_where_the_answer_was_lost_the_text_may_have_left_and_is_not_sent_again(
    answer: Said,
) -> None:
    assert isinstance(said(answer), ResultUnknown)


def test_where_the_road_ends_between_asking_and_telling_nothing_has_left() -> None:
    from botocore.exceptions import EndpointConnectionError, NoCredentialsError

    for trouble in (EndpointConnectionError(endpoint_url="x"), NoCredentialsError()):
        with sns(TAKEN) as standing:
            made = client(standing.url)

            def fail(trouble: Exception = trouble, **_more: object) -> None:
                raise trouble

            made.meta.events.register("before-send.sns.Publish", fail)
            assert isinstance(SnsPost(made, OURS).send(message(), LETTER), CarrierDown)


def test_a_carrier_that_is_not_there_took_nothing() -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        outcome = SnsPost(client(f"http://127.0.0.1:{door.getsockname()[1]}"), OURS).send(
            message(), LETTER
        )
    assert isinstance(outcome, CarrierDown)


@pytest.mark.parametrize("to", ["", "ada@example.org", "91234567", "995", "+65 9123 4567"])
def test_what_is_no_number_never_leaves(to: str) -> None:
    with sns(TAKEN) as standing:
        outcome = SnsPost(client(standing.url), OURS).send(message(to), LETTER)
    assert outcome == Refused("this is no phone number", permanent=True)
    assert standing.asked == []


@pytest.mark.parametrize("text", ["", "x" * 1601])
def test_a_text_that_says_nothing_or_too_much_is_no_fault_of_its_number(text: str) -> None:
    with sns(TAKEN) as standing:
        outcome = SnsPost(client(standing.url), OURS).send(
            message(), Letter(subject="", heading="", text=text)
        )
    assert isinstance(outcome, Refused)
    assert not outcome.permanent
    assert standing.asked == []


def test_a_client_that_would_try_again_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        SnsPost(client("http://127.0.0.1:1", attempts=3), OURS)


@pytest.mark.parametrize("sender", ["A name that is too long", "Süß", "+6", "12"])
def test_a_sender_who_is_none_is_refused(sender: str) -> None:
    with pytest.raises(ValueError, match="number"):
        SnsPost(client("http://127.0.0.1:1"), sender)
