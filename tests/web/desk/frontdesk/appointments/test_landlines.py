"""A landline number from a mail: approved like any other, called by staff, never texted."""

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.waitlist.proposals import Propose
from tests.web.desk.frontdesk.appointments.book import Front
from tests.web.desk.frontdesk.appointments.test_proposals import PROPOSALS, proposes
from tests.web.desk.frontdesk.salon import tidy
from tests.web.desk.support import Desk

LANDLINE = "+4930123456"
MAIL = "zoe@example.org"
WORDS = "a landline: texts can't reach it"


def wishes(front: Front, **fields: str) -> None:
    read = {"name": "Zoe", "phone": LANDLINE, "service": "Cut", **fields}
    made = tuple(ProposedField(field, value) for field, value in read.items())
    proposal = Proposal(
        id="w1", product="waitlist", fields=made, mail="m1", at=front.evening.engine.now()
    )
    front.evening.give(Propose(proposal=proposal), "mail")


def kinds(front: Front, product: str = "appointments") -> list[tuple[str, str, str]]:
    """What was written to customers: its kind, by which way, and where to."""
    messages = front.evening.load(MessagePage(product))
    return [(one.kind, one.channel, one.to) for one in messages if one.channel != "staff"]


def test_the_page_says_what_a_landline_means(desk: Desk, front: Front) -> None:
    proposes(front, phone=LANDLINE)
    assert f"Phone {LANDLINE} (probably) {WORDS}" in tidy(desk.read(PROPOSALS))
    assert WORDS in tidy(desk.read(f"{PROPOSALS}/b1"))


def test_of_a_mobile_number_nothing_is_said(desk: Desk, front: Front) -> None:
    proposes(front)
    assert "landline" not in desk.read(PROPOSALS)


def test_a_booking_with_one_is_approved_and_reminded_by_mail(desk: Desk, front: Front) -> None:
    proposes(front, phone=LANDLINE, email=MAIL, time="14:00")
    assert (
        desk.send(f"{PROPOSALS}/b1/approve").headers["location"].endswith("done=booked&told=untold")
    )
    assert front.appointment("b1").addresses == (LANDLINE, MAIL)
    front.evening.passes(minutes=190)
    assert {one[1:] for one in kinds(front) if one[0] == "reminder"} == {("mail", MAIL)}


def test_without_a_mail_address_staff_are_told_that_nobody_was_reached(
    desk: Desk, front: Front
) -> None:
    proposes(front, phone=LANDLINE, time="14:00")
    desk.send(f"{PROPOSALS}/b1/approve")
    front.evening.passes(minutes=190)
    assert kinds(front) == []
    assert "gap_alert" in [one.kind for one in front.evening.load(MessagePage("appointments"))]


def test_both_products_know_that_it_takes_no_texts(desk: Desk, front: Front) -> None:
    proposes(front, phone=LANDLINE)
    desk.send(f"{PROPOSALS}/b1/approve")
    contact = front.evening.load(Get(Contact, (contact_id(LANDLINE),)))
    assert contact is not None
    assert contact.reach == "unreachable"
    assert contact.note == "a landline, which takes no texts"


@pytest.mark.parametrize(
    ("email", "channel", "done"), [(MAIL, "mail", "joined"), ("", "", "joined_untold")]
)
def test_a_wish_with_one_is_approved_onto_the_list(
    desk: Desk, front: Front, email: str, channel: str, done: str
) -> None:
    wishes(front, email=email)
    assert desk.send(f"{PROPOSALS}/w1/approve").headers["location"].endswith(f"done={done}")
    entry = front.entry("w1")
    assert (entry.phone, entry.channel) == (LANDLINE, channel)
    assert "text" not in [one[1] for one in kinds(front, "waitlist")]


def test_whoever_has_one_can_be_changed_like_anyone(desk: Desk, front: Front) -> None:
    proposes(front, phone=LANDLINE, email=MAIL)
    wishes(front)
    desk.send(f"{PROPOSALS}/b1/approve")
    desk.send(f"{PROPOSALS}/w1/approve")
    path = "/desk/appointments/a/b1"
    assert desk.send(f"{path}/edit", {"name": "Zoë", "phone": LANDLINE}).status_code == 303
    assert front.appointment("b1").name == "Zoë"
    assert desk.send(f"{path}/edit", {"phone": "030 7654321"}).status_code == 422
    assert front.appointment("b1").phone == LANDLINE


def test_what_staff_put_into_a_proposal_may_be_a_landline_too(desk: Desk, front: Front) -> None:
    proposes(front)
    fields = {
        "name": "Zoe",
        "service": "Cut",
        "date": "2026-06-02",
        "time": "10:00",
        "phone": "030 123456",
    }
    assert desk.send(f"{PROPOSALS}/b1", fields).status_code == 303
    assert front.appointment("b1").phone == LANDLINE
