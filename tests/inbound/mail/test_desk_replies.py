"""Replies to messages of the front desk: STOP with a mark, and free text for staff."""

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from fullhouse.engine.inbound_mail import InboundPage
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.attachments.document import Document
from fullhouse.inbound.extraction.request import read_request
from fullhouse.inbound.extraction.review import approve_booking
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.mail.parsing import Mail, Part
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.inbound.mail.without_links import without_links
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import Extras, open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.commands import BookAppointment, CancelAppointment
from fullhouse.products.frontdesk.appointments.model import AppointmentPage
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, FreeSlot, JoinWaitlist
from fullhouse.web.links import rules_of
from tests.inbound.mail.letters import bounce, mail
from tests.inbound.mail.street import PROVEN, Street
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.rsvp_world import there

pytestmark = pytest.mark.anyio


class Customer(NamedTuple):
    """Someone with a message of one product, and the product's own mailbox."""

    name: str
    product: str
    box: str


CUSTOMERS = pytest.mark.parametrize(
    "who", [Customer("eve", "waitlist", "waitlist"), Customer("emil", "appointments", "bookings")]
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class FrontDesk(Street):
    def last(self, name: str) -> Message:
        return self.engine.load(MessagePage(to=f"{name}@example.org"))[0]

    def reach(self, name: str) -> str:
        contact = self.engine.load(Get(Contact, (contact_id(f"{name}@example.org"),)))
        return contact.reach if contact else "fine"

    async def says(self, name: str, to: str, text: str, **headers: str) -> str:
        """Write as someone; return what was made of it."""
        sender = f"{name.title()} <{name}@example.org>"
        headers = {"authentication_results": PROVEN, **headers}
        return (await self.brings(mail(text, sender=sender, **headers), to)).what


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[FrontDesk]:
    clock, extras = VirtualClock(there("2026-06-01 11:00")), Extras(mail_domain="rsvp.test")
    async with open_engine(
        tmp_path, clock, MailboxCarrier(), "http://x", settles=True, extras=extras
    ) as engine:
        await engine.execute(SaveDocument(name="rules", text=RULES_TEXT), "setup")
        for name in ("eve", "mallory"):
            join = JoinWaitlist(
                entry_id=name, name=name.title(), email=f"{name}@example.org", service="Cut"
            )
            await engine.execute(join, "customer")
        book = BookAppointment(
            appointment_id="emil",
            name="Emil",
            email="emil@example.org",
            service="Cut",
            starts_at=there("2026-06-03 10:00"),
            minutes=45,
            tell=True,
        )
        await engine.execute(book, "staff")
        desk = FrontDesk(engine)
        yield desk
        desk.lane.close()


@CUSTOMERS
async def test_replies_go_to_an_address_with_the_mark(desk: FrontDesk, who: Customer) -> None:
    message = desk.last(who.name)
    assert message.product == who.product
    assert desk.engine.composer.letter(message).reply_to == f"desk+{message.mark}@rsvp.test"
    assert desk.lane.accepts(f"desk+{message.mark}@rsvp.test")
    assert not desk.lane.accepts(f"desk+{'a' * 19}@rsvp.test")
    assert desk.lane.accepts(f"{who.box}@rsvp.test")


@CUSTOMERS
async def test_stop_to_the_address_for_replies_stops_messages(
    desk: FrontDesk, who: Customer
) -> None:
    to = f"desk+{desk.last(who.name).mark}@rsvp.test"
    await desk.says(who.name, to, "STOP")
    assert (desk.reach(who.name), desk.engine.load(ProposalPage())) == ("opted_out", ())


@CUSTOMERS
async def test_stop_to_the_products_own_address_needs_our_mail_before_it(
    desk: FrontDesk, who: Customer
) -> None:
    to = f"{who.box}@rsvp.test"
    await desk.says(who.name, to, "STOP")
    (proposal,) = desk.engine.load(ProposalPage())
    assert (proposal.product, desk.reach(who.name)) == (who.product, "fine")
    await desk.says(who.name, to, "STOP!", in_reply_to=f"<{desk.last(who.name).mark}@rsvp.test>")
    assert desk.reach(who.name) == "opted_out"


@CUSTOMERS
async def test_a_forged_stop_is_put_before_staff(desk: FrontDesk, who: Customer) -> None:
    to = f"desk+{desk.last(who.name).mark}@rsvp.test"
    await desk.says(who.name, to, "STOP", authentication_results="")
    await desk.says("mallory", to, "STOP")
    assert (desk.reach(who.name), desk.reach("mallory")) == ("fine", "fine")
    assert [one.product for one in desk.engine.load(ProposalPage())] == [who.product, who.product]


@CUSTOMERS
async def test_free_text_reaches_staff_of_the_same_product(desk: FrontDesk, who: Customer) -> None:
    to = f"desk+{desk.last(who.name).mark}@rsvp.test"
    assert await desk.says(who.name, to, "Could I come at four instead?") == "proposed"
    (proposal,) = desk.engine.load(ProposalPage(product=who.product))
    assert (proposal.sender, proposal.proven) == (f"{who.name}@example.org", True)


@CUSTOMERS
async def test_a_bounce_needs_the_mark_and_nothing_else(desk: FrontDesk, who: Customer) -> None:
    email, mark = f"{who.name}@example.org", desk.last(who.name).mark
    forged = await desk.brings(bounce("x@rsvp.test", email), f"{who.box}@rsvp.test", "")
    assert (forged.made, desk.reach(who.name)) == ("ignored", "fine")
    await desk.brings(bounce(f"{mark}@rsvp.test", email), f"{who.box}@rsvp.test", "")
    assert desk.reach(who.name) == "bounced"


async def test_a_quoted_link_of_ours_is_stored_and_shown_to_nobody(desk: FrontDesk) -> None:
    link = Link("leave", "waitlist", "emil")
    signed = desk.engine.composer.keyring.sign(link)
    mark = desk.last("emil").mark
    quoted = f"> Leave: https://x.example/l/{signed}\n> Reply to desk+{mark}@rsvp.test"
    proposal = await _replies(desk, f"Could I come at four instead?\n\n{quoted}")
    (line,) = desk.engine.load(InboundPage(limit=1))
    for stored in (proposal, line):
        assert signed.rpartition(".")[2] not in repr(stored)
        assert f"desk+{mark}@" not in repr(stored)


def _pieces(secret: str) -> set[str]:
    return {secret[at : at + 12] for at in range(len(secret) - 12)}


@pytest.mark.parametrize("between", ["\n", "=\n", " ", "\u200b", ""])
@pytest.mark.parametrize("cut", [20, 43, 50, 70])
async def test_no_piece_of_a_link_is_in_the_words_of_a_field(
    desk: FrontDesk, between: str, cut: int
) -> None:
    signed = desk.engine.composer.keyring.sign(Link("leave", "waitlist", "emil"))
    url = f"https://x.example/l/{signed}"
    said = "Please put me on the waitlist for a Cut. I am Emil.\nCancel: "
    text = f"{said}{url[:-cut]}{between}{url[-cut:]}\nphone 0151 23456789"
    subject = f"Cut on Friday {signed}"
    await desk.says("nora", "waitlist@rsvp.test", text, subject=subject)
    (proposal,) = desk.engine.load(ProposalPage("open"))
    assert proposal.fields
    stored = "".join(repr(msgspec.to_builtins(proposal)).split())
    assert not [one for one in _pieces(signed.rpartition(".")[2]) if one in stored]


async def test_no_piece_of_a_link_is_in_a_file_or_a_page(desk: FrontDesk) -> None:
    signed = desk.engine.composer.keyring.sign(Link("leave", "waitlist", "emil"))
    page = f"<p>A Cut on Friday, please. I am Emil Nolde<br>{signed[:-30]}<wbr>{signed[-30:]}</p>"
    mail = ReadMail(
        mail=Mail(
            (("subject", f"Cut {signed}"), ("from", "Emil <emil@example.org>")),
            (Part("text/html", {}, "", attached=False, sent=page.encode()),),
        ),
        name=f"Emil {signed}",
        text=f"Cut {signed}",
        documents=(Document(f"{signed}.txt", "text", f"Phone 0151 23456789 {signed}"),),
    )
    now = desk.engine.now()
    blanked = without_links(mail)
    fields = read_request(blanked, Rulebook(), now, frozenset())
    shown = repr((blanked.mail.headers, blanked.name, blanked.text, blanked.documents, fields))
    assert fields
    assert not [one for one in _pieces(signed.rpartition(".")[2]) if one in shown]


async def _replies(desk: FrontDesk, text: str, **headers: str) -> Proposal:
    """Answer the message about Emil's appointment; return the proposal."""
    to = f"desk+{desk.last('emil').mark}@rsvp.test"
    assert await desk.says("emil", to, text, **headers) == "proposed"
    (proposal,) = desk.engine.load(ProposalPage("open"))
    return proposal


def _appointments(desk: FrontDesk) -> list[tuple[str, datetime]]:
    book = desk.engine.load(AppointmentPage())
    return [(one.id, one.starts_at) for one in book if one.stands]


@pytest.mark.parametrize("proof", [PROVEN, ""])
async def test_a_reply_that_asks_for_another_time_moves_the_appointment(
    desk: FrontDesk, proof: str
) -> None:
    text = "Can we make it Thursday at 3pm instead?"
    proposal = await _replies(desk, text, authentication_results=proof)
    assert (proposal.value("change"), proposal.value("appointment")) == ("moved", "emil")
    words = next(field.words for field in proposal.fields if field.field == "change")
    assert words == (
        "emil@example.org answered our message to Emil about Cut, Wednesday 3 June 2026, 10:00."
    )
    command = approve_booking(proposal, rules_of(desk.engine))
    assert (await desk.engine.execute(command, "staff")).code == "edited"
    assert _appointments(desk) == [("emil", there("2026-06-04 15:00"))]


async def test_only_another_hour_keeps_the_day(desk: FrontDesk) -> None:
    proposal = await _replies(desk, "Could I come at 16:00 instead?")
    assert (proposal.value("date"), proposal.value("time")) == ("2026-06-03", "16:00")
    await desk.engine.execute(approve_booking(proposal, rules_of(desk.engine)), "staff")
    assert _appointments(desk) == [("emil", there("2026-06-03 16:00"))]


async def test_another_service_in_a_reply_is_changed_with_the_time(desk: FrontDesk) -> None:
    proposal = await _replies(desk, "Could I have Colour with Sam on Thursday at 3pm instead?")
    command = approve_booking(proposal, rules_of(desk.engine))
    changed = (await desk.engine.execute(command, "staff")).appointment
    assert (changed.service, changed.staff, changed.minutes) == ("Colour", "Sam", 90)
    assert _appointments(desk) == [("emil", there("2026-06-04 15:00"))]


@pytest.mark.parametrize("text", ["Sorry, I can't come.", "Yes, see you!"])
async def test_a_reply_without_a_time_changes_nothing(desk: FrontDesk, text: str) -> None:
    proposal = await _replies(desk, text)
    assert (proposal.value("change"), proposal.value("appointment")) == ("reply", "emil")
    assert proposal.text == text
    with pytest.raises(Invalid):
        approve_booking(proposal, rules_of(desk.engine))
    note = desk.engine.load(MessagePage(kind="proposal"))[0]
    letter = desk.engine.composer.letter(note)
    assert letter.subject == "Reply to our message to Emil: Cut, Wednesday 3 June, 10:00"
    assert text in " ".join(letter.paragraphs)


async def test_a_reply_about_an_appointment_that_is_gone_is_a_new_request(desk: FrontDesk) -> None:
    await desk.engine.execute(CancelAppointment(appointment_id="emil"), "staff")
    proposal = await _replies(desk, "Can we make it Thursday at 3pm instead?")
    assert proposal.value("change") == ""


async def _offered(desk: FrontDesk) -> Message:
    """Offer Eve a slot; return the offer."""
    free = FreeSlot(slot_id="s1", service="Cut", starts_at=there("2026-06-03 16:00"), staff="Jess")
    await desk.engine.execute(free, "staff")
    return desk.last("eve")


async def test_staff_read_what_an_offer_was_answered(desk: FrontDesk) -> None:
    offer = await _offered(desk)
    assert offer.kind == "offer"
    await desk.says("eve", f"desk+{offer.mark}@rsvp.test", "Yes please, I'll take it!")
    (proposal,) = desk.engine.load(ProposalPage("open"))
    assert (proposal.value("change"), proposal.value("entry")) == ("reply", "eve")
    letter = desk.engine.composer.letter(desk.engine.load(MessagePage(kind="proposal"))[0])
    assert letter.subject == "Reply to our message to Eve: Cut, Wednesday 3 June, 16:00"
    assert "“Yes please, I'll take it!”" in letter.paragraphs


async def test_staff_read_what_someone_on_the_waitlist_replied(desk: FrontDesk) -> None:
    to = f"desk+{desk.last('eve').mark}@rsvp.test"
    await desk.says("eve", to, "Is it long?")
    (proposal,) = desk.engine.load(ProposalPage("open"))
    words = next(field.words for field in proposal.fields if field.field == "change")
    assert words == "eve@example.org answered our message to Eve about Cut."


async def test_a_reply_to_the_confirmation_of_a_claim_is_about_its_appointment(
    desk: FrontDesk,
) -> None:
    await _offered(desk)
    claim = ClaimSlot(entry_id="eve", slot_id="s1", seq=1)
    await desk.engine.execute(claim, "customer")
    confirmation = desk.last("eve")
    assert (confirmation.product, confirmation.kind) == ("waitlist", "booked")
    await desk.says("eve", f"desk+{confirmation.mark}@rsvp.test", "Could I come at 17:00 instead?")
    (proposal,) = desk.engine.load(ProposalPage("open"))
    assert (proposal.product, proposal.value("change")) == ("appointments", "moved")
    await desk.engine.execute(approve_booking(proposal, rules_of(desk.engine)), "staff")
    assert ("s1", there("2026-06-03 17:00")) in _appointments(desk)
