"""A guest's own links do what they say, take nobody's seat who is inside, and write to few."""

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.rate_limit import ADDRESS_CHANGE, OWN_CHANGE
from fullhouse.products.rsvp.commands import CheckIn, ClaimOffer, EditEvent
from tests.support.event_app import Evening


def test_leaving_the_waitlist_takes_no_seat_that_came_since(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    for name in ("Ada", "Bob"):
        evening.signs_up(name)
    leave = evening.link("leave", "Bob")
    assert "Leave the waitlist?" in web.get(leave).text
    evening.give(EditEvent(event_id="party", cap=2))
    offer = evening.guest("Bob").offer
    assert offer is not None
    evening.give(ClaimOffer(event_id="party", guest_id="bob", offer_id=offer.id), "guest")
    for page in (web.get(leave), web.post(leave)):
        assert "Leave the waitlist?" not in page.text
        assert "<h1>You have a seat.</h1>" in page.text
    assert evening.guest("Bob").state == "confirmed"


def test_whoever_is_inside_is_not_asked_to_cancel(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=3, settings={"max_party": 3})
    evening.signs_up("Ada", party=3)
    evening.give(CheckIn(event_id="party", guest_id="ada", nonce="n1", people=3))
    cancel, manage = evening.link("cancel", "Ada"), evening.link("manage", "Ada")
    for page in (web.get(cancel), web.post(cancel)):
        assert page.status_code == 409
        assert "<h1>You&#39;re checked in.</h1>" in page.text
        assert "please tell the host" in page.text
    assert 'value="cancel"' not in web.get(manage).text
    smaller = web.post(manage, data={"do": "party", "party": "1"})
    assert "People of this party are checked in" in smaller.text
    assert (evening.guest("Ada").party, evening.guest("Ada").arrived) == (3, 3)


def test_a_guest_can_have_only_a_few_addresses_written_to(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    evening.signs_up("Ada")
    manage = evening.link("manage", "Ada")
    codes = [
        web.post(manage, data={"do": "contact", "email": f"x{number}@example.net"}).status_code
        for number in range(ADDRESS_CHANGE.holds + 1)
    ]
    assert codes == [200] * ADDRESS_CHANGE.holds + [429]
    assert len(evening.mails("address")) == ADDRESS_CHANGE.holds


@pytest.mark.parametrize("fields", [{}, {"party": ""}, {"party": " "}])
def test_a_party_without_a_number_stays_as_it_is(
    evening: Evening, web: TestClient, fields: dict[str, str]
) -> None:
    evening.opens(cap=3, settings={"max_party": 3})
    evening.signs_up("Ada", party=3)
    page = web.post(evening.link("manage", "Ada"), data={"do": "party", **fields})
    assert page.status_code == 422
    assert "Nothing was changed. Please say how many people you are." in page.text
    assert evening.guest("Ada").party == 3


def test_changing_ones_party_again_and_again_ends(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=9, settings={"max_party": 2})
    evening.signs_up("Ada")
    manage = evening.link("manage", "Ada")
    codes = [
        web.post(manage, data={"do": "party", "party": str(1 + number % 2)}).status_code
        for number in range(OWN_CHANGE.holds + 1)
    ]
    assert codes[:-1] == [200] * OWN_CHANGE.holds
    assert codes[-1] == 429
    cancelled = web.post(manage, data={"do": "cancel"})
    assert cancelled.status_code == 200
    assert evening.guest("Ada").state == "cancelled"
