"""Texts leave by SNS, on the emulator where it can answer, and where it cannot, on a server that speaks as SNS does."""

import http.server
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs
from urllib.request import urlopen

import pytest

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Down, Message, Outcome, Refused, Sent, Unknown
from fullhouse.kernel.texts import OPTED_OUT
from fullhouse.platforms.aws.texting import SnsPost
from tests.aws.emulator import REGION, Emulator

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
ADA = "+6591234567"
OURS = "+6581234567"
LETTER = Letter(subject="A slot", heading="A slot", text="A colour opened up today at 14:00\u202fwith Jess.")
PLAIN = "A colour opened up today at 14:00 with Jess."
Said = tuple[int, str] | str


def error(code: str, words: str = "no", status: int = 400) -> tuple[int, str]:
    """An answer of SNS that says no."""
    return status, (
        f'<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>{code}</Code>'
        f"<Message>{words}</Message></Error><RequestId>r</RequestId></ErrorResponse>"
    )


def opted_out(answer: str) -> tuple[int, str]:
    return 200, (
        '<CheckIfPhoneNumberIsOptedOutResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">'
        f"<CheckIfPhoneNumberIsOptedOutResult><isOptedOut>{answer}</isOptedOut></CheckIfPhoneNumberIsOptedOutResult>"
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


class Sns:
    """A server on this machine that says what it is told to say, and keeps what it was asked."""

    def __init__(self, published: Said, checked: Said) -> None:
        self.asked: list[dict[str, str]] = []
        self.calls = 0
        self.over = threading.Event()
        answers = {"Publish": published, "CheckIfPhoneNumberIsOptedOut": checked}
        sns = self

        class Answers(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                sns.calls += 1
                super().setup()

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                asked = {name: values[0] for name, values in parse_qs(body).items()}
                sns.asked.append(asked)
                answer = answers[asked["Action"]]
                if answer == "silence":
                    sns.over.wait(10)
                if isinstance(answer, str):
                    self.close_connection = True
                    return
                self.send_response(answer[0])
                self.send_header("Content-Length", str(len(answer[1])))
                self.end_headers()
                self.wfile.write(answer[1].encode())

            def log_message(self, *_words: object) -> None:
                """Say nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    @property
    def published(self) -> list[dict[str, str]]:
        return [one for one in self.asked if one["Action"] == "Publish"]


@contextmanager
def sns(published: Said, checked: Said = NOT_OPTED_OUT) -> Iterator[Sns]:
    standing = Sns(published, checked)
    thread = threading.Thread(target=standing.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield standing
    finally:
        standing.over.set()
        standing.server.shutdown()
        standing.server.server_close()
        thread.join()


def client(url: str, attempts: int = 1, patience: float = 5) -> Any:  # noqa: ANN401 - made by botocore
    import botocore.session
    from botocore.config import Config

    config = Config(
        retries={"mode": "standard", "total_max_attempts": attempts}, connect_timeout=2, read_timeout=patience
    )
    keys: dict[str, Any] = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
    return botocore.session.Session().create_client("sns", region_name=REGION, endpoint_url=url, config=config, **keys)


def message(to: str = ADA) -> Message:
    return Message(
        id="offer:1", product="p", kind="offer", channel="text", to=to, scope="s", queued_at=NOW, not_before=NOW, at=NOW
    )


def said(published: Said, patience: float = 5) -> Outcome:
    with sns(published) as standing:
        outcome = SnsPost(client(standing.url, patience=patience), OURS).send(message(), LETTER)
        assert len(standing.published) == 1, "a text that may have left is never sent again by itself"
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
    with urlopen(f"{emulator.url}/_ministack/sns/sms-messages", timeout=5) as answer:  # noqa: S310 - our own server
        return [one for one in _flat(json.load(answer)) if one["PhoneNumber"] == number]


def _flat(found: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - whatever the emulator writes
    for one in found if isinstance(found, list) else found.values() if isinstance(found, dict) else ():
        if isinstance(one, dict) and "MessageId" in one:
            yield one
        else:
            yield from _flat(one)


def value(attribute: dict[str, Any]) -> str:
    return str(attribute.get("StringValue") or attribute.get("Value"))


def test_sns_is_asked_about_the_number_and_then_given_the_text() -> None:
    with sns(TAKEN) as standing:
        assert SnsPost(client(standing.url), OURS).send(message(), LETTER) == Sent("94f20ce6-13c5")
    checked, published = standing.asked
    assert (checked["Action"], checked["phoneNumber"]) == ("CheckIfPhoneNumberIsOptedOut", ADA)
    assert (published["PhoneNumber"], published["Message"]) == (ADA, PLAIN)
    assert standing.calls == 2, "each on a connection of its own, for an old one may be dead"


def test_nothing_is_sent_to_someone_who_opted_out() -> None:
    with sns(TAKEN, opted_out("true")) as standing:
        assert SnsPost(client(standing.url), OURS).send(message(), LETTER) == Refused(OPTED_OUT, permanent=True)
    assert standing.published == []


def test_where_sns_does_not_say_who_opted_out_the_text_leaves() -> None:
    for answer in (error("AuthorizationError", "not allowed", 403), error("Throttled", "slower", 429)):
        with sns(TAKEN, answer) as standing:
            assert isinstance(SnsPost(client(standing.url), OURS).send(message(), LETTER), Sent)


@pytest.mark.parametrize("checked", ["goodbye", "silence"])
def test_where_sns_does_not_answer_at_all_nothing_has_left(checked: str) -> None:
    with sns(TAKEN, checked) as standing:
        assert isinstance(SnsPost(client(standing.url, patience=0.3), OURS).send(message(), LETTER), Down)
    assert standing.published == []


@pytest.mark.parametrize(
    "answer",
    [
        error("InvalidParameter", f"Invalid parameter: PhoneNumber Reason: {ADA} is not valid to publish to"),
        error("ValidationException", "Value at phoneNumber failed to satisfy constraint"),
    ],
)
def test_a_number_that_sns_will_never_take_is_told_so(answer: tuple[int, str]) -> None:
    found = said(answer)
    assert isinstance(found, Refused)
    assert found.permanent
    assert ADA not in found.reason


def test_someone_who_opted_out_is_told_apart() -> None:
    assert said(error("InvalidParameter", f"{ADA} is opted out")) == Refused(OPTED_OUT, permanent=True)


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
    assert isinstance(said(answer), Down)


@pytest.mark.parametrize("answer", ["silence", "goodbye", error("InternalError", "?", 500), (200, "<broken")])
def test_where_the_answer_was_lost_the_text_may_have_left_and_is_not_sent_again(answer: Said) -> None:
    assert isinstance(said(answer, patience=0.3), Unknown)


def test_where_the_road_ends_between_asking_and_telling_nothing_has_left() -> None:
    from botocore.exceptions import EndpointConnectionError, NoCredentialsError

    for trouble in (EndpointConnectionError(endpoint_url="x"), NoCredentialsError()):
        with sns(TAKEN) as standing:
            made = client(standing.url)

            def fail(trouble: Exception = trouble, **_more: object) -> None:
                raise trouble

            made.meta.events.register("before-send.sns.Publish", fail)
            assert isinstance(SnsPost(made, OURS).send(message(), LETTER), Down)


def test_a_carrier_that_is_not_there_took_nothing() -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        outcome = SnsPost(client(f"http://127.0.0.1:{door.getsockname()[1]}"), OURS).send(message(), LETTER)
    assert isinstance(outcome, Down)


@pytest.mark.parametrize("to", ["", "ada@example.org", "91234567", "995", "+65 9123 4567"])
def test_what_is_no_number_never_leaves(to: str) -> None:
    with sns(TAKEN) as standing:
        outcome = SnsPost(client(standing.url), OURS).send(message(to), LETTER)
    assert outcome == Refused("this is no phone number", permanent=True)
    assert standing.asked == []


@pytest.mark.parametrize("text", ["", "x" * 1601])
def test_a_text_that_says_nothing_or_too_much_is_no_fault_of_its_number(text: str) -> None:
    with sns(TAKEN) as standing:
        outcome = SnsPost(client(standing.url), OURS).send(message(), Letter(subject="", heading="", text=text))
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
