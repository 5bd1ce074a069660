"""Each page for customers of the waitlist says where the business is and whom to call."""

import pytest
from icalendar import Calendar
from starlette.testclient import TestClient

from tests.web.waitlist.salon import RULES, Salon

CONTACT = """Phone: +49 30 / 123-4567
Address: Main Street 1 & Co, 10115 Berlin
"""
PHONE = '<a class="plain" href="tel:+49301234567" dir="ltr">+49 30 123 4567</a>'
ADDRESS = '<p dir="auto">Main Street 1 &amp; Co, 10115 Berlin</p>'


@pytest.fixture
def offered(salon: Salon) -> Salon:
    salon.rules(RULES + CONTACT)
    salon.joins("Ada")
    salon.frees()
    return salon


def check(page: str) -> None:
    assert PHONE in page
    assert ADDRESS in page


def test_pages_of_links_name_both(offered: Salon, web: TestClient) -> None:
    for purpose in ("claim", "decline", "leave", "wishes"):
        check(web.get(offered.link(purpose, "Ada", 1)).text)
    check(web.get(offered.link("claim", "Nobody", 1)).text)
    check(web.post(offered.link("claim", "Ada", 1)).text)


def test_the_page_to_join_names_both(offered: Salon, web: TestClient) -> None:
    check(web.get("/waitlist").text)
    check(web.post("/waitlist", data={"service": "Colour"}).text)
    form = {"service": "Colour", "name": "Bob", "email": "bob@example.org"}
    check(web.post("/waitlist", data=form).text)


def test_a_page_without_services_names_both(salon: Salon, web: TestClient) -> None:
    salon.rules("Business: Salon Jess\n" + CONTACT)
    check(web.get("/waitlist").text)


def test_without_them_the_pages_name_neither(salon: Salon, web: TestClient) -> None:
    page = web.get("/waitlist").text
    assert "<address" not in page
    assert "tel:" not in page


def test_the_calendar_file_has_the_address_and_the_phone(offered: Salon, web: TestClient) -> None:
    page = web.post(offered.link("claim", "Ada", 1)).text
    path = page.partition('href="/l/')[2].partition('"')[0]
    file = web.get(f"/l/{path}").content
    (entry,) = Calendar.from_ical(file).walk("VEVENT")
    assert entry["LOCATION"] == "Main Street 1 & Co, 10115 Berlin"
    assert entry["DESCRIPTION"] == "Salon Jess\n+49 30 123 4567"


def test_the_claim_page_says_to_come_now(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada")
    salon.frees(hours=-0.25, reason="no_show")
    page = web.get(salon.link("claim", "Ada", 1)).text
    assert "Come now: 75 of 90 minutes are left." in page
    salon.clock.move_to(salon.offer().made_at.replace(minute=1))
    assert "Come now: 74 of 90 minutes are left." in web.get(salon.link("claim", "Ada", 1)).text


def test_the_claim_page_of_a_later_time_does_not(offered: Salon, web: TestClient) -> None:
    assert "Come now" not in web.get(offered.link("claim", "Ada", 1)).text
