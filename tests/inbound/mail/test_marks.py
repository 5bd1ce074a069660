"""Replies must prove which message they answer: marks, replays, and who signed what."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import dkim  # type: ignore[import-untyped]  # it ships no types
import pytest

from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.authentication import by_our_server, signed_headers
from fullhouse.inbound.mail.our_addresses import NOT_OURS, OurAddress, our_address
from fullhouse.inbound.mail.parsing import read
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message
from fullhouse.platforms.local.bootstrap import Extras, open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import ChangeContact, ConfirmAddress, EraseGuest
from fullhouse.products.rsvp.contact_changes import address_mark
from tests.inbound.mail.letters import TO, bounce, mail
from tests.inbound.mail.street import POST, SETTINGS, Street
from tests.inbound.mail.test_authentication import KEY, PUBLIC, SPF, Names
from tests.support.rsvp_world import create, there

SORRY = "Sorry, I can't make it."
FRIEND = "Ben <ben@example.net>"
ALL = (b"from", b"to", b"subject", b"message-id", b"in-reply-to", b"references", b"cc")
SERVER = Envelope("192.0.2.7", "mx.example.org", "anna@example.org")
ELSEWHERE = Envelope("198.51.100.7", "evil.test", "x@evil.test")
DNS = {"s1._domainkey.example.org": PUBLIC, "example.org": SPF}

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Checked(Street):
    """A lane that checks signatures and servers itself."""

    def checks(self) -> None:
        settings = MailSettings(domain="rsvp.test", sender="rsvp@rsvp.test")
        self.lane.close()
        self.lane = MailPipeline(self.engine, self.files, settings, Names(DNS))

    def last(self, name: str = "anna") -> Message:
        return self.engine.load(MessagePage(to=f"{name}@example.org"))[0]

    def reply_to(self, name: str = "anna") -> str:
        return self.engine.composer.letter(self.last(name)).reply_to

    async def comes(self, raw: bytes, to: str, envelope: Envelope = ELSEWHERE) -> InboundMail:
        return await self.lane.take(ReceivedMail(raw, to, envelope))


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Checked]:
    clock, extras = VirtualClock(there("2026-06-01 11:00")), Extras(mail_domain="rsvp.test")
    async with open_engine(
        tmp_path, clock, MailboxCarrier(), "http://x", settles=True, extras=extras
    ) as engine:
        await engine.execute(create(cap=20), "host")
        street = Checked(engine)
        await street.signs_up()
        await street.signs_up("ben")
        street.checks()
        yield street
        street.lane.close()


def written(text: str = SORRY, *, to: str, number: int = 1, **headers: str) -> bytes:
    raw = mail(text, message_id=f"<{number}@mail.example.org>", **headers)
    return raw.replace(f"To: {TO}".encode(), f"To: {to}".encode())


def signed(raw: bytes, names: Sequence[bytes] = ALL) -> bytes:
    there = [name for name in names if b"\r\n" + name + b":" in b"\r\n" + raw.lower()]
    signature: bytes = dkim.sign(raw, b"s1", b"example.org", KEY, include_headers=there)
    return signature + raw


async def test_a_reply_to_our_address_with_its_mark_cancels(street: Checked) -> None:
    to = street.reply_to()
    assert (await street.comes(written(to=to), to, SERVER)).what == "cancelled"


async def test_a_signed_reply_cancels_over_any_server(street: Checked) -> None:
    to = street.reply_to()
    assert (await street.comes(signed(written(to=to)), to)).what == "cancelled"


async def test_case_and_the_thread_may_change_on_the_way(street: Checked) -> None:
    to = street.reply_to().upper()
    assert (await street.comes(signed(written(to=to)), to)).what == "cancelled"
    mark = street.last("ben").mark.upper()
    raw = written(to=TO, sender="Ben <ben@example.org>", references=f"<a@b.c> <{mark}@x.org>")
    assert (await street.comes(signed(raw), TO)).what == "cancelled"


async def test_without_a_mark_a_proven_sender_gets_the_link(street: Checked) -> None:
    assert (await street.comes(written(to=TO), TO, SERVER)).what == "link_sent"
    assert (await street.comes(signed(written(to=TO, number=2)), TO)).what == "link_sent"
    assert (street.state(), street.kinds()) == ("confirmed", ["confirmation", "link"])


async def test_with_a_mark_and_without_proof_only_the_person_on_the_list_gets_the_link(
    street: Checked,
) -> None:
    to = street.reply_to()
    assert (await street.comes(written(to=to), to)).what == "link_sent"
    assert (street.state(), street.kinds()) == ("confirmed", ["confirmation", "link"])


async def test_the_mark_of_someone_else_is_of_no_use(street: Checked) -> None:
    to = street.reply_to("ben")
    assert (await street.comes(signed(written(to=to)), to)).what == "link_sent"
    assert (street.state(), street.state("ben")) == ("confirmed", "confirmed")


async def test_a_forged_mark_is_of_no_use(street: Checked) -> None:
    real = street.last().mark
    changed = real[:-1] + ("b" if real[-1] == "a" else "a")
    for number, mark in enumerate(("a" * 19, changed)):
        to = f"rsvp+party.{mark}@rsvp.test"
        raw = written(to=to, number=number, in_reply_to=f"<{mark}@rsvp.test>")
        assert (await street.comes(raw, to, SERVER)).what == "link_sent"
    assert street.state() == "confirmed"


async def test_a_mail_to_a_friend_sent_on_to_us_changes_nothing(street: Checked) -> None:
    """The attacker has a genuine, signed mail to someone else, and knows our mark."""
    to, mark = street.reply_to(), f"<{street.last().mark}@rsvp.test>"
    plain = signed(written(to=FRIEND))
    forwarded = signed(written(to=FRIEND, number=2, in_reply_to=mark, references=mark))
    assert (await street.comes(plain, to)).what == "link_sent"
    assert (await street.comes(forwarded, to)).what == "link_sent"
    assert (await street.comes(forwarded.replace(b"<2@", b"<3@"), TO)).what == "link_sent"
    assert street.state() == "confirmed"


@pytest.mark.parametrize("name", ["To", "Cc", "In-Reply-To", "References"])
async def test_a_header_that_was_added_to_a_signed_mail_does_not_count(
    street: Checked, name: str
) -> None:
    to, mark = street.reply_to(), street.last().mark
    value = to if name in ("To", "Cc") else f"<{mark}@rsvp.test>"
    added = f"{name}: {value}\r\n".encode()
    for at, first in enumerate((FRIEND, TO)):
        raw = added + signed(written(to=first, number=at))
        assert (await street.comes(raw, to)).what == "link_sent"
    assert street.state() == "confirmed"


async def test_a_header_that_replaced_an_unsigned_one_does_not_count(street: Checked) -> None:
    to = street.reply_to()
    for at, left_out in enumerate((b"to", b"subject", b"message-id")):
        names = [name for name in ALL if name != left_out]
        raw = signed(written(to=to, number=at), names)
        assert (await street.comes(raw, to)).what == "link_sent"
    assert street.state() == "confirmed"


async def test_a_signature_that_leaves_out_the_recipient_is_enough_from_its_own_server(
    street: Checked,
) -> None:
    to = street.reply_to()
    raw = signed(written(to=to), (b"from", b"subject"))
    assert (await street.comes(raw, to, SERVER)).what == "cancelled"


async def test_a_mail_that_was_sent_on_signs_up_nobody_without_asking(street: Checked) -> None:
    eve = "Eve <eve@example.org>"
    raw = signed(written("I'd love to come!", to=FRIEND, sender=eve))
    assert (await street.comes(raw, TO)).what == "requested"
    ours = signed(written("I'd love to come!", to=TO, sender="Dan <dan@example.org>"))
    assert (await street.comes(ours, TO)).what == "confirmed"


async def test_the_same_reply_cancels_once_even_if_its_guest_came_back(street: Checked) -> None:
    to = street.reply_to()
    raw = signed(written(to=to))
    assert (await street.comes(raw, to)).what == "cancelled"
    await street.signs_up()
    assert street.state() == "confirmed"
    await street.comes(b"X-Again: 1\r\n" + raw, to)
    assert street.state() == "confirmed"


async def test_a_mark_of_a_revoked_key_proves_nothing(street: Checked) -> None:
    to = street.reply_to()
    street.engine.composer.keyring = Keyring((Key("other", b"x" * 32),))
    assert (await street.comes(signed(written(to=to)), to)).what == "link_sent"


async def test_an_answer_from_another_address_sends_the_link_to_the_one_on_the_list(
    street: Checked,
) -> None:
    to = street.reply_to()
    raw = signed(written(to=to, sender="Anna <anna.private@example.org>"))
    answer = await street.comes(raw, to)
    assert (answer.what, street.kinds()) == ("link_sent", ["confirmation", "link"])
    assert street.engine.load(MessagePage(to="anna.private@example.org")) == ()


async def test_after_a_change_of_address_the_old_one_proves_nothing(street: Checked) -> None:
    to = street.reply_to()
    new = "anna.new@example.org"
    change = ChangeContact(event_id="party", guest_id="anna", email=new)
    await street.engine.execute(change, "guest")
    confirm = ConfirmAddress(event_id="party", guest_id="anna", mark=address_mark(new))
    await street.engine.execute(confirm, "guest")
    assert (await street.comes(signed(written(to=to)), to)).what == "link_sent"
    guest = street.guest("anna.new")
    assert guest is not None
    assert guest.state == "confirmed"


async def test_whoever_was_erased_is_not_bounced_by_an_old_mark(street: Checked) -> None:
    mark = street.last().mark
    await street.engine.execute(EraseGuest(event_id="party", guest_id="anna"), "host")
    report = await street.brings(bounce(f"{mark}@rsvp.test"), POST, sender="")
    assert report.made == "ignored"


async def test_a_bounce_is_known_by_the_address_that_it_comes_back_to(street: Checked) -> None:
    mark = street.last().mark
    unknown = bounce("lost@mx.example.org")
    assert (await street.brings(unknown, f"bounces+{'a' * 19}@rsvp.test", "")).made == "ignored"
    again = unknown.replace(b"It did not", b"It really did not")
    assert (await street.brings(again, f"bounces+{mark}@rsvp.test", "")).what == "bounced"


async def test_the_unkeyed_id_of_earlier_versions_proves_nothing(street: Checked) -> None:
    from hashlib import sha256

    old = sha256(street.last().id.encode()).hexdigest()[:32]
    report = await street.brings(bounce(f"{old}@rsvp.test"), POST, sender="")
    assert report.made == "ignored"


@pytest.mark.parametrize(
    ("address", "ours"),
    [
        ("rsvp@rsvp.test", OurAddress("rsvp")),
        ("RSVP+Party@rsvp.test", OurAddress("rsvp", "party")),
        (f"rsvp+party.{'a' * 19}@rsvp.test", OurAddress("rsvp", "party", mark="a" * 19)),
        (f"desk+{'a' * 19}@rsvp.test", OurAddress("desk", mark="a" * 19)),
        (f"Bounces+{'A' * 19}@rsvp.test", OurAddress("bounces", mark="a" * 19)),
        ("waitlist@rsvp.test", OurAddress("waitlist", product="waitlist")),
        ("bookings@rsvp.test", OurAddress("bookings", product="appointments")),
        ("postmaster@rsvp.test", OurAddress("postmaster")),
        ("desk@rsvp.test", NOT_OURS),
        ("rsvp+party.short@rsvp.test", NOT_OURS),
        ("rsvp+party@other.test", NOT_OURS),
        (f"waitlist+{'a' * 19}@rsvp.test", NOT_OURS),
        ("someone@rsvp.test", NOT_OURS),
    ],
)
async def test_addresses_of_ours(address: str, ours: OurAddress) -> None:
    assert our_address(address, "rsvp.test") == ours
    assert ours == NOT_OURS or our_address(address, "") == ours


@pytest.mark.parametrize(
    ("results", "signature", "direct", "covers_to"),
    [
        ("dmarc=pass header.from=example.org", "", True, False),
        ("dmarc=pass header.from=example.org", "d=example.org; h=from:to", False, True),
        ("dkim=pass header.d=example.org", "d=example.org; h=from:subject", False, False),
        ("dkim=pass header.d=example.org", "d=example.org; h=From : TO", False, True),
        ("dkim=pass header.d=example.org", "d=example.org; l=3; h=from:to", False, False),
        ("dkim=pass header.d=example.org", "", True, False),
        ("spf=pass smtp.mailfrom=a@example.org", "d=example.org; h=from", True, False),
        ("spf=pass client-ip=1.2.3.4; envelope-from=a@example.org", "", True, False),
        (
            "dmarc=pass header.from=example.org",
            "d=esp.test; h=from:to",
            False,
            False,
        ),
    ],
)
async def test_the_word_of_our_mail_server_says_what_is_certain(
    results: str, signature: str, direct: bool, covers_to: bool
) -> None:
    more = {"dkim_signature": f"v=1; {signature}; s=s1; b=abc"} if signature else {}
    found = read(mail("yes", authentication_results=f"mx.test; {results}", **more))
    proof = by_our_server(found, "mx.test", "example.org")
    assert (proof.passed, proof.direct, "to" in proof.signed) == (True, direct, covers_to)


async def test_a_second_signature_never_adds_to_what_is_certain() -> None:
    fake = b"DKIM-Signature: v=1; d=example.org; s=x; h=from:to:subject:message-id; b=abc\r\n"
    real = signed(written(to=TO), (b"from", b"subject"))
    assert "to" in signed_headers(read(fake + written(to=TO)), "example.org")
    assert "to" not in signed_headers(read(fake + real), "example.org")


@pytest.mark.parametrize(
    "value",
    [
        'spf=fail (of "a); dmarc=pass header.from=example.org; x=(b"@evil.test) smtp.mailfrom=x',
        "spf=fail (a) b); dmarc=pass header.from=example.org",
        "dmarc=pass header.from=example.org (never ends",
        'dmarc=pass header.from=example.org x="never ends',
        "spf=pass smtp.mailfrom=a@example.org; spf=pass smtp.mailfrom=a@example.org",
    ],
)
async def test_comments_and_quotes_slip_nothing_in(value: str) -> None:
    found = read(mail("yes", authentication_results=f"mx.test; {value}"))
    assert not by_our_server(found, "mx.test", "example.org").passed


async def test_a_comment_may_hold_an_escaped_or_quoted_bracket() -> None:
    value = r'mx.test; spf=none (of "a)b" and \) too) smtp.mailfrom=x; dmarc=pass header.from='
    found = read(mail("yes", authentication_results=f"{value}example.org"))
    assert by_our_server(found, SETTINGS.authserv_id, "example.org").passed
