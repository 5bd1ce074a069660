"""The text lane: only what the carrier signed comes in, as who wrote what."""

import json
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.sms import InboundText, InvalidSignature, from_aws, from_twilio, is_signed
from tests.platforms.local.provider import signed

URL = "https://desk.example.org/hooks/texts"
TOKEN = "a-token-nobody-knows"
STOP = {
    "From": "+491711234567",
    "To": "+4915112345678",
    "Body": "Stop.",
    "MessageSid": "SM1",
    "NumMedia": "0",
}
TWO_WAY = {
    "originationNumber": "+14255550182",
    "destinationNumber": "+12125550101",
    "messageKeyword": "KEYWORD",
    "messageBody": "HELP",
    "inboundMessageId": "cae173d2-66b9-564c-8309-21f858e9fb84",
    "previousPublishedMessageId": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}


def posted(fields: dict[str, str], url: str = URL, signature: str | None = None) -> InboundText:
    body = urlencode(fields).encode()
    return from_twilio(
        url, body, signed(url, fields, TOKEN) if signature is None else signature, TOKEN
    )


def test_the_signature_is_the_one_that_twilio_documents() -> None:
    fields = {
        "To": "+18005551212",
        "CallSid": "CA1234567890ABCDE",
        "Digits": "1234",
        "From": "+12349013030",
        "Caller": "+12349013030",
    }
    url = "https://mycompany.com/myapp.php?foo=1&bar=2"
    assert is_signed(url, fields.items(), "0/KCTR6DLpKmkAf8muzZqo1nDgQ=", "12345")
    assert not is_signed(url, fields.items(), "0/KCTR6DLpKmkAf8muzZqo1nDgQ=", "12346")
    assert not is_signed(
        url, {**fields, "Digits": "1"}.items(), "0/KCTR6DLpKmkAf8muzZqo1nDgQ=", "12345"
    )


def test_a_text_that_twilio_signed_comes_in() -> None:
    assert posted(STOP) == InboundText("+491711234567", "Stop.", "SM1", "+4915112345678")
    assert posted(STOP).reply == "stop"


def test_words_in_other_letters_come_in_as_they_were_written() -> None:
    found = posted({**STOP, "Body": " Grüße 🙂 & mehr = gut\n"})
    assert found.body == " Grüße 🙂 & mehr = gut\n"
    assert found.reply is None


@pytest.mark.parametrize(
    "signature",
    [
        "",
        "x",
        "0/KCTR6DLpKmkAf8muzZqo1nDgQ=",
        "ü",
        "\udc80",
        signed(URL, {**STOP, "Body": "Go"}, TOKEN),
    ],
)
def test_what_twilio_did_not_sign_does_not_come_in(signature: str) -> None:
    with pytest.raises(InvalidSignature):
        posted(STOP, signature=signature)


def test_a_signature_for_another_address_or_token_is_none() -> None:
    with pytest.raises(InvalidSignature):
        posted(STOP, signature=signed("https://desk.example.org/hooks/slots", STOP, TOKEN))
    with pytest.raises(InvalidSignature):
        posted(STOP, signature=signed(URL, STOP, "another"))
    assert not is_signed(URL, STOP.items(), signed(URL, STOP, ""), ""), (
        "without a token anyone could sign"
    )


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("https://x.example/hooks?a=1", "https://x.example:443/hooks?a=1"),
        ("https://x.example:443/hooks", "https://x.example/hooks"),
        ("http://x.example/hooks", "http://x.example:80/hooks"),
        ("http://127.0.0.1:8000/hooks", "http://127.0.0.1:8000/hooks"),
    ],
)
def test_a_port_that_goes_without_saying_may_be_signed_or_not(ours: str, theirs: str) -> None:
    assert posted(STOP, ours, signed(theirs, STOP, TOKEN)).id == "SM1"


def test_what_the_carrier_took_it_for_and_answered_holds() -> None:
    found = posted({**STOP, "Body": "Finito", "OptOutType": "STOP"})
    assert (found.answered, found.reply) == ("stop", "stop")
    assert posted({**STOP, "OptOutType": "OTHER"}).answered is None


@pytest.mark.parametrize(
    "fields",
    [
        {**STOP, "From": "12345"},
        {**STOP, "From": "Pizza"},
        {**STOP, "From": "whatsapp:+491711234567"},
        {**STOP, "MessageSid": ""},
        {**STOP, "MessageSid": "S" * 200},
        {"Body": "hi"},
        {},
    ],
)
def test_a_text_from_no_phone_or_without_its_id_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(Invalid):
        posted(fields)


@pytest.mark.parametrize(
    "body", [b"\xff\xfe", b"From=%ff", b"&".join(b"a%d=1" % n for n in range(101))]
)
def test_a_form_that_cannot_be_read_is_refused(body: bytes) -> None:
    with pytest.raises(Invalid):
        from_twilio(URL, body, "", TOKEN)


@given(st.binary(max_size=200), st.text(max_size=40))
def test_whatever_a_stranger_posts_does_not_come_in(body: bytes, signature: str) -> None:
    with pytest.raises((InvalidSignature, Invalid)):
        from_twilio(URL, body, signature, TOKEN)


def test_a_text_is_no_longer_than_a_text_can_be() -> None:
    assert len(posted({**STOP, "Body": "x" * 5000}).body) == 1600


def test_a_text_that_aws_took_in_comes_in_the_same_way() -> None:
    known_as = "cae173d2-66b9-564c-8309-21f858e9fb84"
    expected = InboundText("+14255550182", "HELP", known_as, "+12125550101", "help")
    assert from_aws(json.dumps(TWO_WAY)) == expected
    assert (
        from_aws(json.dumps({"Type": "Notification", "Message": json.dumps(TWO_WAY)})) == expected
    )
    assert expected.reply == "help"
    hilfe = from_aws(json.dumps({**TWO_WAY, "messageBody": "Hilfe"}))
    assert (hilfe.reply, hilfe.answered) == ("help", None)


@pytest.mark.parametrize(
    "message",
    [
        b"\xff",
        "",
        "[]",
        "3",
        "{}",
        '{"Message": 3}',
        '{"Message": "hello"}',
        '{"Message": "{\\"Message\\": \\"{}\\"}"}',
        "[" * 100_000,
        json.dumps({**TWO_WAY, "messageBody": None}),
        json.dumps({**TWO_WAY, "originationNumber": "40404"}),
        json.dumps({**TWO_WAY, "inboundMessageId": ""}),
    ],
)
def test_what_is_no_text_of_aws_is_refused(message: str | bytes) -> None:
    with pytest.raises(Invalid):
        from_aws(message)
