"""Slack on the emulator: notes to staff, their decisions, and mail where Slack fails."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from botocore.exceptions import ConnectTimeoutError

from fullhouse.engine.access import AddToken, digest
from fullhouse.engine.clock import SystemClock
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CarrierDown, Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws import bootstrap, clients
from fullhouse.platforms.aws.functions import ar_dispatch, ar_summary, ev_desk, wl_sender
from fullhouse.platforms.aws.mail.outbox import DISPATCH, SENDER, sent_by
from fullhouse.platforms.aws.slack import SECRET as KEPT_AS
from fullhouse.platforms.aws.slack import SlackApp, SlackNotes
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.proposals import ProposeAppointment
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.waitlist.proposals import Propose
from infra.names import SLACK_APP
from tests.aws.emulator import Emulator
from tests.aws.shapes import Context, stream_event
from tests.aws.url_shapes import Answer, url_event
from tests.inbound.slack.fake import CHANNEL, SECRET, TOKEN, FakeSlack, fake_slack, form, signed
from tests.platforms.aws.lately import booked_and_freed_lately
from tests.platforms.aws.living import Living, client, fresh_clients, living
from tests.platforms.aws.parts import Place, logs_kept
from tests.products.frontdesk.waitlist.salon import RULES_TEXT

AWAKE = RULES_TEXT.replace("21:00 to 08:00", "none")
APP = {"token": TOKEN, "signing_secret": SECRET}
READ = {"name": "Anna Berg", "email": "anna@example.org", "service": "Cut", "staff": "Jess"}


@pytest.fixture(scope="module", autouse=True)
def _fresh_clients() -> Iterator[None]:
    with fresh_clients():
        yield


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    with fake_slack() as found:
        yield found


@pytest.fixture
def aws(emulator: Emulator, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch) -> Iterator[Living]:
    """A front desk whose app at Slack is set up."""
    monkeypatch.setenv("AR_SLACK", slack.url)
    with logs_kept(), living(emulator, monkeypatch) as found, _app_kept(emulator):
        found.give(SaveDocument(name="rules", text=AWAKE))
        yield found
        assert slack.wrong == []


@contextmanager
def _app_kept(emulator: Emulator) -> Iterator[None]:
    settings, secrets = client(emulator, "ssm"), client(emulator, "secretsmanager")
    settings.put_parameter(
        Name="/ar/config/slack-channel", Value=CHANNEL, Type="String", Overwrite=True
    )
    secrets.create_secret(Name=KEPT_AS, SecretString=json.dumps(APP))
    try:
        yield
    finally:
        settings.delete_parameters(Names=["/ar/config/slack-channel"])
        secrets.delete_secret(SecretId=KEPT_AS, ForceDeleteWithoutRecovery=True)


def keeps(aws: Living, secret: str) -> None:
    client(aws.emulator, "secretsmanager").put_secret_value(SecretId=KEPT_AS, SecretString=secret)


def proposes(aws: Living, product: str = "appointments", proposal_id: str = "p1") -> Message:
    """Put a booking before staff, and return the note about it."""
    soon = datetime.now(UTC) + timedelta(days=3)
    monday = soon + timedelta(days=-soon.weekday() % 7)
    fields = {**READ, "date": f"{monday:%Y-%m-%d}", "time": "14:00"}
    made = tuple(
        ProposedField(field, value, "likely", f"so says {field}") for field, value in fields.items()
    )
    proposal = Proposal(
        id=proposal_id, product=product, fields=made, text="Hello", at=SystemClock().now()
    )
    of_appointments = product == "appointments"
    aws.give(
        ProposeAppointment(proposal=proposal, renew=True)
        if of_appointments
        else Propose(proposal=proposal)
    )
    (note,) = [one for one in aws.store.load(MessagePage(product)) if one.kind == "proposal"]
    return note


def mailed(aws: Living) -> int:
    """How many mails have gone to the owner, who reads what staff are told."""
    return len([one for one in aws.mails() if "kim@example.org" in json.dumps(one)])


def sent(aws: Living, note: Message, by: Any = ar_dispatch) -> str:
    by.handle({"message": note.id}, Context())
    return aws.message(note.id).status


def test_a_proposal_goes_to_the_channel_with_its_buttons_and_not_by_mail(
    aws: Living, slack: FakeSlack
) -> None:
    before = mailed(aws)
    assert sent(aws, proposes(aws)) == "sent"
    assert slack.button("proposal_approve")["value"]
    assert mailed(aws) == before


def test_the_weeks_summary_goes_to_the_channel_and_not_by_mail(
    aws: Living, slack: FakeSlack
) -> None:
    before = mailed(aws)
    booked_and_freed_lately(aws)
    ar_summary.handle({"summarise": True}, Context())
    (told,) = [one for one in aws.store.load(MessagePage("appointments")) if one.kind == "summary"]
    assert sent(aws, told) == "sent"
    assert (len(slack.notes), mailed(aws) - before) == (1, 0)


@pytest.mark.parametrize(
    "secret", ["{}", "xoxb-not-json", '{"token": 1}', '{"signing_secret": "x"}']
)
def test_until_the_token_is_there_staff_are_told_by_mail(
    aws: Living, slack: FakeSlack, secret: str
) -> None:
    keeps(aws, secret)
    before = mailed(aws)
    assert sent(aws, proposes(aws)) == "sent"
    assert (slack.asked, mailed(aws) - before) == ([], 1)


def test_what_slack_does_not_take_goes_by_mail(aws: Living, slack: FakeSlack) -> None:
    slack.mood = "busy"
    before = mailed(aws)
    assert sent(aws, proposes(aws)) == "sent"
    assert mailed(aws) - before == 1


def test_a_request_to_the_waitlist_goes_to_the_channel_with_its_buttons_and_not_by_mail(
    aws: Living, slack: FakeSlack
) -> None:
    before = mailed(aws)
    assert sent(aws, proposes(aws, "waitlist")) == "sent"
    assert slack.button("proposal_approve")["value"]
    assert (len(slack.notes), mailed(aws) - before) == (1, 0)


@pytest.mark.parametrize("way", ["stream", "schedule"])
def test_the_waitlists_sender_may_not_read_the_token_so_it_hands_notes_to_staff_on(
    aws: Living, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    asked: list[dict[str, Any]] = []

    class Functions:
        def invoke(self, **said: Any) -> None:
            asked.append(said)

    monkeypatch.setattr(
        wl_sender, "client", lambda name: Functions() if name == "lambda" else clients.client(name)
    )
    note = proposes(aws, "waitlist")
    records = stream_event(aws.message_record(note.id))
    wl_sender.handle(records if way == "stream" else {"message": note.id}, Context())
    (said,) = asked
    assert said["FunctionName"].endswith(":function:ar-dispatch")
    assert json.loads(said["Payload"]) == {"message": note.id}
    assert (aws.message(note.id).status, slack.asked) == ("queued", [])


def test_a_sweep_leaves_notes_to_staff_to_the_function_that_writes_to_slack(aws: Living) -> None:
    note = proposes(aws, "waitlist")
    assert sent_by(note) == DISPATCH
    assert sent_by(msgspec.structs.replace(note, channel="mail")) == SENDER


def test_without_a_channel_the_secret_is_not_asked_for(
    emulator: Emulator, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    with logs_kept(), living(emulator, monkeypatch) as aws:
        aws.give(SaveDocument(name="rules", text=AWAKE))
        monkeypatch.setattr(
            bootstrap, "secret", lambda name: pytest.fail(name) if name == KEPT_AS else "{}"
        )
        note = proposes(aws)
        before = mailed(aws)
        bootstrap.Notes().send(note, Letter(subject="A booking", heading="A booking"))
        assert mailed(aws) - before == 1


def test_a_note_is_told_to_be_down_where_the_token_cannot_be_fetched(slack: FakeSlack) -> None:
    def fetch() -> str:
        raise ConnectTimeoutError(endpoint_url="https://secretsmanager")

    app = SlackApp(CHANNEL, slack.url, fetch, SystemClock().now)
    now = SystemClock().now()
    about: dict[str, Any] = {
        "scope": "appointments",
        "product": "appointments",
        "kind": "gap_alert",
    }
    note = Message(
        id="m", channel="staff", to="staff", at=now, queued_at=now, not_before=now, **about
    )
    said = SlackNotes(app, lambda _name: None).send(note, Letter(subject="A gap", heading="A gap"))
    assert said == CarrierDown("the token for Slack could not be fetched (ConnectTimeoutError)")


def test_a_token_that_was_changed_is_taken_after_a_few_minutes() -> None:
    now, kept = SystemClock().now(), {"token": "old"}
    times = iter([now, now + timedelta(minutes=1), now + timedelta(minutes=6)])
    app = SlackApp(CHANNEL, "", lambda: json.dumps(kept), lambda: next(times))
    assert app.token() == "old"
    kept["token"] = "new"
    assert [app.token(), app.token()] == ["old", "new"]


@pytest.fixture
def door(aws: Living) -> Iterator[Place]:
    place = Place(ev_desk.app())
    yield place
    place.door.loop.close()


def presses(door: Place, payload: dict[str, Any], secret: str = SECRET) -> Answer:
    body = form(payload)
    return door.ask(
        url_event(
            "POST", "/hooks/slack", body, signed(body, SystemClock().now().timestamp(), secret)
        )
    )


def test_staff_approve_in_slack_and_the_note_says_so(
    aws: Living, slack: FakeSlack, door: Place
) -> None:
    sent(aws, proposes(aws))
    assert presses(door, slack.press("proposal_approve")).status == 200
    booked = aws.store.load(Get(Appointment, ("p1",)))
    assert booked is not None
    assert booked.name == "Anna Berg"
    assert slack.last["text"].startswith("Approved by <@U123>: Cut, ")


def test_a_window_opens_and_what_is_put_right_there_is_booked(
    aws: Living, slack: FakeSlack, door: Place
) -> None:
    sent(aws, proposes(aws))
    assert presses(door, slack.press("proposal_edit")).status == 200
    assert presses(door, slack.submit(name="Anna Borg")).status == 200
    booked = aws.store.load(Get(Appointment, ("p1",)))
    assert booked is not None
    assert booked.name == "Anna Borg"


def discards(aws: Living, door: Place) -> Answer:
    """Let a script decide, over the API."""
    aws.give(AddToken(token_id="t1", name="till", digest=digest("fh_till")))
    headers = {"authorization": "Bearer fh_till"}
    return door.ask(url_event("POST", "/api/v1/proposals/p1/discard", b"", headers))


def test_what_is_decided_elsewhere_is_said_in_slack(
    aws: Living, slack: FakeSlack, door: Place
) -> None:
    sent(aws, proposes(aws))
    assert discards(aws, door).status == 200
    assert slack.last["text"] == "Discarded at the desk."
    assert "proposal_approve" not in json.dumps(slack.last)


def test_it_is_decided_all_the_same_where_the_token_cannot_be_fetched(
    aws: Living, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(aws, proposes(aws))

    def fetch(_name: str) -> str:
        raise ConnectTimeoutError(endpoint_url="https://secretsmanager")

    monkeypatch.setattr(bootstrap, "secret", fetch)
    place = Place(ev_desk.app())
    assert discards(aws, place).status == 200
    place.door.loop.close()
    assert slack.button("proposal_approve")["value"]


@pytest.mark.parametrize(
    ("secret", "kept"), [("another", APP), (SECRET, {}), ("", {"token": TOKEN})]
)
def test_what_slack_did_not_sign_decides_nothing(
    aws: Living, slack: FakeSlack, door: Place, secret: str, kept: dict[str, str]
) -> None:
    sent(aws, proposes(aws))
    keeps(aws, json.dumps(kept))
    assert presses(door, slack.press("proposal_approve"), secret).status == 401
    assert aws.store.load(Get(Appointment, ("p1",))) is None


def test_the_stack_makes_the_secret_that_functions_look_for() -> None:
    assert KEPT_AS == SLACK_APP
