"""Links of a guest end when their address changes."""

import pytest

from fullhouse.kernel.links import Link
from fullhouse.kernel.product import SendNow
from fullhouse.products.rsvp import delivery
from fullhouse.products.rsvp.commands import ChangeContact, ConfirmAddress
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.link_binding import (
    bind_to_address,
    is_current,
    read_binding,
    without_binding,
)
from fullhouse.products.rsvp.model import GuestListState
from tests.support.rsvp_world import EVENT, Room


@pytest.mark.parametrize(("offer", "rev"), [("", 0), ("mo-1", 0), ("", 3), ("mo-1", 12)])
def test_a_binding_is_read_as_it_was_written(offer: str, rev: int) -> None:
    assert read_binding(bind_to_address(offer, rev)) == (offer, rev)


@pytest.mark.parametrize("about", ["", "mo-1", "mo", "mo--x", "--"])
def test_a_link_of_an_earlier_version_counts_as_sent_to_the_first_address(about: str) -> None:
    assert read_binding(about) == (about, 0)


def move(room: Room, email: str) -> None:
    room.ask(ChangeContact(event_id=EVENT, guest_id="anna", email=email))
    room.ask(ConfirmAddress(event_id=EVENT, guest_id="anna", mark=address_mark(email)))


def test_each_change_of_address_binds_the_links_sent_after_it() -> None:
    room = Room()
    room.sign_up("anna")
    first = room.messages("confirmation")[0]
    for number, email in enumerate(("new@example.org", "newer@example.org"), start=1):
        move(room, email)
        assert room.guest("anna").address_rev == number
    told = {message.to: message for message in room.messages("changed")}
    links = [delivery.link(told["newer@example.org"], "manage"), delivery.link(first, "manage")]
    assert [link and read_binding(link.offer) for link in links] == [("", 2), ("", 0)]


def test_a_notice_to_the_old_address_carries_no_link_that_works() -> None:
    room = Room(settles=False)
    room.sign_up("anna")
    move(room, "new@example.org")
    (notice,) = [
        message for message in room.messages("changed") if message.facts.get("old_address")
    ]
    state = GuestListState(event=room.event, guest=room.guest("anna"))
    verdict = delivery.check_delivery(notice, state, room.now)
    assert isinstance(verdict, SendNow)
    assert verdict.facts is not None
    assert "address_rev" not in verdict.facts["guest"]


@pytest.mark.parametrize(
    ("purpose", "about", "is_good"),
    [
        ("manage", "--1", True),
        ("manage", "", False),
        ("claim", "mo-1--1", True),
        ("claim", "mo-1", False),
        ("address", "", True),
    ],
)
def test_only_a_link_to_the_current_address_is_good(
    purpose: str, about: str, *, is_good: bool
) -> None:
    room = Room()
    room.sign_up("anna")
    move(room, "new@example.org")
    link = Link(purpose, EVENT, "anna", about, room.now)
    assert is_current(link, room.guest("anna")) == is_good
    assert without_binding(link).offer == about.partition("--")[0]
