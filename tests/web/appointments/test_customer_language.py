"""Customers with an appointment read pages and messages in the language that they chose."""

import re

import pytest
from icalendar import Calendar
from starlette.testclient import TestClient

from fullhouse.kernel.messages import Message
from tests.web.appointments.shop import RULES, Shop
from tests.web.appointments.test_booking_page import EVE, ONLINE, TUESDAY, bookings
from tests.web.appointments.test_booking_page import books as books_online
from tests.web.waitlist.test_reminder_answers import PHONE, heard


def subject(shop: Shop, message: Message) -> tuple[str, str]:
    letter = shop.engine.composer.letter(message)
    return letter.language, letter.subject


def books_in(web: TestClient, language: str) -> str:
    page = web.post(f"/book?lang={language}", data={**EVE, "staff": "", "start": TUESDAY})
    assert page.status_code == 200
    return page.text


def test_the_page_is_in_the_language_that_its_reader_picks(shop: Shop, web: TestClient) -> None:
    shop.rules(f"{ONLINE}Language: de\n")
    assert '<html lang="de"' in web.get("/book", headers={"accept-language": "pl"}).text
    page = web.get("/book?service=Cut&lang=pl").text
    assert '<html lang="pl"' in page
    assert 'href="?service=Cut&amp;lang=ar"' in page
    assert '<html lang="de"' in web.get("/book?lang=tlh").text
    arabic = web.get("/book?service=Cut&lang=ar").text
    assert '<html lang="ar" dir="rtl"' in arabic


def test_every_way_on_keeps_the_language(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    pages = [web.get(path).text for path in ("/book?lang=it", "/book?service=Cut&lang=it")]
    pages.append(web.post("/book?lang=it", data={"service": "Cut"}).text)
    ways = re.findall(r'(?:href|action)="((?:/book|/waitlist|\?)[^"]*)"', "".join(pages))
    assert len(ways) > 20
    assert [way for way in ways if not re.search(r"lang=[a-z]{2}$", way)] == []


def test_a_form_that_was_sent_offers_no_other_language(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    assert "hreflang" in web.get("/book?service=Cut").text
    assert "hreflang" not in web.post("/book", data={"service": "Cut"}).text


def test_whoever_books_in_a_language_is_written_to_in_it(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    assert '<html lang="it"' in books_in(web, "it")
    (booked,) = bookings(shop)
    assert booked.language == "it"
    (message,) = shop.told("booked")
    assert subject(shop, message) == ("it", "Prenotato: Cut, domani, martedì 2 giugno, 09:00")
    letter = shop.engine.composer.letter(message)
    path = letter.links["cancel"].removeprefix(shop.engine.composer.urls.guests)
    page = web.get(path).text
    assert '<html lang="it"' in page
    assert "Non puoi venire?" in page
    assert '<html lang="sv"' in web.get(f"{path}?lang=sv").text
    assert subject(shop, shop.told("booked_online")[0])[0] == "en"


def test_links_to_the_waitlist_keep_the_language_of_the_customer(
    shop: Shop, web: TestClient
) -> None:
    shop.rules(ONLINE)
    books_in(web, "de")
    links = shop.engine.composer.letter(shop.told("booked")[0]).links
    assert links["earlier"].endswith("/waitlist?service=Cut&latest=2026-06-01&lang=de")
    cancel = links["cancel"].removeprefix(shop.engine.composer.urls.guests)
    assert "/waitlist?service=Cut&amp;lang=de" in web.post(cancel).text
    links = shop.engine.composer.letter(shop.told("cancelled")[0]).links
    assert links["waitlist"].endswith("/waitlist?service=Cut&lang=de")


def test_links_in_the_language_of_the_business_do_not_name_it(shop: Shop, web: TestClient) -> None:
    shop.rules(f"{ONLINE}Language: de\n")
    books_in(web, "de")
    links = shop.engine.composer.letter(shop.told("booked")[0]).links
    assert "lang=" not in links["earlier"]
    cancel = links["cancel"].removeprefix(shop.engine.composer.urls.guests)
    assert 'href="/waitlist?service=Cut"' in web.post(cancel).text


def test_without_a_choice_the_language_of_the_business_counts(shop: Shop, web: TestClient) -> None:
    shop.rules(f"{ONLINE}Language: Polski\n")
    page = books_online(web).text
    assert '<html lang="pl"' in page
    assert "wtorek, 2 czerwca" in page
    (booked,) = bookings(shop)
    assert booked.language == ""
    (message,) = shop.told("booked")
    assert subject(shop, message) == ("pl", "Zarezerwowano: Cut, jutro, wtorek, 2 czerwca, 09:00")


def test_staff_read_english_where_the_desk_is_not_written_in_the_language(
    shop: Shop, web: TestClient
) -> None:
    shop.rules(f"{ONLINE}Language: nl\n")
    books_online(web)
    note = shop.engine.composer.letter(shop.told("booked_online")[0])
    assert (note.language, note.subject) == (
        "en",
        "Booked online: Eve, Cut with Jess, tomorrow, 09:00",
    )


@pytest.mark.parametrize("purpose", ["confirm", "reschedule"])
def test_an_answer_on_a_page_in_another_language_changes_the_language(
    shop: Shop, web: TestClient, purpose: str
) -> None:
    shop.rules(RULES)
    shop.books()
    assert shop.appointment().language == ""
    start = {"start": "2026-06-05T07:00Z", "staff": "Jess"}
    page = web.post(f"{shop.reply(purpose)}?lang=pt", data=start)
    assert '<html lang="pt"' in page.text
    assert shop.appointment().language == "pt"
    page = web.post(shop.reply("cancel", offer=f"{shop.appointment().chain}-1"))
    assert '<html lang="pt"' in page.text
    assert shop.appointment().language == "pt"


def test_the_calendar_file_is_in_the_language_of_the_customer(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    books_in(web, "sv")
    (booked,) = bookings(shop)
    path = shop.reply("calendar", booked.id, "1-0")
    file = Calendar.from_ical(web.get(path).content)
    assert str(file.walk("VEVENT")[0]["summary"]) == "Cut hos Jess"


def test_a_text_is_answered_in_the_language_of_its_customer(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    page = web.post("/book?lang=pl", data={**EVE, "phone": PHONE, "email": "", "start": TUESDAY})
    assert page.status_code == 200
    assert "Nic sie jeszcze nie zmienilo." in heard(web, "Czy można przyjść później?")
