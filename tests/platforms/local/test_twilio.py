"""Texts by a gateway on this machine that checks them as Twilio does: well, busy, slow, gone."""

import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CarrierDown, Message, Outcome, Refused, ResultUnknown, Sent
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.platforms.local.twilio import TwilioPost, TwilioSettings, twilio_status
from tests.platforms.local.provider import (
    ACCOUNT,
    NAME,
    NUMBER,
    SERVICE,
    TOKEN,
    Mood,
    Provider,
    running,
)

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
ADA = "+447700900123"
WORDS = (
    "A colour opened up today at 14:00 with Jess. "
    "Take it within 10 minutes: https://x.example/l/abc"
)


@pytest.fixture
def provider() -> Iterator[Provider]:
    with running() as found:
        yield found


def settings(url: str, **more: Any) -> TwilioSettings:
    usual: dict[str, Any] = {
        "account": ACCOUNT,
        "token": TOKEN,
        "sender": NUMBER,
        "api_url": url,
        "timeout": 60.0,
    }
    return TwilioSettings(**{**usual, **more})


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


def sent(url: str, text: str = WORDS, to: str = ADA, **more: Any) -> Outcome:
    letter = Letter(subject="A slot", heading="A slot", text=text)
    return TwilioPost(settings(url, **more)).send(message(to), letter)


def test_a_text_leaves_and_the_gateway_says_what_it_calls_it(provider: Provider) -> None:
    assert sent(provider.url) == Sent(f"SM{1:032x}")
    assert provider.sent == [{"To": ADA, "From": NUMBER, "Body": WORDS}]


def test_texts_leave_in_a_name_or_through_a_service(provider: Provider) -> None:
    assert isinstance(sent(provider.url, sender=NAME), Sent)
    assert isinstance(sent(provider.url, sender=SERVICE), Sent)
    named, served = provider.sent
    assert named["From"] == NAME
    assert served["MessagingServiceSid"] == SERVICE
    assert "From" not in served


def test_the_words_arrive_in_every_letter_and_as_plainly_as_can_be(provider: Provider) -> None:
    sent(provider.url, "Grüße, Żaneta 🙂 & 1 + 1 = 2 % \u201cnow\u201d\u202f!")
    assert provider.texts_to(ADA) == ['Grüße, Żaneta 🙂 & 1 + 1 = 2 % "now" !']


@pytest.mark.parametrize(
    "to", ["", "ada@example.org", "07700 900123", "+44 7700", "112", f"{ADA}\r\nX: y"]
)
def test_what_is_no_number_never_leaves(provider: Provider, to: str) -> None:
    assert sent(provider.url, to=to) == Refused("this is no phone number", permanent=True)
    assert provider.asked == 0


@pytest.mark.parametrize("text", ["", " \u200b\n", "x" * 1601])
def test_a_text_that_says_nothing_or_too_much_is_no_fault_of_its_number(
    provider: Provider, text: str
) -> None:
    outcome = sent(provider.url, text)
    assert isinstance(outcome, Refused)
    assert not outcome.permanent
    assert provider.asked == 0


def test_the_longest_text_is_taken(provider: Provider) -> None:
    assert isinstance(sent(provider.url, "x" * 1600), Sent)


def test_someone_who_opted_out_is_told_apart(provider: Provider) -> None:
    provider.refused[ADA] = 21610
    assert sent(provider.url) == Refused(OPTED_OUT, permanent=True)


@pytest.mark.parametrize("code", [21211, 21214, 21217, 21265, 21408, 21612, 21614, 21635])
def test_a_number_that_takes_no_texts_is_told_so(provider: Provider, code: int) -> None:
    provider.refused[ADA] = code
    outcome = sent(provider.url)
    assert isinstance(outcome, Refused)
    assert outcome.permanent
    assert str(code) in outcome.reason
    assert ADA not in outcome.reason


def test_words_that_the_gateway_does_not_take_are_no_fault_of_the_number(
    provider: Provider,
) -> None:
    provider.refused[ADA] = 21617
    assert sent(provider.url) == Refused("the text is too long (21617)")


@pytest.mark.parametrize("code", [21606, 21608, 21611, 63038, 99999])
def test_what_is_wrong_with_us_or_the_moment_is_nobodys_refusal(
    provider: Provider, code: int
) -> None:
    provider.refused[ADA] = code
    outcome = sent(provider.url)
    assert isinstance(outcome, CarrierDown)
    assert str(code) in outcome.reason
    assert ADA not in outcome.reason


def test_a_wrong_token_sends_nothing_and_is_not_told(provider: Provider) -> None:
    outcome = sent(provider.url, token="a-wrong-token")
    assert outcome == CarrierDown("401 20003 Authenticate")
    assert provider.sent == []
    assert "wrong" not in repr(settings(provider.url, token="a-wrong-token"))


@pytest.mark.parametrize(
    ("mood", "outcome"),
    [
        ("busy", CarrierDown),
        ("broken", CarrierDown),
        ("unavailable", CarrierDown),
        ("gateway", ResultUnknown),
        ("strange", ResultUnknown),
        ("hangs up", ResultUnknown),
        ("cuts off", ResultUnknown),
        ("silent", ResultUnknown),
    ],
)
def test_what_surely_did_not_leave_is_told_from_what_may_have_left(
    provider: Provider, mood: Mood, outcome: type[Outcome]
) -> None:
    provider.mood = mood
    assert isinstance(sent(provider.url, timeout=0.3 if mood == "silent" else 60), outcome)
    assert provider.heard.wait(60)
    assert provider.asked == 1, "a text that may have left is never sent again by itself"


def test_a_gateway_that_is_not_there_took_nothing() -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        assert isinstance(sent(f"http://127.0.0.1:{door.getsockname()[1]}"), CarrierDown)


@pytest.fixture
def seal(tmp_path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Make a certificate for this machine: the gateway's context, and one that trusts it."""
    openssl = shutil.which("openssl")
    assert openssl is not None, (
        "This test makes a certificate with openssl (Debian: apt-get install openssl)"
    )
    made, key = tmp_path / "made.pem", tmp_path / "key.pem"
    options = [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(made)]
    subprocess.run([openssl, *options, *names], check=True, capture_output=True)
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(made, key)
    return theirs, ssl.create_default_context(cafile=str(made))


def test_texts_leave_sealed_and_only_to_whom_we_trust(
    seal: tuple[ssl.SSLContext, ssl.SSLContext],
) -> None:
    theirs, trusting = seal
    with running(theirs) as provider:
        url = provider.url.replace("http://127.0.0.1", "https://localhost")
        assert isinstance(sent(url, context=trusting), Sent)
        assert isinstance(sent(url), CarrierDown)
        assert len(provider.sent) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("account", ""),
        ("account", "AC1/../x"),
        ("account", "someone"),
        ("sender", ""),
        ("sender", "A name that is too long"),
        ("sender", "+49"),
        ("sender", "Süßes"),
        ("api_url", "http://api.example.org"),
        ("api_url", "ftp://api.example.org"),
        ("api_url", "https://"),
        ("api_url", "https://[x"),
        ("api_url", ""),
    ],
)
def test_settings_that_cannot_work_are_refused_at_once(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=rf"texts\.{name}"):
        settings("https://api.example.org", **{name: value})


def test_an_account_says_how_it_stands_without_sending_anything(provider: Provider) -> None:
    assert twilio_status(settings(provider.url)) == "active"
    provider.kind = "Trial"
    assert twilio_status(settings(provider.url)) == "trial"
    provider.status = "suspended"
    assert twilio_status(settings(provider.url)) == "suspended"
    assert provider.sent == []


def test_an_account_that_cannot_be_asked_says_why(provider: Provider) -> None:
    with pytest.raises(PermissionError, match="not accepted"):
        twilio_status(settings(provider.url, token="wrong"))
    provider.mood = "broken"
    with pytest.raises(ConnectionError, match="500"):
        twilio_status(settings(provider.url))
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        nobody = settings(f"http://127.0.0.1:{door.getsockname()[1]}")
        with pytest.raises(ConnectionError, match="reached"):
            twilio_status(nobody)
