"""Replies to messages of the front desk: STOP with a mark, and free text for staff."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import Extras, open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import ProposalPage
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
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
