"""Guests correct name and address on their page; a new address is confirmed first."""

import re
from html import unescape

from starlette.testclient import TestClient

from fullhouse.products.rsvp.commands import EraseGuest, StopMail
from tests.support.event_app import Evening

NEW = "ada@new.example"


def save(web: TestClient, evening: Evening, **fields: str) -> str:
    answer = web.post(evening.link("manage", "Ada"), data={"do": "contact", **fields})
    return f"{answer.status_code} {unescape(answer.text)}"


def address_link(evening: Evening, to: str = NEW) -> str:
    """The path of the link in the mail to the new address."""
    letter = evening.engine.composer.letter(evening.mails("address", to)[0])
    return letter.links["address"].removeprefix(evening.engine.composer.urls.guests)


def test_a_guest_changes_their_name(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Ada")
    page = web.get(evening.link("manage", "Ada")).text
    assert "Change my name, email or language" in page
    said = save(web, evening, name="  Ada   Lovelace ", email="ada@example.org")
    assert said.startswith("200")
    assert "Saved." in said
    assert evening.guest("Ada").name == "Ada Lovelace"


def test_a_new_address_counts_after_the_button_in_its_mail_and_the_old_one_is_told(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    guest = evening.signs_up("Ada")
    evening.give(StopMail(event_id="party", guest_id=guest.id))
    said = save(web, evening, name="Ada", email="ADA@new.example")
    assert f"We've sent an email to <bdi>{NEW}</bdi>" in said
    path = address_link(evening)
    question = web.get(path)
    assert (question.status_code, "One more step" in question.text, NEW in question.text) == (
        200,
        True,
        True,
    )
    assert evening.guest("Ada").email == "ada@example.org"
    told = web.post(path)
    assert (told.status_code, "We write to this address now." in told.text) == (200, True)
    assert [one.kind for one in evening.mails(to=NEW)] == ["changed", "address"]
    assert evening.mails("changed", "ada@example.org")
    moved = next(one for one in evening.mails("changed", NEW))
    assert moved.person == guest.id
    again = web.get(path)
    assert (again.status_code, "We write to this address now." in again.text) == (200, True)


def test_a_replaced_link_says_so_and_does_nothing(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Ada")
    save(web, evening, email="first@new.example")
    first = address_link(evening, "first@new.example")
    save(web, evening, email=NEW)
    for answer in (web.get(first), web.post(first)):
        assert (answer.status_code, "This link has been replaced." in answer.text) == (410, True)
    assert evening.guest("Ada").email == "ada@example.org"


def test_what_cannot_be_used_stays_typed_with_the_reason_beside_it(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    evening.signs_up("Ada")
    evening.signs_up("Ben")
    said = save(web, evening, name="Ada L", email="not an address")
    assert said.startswith("422")
    assert 'value="not an address"' in said
    assert re.search(r"id=\"email-wrong\">That doesn't look like", said)
    taken = save(web, evening, name="Ada", email="ben@example.org")
    assert taken.startswith("409")
    assert "already on the list of this event" in taken


def test_a_cancelled_guest_has_nothing_to_put_right(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Ada")
    web.post(evening.link("manage", "Ada"), data={"do": "cancel"})
    assert "Change my name, email or language" not in web.get(evening.link("manage", "Ada")).text


def test_the_links_of_someone_who_was_erased_lead_nowhere(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    guest = evening.signs_up("Ada")
    path = evening.link("manage", "Ada")
    evening.give(EraseGuest(event_id="party", guest_id=guest.id))
    for answer in (web.get(path), web.post(path, data={"do": "back"})):
        assert (answer.status_code, "This page is gone." in answer.text) == (410, True)
