"""What SES reports of our mail, from the mail that left to the guest's record."""

import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.mime import message_id_of
from fullhouse.engine.ports import LatestAudit, MessagePage
from fullhouse.kernel.messages import Message
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.mail.feedback import take_feedback
from fullhouse.platforms.aws.mail.intake import lane_of, take_in
from fullhouse.platforms.aws.mail.ses import SesPost
from fullhouse.platforms.local.bootstrap import Extras, open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import ChangeContact, ConfirmAddress, EraseGuest, SignUp
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.model import Guest, GuestByEmail
from tests.aws.emulator import Emulator
from tests.aws.mail_shapes import bounced, complained, put_event, sent, sns_event, taken_by_ses
from tests.inbound.mail.letters import mail
from tests.support.rsvp_world import create, there

ANNA = "anna@example.org"

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Tagging(SesPost):
    """SES on the emulator, which lets everything through and hears what tags a mail was given."""

    def __init__(self, client: Any) -> None:
        super().__init__(client, "events@mill.test", "")
        self.tags: dict[str, str] = {}
        client.meta.events.register("provide-client-params.ses.SendRawEmail", self._hear)

    def _hear(self, params: dict[str, Any], **_more: object) -> None:
        self.tags[params["Destinations"][0]] = params["Tags"][0]["Value"]


class Desk:
    """A house that writes by SES, and short ways to hear back."""

    def __init__(self, engine: Engine, post: Tagging) -> None:
        self.engine, self.post = engine, post

    async def signs_up(self, name: str = "anna", email: str = ANNA) -> None:
        command = SignUp(event_id="party", guest_id=name, name=name.title(), email=email)
        await self.engine.execute(command, "guest")

    def sent(self, email: str = ANNA) -> dict[str, Any]:
        """The last mail to someone, as SES speaks of it."""
        return sent(email, tag=self.post.tags[email])

    async def hears(self, *reports: dict[str, Any] | str) -> list[str]:
        return await take_feedback(self.engine.executor, sns_event(*reports))

    def guest(self, email: str = ANNA) -> Guest:
        guest = self.engine.load(GuestByEmail("party", email))
        assert guest is not None
        return guest

    def last_message(self, email: str = ANNA) -> Message:
        return self.engine.load(MessagePage(to=email))[0]

    def actions(self) -> list[str]:
        return [line.action for line in self.engine.load(LatestAudit("party"))]


@pytest.fixture(scope="module")
def post(emulator: Emulator) -> Tagging:
    ses = emulator.client("ses")
    ses.verify_domain_identity(Domain="mill.test")
    emulator.client("sesv2").put_account_details(
        MailType="TRANSACTIONAL", WebsiteURL="https://mill.test", ProductionAccessEnabled=True
    )
    return Tagging(ses)


@pytest.fixture
async def desk(tmp_path: Path, post: Tagging) -> AsyncIterator[Desk]:
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(
        tmp_path, clock, post, "http://x", settles=True, extras=Extras(mail_domain="rsvp.test")
    ) as engine:
        await engine.execute(create(), "host")
        yield Desk(engine, post)


async def test_mail_that_came_back_for_good_is_remembered_with_the_reason(desk: Desk) -> None:
    await desk.signs_up()
    assert await desk.hears(bounced(desk.sent())) == ["bounced"]
    guest = desk.guest()
    assert (guest.state, guest.reach, guest.reach_note) == (
        "confirmed",
        "bounced",
        "smtp; 550 5.1.1 user unknown",
    )


async def test_a_report_that_comes_twice_counts_once(desk: Desk) -> None:
    await desk.signs_up()
    report = bounced(desk.sent())
    assert await desk.hears(report, report) == ["bounced", "unchanged"]
    assert desk.actions().count("bounced") == 1
    complaint = complained(desk.sent())
    assert await desk.hears(complaint, complaint) == ["stopped", "stopped"]
    assert desk.actions().count("opted_out") == 1


@pytest.mark.parametrize("kind", ["Transient", "Undetermined", ""])
async def test_mail_that_is_only_late_changes_nothing(desk: Desk, kind: str) -> None:
    await desk.signs_up()
    assert await desk.hears(bounced(desk.sent(), kind)) == [
        "our mail is only late: smtp; 550 5.1.1 user unknown"
    ]
    assert desk.guest().reach == "fine"


@pytest.mark.parametrize("kind", ["abuse", "fraud", "other", "virus", None])
async def test_whoever_complains_gets_no_more_reminders_and_offers(
    desk: Desk, kind: str | None
) -> None:
    await desk.signs_up()
    assert await desk.hears(complained(desk.sent(), kind)) == ["stopped"]
    assert (desk.guest().reach, desk.guest().state) == ("opted_out", "confirmed")


@pytest.mark.parametrize("kind", ["not-spam", "auth-failure"])
async def test_who_says_that_it_was_no_spam_did_not_complain(desk: Desk, kind: str) -> None:
    await desk.signs_up()
    assert await desk.hears(complained(desk.sent(), kind)) == ["no bounce and no complaint"]
    assert desk.guest().reach == "fine"


async def test_a_report_counts_only_for_a_mail_that_we_sent_to_that_address(desk: Desk) -> None:
    await desk.signs_up()
    tag = desk.post.tags[ANNA]
    strays = [
        sent("ben@example.org", tag=tag),
        sent(ANNA, tag="bm9uZQ"),
        sent(ANNA, tag="\x00"),
        sent(ANNA, message_id="guessed"),
        sent(ANNA, our_id="guessed@mill.test"),
        sent(ANNA, message_id=""),
    ]
    assert await desk.hears(*map(bounced, strays)) == ["about no guest's mail of ours"] * len(
        strays
    )
    assert desk.guest().reach == "fine"


async def test_a_box_behind_the_one_we_wrote_to_may_be_the_one_that_bounces(desk: Desk) -> None:
    await desk.signs_up()
    assert await desk.hears(bounced(desk.sent(), recipient="anna@forwarded.example")) == ["bounced"]


async def test_a_bounce_of_the_old_address_says_nothing_of_the_new_one(desk: Desk) -> None:
    await desk.signs_up()
    old, new = desk.sent(), "anna@new.example"
    await desk.engine.execute(ChangeContact(event_id="party", guest_id="anna", email=new), "guest")
    await desk.engine.execute(
        ConfirmAddress(event_id="party", guest_id="anna", mark=address_mark(new)), "guest"
    )
    assert await desk.hears(bounced(old)) == ["unchanged"]
    assert desk.guest(new).reach == "fine"


async def test_a_report_about_someone_who_was_forgotten_finds_nobody(desk: Desk) -> None:
    await desk.signs_up()
    report = bounced(desk.sent())
    await desk.engine.execute(EraseGuest(event_id="party", guest_id="anna"), "host")
    assert await desk.hears(report) == ["about no guest's mail of ours"]


async def test_a_report_without_tags_is_matched_by_either_id(desk: Desk) -> None:
    for name in ("anna", "ben"):
        await desk.signs_up(name, f"{name}@example.org")
    ours = f"{message_id_of(desk.last_message())}@mill.test"
    assert await desk.hears(bounced(sent(ANNA, our_id=ours))) == ["bounced"]
    theirs = desk.last_message("ben@example.org").at_carrier
    assert theirs
    report = {**bounced(sent("Ben@example.org", message_id=theirs)), "notificationType": "Bounce"}
    assert await desk.hears(report) == ["bounced"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '"Successfully validated SNS topic"', '{"bounce": 1}', '{"mail": []}']
)
async def test_what_cannot_be_read_is_passed_over(desk: Desk, text: str) -> None:
    assert await desk.hears(text) == ["unreadable"]


async def test_other_events_are_nobodys_concern(desk: Desk) -> None:
    await desk.signs_up()
    assert await desk.hears({"eventType": "Delivery", "mail": desk.sent(), "delivery": {}}) == [
        "no bounce and no complaint"
    ]


async def test_a_proven_answer_with_the_id_that_ses_gave_our_mail_may_stop_it(
    desk: Desk, files: S3Files
) -> None:
    await desk.signs_up()
    ses_id = f"<{desk.last_message().at_carrier}@ap-southeast-1.amazonses.com>"
    lane = lane_of(desk.engine, files, "events@mill.test")
    guessed = f"<{'0' * 40}@ap-southeast-1.amazonses.com>"
    for key, answers, results in (
        ("k1", guessed, None),
        ("k2", ses_id, ""),
        ("k3", ses_id, None),
    ):
        raw = mail("STOP", in_reply_to=answers, message_id=f"<{key}@x>")
        said = {} if results is None else {"results": results}
        files.keep(key, taken_by_ses(raw, **said))
        await take_in(lane, files, put_event(key))
        assert desk.guest().reach == ("opted_out" if key == "k3" else "fine")
    lane.close()


@pytest.mark.parametrize(("box", "reach"), [("bounce", "bounced"), ("complaint", "opted_out")])
async def test_what_the_emulator_itself_reports_of_a_mail_is_understood(
    desk: Desk, emulator: Emulator, box: str, reach: str
) -> None:
    email = f"{box}+anna@simulator.amazonses.com"
    sns, sqs = emulator.client("sns"), emulator.client("sqs")
    topic = sns.create_topic(Name=f"ev-{box}s")["TopicArn"]
    queue = sqs.create_queue(QueueName=f"heard-{box}")["QueueUrl"]
    arn = sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])["Attributes"][
        "QueueArn"
    ]
    sns.subscribe(
        TopicArn=topic, Protocol="sqs", Endpoint=arn, Attributes={"RawMessageDelivery": "true"}
    )
    emulator.client("ses").set_identity_notification_topic(
        Identity="mill.test", NotificationType=box.title(), SnsTopic=topic
    )
    await desk.signs_up(email=email)
    heard: list[str] = []
    until = time.monotonic() + 180
    while not heard and time.monotonic() < until:
        heard = [
            one["Body"]
            for one in sqs.receive_message(QueueUrl=queue, WaitTimeSeconds=1).get("Messages", ())
        ]
    assert json.loads(heard[0])["mail"]["destination"] == [email]
    await desk.hears(*heard)
    assert desk.guest(email).reach == reach
