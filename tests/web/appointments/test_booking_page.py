"""Anyone books a free time at the public page: once, politely, and only if the rules allow it."""

import re
from typing import Any
from urllib.parse import parse_qs

import pytest
from httpx2 import Response
from icalendar import Calendar
from starlette.testclient import TestClient

from fullhouse.engine.rate_limit import BOOK
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment
from fullhouse.products.frontdesk.appointments.model import (
    MOST_OPEN_BOOKINGS,
    Appointment,
    AppointmentPage,
)
from fullhouse.web import formatting
from tests.web.appointments.shop import RULES, WITHOUT_HOURS, Shop, at

ONLINE = f"{RULES}Online booking: yes\n"
ONLY_CUT = f"{RULES}Online booking: Cut\n"
EVE = {"name": "Eve", "email": "eve@example.org", "service": "Cut"}
TUESDAY = "2026-06-02T07:00Z"


def books(web: TestClient, start: str = TUESDAY, **more: Any) -> Response:
    return web.post("/book", data={**EVE, "staff": "", "start": start, **more})


def bookings(shop: Shop) -> tuple[Appointment, ...]:
    return shop.load(AppointmentPage())


def said(page: Response) -> str:
    found = re.search(r'<p class="said wrong" role="alert">(.*?)</p>', page.text)
    assert found is not None
    return found[1]


def test_nobody_books_online_until_the_rules_say_so(shop: Shop, web: TestClient) -> None:
    for page in (web.get("/book"), books(web)):
        assert page.status_code == 404
        assert "You can't book online here." in page.text
        assert 'href="/waitlist"' in page.text
    assert "/book" not in web.get("/waitlist").text
    shop.rules(WITHOUT_HOURS + "Online booking: yes\n")
    assert web.get("/book").status_code == 404
    shop.rules("Business: Salon Jess\n")
    assert "/waitlist" not in web.get("/book").text
    assert bookings(shop) == ()


def test_a_service_is_chosen_first(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    page = web.get("/book").text
    assert 'href="?service=Colour"' in page
    assert 'href="?service=Cut"' in page
    assert 'href="?service=Cut&amp;embed=1"' in web.get("/book?embed=1&service=Shave").text
    assert "Tuesday 2 June" in web.get("/book?service=cut").text
    shop.rules(ONLY_CUT)
    assert "Choose something else" not in web.get("/book").text
    page = web.get("/book?service=Colour").text
    assert len(re.findall(r'\?service=(?![^"]*lang=)', page)) == 1


def test_free_times_are_shown_by_day_and_staff(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLY_CUT)
    shop.books("Ada", "2026-06-02T09:00")
    page = web.get("/book?staff=Jess").text
    assert "<bdi>Cut</bdi>, 45 minutes" in page
    assert 'value="2026-06-02T07:00Z"' not in page
    assert 'value="2026-06-02T07:45Z"' in page
    assert 'aria-current="true" dir="auto">Jess' in page
    assert 'value="2026-06-02T07:00Z"' in web.get("/book?staff=Nobody").text
    assert "from=2026-06-15" in page
    later = web.get("/book?staff=Jess&from=2026-06-15").text
    assert "service=Cut&amp;staff=Jess&amp;earliest=2026-06-15" in later
    assert "Earlier times" in later


def test_a_time_is_booked_with_a_calendar_file_and_ways_to_change_it(
    shop: Shop, web: TestClient
) -> None:
    shop.rules(ONLINE)
    page = books(web, staff="Sam")
    assert page.status_code == 200
    assert "Your time is booked." in page.text
    (booked,) = bookings(shop)
    assert (booked.source, booked.staff, booked.starts_at) == (
        "form",
        "Sam",
        at("2026-06-02T09:00"),
    )
    links = re.findall(r'href="(/l/[^"]+)"', page.text)
    file = Calendar.from_ical(web.get(links[0]).content)
    assert str(file.walk("VEVENT")[0]["summary"]) == "Cut with Sam"
    move, cancel = links[1:]
    assert "Which time suits you?" in web.get(move).text
    assert web.post(cancel).status_code == 200
    assert bookings(shop)[0].status == "cancelled"
    (told,) = shop.told("booked")
    assert told.to == "eve@example.org"


def test_without_texts_for_strangers_the_page_says_so(
    shop: Shop, web: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.rules(ONLINE)
    usual, none = "We also write to you", "text you a confirmation just now."
    by_text = {"phone": "+491701234567", "email": ""}
    assert usual in books(web, **by_text).text
    monkeypatch.setattr(formatting, "is_kept_for_offers", lambda *_: True)
    page = books(web, "2026-06-02T08:00Z", **by_text).text
    assert none in page
    assert usual not in page
    assert usual in books(web, "2026-06-02T08:45Z", phone="+491701234567").text


def test_the_same_form_is_booked_once(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    found = re.search(r'name="form" value="(\w+)"', web.get("/book?service=Cut").text)
    assert found is not None
    first, again = (books(web, form=found[1]) for _ in range(2))
    assert again.text == first.text
    assert len(bookings(shop)) == len(shop.told("booked")) == 1
    assert books(web, "2026-06-02T08:00Z", form=found[1]).status_code == 200
    assert len(bookings(shop)) == 2


def test_who_is_too_late_sees_other_times_and_keeps_what_they_typed(
    shop: Shop, web: TestClient
) -> None:
    shop.rules(ONLINE)
    books(web, staff="Jess", email="other@example.org")
    late = books(web, staff="Jess")
    assert late.status_code == 409
    assert said(late).startswith("This time has just been taken.")
    assert 'value="eve@example.org"' in late.text
    assert re.search(r"<details class=\"free\" open>\s*<summary>Tuesday 2 June", late.text)
    found = re.search(r'href="/waitlist\?([^"]+)"', late.text)
    assert found is not None
    wish = parse_qs(found[1].replace("&amp;", "&"))
    assert wish == {"service": ["Cut"], "staff": ["Jess"], "on_tue": ["1"], "daytime": ["morning"]}
    form = web.get(f"/waitlist?{found[1].replace('&amp;', '&')}").text
    assert re.search(r'name="on_tue"[^>]*checked', form)
    assert len(bookings(shop)) == 1


def test_on_a_full_day_the_form_shows_the_nearest_free_times(shop: Shop, web: TestClient) -> None:
    hours = ("Mon-Fri 09:00-12:00", "Mon 09:00-12:00")
    shop.rules(f"{ONLINE.replace(*hours)}Daily maximum: 1\n")
    shop.books("Ada", "2026-06-08T09:00", staff="Jess")
    shop.books("Bob", "2026-06-08T09:00", staff="Sam")
    late = books(web, "2026-06-08T08:00Z")
    assert late.status_code == 409
    assert said(late) == "This day is full. These times are free now."
    assert re.search(r"<details class=\"free\" open>\s*<summary>Monday 15 June", late.text)
    assert 'value="eve@example.org"' in late.text
    assert "two weeks" not in late.text
    assert "Earlier times" in late.text
    assert "from=2026-06-17" in late.text


def test_if_nothing_at_all_is_free_no_page_says_that_some_times_are(
    shop: Shop, web: TestClient
) -> None:
    shop.rules(f"{ONLY_CUT}Booking horizon: 1 day ahead\nDaily maximum: 1\n")
    for name, staff in (("Ada", "Jess"), ("Bob", "Sam")):
        shop.books(name, "2026-06-02T09:00", staff=staff)
    late = books(web, "2026-06-02T08:00Z")
    assert late.status_code == 409
    assert said(late) == "This day is full."
    assert "Nothing is free as far ahead as you can book online." in late.text


def test_if_nothing_later_is_free_the_nearest_earlier_times_are_shown(
    shop: Shop, web: TestClient
) -> None:
    shop.rules(f"{ONLINE}Booking horizon: 4 days ahead\nDaily maximum: 1\n")
    for name, staff in (("Ada", "Jess"), ("Bob", "Sam")):
        shop.books(name, "2026-06-05T09:00", staff=staff)
    late = books(web, "2026-06-05T08:00Z")
    assert said(late) == "This day is full. These times are free now."
    assert re.findall(r"<summary>(.*?) <", late.text) == ["Thursday 4 June"]
    assert 'value="eve@example.org"' in late.text
    assert "Earlier times" in web.get("/book?service=Cut&from=2026-06-05").text


def test_each_refusal_is_polite_and_books_nothing(shop: Shop, web: TestClient) -> None:
    shop.rules(f"{ONLINE}Daily maximum: 1\n")
    shop.books("Ada", "2026-06-03T09:00")
    refusals = {
        "2026-06-01T09:45Z": "This time is too soon",
        "2026-09-01T07:00Z": "This time is too far ahead",
        "2026-06-02T07:05Z": "This time cannot be picked",
        "2026-06-03T09:00Z": "This day is full",
    }
    for start, words in refusals.items():
        page = books(web, start)
        assert page.status_code == 409
        assert said(page).startswith(words)
    assert len(bookings(shop)) == 1


def test_whoever_works_here_no_more_is_not_replaced_by_another(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    page = books(web, staff="Zed")
    assert page.status_code == 409
    assert said(page).startswith("This time cannot be picked")
    assert 'name="staff" value=""' in page.text
    assert f'value="{TUESDAY}"' in page.text
    assert bookings(shop) == ()


def test_a_day_off_a_break_and_odd_seconds_cannot_be_picked(shop: Shop, web: TestClient) -> None:
    shop.rules(f"{ONLINE}Staff hours: Jess Tue 09:00-10:00 and 10:30-12:00\n")
    for start, staff in (
        ("2026-06-03T07:00Z", "Jess"),
        ("2026-06-02T07:45Z", "Jess"),
        ("2026-06-02T07:15:30Z", ""),
    ):
        page = books(web, start, staff=staff)
        assert page.status_code == 409
        assert said(page).startswith("This time cannot be picked")
    assert bookings(shop) == ()


def test_the_only_one_who_works_has_one_customer_at_a_time(shop: Shop, web: TestClient) -> None:
    shop.rules(f"{ONLINE}Staff hours: Jess Mon-Wed 09:00-12:00\n")
    shop.books("Ada", "2026-06-05T10:00", staff="")
    friday = re.findall(r'value="2026-06-05T([^"]+)Z"', web.get("/book?service=Cut").text)
    assert friday == ["07:00", "07:15", "08:45", "09:00", "09:15"]
    page = books(web, "2026-06-05T08:00Z")
    assert said(page).startswith("This time has just been taken.")
    assert len(bookings(shop)) == 1


def test_a_customer_is_not_told_apart_by_the_reason(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    shop.books("Eve", "2026-06-02T09:15")
    has_it = books(web)
    for hour in range(MOST_OPEN_BOOKINGS):
        assert books(web, f"2026-06-04T0{7 + hour}:00Z").status_code == 200
    too_many = books(web, "2026-06-05T07:00Z")
    assert said(has_it) == said(too_many)
    assert (has_it.status_code, too_many.status_code) == (409, 409)
    for one in bookings(shop):
        shop.give(CancelAppointment(appointment_id=one.id))
    assert books(web, "2026-06-05T07:00Z").status_code == 200


def anonymous(page: Response, *typed: str) -> str:
    """Return a page without what was typed and the id of its form."""
    text = re.sub(r'name="form" value="[^"]*"', "", page.text)
    return re.sub("|".join(map(re.escape, typed)), "…", text)


def test_the_page_is_the_same_for_both_and_the_links_are_in_a_message(
    shop: Shop, web: TestClient
) -> None:
    shop.rules(ONLINE)
    shop.books("Ada", "2026-06-02T10:00")
    for hour in range(MOST_OPEN_BOOKINGS):
        assert books(web, f"2026-06-04T0{7 + hour}:00Z").status_code == 200
    before = len(shop.told("booked"))
    ada = {"name": "Ada", "email": "ada@example.org"}
    has_it, too_many = books(web, "2026-06-02T08:15Z", **ada), books(web, "2026-06-02T08:15Z")
    pages = [
        anonymous(has_it, *ada.values()),
        anonymous(too_many, EVE["name"], EVE["email"]),
    ]
    assert pages[0] == pages[1]
    assert "/l/" not in has_it.text
    written = shop.told("booked")
    assert len(written) == before + 1 + MOST_OPEN_BOOKINGS
    (to_ada,) = [one for one in written if one.to == "ada@example.org"]
    assert (to_ada.person, to_ada.channel) == ("ada", "mail")
    books(web, "2026-06-02T08:15Z", **ada)
    assert len(shop.told("booked")) == len(written)


def test_whoever_has_only_a_number_gets_the_links_by_text(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    phone = "+4915110000001"
    shop.books("Ada", "2026-06-02T10:00", phone=phone, email="")
    page = books(web, "2026-06-02T08:15Z", name="Ada", phone=phone, email="")
    assert page.status_code == 409
    assert [(one.to, one.channel) for one in shop.told("booked")] == [(phone, "text")]


def test_fields_are_checked_before_anything_is_booked(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    page = books(web, start="", name="", email="eve@", phone="12")
    assert page.status_code == 422
    for name in ("start", "name", "email", "phone"):
        assert f'id="{name}-wrong"' in page.text
    assert 'id="phone-wrong"' in books(web, email="").text
    odd = books(web, start="soon")
    assert odd.status_code == 422
    wrong = re.search(r'id="start-wrong"[^>]*>([^<]*)<', odd.text)
    assert wrong is not None
    assert wrong[1].strip() == "Please choose one of these times."
    assert bookings(shop) == ()


def test_a_machine_books_nothing(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    assert books(web, homepage="https://example.org").status_code == 409
    assert bookings(shop) == ()


def test_one_client_books_only_so_often(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    for number in range(BOOK.holds):
        assert books(web, email=f"e{number}@example.org").status_code in (200, 409)
    page = books(web)
    assert page.status_code == 429
    assert page.headers["retry-after"] == "30"
    assert said(page).startswith("There were a great many bookings")


def test_the_page_stands_inside_another_site_if_it_asks_for_it(shop: Shop, web: TestClient) -> None:
    assert "x-frame-options" not in web.get("/book?embed=1").headers
    shop.rules(ONLINE)
    for page in (
        web.get("/book?embed=1"),
        web.get("/book?embed=1&service=Cut"),
        books(web, embed="1"),
        books(web, embed="1"),
    ):
        assert "frame-ancestors *" in page.headers["content-security-policy"]
        assert "x-frame-options" not in page.headers
    assert 'name="embed" value="1"' in web.get("/book?embed=1&service=Cut").text
    for plain in (web.get("/book"), web.get("/book?embed=0"), web.get("/book?embed=0&service=Cut")):
        assert "frame-ancestors 'none'" in plain.headers["content-security-policy"]
        assert plain.headers["x-frame-options"] == "DENY"


def test_inside_another_site_links_to_other_pages_open_beside_it(
    shop: Shop, web: TestClient
) -> None:
    pages = [web.get("/book?embed=1")]
    shop.rules(ONLINE)
    pages += [web.get("/book?embed=1&service=Cut"), books(web, embed="1")]
    for page, count in zip(pages, (1, 1, 3), strict=True):
        assert "<base" not in page.text
        away = re.findall(r'<a [^>]*href="/(?:l/|waitlist)[^>]*>', page.text)
        assert len(away) == count
        for link in away:
            assert 'target="_blank" rel="noopener"' in link
    plain = [web.get("/book?service=Cut"), books(web, "2026-06-02T08:00Z")]
    assert all("_blank" not in page.text for page in plain)


def test_the_waitlist_shows_the_way_to_free_times(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    assert 'href="/book?service=Cut&amp;staff="' in web.get("/waitlist?service=Cut").text


def test_if_nothing_is_free_the_waitlist_is_the_way(shop: Shop, web: TestClient) -> None:
    shop.rules(f"{ONLY_CUT}Booking horizon: 1 day ahead\nClosed: 1 Jun, 2 Jun\n")
    page = web.get("/book").text
    assert "Nothing is free as far ahead as you can book online." in page
    assert "/waitlist?service=Cut" in page
    shop.rules(f"{ONLY_CUT.replace('Mon-Fri', 'Mon')}Closed: 1 Jun, 8 Jun, 15 Jun\n")
    assert "The next free time is on Monday 22 June." in web.get("/book").text


def test_moves_and_cancellations_count_in_what_an_address_gets_in_an_hour(
    shop: Shop, web: TestClient
) -> None:
    shop.rules(ONLINE)
    books(web)
    for chain, minute in enumerate(("07:15", "07:30", "07:45", "08:00", "08:15"), 1):
        (booking,) = bookings(shop)
        move = shop.reply("reschedule", booking.id, f"{chain}-0")
        assert web.post(move, data={"start": f"2026-06-02T{minute}Z"}).status_code == 200
    counted = [one.when_spent for one in shop.told() if one.person]
    # Five, and the one email an hour of what is beyond them.
    assert (counted.count("delay"), counted.count("combined")) == (5, 1)


def test_what_staff_cancel_is_told_at_once_however_much_a_stranger_has_sent(
    shop: Shop, web: TestClient
) -> None:
    shop.rules(ONLINE)
    books(web)
    for chain, minute in enumerate(("07:15", "07:30", "07:45", "08:00", "08:15"), 1):
        (booking,) = bookings(shop)
        move = shop.reply("reschedule", booking.id, f"{chain}-0")
        assert web.post(move, data={"start": f"2026-06-02T{minute}Z"}).status_code == 200
    (booking,) = bookings(shop)
    shop.give(CancelAppointment(appointment_id=booking.id, tell=True))
    (told,) = [one for one in shop.told() if one.kind == "cancelled" and one.person]
    assert told.status == "kept"


def test_a_party_is_booked_shown_and_named_in_the_calendar(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    assert "How many people, including you?" in web.get("/book?service=Cut").text
    page = books(web, party="4")
    assert "4 people" in page.text
    assert bookings(shop)[0].party == 4
    file = Calendar.from_ical(web.get(re.findall(r'href="(/l/[^"]+)"', page.text)[0]).content)
    assert str(file.walk("VEVENT")[0]["summary"]).endswith(", 4 people")


def test_a_party_that_is_none_stays_in_the_form(shop: Shop, web: TestClient) -> None:
    shop.rules(ONLINE)
    wrong = books(web, party="51")
    assert wrong.status_code == 422
    assert "A party can be from 1 to 50 people." in wrong.text
    assert 'value="51"' in wrong.text
    assert "&amp;party=51" in wrong.text
    assert bookings(shop) == ()
