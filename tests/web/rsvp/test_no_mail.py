"""Guest pages tell the truth while no email can leave."""

import pytest
from starlette.testclient import TestClient

from tests.support.attaching import change
from tests.support.event_app import Evening, post_form
from tests.web.desk.support import text_of

ANNA = {"name": "Anna", "email": "anna@example.org"}
NOT_NOW = "We can't send emails at the moment."


@pytest.fixture(autouse=True)
def nothing_leaves(web: TestClient) -> None:
    change(web.app, carries=frozenset)


def test_the_form_promises_no_email(evening: Evening, web: TestClient) -> None:
    evening.opens()
    said = text_of(web.get("/e/party"))
    assert NOT_NOW in said
    assert "We email you" not in said
    assert "Email me my link" not in said


def test_a_confirmed_guest_notes_the_date(evening: Evening, web: TestClient) -> None:
    evening.opens()
    said = text_of(post_form(web, "/e/party", data=ANNA))
    assert f"{NOT_NOW} Please note the date yourself." in said
    assert "on their way" not in said


def test_a_guest_on_the_waitlist_asks_the_host(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=1)
    evening.signs_up("Ben")
    said = text_of(post_form(web, "/e/party", data=ANNA))
    assert f"{NOT_NOW} Please ask the host." in said
    assert "email you" not in said


def test_nobody_is_sent_to_an_empty_inbox(evening: Evening, web: TestClient) -> None:
    evening.opens(settings={"confirm_by_mail": True})
    said = text_of(post_form(web, "/e/party", data=ANNA))
    assert "So you can't finish signing up here." in said
    assert "inbox" not in said
    assert "on its way" not in said


def test_an_address_that_is_known_gets_no_promise(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Anna")
    said = text_of(post_form(web, "/e/party", data=ANNA))
    assert NOT_NOW in said
    assert "Our email to" not in said


def test_a_link_that_cannot_leave_is_not_promised(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Anna")
    said = text_of(post_form(web, "/e/party", data={"do": "link", "email": "anna@example.org"}))
    assert NOT_NOW in said
    assert "on the way" not in said
    assert evening.mails("link") == []


def test_a_script_is_told_as_well(evening: Evening, web: TestClient) -> None:
    evening.opens(settings={"confirm_by_mail": True})
    assert web.post("/e/party", json=ANNA).json()["message"] == NOT_NOW
