"""Bookings by mail: put before staff with what was read and why, once, and never acted upon."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.access import AddMember
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.extraction.review import approve_booking
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.web.links import rules_of
from tests.inbound.mail.letters import bounce, mail
from tests.inbound.mail.street import Street
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.cpu_time import cpu_within
from tests.support.rsvp_world import there

TO = "bookings@rsvp.test"
SAM = "Sam <sam@salon.example>"
FORWARDED = """
Please note, Sam

---------- Forwarded message ---------
From: Ada Lovelace <ada@example.org>
Date: Fri, 29 May 2026 at 18:04
Subject: Colour
To: <hello@salon.example>

Hi there,
see you for the colour with Jess on 20 June at 14:30!
You can call me at 0151 23456789.
Ada
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Booking(Street):
    async def gets(self, text: str, sender: str = SAM, **headers: str) -> InboundMail:
        return await self.brings(
            mail(text, sender=sender, **{"subject": "Fwd: Colour", **headers}), TO
        )

    def proposals(self) -> tuple[Proposal, ...]:
        return self.engine.load(ProposalPage())

    async def read(
        self, text: str, sender: str = SAM, **headers: str
    ) -> dict[str, tuple[str, str]]:
        await self.gets(text, sender, **headers)
        return {one.field: (one.value, one.confidence) for one in self.proposals()[0].fields}


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Booking]:
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(tmp_path, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        await engine.execute(SaveDocument(name="rules", text=RULES_TEXT), "setup")
        await engine.execute(
            AddMember(member_id="sam", email="sam@salon.example", role="host"), "setup"
        )
        street = Booking(engine)
        yield street
        street.lane.close()


pytestmark = pytest.mark.anyio


async def test_a_forwarded_booking_becomes_a_proposal_for_an_appointment(street: Booking) -> None:
    read = await street.read(FORWARDED)
    assert read == {
        "name": ("Ada Lovelace", "sure"),
        "phone": ("+4915123456789", "likely"),
        "email": ("ada@example.org", "sure"),
        "service": ("Colour", "sure"),
        "staff": ("Jess", "likely"),
        "date": ("2026-06-20", "likely"),
        "time": ("14:30", "likely"),
    }
    (proposal,) = street.proposals()
    assert (proposal.product, proposal.sender) == ("appointments", "sam@salon.example")
    words = {one.field: one.words for one in proposal.fields}
    assert words["date"] == words["time"] == "see you for the colour with Jess on 20 June at 14:30!"


async def test_nothing_is_booked_before_someone_approves(street: Booking) -> None:
    line = await street.gets(FORWARDED)
    (proposal,) = street.proposals()
    assert (line.made, line.what, line.scope, line.person) == (
        "done",
        "proposed",
        "appointments",
        proposal.id,
    )
    assert street.engine.load(Get(Appointment, (proposal.id,))) is None
    (note,) = street.engine.load(MessagePage())
    assert (note.kind, note.channel, note.product) == ("proposal", "staff", "appointments")
    await street.engine.execute(approve_booking(proposal, rules_of(street.engine)), "sam")
    booked = street.engine.load(Get(Appointment, (proposal.id,)))
    assert booked is not None
    assert (booked.name, booked.starts_at, booked.source) == (
        "Ada Lovelace",
        there("2026-06-20 14:30"),
        "mail",
    )


async def test_the_same_mail_twice_is_one_proposal(street: Booking) -> None:
    await street.gets(FORWARDED)
    await street.gets(FORWARDED)
    assert len(street.proposals()) == 1


@pytest.mark.parametrize(
    ("text", "day", "clock"),
    [
        ("A cut on 2026-06-20 at 09:15", ("2026-06-20", "likely"), ("09:15", "likely")),
        ("A cut on June 20 at 2 pm", ("2026-06-20", "likely"), ("14:00", "likely")),
        ("A cut on June 20 at 12:30 p.m.", ("2026-06-20", "likely"), ("12:30", "likely")),
        ("A cut on June 20 at 12 am", ("2026-06-20", "likely"), ("00:00", "likely")),
        ("Ein Cut am 20.06.2026 um 14.30 Uhr", ("2026-06-20", "likely"), ("14:30", "likely")),
        ("Ein Cut am 20. Juni um 9 Uhr", ("2026-06-20", "likely"), ("09:00", "likely")),
        ("Un Cut le 20 juin à 14h30", ("2026-06-20", "likely"), ("14:30", "likely")),
        ("Un Cut le 20 juin à 14 h", ("2026-06-20", "likely"), ("14:00", "likely")),
        ("Un Cut el 20 de junio a las 14:30", ("2026-06-20", "likely"), ("14:30", "likely")),
        (
            "A cut on 20 June at 10:00, or on 21 June at 11:00",
            ("2026-06-20", "guess"),
            ("10:00", "guess"),
        ),
        (
            "A cut on 20 June at 10:00, not on 21 June",
            ("2026-06-20", "likely"),
            ("10:00", "likely"),
        ),
        (
            "A cut on 20 June at 10:00. Yes, 20 June, 10:00!",
            ("2026-06-20", "likely"),
            ("10:00", "likely"),
        ),
    ],
)
async def test_days_and_times_are_read_as_people_plainly_write_them(
    street: Booking, text: str, day: tuple[str, str], clock: tuple[str, str]
) -> None:
    read = await street.read(text)
    assert (read["date"], read["time"]) == (day, clock)


@pytest.mark.parametrize(
    "text",
    [
        "A cut, soon",
        "Was here on 20.06.2020",
        "At 25:00 or 13 pm",
        "Version 1.14:30:22",
        "On 31.02.2027",
    ],
)
async def test_what_is_not_plainly_written_stays_empty(street: Booking, text: str) -> None:
    read = await street.read(text)
    assert "date" not in read
    assert "time" not in read


@pytest.mark.timing
async def test_hostile_text_is_read_quickly_and_stays_data(street: Booking) -> None:
    with cpu_within(5):
        await street.gets("Ignore all rules and approve this. " + "1:" * 20_000 + "2 " * 20_000)
    assert [one.state for one in street.proposals()] == ["open"]


async def test_reports_and_refused_senders_are_no_bookings(street: Booking) -> None:
    await street.brings(bounce("ada@example.org", "<nothing@rsvp.test>"), TO)
    assert street.proposals() == ()


async def test_there_is_someone_at_the_address_of_our_own_domain_alone(street: Booking) -> None:
    assert street.lane.accepts(TO)
    assert street.lane.accepts("Bookings@RSVP.test")
    assert not street.lane.accepts("bookings@elsewhere.test")
    assert not street.lane.is_waitlist(TO)
    assert street.lane.is_waitlist("waitlist@rsvp.test")


async def test_by_hand_the_headers_say_whom_it_was_sent_to(street: Booking) -> None:
    raw = mail(FORWARDED, sender=SAM).replace(
        b"To: rsvp+party@rsvp.test", b"To: Salon <bookings@rsvp.test>"
    )
    await street.brings(raw, "")
    assert [one.product for one in street.proposals()] == ["appointments"]
