"""Waitlist requests by mail: shown to staff once, with their sources, and never acted upon."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.access import AddMember
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.mime import message_id_of
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.mail import proposal_limits, reasons
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import EntryPage
from tests.inbound.mail.letters import bounce, complaint, mail
from tests.inbound.mail.street import PROVEN, Street
from tests.inbound.mail.test_authentication import Names
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.cpu_time import cpu_within
from tests.support.rsvp_world import there

TO = "waitlist@rsvp.test"
SAM = "Sam <sam@salon.example>"
FORWARDED = """
Can you put her on the list? Thanks, Sam

---------- Forwarded message ---------
From: Ada Lovelace <ada@example.org>
Date: Fri, 29 May 2026 at 18:04
Subject: Colour?
To: <hello@salon.example>

Hi there,
I would love a colour with Jess, any day from 20 June until 4 July.
You can call me at 0151 23456789.
Ada
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


OF_STAFF = "mx.test; dmarc=pass header.from=salon.example"


class Forwarding(Street):
    async def gets(self, text: str, sender: str = SAM, **headers: str) -> InboundMail:
        headers = {"subject": "Fwd: Colour?", **headers}
        return await self.brings(mail(text, sender=sender, **headers), TO)

    def proposals(self) -> tuple[Proposal, ...]:
        return self.engine.load(ProposalPage())

    def read(self) -> dict[str, tuple[str, str]]:
        return {one.field: (one.value, one.confidence) for one in self.proposals()[0].fields}


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Forwarding]:
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(tmp_path, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        await engine.execute(SaveDocument(name="rules", text=RULES_TEXT), "setup")
        await engine.execute(
            AddMember(member_id="sam", email="sam@salon.example", role="host"), "setup"
        )
        street = Forwarding(engine)
        yield street
        street.lane.close()


pytestmark = pytest.mark.anyio


async def test_a_forwarded_mail_becomes_a_proposal_with_the_words_it_was_read_from(
    street: Forwarding,
) -> None:
    line = await street.gets(FORWARDED)
    (proposal,) = street.proposals()
    assert (line.made, line.what, line.scope, line.person) == (
        "done",
        "proposed",
        "waitlist",
        proposal.id,
    )
    assert (proposal.state, proposal.sender, proposal.subject) == (
        "open",
        "sam@salon.example",
        "Fwd: Colour?",
    )
    assert proposal.mail == line.id
    assert street.files.read(line.file) is not None
    assert street.read() == {
        "name": ("Ada Lovelace", "sure"),
        "phone": ("+4915123456789", "likely"),
        "email": ("ada@example.org", "sure"),
        "service": ("Colour", "sure"),
        "earliest": ("2026-06-20", "likely"),
        "latest": ("2026-07-04", "likely"),
        "staff": ("Jess", "likely"),
    }
    words = {one.field: one.words for one in proposal.fields}
    assert words["phone"] == "You can call me at 0151 23456789."
    assert words["email"] == "From: Ada Lovelace <ada@example.org>"
    assert "I would love a colour" in words["staff"]
    assert "I would love a colour" in proposal.text


async def test_nothing_happens_but_a_note_to_staff(street: Forwarding) -> None:
    await street.gets(FORWARDED)
    assert street.engine.load(EntryPage()) == ()
    (note,) = street.engine.load(MessagePage())
    assert (note.kind, note.channel, note.facts["proposal"]["name"]) == (
        "proposal",
        "staff",
        "Ada Lovelace",
    )
    assert (
        "Ada Lovelace" in street.engine.composer.letter(note).text
        or street.engine.composer.letter(note).subject
    )


async def test_the_same_mail_twice_is_one_proposal(street: Forwarding) -> None:
    first = await street.gets(FORWARDED)
    assert await street.gets(FORWARDED) == first
    assert len(street.proposals()) == 1
    assert len(street.engine.load(MessagePage())) == 1


async def test_staff_may_forward_many_in_an_hour(street: Forwarding) -> None:
    for number in range(10):
        await street.gets(FORWARDED.replace("Lovelace", f"Lovelace {number}"))
    assert len(street.proposals()) == 10


async def test_there_is_an_end_to_open_proposals(
    street: Forwarding, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposal_limits, "MOST_OPEN", 1)
    await street.gets(FORWARDED, authentication_results=OF_STAFF)
    line = await street.gets(FORWARDED.replace("Ada", "Eva"), authentication_results=OF_STAFF)
    assert (line.made, line.reason) == ("ignored", reasons.TOO_MANY)


async def test_strangers_keep_out_neither_staff_nor_each_other(
    street: Forwarding, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, most in {"MOST_OPEN": 5, "MOST_OF_STRANGERS": 3, "MOST_OF_ONE": 2}.items():
        monkeypatch.setattr(proposal_limits, name, most)
    mallory, *others = (f"{name} <{name}@example.net>" for name in ("mallory", "eva", "dan"))
    flood = [await street.gets(f"A cut, please ({number})", mallory) for number in range(3)]
    assert [one.made for one in flood] == ["done", "done", "ignored"]
    more = [await street.gets("A cut, please", sender) for sender in others]
    assert [one.made for one in more] == ["done", "ignored"]
    forwarded = [
        await street.gets(FORWARDED.replace("Ada", f"Ada {number}")) for number in range(3)
    ]
    assert [one.made for one in forwarded] == ["done", "done", "ignored"]
    proven = [
        await street.gets(
            FORWARDED.replace("Ada", f"Eva {number}"), authentication_results=OF_STAFF
        )
        for number in range(6)
    ]
    assert [one.made for one in proven] == ["done"] * 5 + ["ignored"]


async def test_forged_mail_keeps_out_neither_proven_senders_nor_the_other_product(
    street: Forwarding, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, most in {"MOST_OF_STRANGERS": 3, "MOST_OF_ONE": 2}.items():
        monkeypatch.setattr(proposal_limits, name, most)
    forged = [f"m{number} <m{number}@example.org>" for number in range(5)]
    flood = [await street.gets("A cut, please", sender) for sender in forged]
    assert [one.made for one in flood] == ["done"] * 3 + ["ignored"] * 2
    real = [
        await street.gets("A cut, please", sender, authentication_results=PROVEN)
        for sender in ("Ann <ann@example.org>", "Bob <bob@example.org>")
    ]
    assert [one.made for one in real] == ["done", "done"]
    raw = mail("A cut tomorrow at 10, please", sender=forged[4])
    assert (await street.brings(raw, "bookings@rsvp.test")).made == "done"


@pytest.mark.parametrize(
    "headers",
    [
        {"auto_submitted": "auto-replied"},
        {"precedence": "bulk"},
        {"list_id": "<news>"},
        {"subject": "Out of office"},
    ],
)
async def test_what_no_person_wrote_is_no_request(
    street: Forwarding, headers: dict[str, str]
) -> None:
    line = await street.gets(FORWARDED, **headers)
    assert (line.made, line.scope) == ("ignored", "waitlist")
    assert street.proposals() == ()


async def test_a_mail_whose_domain_asks_to_refuse_it_is_no_request(street: Forwarding) -> None:
    names = Names({"_dmarc.salon.example": "v=DMARC1; p=reject"})
    strict = MailPipeline(street.engine, street.files, MailSettings(domain="rsvp.test"), names)
    line = await strict.take(
        ReceivedMail(mail(FORWARDED, sender=SAM), TO, Envelope(sender="sam@salon.example"))
    )
    strict.close()
    assert (line.made, line.scope) == ("ignored", "waitlist")
    assert street.proposals() == ()


async def test_our_own_address_writes_no_requests(street: Forwarding) -> None:
    line = await street.gets(FORWARDED, sender=TO)
    assert line.reason == "it comes from our own address"


async def test_a_customer_who_writes_directly_is_taken_from_the_sender(street: Forwarding) -> None:
    text = "Dear all, I would like a haircut (Cut), we are 2 people. Best on 2026-06-20. Eve"
    await street.gets(text, sender="Eve Adams <eve@example.org>", subject="An appointment")
    assert street.read() == {
        "name": ("Eve Adams", "likely"),
        "email": ("eve@example.org", "likely"),
        "service": ("Cut", "sure"),
        "party": ("2", "likely"),
        "earliest": ("2026-06-20", "guess"),
        "latest": ("2026-06-20", "guess"),
    }


async def test_of_two_services_none_is_guessed(street: Forwarding) -> None:
    await street.gets("Zoe Zander would like Colour or Cut", subject="waitlist")
    assert "service" not in street.read()


async def test_what_staff_type_themselves_is_not_about_them(street: Forwarding) -> None:
    text = "Name: Zoe Zander\nTel: +49 151 99999999\nzoe@example.org, Colour, until June 30"
    await street.gets(text, subject="waitlist")
    assert street.read() == {
        "name": ("Zoe Zander", "sure"),
        "phone": ("+4915199999999", "sure"),
        "email": ("zoe@example.org", "likely"),
        "service": ("Colour", "sure"),
        "latest": ("2026-06-30", "likely"),
    }


async def test_a_german_forward_is_read_too(street: Forwarding) -> None:
    text = """
    > Von: Änne Müller <aenne@example.org>
    > Gesendet: Freitag, 29. Mai 2026 18:04
    > An: Salon
    > Betreff: Termin
    >
    > Tisch für 4 Personen (Table), ab dem 3. Juli bitte.
    """
    await street.gets(text, subject="WG: Termin")
    found = street.read()
    assert (found["name"], found["party"]) == (("Änne Müller", "sure"), ("4", "likely"))
    assert (found["earliest"], found.get("latest")) == (("2026-07-03", "likely"), None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00\x01",
        "From: @\nTo: @",
        "31 February and 2026-13-40, call 12",
        "From: a@b c@d\nTo: x",
    ],
)
async def test_what_says_nothing_is_a_proposal_with_nothing_in_it(
    street: Forwarding, text: str
) -> None:
    await street.gets(text, subject="")
    assert street.read() == {}


async def test_the_waitlist_has_an_address_at_our_domain_only(street: Forwarding) -> None:
    assert street.lane.accepts("Waitlist@RSVP.test")
    assert not street.lane.accepts("waitlist@elsewhere.test")


async def test_a_mail_brought_by_hand_is_known_by_its_headers(street: Forwarding) -> None:
    raw = mail(FORWARDED, sender=SAM).replace(
        b"To: rsvp+party@rsvp.test", b"To: Salon <waitlist@rsvp.test>"
    )
    await street.lane.take(ReceivedMail(raw, ""))
    assert len(street.proposals()) == 1


@pytest.mark.parametrize(("report", "reach"), [(bounce, "bounced"), (complaint, "opted_out")])
async def test_reports_about_mails_of_the_waitlist_are_remembered_of_the_address(
    street: Forwarding, report: object, reach: str
) -> None:
    await street.engine.execute(
        JoinWaitlist(entry_id="eve", name="Eve", email="eve@example.org", service="Cut"), "customer"
    )
    sent = street.engine.load(MessagePage(to="eve@example.org"))[0]
    raw = report(f"{message_id_of(sent)}@rsvp.test", "eve@example.org")  # type: ignore[operator]
    await street.brings(raw, TO, sender="")
    contact = street.engine.load(Get(Contact, (contact_id("eve@example.org"),)))
    assert contact is not None
    assert contact.reach == reach


@pytest.mark.timing
@pytest.mark.parametrize(
    "text",
    [
        "to" + " " * 120_000 + "x 2026-06-20",
        "to" + "\n" * 120_000 + "x 2026-06-20",
        "1/2/" * 30_000,
        "+49 " * 30_000,
        "From: a@b " + " " * 120_000,
        "a." * 60_000 + "@",
        "1 June " * 18_000,
        "table for " * 12_000,
    ],
)
async def test_a_long_mail_is_read_in_no_time(street: Forwarding, text: str) -> None:
    """Nobody else is served while it is read."""
    with cpu_within(1):
        await street.gets(text)
        assert len(street.proposals()) == 1
