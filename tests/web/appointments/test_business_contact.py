"""Each page about an appointment says where the business is and whom to call."""

import pytest
from icalendar import Calendar
from starlette.testclient import TestClient

from tests.web.appointments.shop import RULES, Shop

CONTACT = """Phone: +49 30 1234567
Address: Main Street 1, 10115 Berlin
"""
PHONE = '<a class="plain" href="tel:+49301234567" dir="ltr">+49 30 1234567</a>'
ADDRESS = '<p dir="auto">Main Street 1, 10115 Berlin</p>'


@pytest.mark.parametrize("purpose", ["confirm", "reschedule", "cancel"])
def test_pages_of_links_name_both(shop: Shop, web: TestClient, purpose: str) -> None:
    shop.rules(RULES + CONTACT)
    shop.books()
    link = shop.reply(purpose, "Ada", "1-24")
    for page in (web.get(link), web.post(link), web.get(shop.reply(purpose, "Nobody", "1-24"))):
        assert PHONE in page.text
        assert ADDRESS in page.text


def test_the_calendar_file_has_the_address_and_the_phone(shop: Shop, web: TestClient) -> None:
    shop.rules(RULES + CONTACT)
    shop.books()
    file = web.get(shop.reply("calendar", "Ada", "1-24")).content
    (entry,) = Calendar.from_ical(file).walk("VEVENT")
    assert entry["LOCATION"] == "Main Street 1, 10115 Berlin"
    assert "+49 30 1234567" in str(entry["DESCRIPTION"])
