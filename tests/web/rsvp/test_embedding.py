"""What is taken elsewhere: the script, a plain form, picture codes, a guest's own calendar file."""

import re

from icalendar import Calendar
from starlette.testclient import TestClient

from fullhouse.engine.core import Engine
from fullhouse.kernel.links import Link
from fullhouse.products.rsvp.commands import CancelGuest
from tests.support.event_app import Evening, post_form

ELSEWHERE = {"origin": "https://club.example", "accept": "application/json"}
MY_CALENDAR = re.compile(r'href="(/l/[^"]+)">Add it to my calendar')


def uid_of(file: bytes) -> str:
    return str(Calendar.from_ical(file).walk("VEVENT")[0]["UID"])


def mailed_uid(engine: Engine, evening: Evening, name: str) -> str:
    letter = engine.composer.letter(evening.mails("confirmation", f"{name}@example.org")[0])
    assert letter.calendar is not None
    return letter.calendar.uid


def test_the_script_may_be_used_on_any_site(evening: Evening, web: TestClient) -> None:
    evening.opens()
    script = web.get("/e/party/embed.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["access-control-allow-origin"] == "*"
    assert script.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "set-cookie" not in script.headers
    assert web.get("/e/none/embed.js").status_code == 404


def test_the_script_names_no_event_and_no_host(evening: Evening, web: TestClient) -> None:
    evening.opens(name="</script><b>")
    assert "</script><b>" not in web.get("/e/party/embed.js").text


def test_another_site_reads_what_it_shows_and_posts_without_asking_first(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    facts = web.get("/e/party", headers=ELSEWHERE)
    assert facts.headers["access-control-allow-origin"] == "*"
    assert facts.json()["when"] == "Saturday 20 June 2026, 18:00 to 21:00"
    assert facts.json()["closed"] is False
    assert facts.json()["host_name"] == evening.event().host_name
    evening.signs_up("Bob")
    told = post_form(
        web, "/e/party", data={"name": "Ada", "email": "ada@example.org"}, headers=ELSEWHERE
    )
    assert told.headers["access-control-allow-origin"] == "*"
    assert (told.json()["state"], told.json()["position"]) == ("waitlisted", 1)
    wrong = post_form(web, "/e/party", data={"name": "Ada", "email": "ada"}, headers=ELSEWHERE)
    assert (wrong.status_code, wrong.json()["error"]["field"]) == (422, "email")


def test_a_plain_form_on_another_site_leads_to_the_result(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    headers = {"origin": "https://club.example", "sec-fetch-site": "cross-site"}
    told = post_form(
        web, "/e/party", data={"name": "Ada", "email": "ada@example.org"}, headers=headers
    )
    assert told.status_code == 200
    assert "You have a seat." in told.text
    assert evening.guest("Ada").state == "confirmed"


def test_the_picture_code_comes_as_an_image_too(evening: Evening, web: TestClient) -> None:
    evening.opens()
    code = web.get("/e/party/qr.png")
    assert code.headers["content-type"] == "image/png"
    assert code.content.startswith(b"\x89PNG\r\n")
    assert web.get("/e/none/qr.png").status_code == 404


def test_the_calendar_file_after_signing_up_is_the_mailed_entry(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    page = post_form(web, "/e/party", data={"name": "Ada", "email": "ada@example.org"})
    found = MY_CALENDAR.search(page.text)
    assert found is not None
    file = web.get(found[1])
    assert file.headers["content-type"].startswith("text/calendar")
    assert uid_of(file.content) == mailed_uid(evening.engine, evening, "ada")


def test_the_page_behind_the_manage_link_has_the_guests_own_file(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Ada")
    evening.signs_up("Bob")
    found = MY_CALENDAR.search(web.get(evening.link("manage", "Ada")).text)
    assert found is not None
    assert uid_of(web.get(found[1]).content) == mailed_uid(evening.engine, evening, "ada")
    assert MY_CALENDAR.search(web.get(evening.link("manage", "Bob")).text) is None
    evening.give(CancelGuest(event_id="party", guest_id="ada"))
    assert b"STATUS:CANCELLED" in web.get(found[1]).content


def test_a_calendar_link_of_someone_who_is_gone_says_so(evening: Evening, web: TestClient) -> None:
    evening.opens()
    stranger = evening.engine.composer.keyring.sign(Link("calendar", "party", "nobody"))
    assert web.get(f"/l/{stranger}").status_code == 410
