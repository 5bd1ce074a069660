"""The page that a sign-up leads to: it can be bookmarked, and proves nothing about the address."""

import re
from typing import cast

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from fullhouse.engine.composing import Composer
from fullhouse.engine.urls import Urls
from fullhouse.products.rsvp.commands import CancelGuest, ChangeContact, ConfirmAddress, EditEvent
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.web.dependencies import attach, dependencies_of
from tests.support.event_app import Evening, post_form

ADA = {"name": "Ada", "email": "ada@example.org", "nonce": "one"}
MINE = re.compile(r'<circle class="mine"[^>]*>')


def signs_up(web: TestClient, **more: str) -> str:
    answer = web.post("/e/party", data={**ADA, **more})
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_a_sign_up_leads_to_a_page_that_stays(evening: Evening, web: TestClient) -> None:
    evening.opens()
    path = signs_up(web)
    first = web.get(path)
    assert "<h1>You have a seat.</h1>" in first.text
    assert "on their way to ada@example.org" in first.text
    assert web.get(path).text == first.text
    assert len(evening.mails()) == 1
    evening.passes(days=15)
    later = web.get(path).text
    assert "<h1>You have a seat.</h1>" in later
    assert "on their way" not in later


def test_the_same_form_sent_twice_leads_to_the_same_page(evening: Evening, web: TestClient) -> None:
    evening.opens()
    assert signs_up(web) == signs_up(web)
    assert evening.event().confirmed == 1


def test_the_page_keeps_the_language_that_was_chosen(evening: Evening, web: TestClient) -> None:
    evening.opens()
    answer = web.post("/e/party?lang=pl", data=ADA)
    assert answer.headers["location"].endswith("?lang=pl")
    assert '<html lang="pl"' in web.get(answer.headers["location"]).text


def test_the_seat_in_the_picture_stays_where_it_is(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=80)
    path = signs_up(web)
    before = MINE.findall(web.get(path).text)
    for number in range(30):
        evening.signs_up(f"Guest{number}")
    assert len(before) == 1
    assert MINE.findall(web.get(path).text) == before
    assert MINE.findall(web.get(evening.link("manage", "Ada")).text) == before


def test_it_can_cancel_change_and_come_back(evening: Evening, web: TestClient) -> None:
    evening.opens(settings={"max_party": 3})
    path = signs_up(web)
    assert "Your party is changed." in web.post(path, data={"do": "party", "party": "2"}).text
    assert evening.guest("Ada").party == 2
    assert "Your 2 seats are cancelled." in web.post(path, data={"do": "cancel"}).text
    assert "You have 2 seats." in web.post(path, data={"do": "back"}).text
    assert "You have 2 seats." in web.get(path).text
    assert evening.event().confirmed == 2


def test_it_claims_and_declines(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=1)
    evening.signs_up("Bob")
    path = signs_up(web)
    assert "You are number 1 on the waitlist." in web.get(path).text
    evening.give(CancelGuest(event_id="party", guest_id="bob"))
    asked = web.get(path).text
    assert "A seat is held for you." in asked
    assert 'value="decline"' in asked
    offer = evening.guest("Ada").offer
    assert offer is not None
    answer = web.post(path, data={"do": "claim", "offer": offer.id})
    assert "You have a seat." in answer.text


@pytest.mark.parametrize("action", ["contact", "stop", "resume", "keep"])
def test_what_is_the_addresss_owners_is_not_offered(
    evening: Evening, web: TestClient, action: str
) -> None:
    evening.opens()
    path = signs_up(web)
    guest = evening.guest("Ada")
    assert f'value="{action}"' not in web.get(path).text
    refused = web.post(path, data={"do": action, "name": "Eve", "email": "eve@example.org"})
    assert refused.status_code == 400
    assert evening.guest("Ada") == guest
    assert len(evening.mails()) == 1


def test_for_the_rest_it_mails_the_link_once_an_hour(evening: Evening, web: TestClient) -> None:
    evening.opens()
    path = signs_up(web)
    for _ in range(3):
        assert "Your link is on its way" in web.post(path, data={"do": "link"}).text
    assert [mail.to for mail in evening.mails("link")] == ["ada@example.org"]


def test_an_invitation_is_accepted_in_its_email_only(evening: Evening, web: TestClient) -> None:
    evening.opens()
    path = signs_up(web)
    web.post(path, data={"do": "cancel"})
    evening.give(EditEvent(event_id="party", settings={"confirm_by_mail": True}))
    told = web.post(path, data={"do": "back"}).text
    offer = evening.guest("Ada").offer
    assert offer is not None
    assert "Please press the button in our email to ada@example.org." in told
    assert 'value="claim"' not in told
    assert web.post(path, data={"do": "claim", "offer": offer.id}).status_code == 400
    assert evening.guest("Ada").state == "pending"


def test_it_ends_when_the_address_signs_up_again_elsewhere(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    stranger = signs_up(web)
    web.post(evening.link("cancel", "Ada"))
    web.cookies.clear()
    own = signs_up(web, nonce="two")
    replaced = web.get(stranger)
    assert replaced.status_code == 410
    assert "You have signed up again or changed your email address since." in replaced.text
    assert 'href="/e/party"' in replaced.text
    assert web.post(stranger, data={"do": "cancel"}).status_code == 410
    assert "You have a seat." in web.get(own).text


def test_it_ends_with_its_address(evening: Evening, web: TestClient) -> None:
    evening.opens()
    path = signs_up(web)
    guest = evening.guest("Ada")
    asked = {"event_id": "party", "guest_id": guest.id}
    evening.give(ChangeContact(**asked, email="new@example.org"), "guest")
    evening.give(ConfirmAddress(**asked, mark=address_mark("new@example.org")), "guest")
    assert web.get(path).status_code == 410


def test_a_link_of_no_sign_up_opens_nothing(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Bob")
    assert evening.guest("Bob").sent == ""
    assert web.get(evening.link("signed-up", "Bob")).status_code == 410


def test_a_known_address_is_led_nowhere(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Ada")
    answer = web.post("/e/party", data=ADA)
    assert (answer.status_code, "location" in answer.headers) == (200, False)
    assert "This address has already signed up." in answer.text


def test_a_press_in_an_email_that_asks_leads_to_the_guests_own_page(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(settings={"confirm_by_mail": True})
    web.post("/e/party", data=ADA)
    (mail,) = evening.mails("invite")
    link = evening.engine.composer.letter(mail).links["confirm"]
    done = post_form(web, link.removeprefix(evening.engine.composer.urls.guests))
    assert "You have a seat." in done.text


class TestTheTwoAnswers:
    def offered(self, evening: Evening) -> str:
        evening.opens(cap=1)
        evening.signs_up("Ada")
        evening.signs_up("Bob")
        evening.give(CancelGuest(event_id="party", guest_id="ada"))
        offer = evening.guest("Bob").offer
        assert offer is not None
        return offer.id

    def answers(self, page: str) -> dict[str, str]:
        forms = re.findall(
            r'<form method="(?:post|get)"(?: action="([^"]*)")?>\s*'
            r'<button class="button (yes|no)"',
            page,
        )
        return {kind: path for path, kind in forms}

    def test_the_page_of_a_claim_has_both(self, evening: Evening, web: TestClient) -> None:
        path = evening.link("claim", "Bob", offer=self.offered(evening))
        page = web.get(path).text
        answers = self.answers(page)
        assert answers["yes"] == ""
        assert "No thanks, not this time" in page
        told = web.post(answers["no"]).text
        assert "You keep your place on the waitlist." in told
        assert evening.guest("Bob").state == "waitlisted"

    def test_the_page_of_a_no_has_both(self, evening: Evening, web: TestClient) -> None:
        path = evening.link("decline", "Bob", offer=self.offered(evening))
        answers = self.answers(web.get(path).text)
        assert answers["no"] == ""
        assert "You have a seat." in web.post(answers["yes"]).text

    def test_declining_an_invitation_asks_first(self, evening: Evening, web: TestClient) -> None:
        evening.opens(settings={"confirm_by_mail": True})
        web.post("/e/party", data=ADA)
        offer = evening.guest("Ada").offer
        assert offer is not None
        no = ""
        for path in (evening.link("confirm", "Ada", offer=offer.id), evening.link("manage", "Ada")):
            page = web.get(path).text
            (no,) = re.findall(
                r'<form method="get" action="([^"]*)">\s*<button class="button no"', page
            )
            asked = web.get(no).text
            assert "<h1>Cancel your sign-up?</h1>" in asked
            assert evening.guest("Ada").state == "pending"
        assert web.post(no).status_code == 200
        assert evening.guest("Ada").state == "cancelled"

    def test_cancelling_looks_different_and_asks_first(
        self, evening: Evening, web: TestClient
    ) -> None:
        evening.opens()
        evening.signs_up("Ada")
        page = web.get(evening.link("manage", "Ada")).text
        folded = page.partition("come after all<")[2].partition("</details>")[0]
        assert "<strong>Cancel your seat?</strong>" in folded
        assert '<button class="button no" type="submit" name="do" value="cancel">' in folded
        assert 'class="button yes"' not in page


def test_the_form_may_lead_on_to_the_site_of_links(evening: Evening, web: TestClient) -> None:
    evening.opens()
    here = web.get("/e/party").headers["content-security-policy"]
    assert "form-action 'self';" in here
    app = cast("Starlette", web.app)
    composer = evening.engine.composer
    apart = Urls(guests="http://testserver", links="https://links.example", desk="")
    evening.engine.composer = Composer(apart, composer.keyring)
    attach(app, msgspec.structs.replace(dependencies_of(app), sites=frozenset({"guests"})))
    there = web.get("/e/party").headers["content-security-policy"]
    assert "form-action 'self' https://links.example;" in there
    assert signs_up(web).startswith("https://links.example/l/")
