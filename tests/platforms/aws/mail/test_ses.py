"""Mail by SES: on the emulator where it can answer, else on a server that acts as SES."""

import re
import socket
from base64 import b64decode
from contextlib import AbstractContextManager
from email import message_from_bytes, policy
from functools import partial

import pytest

from fullhouse.engine.mime import message_id_of, to_mime
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CarrierDown, Message, Outcome, Refused, ResultUnknown, Sent
from fullhouse.platforms.aws.mail.ses import SesPost, tagged
from fullhouse.products.rsvp.wording import compose
from tests.aws.emulator import Emulator
from tests.platforms.aws import carrier as standing_in
from tests.platforms.aws.carrier import Carrier, Said, kept, refusal
from tests.products.rsvp.told import link, message

SENDER = "The Mill <events@mill.example.org>"
LETTER = Letter(subject="Hi", heading="Hi")
error = partial(refusal, "http://ses.amazonaws.com/doc/2010-12-01/")
client = partial(standing_in.client, "ses")


TAKEN = (
    200,
    (
        '<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/">'
        "<SendRawEmailResult>"
        "<MessageId>010e-1a2b-000000</MessageId></SendRawEmailResult></SendRawEmailResponse>"
    ),
)


def carrier(answer: Said) -> AbstractContextManager[Carrier]:
    return standing_in.carrier(SendRawEmail=answer)


def post(url: str, patience: float = 60) -> SesPost:
    return SesPost(client(url, patience=patience), SENDER, "ev-mail")


def words(told: Message) -> Letter:
    return compose(told, link)


def said(answer: Said) -> Outcome:
    with carrier(answer) as standing:
        outcome = post(standing.url, 0.3 if answer == "silence" else 60).send(
            message("link"), LETTER
        )
        assert standing.heard.wait(60)
        assert len(standing.asked) == 1, "a mail that may have left is never sent again by itself"
        return outcome


def test_a_mail_leaves_and_ses_says_what_it_calls_it(emulator: Emulator) -> None:
    ses = emulator.client("ses")
    ses.verify_domain_identity(Domain="mill.example.org")
    emulator.client("sesv2").put_account_details(
        MailType="TRANSACTIONAL",
        WebsiteURL="https://mill.example.org",
        ProductionAccessEnabled=True,
    )
    told = message("confirmation", to="ada+ses@example.org")
    outcome = SesPost(ses, SENDER, "").send(told, words(told))
    assert isinstance(outcome, Sent)
    found = [
        one
        for one in kept(emulator, "ses/messages")
        if one["MessageId"].startswith(outcome.at_carrier)
    ]
    assert [(one["Subject"], one["Type"]) for one in found] == [
        (words(told).subject, "SendRawEmail")
    ]
    assert outcome.at_carrier
    assert "@" not in outcome.at_carrier


def test_ses_gets_the_bytes_of_any_carrier_with_the_set_and_the_key_as_a_tag() -> None:
    told = message("offer")
    with carrier(TAKEN) as standing:
        assert post(standing.url).send(told, words(told)) == Sent("010e-1a2b-000000")
    (asked,) = standing.asked
    assert asked["Source"] == "events@mill.example.org"
    assert asked["Destinations.member.1"] == "ada@example.org"
    assert asked["ConfigurationSetName"] == "ev-mail"
    assert (asked["Tags.member.1.Name"], tagged(asked["Tags.member.1.Value"])) == (
        "message",
        told.id,
    )
    raw = b64decode(asked["RawMessage.Data"])
    assert raw == to_mime(told, words(told), SENDER, message_id_domain="mill.example.org")


def test_a_mail_is_plain_nothing_in_it_tells_who_opened_it_and_one_press_stops_it() -> None:
    told = message("reminder")
    with carrier(TAKEN) as standing:
        post(standing.url).send(told, words(told))
    mail = message_from_bytes(
        b64decode(standing.asked[0]["RawMessage.Data"]), policy=policy.default
    )
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].startswith("<http")
    assert mail["Message-ID"] == f"<{message_id_of(told)}@mill.example.org>"
    page = mail.get_body(("html",))
    assert page is not None
    pictures = re.findall(r'src="([^"]*)"', page.get_content())
    assert [address.partition(":")[0] for address in pictures] == ["cid"]
    assert not any(name.lower().startswith("x-ses-") for name in mail)


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (error("MessageRejected", "Address is on the suppression list."), Refused),
        (error("InvalidParameterValue", "Domain contains illegal character"), Refused),
        (error("InvalidParameterValue", "Missing final '@domain'"), Refused),
    ],
)
def test_an_address_that_ses_will_never_take_is_told_so(
    answer: tuple[int, str], outcome: type
) -> None:
    found = said(answer)
    assert isinstance(found, outcome)
    assert found == Refused(found.reason, permanent=True)  # type: ignore[union-attr]


def test_a_mail_that_ses_does_not_like_is_no_fault_of_its_address() -> None:
    found = said(error("MessageRejected", "The message contains a virus."))
    assert found == Refused("MessageRejected: The message contains a virus.", permanent=False)


@pytest.mark.parametrize(
    "answer",
    [
        error(
            "MessageRejected",
            "Email address is not verified. The following identities failed: ada@example.org",
        ),
        error("MailFromDomainNotVerifiedException"),
        error("ConfigurationSetDoesNotExist"),
        error("ConfigurationSetSendingPausedException"),
        error("AccountSendingPausedException"),
        error("Throttling", "Maximum sending rate exceeded."),
        error("Throttling", "Daily message quota exceeded."),
        error("InvalidParameterValue", "Invalid configuration set name."),
        error("AccessDenied", "not allowed", 403),
        error("ExpiredToken", "expired", 403),
        error("ServiceUnavailable", "busy", 503),
    ],
    ids=lambda answer: answer[1].partition("<Code>")[2].partition("<")[0],
)
def test_what_is_wrong_with_us_or_the_moment_is_nobodys_refusal(answer: tuple[int, str]) -> None:
    assert isinstance(said(answer), CarrierDown)


def test_a_carrier_that_is_not_there_took_nothing() -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        assert isinstance(
            post(f"http://127.0.0.1:{door.getsockname()[1]}").send(message("link"), LETTER),
            CarrierDown,
        )


@pytest.mark.parametrize(
    "answer", ["silence", "goodbye", error("InternalFailure", "?", 500), (200, "<broken")]
)
def test_where_the_answer_was_lost_the_mail_may_have_left_and_is_not_sent_again(
    answer: Said,
) -> None:
    assert isinstance(said(answer), ResultUnknown)


@pytest.mark.parametrize("to", ["nobody", "a b@example.org", "jürgen@example.org", "a@b@c", ""])
def test_what_is_no_address_never_leaves(to: str) -> None:
    with carrier(TAKEN) as standing:
        found = post(standing.url).send(message("link", to=to), LETTER)
    assert isinstance(found, Refused)
    assert found.permanent
    assert standing.asked == []


def test_a_domain_in_other_letters_is_written_as_mail_servers_write_it() -> None:
    with carrier(TAKEN) as standing:
        post(standing.url).send(message("link", to="ada@bücher.example"), LETTER)
    assert standing.asked[0]["Destinations.member.1"] == "ada@xn--bcher-kva.example"


def test_each_mail_has_a_connection_of_its_own_for_an_old_one_may_be_dead() -> None:
    with carrier(TAKEN) as standing:
        sender = post(standing.url)
        assert [sender.send(message("link"), LETTER) for _ in range(3)] == [
            Sent("010e-1a2b-000000")
        ] * 3
    assert standing.calls == 3


def test_a_client_that_would_try_again_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        SesPost(client("http://127.0.0.1:1", attempts=3), SENDER, "")


def test_a_sender_who_is_none_is_refused() -> None:
    for sender in ("nobody", "jürgen@example.org"):
        with pytest.raises(ValueError, match="address"):
            SesPost(client("http://127.0.0.1:1"), sender, "")


@pytest.mark.parametrize("value", ["", "a", "\xff", "gA"])
def test_a_tag_that_is_none_of_ours_names_nothing(value: str) -> None:
    assert tagged(value) == ""
