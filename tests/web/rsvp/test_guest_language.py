"""Guests read pages and messages in the language that they chose."""

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.rate_limit import SIGN_UP
from fullhouse.products.rsvp.commands import EditEvent
from tests.support.event_app import Evening, post_form

ADA = {"name": "Ada", "email": "ada@example.org"}


def signs_up_in_french(web: TestClient) -> str:
    answer = post_form(web, "/e/party?lang=fr", data=ADA)
    assert answer.status_code == 200
    return answer.text


def letter(evening: Evening, kind: str) -> tuple[str, str]:
    """Return language and subject of the newest message of a kind."""
    found = evening.engine.composer.letter(evening.mails(kind)[0])
    return found.language, found.subject


def test_a_page_is_in_the_language_that_its_reader_picks(evening: Evening, web: TestClient) -> None:
    evening.opens(settings={"language": "de"})
    assert '<html lang="de"' in web.get("/e/party", headers={"accept-language": "es"}).text
    page = web.get("/e/party?lang=fr").text
    assert '<html lang="fr"' in page
    assert 'href="?lang=es"' in page
    assert '<a href="?lang=fr" lang="fr" hreflang="fr" rel="nofollow" aria-current="true">' in page


@pytest.mark.parametrize("query", ["lang=tlh", "lang=", "lang=FR", "lang=fr%00", "xlang=fr", "l"])
def test_a_language_that_we_do_not_write_changes_nothing(
    evening: Evening, web: TestClient, query: str
) -> None:
    evening.opens(settings={"language": "de"})
    assert '<html lang="de"' in web.get(f"/e/party?{query}").text


def test_other_parts_of_the_address_stay_in_the_links_unless_they_are_long(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    assert 'href="?x=%22%3E&amp;lang=de"' in web.get("/e/party?x=%22%3E&lang=fr").text
    assert 'href="?lang=de"' in web.get(f"/e/party?x={'y' * 500}").text


def test_whoever_signs_up_in_a_language_is_written_to_in_it(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    assert '<html lang="fr"' in signs_up_in_french(web)
    assert evening.guest("Ada").language == "fr"
    assert letter(evening, "confirmation") == ("fr", "C'est confirmé : Summer party")
    assert '<html lang="fr"' in web.get(evening.link("manage", "Ada")).text
    assert '<html lang="es"' in web.get(evening.link("manage", "Ada") + "?lang=es").text


def test_news_that_is_made_anew_before_it_leaves_keeps_the_language(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    signs_up_in_french(web)
    evening.give(EditEvent(event_id="party", venue="Elsewhere"), "host")
    evening.passes(hours=24)
    assert letter(evening, "changed")[0] == "fr"


def test_a_sign_up_that_is_confirmed_by_email_keeps_the_language(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    for number in range(SIGN_UP.holds):
        other = {"name": "Ben", "email": f"ben{number}@example.org"}
        assert post_form(web, "/e/party", data=other).status_code == 200
    signs_up_in_french(web)
    found = evening.engine.composer.letter(evening.mails("invite")[0])
    assert found.language == "fr"
    path = next(iter(found.links.values())).removeprefix(evening.engine.composer.urls.guests)
    assert '<html lang="fr"' in web.get(path).text
    assert '<html lang="fr"' in post_form(web, path).text
    assert evening.guest("Ada").language == "fr"


def test_guests_change_their_language_on_their_own_page(evening: Evening, web: TestClient) -> None:
    evening.opens()
    signs_up_in_french(web)
    form = {"do": "contact", "name": "Ada", "email": ADA["email"], "language": "de"}
    answer = web.post(evening.link("manage", "Ada") + "?lang=es", data=form)
    assert '<html lang="de"' in answer.text
    assert evening.guest("Ada").language == "de"
    form["language"] = "tlh"
    web.post(evening.link("manage", "Ada"), data=form)
    assert evening.guest("Ada").language == "de"


def test_whoever_comes_back_in_another_language_is_written_to_in_it(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    signs_up_in_french(web)
    web.post(evening.link("cancel", "Ada"))
    web.post(evening.link("manage", "Ada") + "?lang=es", data={"do": "back"})
    assert evening.guest("Ada").state == "confirmed"
    assert evening.guest("Ada").language == "es"


def test_a_script_names_the_language_of_a_guest(evening: Evening, web: TestClient) -> None:
    evening.opens()
    refused = web.post("/e/party", json={**ADA, "language": "tlh"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_language")
    assert web.post("/e/party", json={**ADA, "language": "fr"}).status_code == 200
    assert evening.guest("Ada").language == "fr"


def test_the_embedded_form_signs_up_in_the_language_it_is_shown_in(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    assert '"language":"fr","chosen":"fr"' in web.get("/e/party/embed.js?lang=fr").text
    assert '"chosen":""' in web.get("/e/party/embed.js").text
