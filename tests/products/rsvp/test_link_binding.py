"""Links of a guest end when their address changes."""

from collections.abc import Callable

import pytest

from fullhouse.kernel.links import Link
from fullhouse.kernel.product import SendNow
from fullhouse.products.rsvp import delivery
from fullhouse.products.rsvp.commands import (
    AnswerByMail,
    CancelGuest,
    ChangeContact,
    ChangeParty,
    ClaimOffer,
    ConfirmAddress,
)
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.link_binding import (
    bind_to_address,
    by_address,
    by_sign_up,
    is_current,
    read_binding,
    without_binding,
)
from fullhouse.products.rsvp.model import Guest, GuestListState
from tests.support.rsvp_world import EVENT, Room, mail


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


SENT = "0123456789abcdef of a sign-up"


def cancel(room: Room, link: str, name: str = "anna") -> str:
    return room.ask(CancelGuest(event_id=EVENT, guest_id=name, link=link)).code


class TestPressesOnTheirWay:
    def test_a_link_that_still_leads_to_its_guest_gives_commands(self) -> None:
        for by in (by_address, by_sign_up):
            room = Room()
            room.sign_up("anna", sent=SENT)
            assert cancel(room, by(room.guest("anna"))) == "cancelled"

    def test_the_page_of_a_sign_up_ends_with_it(self) -> None:
        room = Room()
        room.sign_up("anna", sent=SENT)
        guest = room.guest("anna")
        room.cancel("anna")
        room.sign_up("anna", sent="of the owner")
        assert cancel(room, by_sign_up(guest)) == "link_replaced"
        assert room.guest("anna").state == "confirmed"
        assert cancel(room, by_address(guest)) == "cancelled"

    def test_links_to_the_old_address_end_with_it(self) -> None:
        room = Room()
        room.sign_up("anna", sent=SENT)
        guest = room.guest("anna")
        move(room, "new@example.org")
        assert [cancel(room, by(guest)) for by in (by_address, by_sign_up)] == ["link_replaced"] * 2
        assert cancel(room, by_address(room.guest("anna"))) == "cancelled"

    def test_a_guest_who_is_gone_has_no_links(self) -> None:
        assert cancel(Room(), "--0", "nobody") == "link_replaced"

    def test_a_visitor_accepts_no_invitation(self) -> None:
        room = Room(confirm_by_mail=True)
        room.sign_up("anna", sent=SENT)
        guest, offer = room.guest("anna"), room.offer("anna").id
        claim = {"event_id": EVENT, "guest_id": "anna", "offer_id": offer}
        assert room.ask(ClaimOffer(**claim, link=by_sign_up(guest))).code == "offer_spent"
        assert room.ask(ClaimOffer(**claim, link=by_address(guest))).code == "confirmed"

    @pytest.mark.parametrize(("by", "keeps"), [(by_address, True), (by_sign_up, False)])
    def test_a_visitors_other_party_keeps_no_seat_that_is_given_up(
        self, by: Callable[[Guest], str], *, keeps: bool
    ) -> None:
        room = Room(max_party=3)
        room.sign_up("anna", sent=SENT)
        given_up = AnswerByMail(
            event_id=EVENT,
            guest_id="anna",
            name="Anna",
            email=mail("anna"),
            wants="cancel",
            occasion="one",
            proven=True,
            marked="anna",
            exact=False,
        )
        assert room.ask(given_up).code == "cancel_pending"
        more = ChangeParty(event_id=EVENT, guest_id="anna", party=2, link=by(room.guest("anna")))
        assert room.ask(more).code == "party_changed"
        room.after(minutes=31)
        assert room.guest("anna").state == ("confirmed" if keeps else "cancelled")
