"""From a mail in the SES bucket to its answer: the parser on S3, with a fixed clock."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail, InboundPage
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.mail import mail_shares, reasons
from fullhouse.inbound.mail.parsing import LARGEST_MAIL
from fullhouse.kernel.mail_marks import guest_mark
from fullhouse.kernel.messages import Message
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.mail.intake import Hand, keys_in, lane_of, take_in, take_requests
from fullhouse.platforms.local.bootstrap import Extras, open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import ProposalPage
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.rsvp.commands import SignUp
from fullhouse.products.rsvp.model import GuestByEmail
from tests.aws.mail_shapes import put_event, taken_by_ses
from tests.inbound.attachments.desks import mail_with
from tests.inbound.mail.letters import bounce, calendar_mail, mail
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.rsvp_world import Carrier, create, there

KEY = "q041v1u3p6g5bust1o2se9of7vf685mtivi7ci01"
FORGED = "amazonses.com; dmarc=pass header.from=example.org"
PARTY, OTHER = "rsvp+party@rsvp.test", "rsvp+other@rsvp.test"

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Bay:
    """A bucket that SES fills, and the lane behind it."""

    def __init__(self, engine: Engine, s3: Any, bucket: str) -> None:
        self.engine, self.s3, self.bucket = engine, s3, bucket
        self.files = S3Files(s3, bucket)
        self.lane = lane_of(engine, self.files, "The Mill <events@mill.test>")

    async def gets(self, raw: bytes, key: str = KEY) -> list[InboundMail]:
        self.s3.put_object(Bucket=self.bucket, Key=key, Body=raw)
        return await take_in(self.lane, self.files, put_event(key, bucket=self.bucket))

    async def got(self, raw: bytes) -> InboundMail:
        (written,) = await self.gets(raw)
        return written

    def state(self, event_id: str = "party", email: str = "anna@example.org") -> str:
        guest = self.engine.load(GuestByEmail(event_id, email))
        return guest.state if guest else ""

    def last(self) -> Message:
        return self.engine.load(MessagePage(to="anna@example.org"))[0]

    def kinds(self) -> list[str]:
        return [one.kind for one in self.engine.load(MessagePage(to="anna@example.org"))][::-1]


@pytest.fixture
async def bay(tmp_path: Path, s3: Any, bucket: str) -> AsyncIterator[Bay]:
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(
        tmp_path, clock, Carrier(), "http://x", settles=True, extras=Extras(mail_domain="rsvp.test")
    ) as engine:
        for event_id in ("party", "other"):
            await engine.execute(create(event_id=event_id), "host")
        bay = Bay(engine, s3, bucket)
        yield bay
        bay.lane.close()


async def test_a_yes_that_ses_vouches_for_is_a_seat_and_the_mail_stays_where_ses_put_it(
    bay: Bay,
) -> None:
    raw = taken_by_ses(mail("Yes!"))
    written = await bay.got(raw)
    assert (written.made, written.what, written.proof) == (
        "done",
        "confirmed",
        "dkim=pass by our mail server",
    )
    assert (written.file, bay.files.read(written.file)) == (KEY, raw)
    assert [one["Key"] for one in bay.s3.list_objects_v2(Bucket=bay.bucket)["Contents"]] == [KEY]
    assert (bay.state(), bay.kinds()) == ("confirmed", ["confirmation"])


async def test_a_notice_that_comes_twice_and_a_mail_that_ses_stored_twice_count_once(
    bay: Bay,
) -> None:
    raw = taken_by_ses(mail("Yes!"))
    first = await bay.gets(raw)
    assert await take_in(bay.lane, bay.files, put_event(KEY, bucket=bay.bucket)) == first
    assert await bay.gets(raw, "another1") == first
    assert (len(bay.engine.load(InboundPage())), bay.kinds()) == (1, ["confirmation"])


async def test_a_cancel_by_mail_acts_for_whom_ses_vouches(bay: Bay) -> None:
    await bay.engine.execute(
        SignUp(event_id="party", guest_id="anna", name="Anna", email="anna@example.org"), "guest"
    )
    assert (await bay.got(taken_by_ses(mail("Sorry, I can't make it.")))).what == "link_sent"
    to = f"rsvp+party.{bay.last().mark}@rsvp.test"
    raw = mail("Sorry, I can't make it!").replace(b"rsvp+party@rsvp.test", to.encode())
    assert (await bay.gets(taken_by_ses(raw, to), "k2"))[0].what == "cancelled"


@pytest.mark.parametrize(
    "results",
    [
        "",
        "spf=fail; dkim=none; dmarc=fail header.from=example.org;",
        (
            "spf=pass client-ip=192.0.2.9; envelope-from=x@evil.test; helo=evil.test; "
            "dkim=pass header.i=@evil.test;"
        ),
        (
            'spf=pass client-ip=192.0.2.9; envelope-from="; dkim=pass header.i=@example.org; '
            '"@evil.test; dmarc=none;'
        ),
        "dmarc=none header.from=example.org; dmarc=pass header.from=example.org;",
    ],
    ids=["none", "failed", "another's", "slipped in", "said twice"],
)
async def test_whom_ses_does_not_vouch_for_has_to_confirm_whatever_the_mail_says_of_itself(
    bay: Bay, results: str
) -> None:
    forged = mail("Yes!", authentication_results=FORGED, x_ses_receipt="forged")
    assert (await bay.got(taken_by_ses(forged, results=results))).what == "requested"


async def test_a_mail_without_the_seal_of_ses_proves_nothing(bay: Bay) -> None:
    assert (await bay.got(mail("Yes!", authentication_results=FORGED))).what == "requested"


@pytest.mark.parametrize(
    ("verdicts", "reason"),
    [
        ({"spam": "FAIL"}, "SES takes it for spam"),
        ({"virus": "FAIL"}, "SES found a virus in it"),
        ({"virus": "FAIL", "spam": "FAIL"}, "SES found a virus in it"),
    ],
)
async def test_spam_and_viruses_are_set_aside_and_never_answered(
    bay: Bay, verdicts: dict[str, str], reason: str
) -> None:
    written = await bay.got(taken_by_ses(mail("Yes!"), **verdicts))
    assert (written.made, written.reason, written.scope) == ("ignored", reason, "party")
    assert bay.kinds() == []


@pytest.mark.parametrize("verdict", ["GRAY", "PROCESSING_FAILED", "DISABLED", ""])
async def test_what_ses_is_not_sure_of_is_let_through(bay: Bay, verdict: str) -> None:
    assert (await bay.got(taken_by_ses(mail("Yes!"), spam=verdict))).what == "confirmed"


async def test_a_verdict_that_the_sender_wrote_below_counts_for_nothing(bay: Bay) -> None:
    forged = mail("Yes!", x_ses_spam_verdict="FAIL")
    assert (await bay.got(taken_by_ses(forged))).what == "confirmed"


async def test_a_mail_is_for_whom_it_was_handed_over_even_if_it_names_nobody(bay: Bay) -> None:
    blind = mail("Yes!").replace(b"To: rsvp+party@rsvp.test", b"To: undisclosed-recipients:;")
    (written,) = await bay.gets(taken_by_ses(blind, f"<{OTHER.upper()}>"))
    assert (written.scope, written.what) == ("other", "confirmed")


async def test_a_mail_to_two_events_is_taken_once_for_each(bay: Bay) -> None:
    both = mail("Yes!", cc=f"Other <{OTHER}>, someone@example.net")
    assert [one.scope for one in await bay.gets(taken_by_ses(both, f"{PARTY}, {OTHER}"))] == [
        "party",
        "other",
    ]
    assert [bay.state(event) for event in ("party", "other")] == ["confirmed", "confirmed"]
    assert {one.file for one in bay.engine.load(InboundPage())} == {KEY}


async def test_the_name_that_the_other_side_gave_itself_is_no_address(bay: Bay) -> None:
    helo = f"x by inbound-smtp.eu-west-1.amazonaws.com for {OTHER};"
    assert [one.scope for one in await bay.gets(taken_by_ses(mail("Yes!"), helo=helo))] == ["party"]


async def test_a_mail_for_nobody_is_set_aside_with_its_reason(bay: Bay) -> None:
    stray = mail("Yes!").replace(b"rsvp+party@", b"rsvp@")
    assert (await bay.got(taken_by_ses(stray, "rsvp@rsvp.test"))).reason == "it names no event"
    gone = mail("Yes!").replace(b"rsvp+party@", b"rsvp+gone@")
    assert (
        await bay.got(taken_by_ses(gone, "rsvp+gone@rsvp.test"))
    ).reason == "there is no such event"


async def test_a_calendars_answer_to_the_plain_address_finds_its_event(bay: Bay) -> None:
    await bay.engine.execute(
        SignUp(event_id="party", guest_id="anna", name="Anna", email="anna@example.org"), "guest"
    )
    raw = calendar_mail("DECLINED").replace(b"rsvp+party@", b"rsvp@")
    assert (await bay.got(taken_by_ses(raw, "rsvp@rsvp.test"))).what == "link_sent"


async def test_a_calendars_answer_to_its_organizer_cancels(bay: Bay) -> None:
    await bay.engine.execute(
        SignUp(event_id="party", guest_id="anna", name="Anna", email="anna@example.org"), "guest"
    )
    mark = guest_mark(bay.engine.composer.keyring.keys, "party", "anna")
    to = f"rsvp+party.{mark}@rsvp.test"
    raw = calendar_mail("DECLINED").replace(b"rsvp+party@rsvp.test", to.encode())
    assert (await bay.got(taken_by_ses(raw, to))).what == "cancelled"


async def test_a_reply_to_the_front_desk_is_copied_to_its_bucket(bay: Bay) -> None:
    await bay.engine.execute(SaveDocument(name="rules", text=RULES_TEXT), "setup")
    await bay.engine.execute(
        JoinWaitlist(entry_id="anna", name="Anna", email="anna@example.org", service="Cut"),
        "customer",
    )
    to = f"desk+{bay.last().mark}@rsvp.test"
    raw = taken_by_ses(
        mail("Could I come at four?").replace(b"rsvp+party@rsvp.test", to.encode()), to
    )
    bay.s3.put_object(Bucket=bay.bucket, Key=KEY, Body=raw)
    desks = {"waitlist": Hand(bay.files, "waitlist/")}
    event = put_event(KEY, bucket=bay.bucket)
    assert await take_in(bay.lane, bay.files, event, desks) == []
    assert bay.files.read(f"waitlist/{KEY}") == raw
    handed = put_event(f"waitlist/{KEY}", bucket=bay.bucket)
    (written,) = await take_requests(bay.lane, bay.files, handed, "waitlist", {})
    assert (written.what, written.scope) == ("proposed", "waitlist")


async def test_a_mail_that_nobody_sent_is_never_answered(bay: Bay) -> None:
    assert (
        await bay.got(taken_by_ses(mail("Yes!"), sender=""))
    ).reason == "it has no sender to answer to"
    ours = mail("Yes!", sender="The Mill <events@mill.test>")
    assert (
        await bay.got(taken_by_ses(ours, sender="x@amazonses.com"))
    ).reason == "it comes from our own address"
    assert (await bay.got(taken_by_ses(bounce("x@rsvp.test"), sender=""))).made == "ignored"


async def test_a_mail_that_is_too_large_is_set_aside_and_only_its_start_was_read(bay: Bay) -> None:
    written = await bay.got(taken_by_ses(mail("Yes! " + "x" * 2 * LARGEST_MAIL)))
    assert (written.reason, written.size, written.scope) == (
        "larger than 1 MB",
        LARGEST_MAIL + 1,
        "party",
    )
    assert bay.kinds() == []


async def test_a_mail_to_a_front_desk_is_read_with_what_is_attached(bay: Bay) -> None:
    raw = mail_with(("list.txt", b"A line of a long list.\n" * 100_000), ("a.zip", b"PK"))
    bay.s3.put_object(Bucket=bay.bucket, Key=KEY, Body=taken_by_ses(raw, "waitlist@rsvp.test"))
    (written,) = await take_requests(
        bay.lane, bay.files, put_event(KEY, bucket=bay.bucket), "waitlist", {}
    )
    assert (written.what, written.size > 3_000_000) == ("proposed", True)
    (proposal,) = bay.engine.load(ProposalPage())
    assert "[a.zip: The file is damaged.]" in proposal.text


async def test_what_is_no_mail_or_gone_is_passed_over(bay: Bay) -> None:
    assert await bay.gets(b"You have set up this rule.", "AMAZON_SES_SETUP_NOTIFICATION") == []
    assert await bay.gets(b"x", "Not a name") == []
    assert await take_in(bay.lane, bay.files, put_event("gone", bucket=bay.bucket)) == []
    assert await take_in(bay.lane, bay.files, put_event(KEY, name="ObjectRemoved:Delete")) == []
    assert bay.engine.load(InboundPage()) == ()


@pytest.mark.parametrize(
    "raw", [b"", b"\r\n\r\n", b"\x00" * 100, b"X-SES-RECEIPT:", b"Received: by\r\n by\r\n\r\n"]
)
async def test_whatever_lies_there_is_read_without_an_error(bay: Bay, raw: bytes) -> None:
    assert (await bay.got(raw)).made == "ignored"


def test_keys_are_written_as_in_an_address() -> None:
    assert keys_in(put_event("a%2Bb+c%C3%A4")) == ["a+b cä"]


def taken_from(domain: str, number: int = 0, to: str = PARTY) -> bytes:
    sender = f"x{number}@{domain}"
    raw = mail(f"Is there parking? {number}", sender=sender).replace(
        b"rsvp+party@rsvp.test", to.encode()
    )
    return taken_by_ses(raw, to, sender=sender, results="")


async def test_the_rows_of_an_hour_are_bounded_and_shared_among_sending_domains(
    bay: Bay, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bay.engine.execute(
        SignUp(event_id="party", guest_id="anna", name="Anna", email="anna@example.org"), "guest"
    )
    monkeypatch.setattr(mail_shares, "MOST_AN_HOUR", 20)
    for number in range(6):
        await bay.gets(taken_from("flood.test", number), f"f{number}")
    rows = sorted((line.made, line.reason) for line in bay.engine.load(InboundPage()))
    assert [made for made, _ in rows] == ["done", "done", "refused"]
    assert rows[-1] == ("refused", reasons.TOO_MANY_IN_HOUR)
    assert len(await bay.gets(taken_from("honest.test"), "h")) == 1
    to = f"rsvp+party.{bay.last().mark}@rsvp.test"
    assert len(await bay.gets(taken_from("flood.test", to=to), "m")) == 1


async def test_invented_domains_do_not_write_more_than_the_hour_has(
    bay: Bay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_shares, "MOST_AN_HOUR", 5)
    for number in range(20):
        await bay.gets(taken_from(f"invented{number}.test", number), f"f{number}")
    assert len(bay.engine.load(InboundPage())) == 6


async def test_a_desk_has_the_same_bound(bay: Bay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_shares, "MOST_AN_HOUR", 10)
    for number in range(5):
        raw = taken_from("flood.test", number, "waitlist@rsvp.test")
        bay.s3.put_object(Bucket=bay.bucket, Key=f"f{number}", Body=raw)
        event = put_event(f"f{number}", bucket=bay.bucket)
        await take_requests(bay.lane, bay.files, event, "waitlist", {})
    rows = sorted(line.made for line in bay.engine.load(InboundPage()))
    assert rows == ["done", "refused"]
