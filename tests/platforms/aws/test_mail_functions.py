"""Mail functions on the emulator, from the event of AWS to what DynamoDB holds."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from fullhouse.engine import unconfirmed
from fullhouse.engine.clock import SystemClock
from fullhouse.engine.inbound_mail import InboundPage
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import SIGN_UP, Limit
from fullhouse.engine.unconfirmed import take_unconfirmed
from fullhouse.kernel.links import Keyring, Link
from fullhouse.platforms.aws.bootstrap import limiter
from fullhouse.platforms.aws.functions import (
    ev_feedback,
    ev_intake_ses_parser,
    ev_messenger,
    ev_rotate_key,
)
from fullhouse.platforms.aws.handler import HandlerFailed
from fullhouse.platforms.aws.signing_keys import read
from fullhouse.products.rsvp.model import Guest, GuestByEmail
from tests.aws.emulator import ACCOUNT, REGION, Emulator
from tests.aws.mail_shapes import bounced, put_event, sent, sns_event, taken_by_ses
from tests.aws.shapes import Context, stream_event
from tests.inbound.mail.letters import mail
from tests.platforms.aws.living import Living, client, fresh_clients, living
from tests.support.rsvp_world import EVENT, sign_up

CACHES = (ev_intake_ses_parser._files, ev_intake_ses_parser._lane)  # noqa: SLF001 - to empty it
SECRET = "ev/links/signing-key"
NOBODY = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:ev-nobody"  # the test itself takes the steps


@pytest.fixture(scope="module", autouse=True)
def _fresh_clients() -> Iterator[None]:
    with fresh_clients():
        yield


@pytest.fixture
def aws(emulator: Emulator, monkeypatch: pytest.MonkeyPatch, bucket: str) -> Iterator[Living]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    monkeypatch.setenv("EV_RAW_MIME", bucket)
    for one in CACHES:
        one.cache_clear()
    with living(emulator, monkeypatch) as found:
        client(emulator, "ssm").put_parameter(
            Name="/ev/config/mail-domain", Value="rsvp.test", Type="String"
        )
        client(emulator, "sesv2").put_account_details(
            MailType="TRANSACTIONAL", WebsiteURL="https://example.org", ProductionAccessEnabled=True
        )
        yield found
        client(emulator, "ssm").delete_parameters(Names=["/ev/config/mail-domain"])
    root.handlers[:] = before
    root.setLevel(level)


def anna(aws: Living) -> Guest | None:
    return aws.store.load(GuestByEmail(EVENT, "anna@example.org"))


def test_a_mail_in_the_bucket_becomes_a_seat_once(aws: Living, s3: Any, bucket: str) -> None:
    aws.opens()
    s3.put_object(
        Bucket=bucket, Key="m1", Body=taken_by_ses(mail("Yes!"), f"rsvp+{EVENT}@rsvp.test")
    )
    for _ in range(2):
        ev_intake_ses_parser.handle(put_event("m1", bucket=bucket), Context())
    guest = anna(aws)
    assert guest is not None
    assert guest.state == "confirmed"
    (line,) = aws.store.load(InboundPage())
    assert (line.what, line.file, line.scope) == ("confirmed", "m1", EVENT)
    assert [one.kind for one in aws.store.load(MessagePage(to="anna@example.org"))] == [
        "confirmation"
    ]


def test_a_burst_from_one_domain_is_counted_in_the_table_and_has_to_be_confirmed(
    aws: Living, s3: Any, bucket: str
) -> None:
    aws.opens()
    buckets = limiter()
    while buckets.take(SIGN_UP, "example.org"):
        pass
    to = f"rsvp+{EVENT}@rsvp.test"
    s3.put_object(Bucket=bucket, Key="m9", Body=taken_by_ses(mail("Yes, with pleasure!"), to))
    ev_intake_ses_parser.handle(put_event("m9", bucket=bucket), Context())
    assert anna(aws) is None
    (message,) = aws.store.load(MessagePage(to="anna@example.org"))
    assert (message.kind, bool(message.facts.get("request"))) == ("invite", True)


def test_unproven_mails_and_forms_share_the_limit_in_the_table(
    aws: Living, s3: Any, bucket: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    aws.opens()
    monkeypatch.setattr(unconfirmed, "UNCONFIRMED", Limit("unconfirmed", 2, timedelta(days=1)))
    take_unconfirmed(limiter(), "example.org")
    to = f"rsvp+{EVENT}@rsvp.test"
    for key, sender in (("m1", "Ben <ben@example.org>"), ("m2", "Cleo <cleo@example.org>")):
        body = taken_by_ses(
            mail("Yes!", sender=sender), to, results="dmarc=fail header.from=example.org;"
        )
        s3.put_object(Bucket=bucket, Key=key, Body=body)
        ev_intake_ses_parser.handle(put_event(key, bucket=bucket), Context())
    assert sorted(line.what for line in aws.store.load(InboundPage())) == ["", "requested"]


def test_a_second_mail_is_read_while_the_answer_to_the_first_waits(
    aws: Living,
    s3: Any,
    bucket: str,
) -> None:
    aws.opens()
    client(aws.emulator, "secretsmanager").put_secret_value(
        SecretId=SECRET, SecretString="not for the parser"
    )
    for key, text in (("m1", "Yes!"), ("m2", "Sorry, I can't make it.")):
        s3.put_object(
            Bucket=bucket, Key=key, Body=taken_by_ses(mail(text), f"rsvp+{EVENT}@rsvp.test")
        )
        ev_intake_ses_parser.handle(put_event(key, bucket=bucket), Context())
    assert [line.what for line in aws.store.load(InboundPage())] == ["link_sent", "confirmed"]


def test_a_mail_that_left_and_came_back_is_remembered_with_its_guest(aws: Living) -> None:
    aws.opens()
    aws.give(sign_up("anna"))
    (queued,) = aws.store.load(MessagePage(to="anna@example.org"))
    ev_messenger.handle(stream_event(aws.message_record(queued.id)), Context())
    left = aws.message(queued.id)
    assert (left.status, bool(left.at_carrier)) == ("sent", True)
    report = bounced(sent("anna@example.org", message_id=left.at_carrier))
    for _ in range(2):
        ev_feedback.handle(sns_event(report), Context())
    guest = anna(aws)
    assert guest is not None
    assert (guest.reach, guest.reach_note) == ("bounced", "smtp; 550 5.1.1 user unknown")


def test_the_key_is_rotated_and_an_old_link_still_holds(aws: Living) -> None:
    manager = client(aws.emulator, "secretsmanager")

    def ring() -> Keyring:
        return Keyring(read(manager.get_secret_value(SecretId=SECRET)["SecretString"]))

    now = SystemClock().now().replace(microsecond=0)
    link = Link("manage", EVENT, "anna", "", now + timedelta(days=1))
    old, token = ring().sign(link), "0a1b2c3d-1234-4abc-8def-0123456789ab"
    event = {"SecretId": SECRET, "ClientRequestToken": token}
    with pytest.raises(HandlerFailed, match="NotRotating"):
        ev_rotate_key.handle({**event, "Step": "createSecret"}, Context())
    begun = manager.rotate_secret(
        SecretId=SECRET, ClientRequestToken=token, RotationLambdaARN=NOBODY
    )
    assert begun["VersionId"] == token
    for step in ("createSecret", "setSecret", "testSecret", "finishSecret"):
        ev_rotate_key.handle({**event, "Step": step}, Context())
    assert [key.id for key in ring().keys] == ["0a1b2c3d12344abc", "first"]
    assert [ring().read(one, now) for one in (old, ring().sign(link))] == [link, link]
