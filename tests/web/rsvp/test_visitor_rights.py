"""What whoever signed up somebody else's address can't do on the page that follows."""

import re
from datetime import datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.rate_limit import OWN_CHANGE, VISITOR_CHANGE
from fullhouse.kernel.commands import Command
from fullhouse.products.rsvp.commands import (
    CancelGuest,
    ChangeContact,
    ClaimOffer,
    ConfirmAddress,
    EditEvent,
    SignUp,
)
from fullhouse.products.rsvp.contact_changes import address_mark
from tests.support import overtaking
from tests.support.event_app import Evening

LEAVE = {"do": "cancel"}
ADA = {"name": "Ada", "email": "ada@example.org", "nonce": "one"}
STRANGER = {**ADA, "nonce": "two"}
MOVED = "new@example.org"


def signs_up(web: TestClient, path: str = "/e/party", **more: str) -> str:
    answer = web.post(path, data={**ADA, **more})
    assert answer.status_code == 303
    return str(answer.headers["location"])


def overtake(evening: Evening, *others: Command) -> None:
    overtaking.overtake(evening.engine, *others, by="guest")


def own_sign_up(**more: Any) -> SignUp:
    wanted = {"event_id": "party", "guest_id": "owner", "name": "Owner", "email": ADA["email"]}
    return SignUp(**{**wanted, **more})


@pytest.mark.parametrize("press", [{"do": "cancel"}, {"do": "party", "party": "2"}])
@pytest.mark.parametrize("source", ["form", "link", "host"])
def test_a_press_on_its_way_does_not_reach_the_owners_sign_up(
    evening: Evening, web: TestClient, press: dict[str, str], source: str
) -> None:
    evening.opens(settings={"max_party": 3})
    page = signs_up(web)
    cancel = CancelGuest(event_id="party", guest_id=evening.guest("Ada").id)
    sent = "of the owner" if source == "form" else ""
    overtake(evening, cancel, own_sign_up(sent=sent, source=source))
    refused = web.post(page, data=press)
    assert refused.status_code == 410
    assert "This link has been replaced." in refused.text
    assert "Owner" not in refused.text
    assert (evening.guest("Ada").state, evening.guest("Ada").party) == ("confirmed", 1)


@pytest.mark.parametrize("purpose", ["signed-up", "manage", "cancel"])
def test_a_press_on_its_way_does_not_reach_a_new_address(
    evening: Evening, web: TestClient, purpose: str
) -> None:
    evening.opens()
    page = signs_up(web)
    guest = evening.guest("Ada")
    path = page if purpose == "signed-up" else evening.link(purpose, "Ada")
    asked = {"event_id": "party", "guest_id": guest.id}
    moved = ConfirmAddress(**asked, mark=address_mark(MOVED))
    overtake(evening, ChangeContact(**asked, email=MOVED), moved)
    assert web.post(path, data={"do": "cancel"}).status_code == 410
    assert evening.guest("new").state == "confirmed"


def test_coming_back_does_not_follow_the_owner_to_the_old_address(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    page = signs_up(web)
    guest = evening.guest("Ada")
    asked = {"event_id": "party", "guest_id": guest.id}
    evening.give(ChangeContact(**asked, email=MOVED), "guest")
    overtake(
        evening,
        ConfirmAddress(**asked, mark=address_mark(MOVED)),
        CancelGuest(event_id="party", guest_id=guest.id),
    )
    assert web.post(page, data={"do": "back"}).status_code == 410
    assert evening.event().confirmed == 0


def test_an_invitation_that_overtakes_a_press_is_not_accepted_by_it(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Bob")
    page = signs_up(web)
    guest = evening.guest("Ada")
    again = own_sign_up(guest_id=guest.id, sent=guest.sent)
    overtake(
        evening,
        CancelGuest(event_id="party", guest_id=guest.id),
        CancelGuest(event_id="party", guest_id="bob"),
        EditEvent(event_id="party", settings={"confirm_by_mail": True}),
        again,
    )
    refused = web.post(page, data={"do": "claim", "offer": f"{guest.id}-1"})
    assert refused.status_code == 410
    assert evening.guest("Ada").state == "pending"


def test_another_party_keeps_no_seat_that_its_owner_gave_up(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(settings={"max_party": 3})
    page = signs_up(web)
    ends_at = evening.gives_up("Ada").cancels_at
    assert "Your party is changed." in web.post(page, data={"do": "party", "party": "2"}).text
    assert evening.guest("Ada").cancels_at == ends_at
    evening.passes(minutes=31)
    assert evening.guest("Ada").state == "cancelled"


def test_the_owners_own_change_of_party_keeps_the_seat(evening: Evening, web: TestClient) -> None:
    evening.opens(settings={"max_party": 3})
    signs_up(web)
    evening.gives_up("Ada")
    web.post(evening.link("manage", "Ada"), data={"do": "party", "party": "2"})
    assert evening.guest("Ada").cancels_at is None


def test_the_name_and_the_language_that_the_owner_chose_are_not_shown(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    page = signs_up(web)
    own = {"do": "contact", "name": "Augusta", "email": ADA["email"], "language": "de"}
    assert "Gespeichert." in web.post(evening.link("manage", "Ada"), data=own).text
    seen = web.get(page).text
    assert "Augusta" not in seen
    assert '<html lang="en"' in seen
    assert '<html lang="pl"' in web.get(f"{page}?lang=pl").text


def test_a_link_as_a_name_is_not_shown(evening: Evening, web: TestClient) -> None:
    evening.opens()
    assert "evil.example" not in web.get(signs_up(web, name="win at evil.example")).text


def test_coming_back_does_not_choose_the_language_of_emails(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    page = signs_up(web, "/e/party?lang=de")
    plain = page.partition("?")[0]
    web.post(plain, data={"do": "cancel"})
    assert '<html lang="fr"' in web.post(f"{plain}?lang=fr", data={"do": "back"}).text
    assert evening.guest("Ada").language == "de"


def test_the_calendar_file_ends_with_the_page(evening: Evening, web: TestClient) -> None:
    evening.opens()
    page = signs_up(web)
    found = re.search(r'href="(/l/[^"]*\.calendar\.[^"]*)"', web.get(page).text)
    assert found is not None
    mine = found[1]
    assert "STATUS:CONFIRMED" in web.get(mine).text
    web.post(evening.link("cancel", "Ada"))
    assert "STATUS:CANCELLED" in web.get(mine).text
    web.cookies.clear()
    own = signs_up(web, nonce="two")
    replaced = web.get(mine)
    assert replaced.status_code == 410
    assert "You have signed up again" in replaced.text
    assert web.get(own).status_code == 200
    assert "STATUS:CONFIRMED" in web.get(evening.link("calendar", "Ada")).text


class TestHowOften:
    def test_a_visitor_leaves_the_owners_changes_to_the_owner(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens(settings={"max_party": 2})
        page = signs_up(web)
        codes = [
            web.post(page, data={"do": "party", "party": str(2 - number % 2)}).status_code
            for number in range(OWN_CHANGE.holds + 1)
        ]
        assert codes == [200] * VISITOR_CHANGE.holds + [429] * (len(codes) - VISITOR_CHANGE.holds)
        own = web.post(evening.link("manage", "Ada"), data={"do": "party", "party": "2"})
        assert own.status_code == 200

    def test_offers_are_not_declined_without_end(self, evening: Evening, web: TestClient) -> None:
        evening.opens(cap=1)
        evening.signs_up("Bob")
        page = signs_up(web)
        evening.signs_up("Cem")
        seated, waiting = "Bob", "Cem"
        codes = []
        for _ in range(VISITOR_CHANGE.holds + 1):
            evening.passes(seconds=1)
            evening.give(CancelGuest(event_id="party", guest_id=seated.lower()), "guest")
            offer = evening.guest("Ada").offer
            assert offer is not None
            codes.append(web.post(page, data={"do": "decline", "offer": offer.id}).status_code)
            if codes[-1] != 200:
                break
            evening.call(evening.engine.execute, claim(evening, waiting), "guest")
            evening.signs_up(seated)
            seated, waiting = waiting, seated
        assert codes == [200] * VISITOR_CHANGE.holds + [429]

    def test_nobody_leaves_and_signs_up_again_without_end(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        codes = []
        for number in range(VISITOR_CHANGE.holds + 1):
            page = signs_up(web, nonce=f"sign-up {number}")
            codes.append(web.post(page, data={"do": "cancel"}).status_code)
        assert codes == [200] * VISITOR_CHANGE.holds + [429]
        assert "Your seat is cancelled" in web.post(evening.link("manage", "Ada"), data=LEAVE).text


def claim(evening: Evening, name: str) -> Command:
    guest = evening.guest(name)
    assert guest.offer is not None
    return ClaimOffer(event_id="party", guest_id=guest.id, offer_id=guest.offer.id)


def test_a_yes_that_is_pressed_twice_says_the_same(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=1)
    evening.signs_up("Bob")
    page = signs_up(web)
    evening.give(CancelGuest(event_id="party", guest_id="bob"))
    offer = evening.guest("Ada").offer
    assert offer is not None
    for _ in range(2):
        answer = web.post(page, data={"do": "claim", "offer": offer.id})
        assert answer.status_code == 200
        assert "You have a seat." in answer.text


@pytest.mark.parametrize("hours", [6, 24 * 60])
def test_signing_up_somebody_after_the_event_began_writes_to_nobody(
    evening: Evening, web: TestClient, hours: int
) -> None:
    evening.opens(cap=1, starts_at=datetime(2026, 6, 1, 16, 0))
    evening.signs_up("Bob")
    signs_up(web)
    evening.passes(hours=hours)
    before = len(evening.mails(to=ADA["email"]))
    web.cookies.clear()
    assert "This address has already signed up." in web.post("/e/party", data=STRANGER).text
    assert len(evening.mails(to=ADA["email"])) == before
