"""News about what a guest has comes at once, whatever strangers do to the guest's inbox."""

import pytest

from fullhouse.engine import known_addresses
from fullhouse.engine.known_addresses import (
    EraseKnownAddress,
    KnownAddresses,
    address_digest,
    known_id,
)
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp import commands
from tests.support.rsvp_world import EVENT, HOST, Room, mail, sign_up

NEWS = "event_cancelled"


def flooded(number: int = 30) -> Room:
    """Return an event for which a stranger has signed up many addresses of Anna's inbox."""
    room = Room(cap=300)
    for count in range(number):
        address = f"anna+{count}@example.org"
        room.ask(sign_up(f"anna{count}", email=address), "guest")
    return room


def with_plus(room: Room, number: int) -> int:
    """Return how many emails one of these addresses got that the event is called off."""
    address = f"anna+{number}@example.org"
    return len([one for one in room.carrier.handed if (one.to, one.kind) == (address, NEWS)])


def known(room: Room) -> KnownAddresses:
    found = room.store.load(Get(KnownAddresses, (known_id(mail("anna"), EVENT),)))
    assert found is not None
    return found


@pytest.mark.parametrize("strangers", [40, pytest.param(220, marks=pytest.mark.proof)])
def test_news_reaches_a_guest_at_once_however_many_addresses_a_stranger_signed_up(
    strangers: int,
) -> None:
    room = flooded(strangers)
    room.ask(sign_up("anna"), "guest")
    room.call_off()
    assert len(room.carrier.to("anna", NEWS)) == 1
    assert sum(with_plus(room, number) for number in range(strangers)) == 4


def test_the_address_without_a_plus_keeps_its_turn() -> None:
    room = flooded()
    room.edit(starts_at="2026-06-19 20:00")
    assert known(room).with_plus == 4
    room.ask(sign_up("anna"), "guest")
    room.edit(starts_at="2026-06-19 21:00")
    assert len(room.carrier.to("anna", "changed")) == 1
    assert len(known(room).unproven) == 5


def test_at_most_five_unproven_addresses_get_news_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_addresses, "MOST_UNPROVEN", 2)
    room = flooded(2)
    room.ask(sign_up("zoe", email=mail("anna")), "guest")
    for number in range(9):
        again = commands.ResendLink(event_id=EVENT, guest_id="zoe", occasion=f"{number}")
        room.give(again, "guest")
    room.call_off()
    assert [with_plus(room, number) for number in (0, 1)] == [1, 1]
    assert not room.carrier.to("anna", NEWS)


def test_an_address_whose_link_was_pressed_is_proven() -> None:
    room = flooded()
    for _ in range(2):
        room.give(commands.ChangeParty(event_id=EVENT, guest_id="anna29", party=1), "guest")
        room.give(commands.CancelGuest(event_id=EVENT, guest_id="anna29"), "guest")
        back = sign_up("anna29", email="anna+29@example.org", source="link")
        room.give(back, "guest")
    assert known(room).proven == (address_digest("anna+29@example.org"),)
    room.call_off()
    assert [with_plus(room, number) for number in (28, 29)] == [0, 1]


def test_an_address_that_the_host_entered_is_proven() -> None:
    room = flooded()
    theirs = sign_up("theirs", email="anna+theirs@example.org", source="import")
    room.ask(theirs, HOST)
    room.call_off()
    assert [one.kind for one in room.messages(to="anna+theirs@example.org")][-1] == NEWS
    assert room.messages(to="anna+theirs@example.org")[-1].status == "sent"


def test_a_known_address_can_be_erased() -> None:
    room = flooded(1)
    erase = EraseKnownAddress(known_id=known_id(mail("anna"), EVENT), digest="unknown")
    room.give(erase)
    room.edit(starts_at="2026-06-19 20:00")
    room.give(erase)
    assert len(known(room).unproven) == 1
    digest = address_digest("anna+0@example.org")
    room.give(EraseKnownAddress(known_id=known_id(mail("anna"), EVENT), digest=digest))
    assert known(room).unproven == ()
