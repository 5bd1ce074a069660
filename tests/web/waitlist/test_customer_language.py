"""Customers who wait read pages and messages in the language that they chose."""

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import JOIN
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.locale.current import in_language
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist, LeaveWaitlist
from fullhouse.products.frontdesk.waitlist.model import Entry, LinePage
from fullhouse.web.wish_text import dates
from tests.web.waitlist.salon import RULES, Salon
from tests.web.waitlist.test_reminder_answers import PHONE, heard

EVE = {"name": "Eve", "email": "eve@example.org", "service": "Cut"}


def joins_in(web: TestClient, language: str, **more: str) -> str:
    page = web.post(f"/waitlist?lang={language}", data={**EVE, **more})
    assert page.status_code == 200
    return page.text


def waiting(salon: Salon) -> Entry:
    (entry,) = salon.load(LinePage())
    return entry


def subject(salon: Salon, message: Message) -> tuple[str, str]:
    letter = salon.engine.composer.letter(message)
    return letter.language, letter.subject


def test_the_page_and_its_weekdays_are_in_the_language_that_its_reader_picks(
    salon: Salon, web: TestClient
) -> None:
    salon.rules(f"{RULES}Language: de\n")
    assert '<html lang="de"' in web.get("/waitlist", headers={"accept-language": "sv"}).text
    page = web.get("/waitlist?service=Cut&lang=sv").text
    assert '<html lang="sv"' in page
    assert "Måndag" in page
    assert 'action="/waitlist?lang=sv"' in page
    assert 'href="?service=Cut&amp;lang=ar"' in page


def test_before_there_are_rules_the_page_is_in_the_browsers_language(
    salon: Salon, web: TestClient
) -> None:
    salon.rules("Business: Salon Jess\n")
    salon.rules("")
    page = web.get("/waitlist", headers={"accept-language": "ar, en;q=0.5"}).text
    assert '<html lang="ar" dir="rtl"' in page


def test_whoever_joins_in_a_language_is_written_to_in_it(salon: Salon, web: TestClient) -> None:
    assert '<html lang="pl"' in joins_in(web, "pl")
    assert waiting(salon).language == "pl"
    (joined,) = salon.messages("joined")
    assert subject(salon, joined) == ("pl", "Jesteś na liście oczekujących: Cut")
    path = salon.engine.composer.letter(joined).links["wishes"]
    page = web.get(path.removeprefix(salon.engine.composer.urls.guests)).text
    assert '<html lang="pl"' in page
    assert "Jakie dni i godziny Ci pasują?" in page


def test_an_offer_and_the_appointment_that_comes_of_it_keep_the_language(
    salon: Salon, web: TestClient
) -> None:
    salon.rules(f"{RULES}Refill from the waitlist: yes\n")
    joins_in(web, "it")
    salon.frees(service="Cut")
    (offer,) = salon.messages("offer")
    assert subject(salon, offer)[0] == "it"
    claim = salon.engine.composer.letter(offer).links["claim"]
    page = web.post(claim.removeprefix(salon.engine.composer.urls.guests))
    assert '<html lang="it"' in page.text
    salon.passes(minutes=1)
    booked = salon.load(Get(Appointment, ("s1",)))
    assert booked is not None
    assert booked.language == "it"


def test_a_place_that_is_confirmed_by_email_keeps_the_language(
    salon: Salon, web: TestClient
) -> None:
    for number in range(JOIN.holds):
        web.post("/waitlist", data={**EVE, "email": f"ben{number}@example.org"})
    page = joins_in(web, "nl", name="Zoe", email="zoe@example.org")
    assert '<html lang="nl"' in page
    (asked,) = salon.load(MessagePage(to="zoe@example.org"))
    letter = salon.engine.composer.letter(asked)
    assert (letter.language, letter.subject) == ("nl", "Nog één stap: de wachtlijst voor Cut")
    path = letter.links["confirm"].removeprefix(salon.engine.composer.urls.guests)
    assert '<html lang="nl"' in web.get(path).text
    assert '<html lang="nl"' in web.post(path).text
    (entry,) = [one for one in salon.load(LinePage()) if one.name == "Zoe"]
    assert entry.language == "nl"


def test_wishes_that_are_saved_on_a_page_in_another_language_change_it(
    salon: Salon, web: TestClient
) -> None:
    salon.joins("Ada", "Cut")
    page = web.post(f"{salon.link('wishes', 'Ada')}?lang=pt", data={"on_mon": "1"})
    assert '<html lang="pt"' in page.text
    assert salon.entry("Ada").language == "pt"
    assert '<html lang="pt"' in web.post(salon.link("wishes", "Ada"), data={"on_tue": "1"}).text
    assert salon.entry("Ada").language == "pt"


def test_links_to_the_waitlist_keep_the_language_of_the_customer(
    salon: Salon, web: TestClient
) -> None:
    joins_in(web, "sv", phone=PHONE)
    assert "/waitlist?lang=sv" in heard(web, "HELP")
    leave = salon.engine.composer.letter(salon.messages("joined")[0]).links["leave"]
    page = web.post(leave.removeprefix(salon.engine.composer.urls.guests)).text
    assert 'href="/waitlist?lang=sv"' in page


def test_help_in_the_language_of_the_business_does_not_name_it(
    salon: Salon, web: TestClient
) -> None:
    assert "/waitlist<" in heard(web, "HELP")
    assert "/waitlist?lang=fr<" in heard(web, "aide", "SM2")


def test_a_link_to_confirm_that_was_used_says_so_and_asks_nothing(
    salon: Salon, web: TestClient
) -> None:
    for number in range(JOIN.holds):
        web.post("/waitlist", data={**EVE, "email": f"ben{number}@example.org"})
    joins_in(web, "it", name="Zoe", email="zoe@example.org")
    letter = salon.engine.composer.letter(salon.load(MessagePage(to="zoe@example.org"))[0])
    path = letter.links["confirm"].removeprefix(salon.engine.composer.urls.guests)
    assert "<h1>Ancora un passo: conferma, per favore.</h1>" in web.get(path).text
    web.post(path)
    again = web.get(path).text
    assert "Ancora un passo" not in again
    assert "<h1>Sei in lista d'attesa.</h1>" in again
    entry = next(one for one in salon.load(LinePage()) if one.name == "Zoe")
    salon.give(LeaveWaitlist(entry_id=entry.id))
    assert 'href="/waitlist?lang=it"' in web.get(path).text


def test_a_script_names_the_language_of_a_customer(salon: Salon, web: TestClient) -> None:
    refused = web.post("/waitlist?lang=fr", json={**EVE, "language": "tlh"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_language")
    assert refused.json()["error"]["message"].startswith("We write in these languages only: en, de")
    assert web.post("/waitlist", json={**EVE, "language": "sv"}).status_code == 200
    assert waiting(salon).language == "sv"


@pytest.mark.parametrize(("language", "word"), [("pl", "Tak"), ("pt", "SIM"), ("ar", "نعم")])
def test_yes_in_the_language_of_the_customer_takes_the_offer(
    salon: Salon, web: TestClient, language: str, word: str
) -> None:
    joins_in(web, language, email="", phone=PHONE)
    salon.frees(service="Cut")
    assert salon.engine.composer.letter(salon.messages("offer")[0]).language == language
    assert "<Message>" not in heard(web, word)
    assert salon.slot().status == "booked"


def test_tak_means_thanks_to_who_is_not_written_to_in_polish(salon: Salon, web: TestClient) -> None:
    joins_in(web, "de", email="", phone=PHONE)
    salon.frees(service="Cut")
    assert "Danke, wir lesen deine Nachricht." in heard(web, "Tak")
    assert salon.slot().status == "open"


def test_other_words_get_the_link_in_the_language_of_the_customer(
    salon: Salon, web: TestClient
) -> None:
    joins_in(web, "it", email="", phone=PHONE)
    salon.frees(service="Cut")
    reply = heard(web, "Sì, ma più tardi")
    assert "Grazie, leggeremo il tuo messaggio. Non è ancora cambiato nulla." in reply
    assert "/s/" in reply
    assert salon.slot().status == "open"


def test_a_list_in_an_arabic_sentence_has_arabic_commas(salon: Salon, web: TestClient) -> None:
    page = web.post("/waitlist?lang=ar", data={**EVE, "service": "Shave"}).text
    assert "Colour\u060c Cut" in page


@pytest.mark.parametrize(
    ("language", "day", "hours"),
    [
        ("en", "on Tue 2 Jun 2026, from 09:45 on", "Mornings, before 12:00"),
        ("de", "am Di. 2. Juni 2026, ab 09:45 Uhr", "Vormittags, vor 12:00 Uhr"),
        ("fr", "le mar. 2 juin 2026, à partir de 9h45", "Le matin, avant 12h00"),
        ("pl", "wt., 2 cze 2026, od 09:45", "Rano, przed 12:00"),
    ],
)
def test_a_wish_for_one_day_is_said_once_and_times_as_the_language_has_them(
    salon: Salon, web: TestClient, language: str, day: str, hours: str
) -> None:
    wish = JoinWaitlist(
        entry_id="e1",
        name="Eve",
        service="Cut",
        earliest="2026-06-02",
        latest="2026-06-02",
        weekdays=("tue",),
        from_time="09:45",
    )
    assert hours in web.get(f"/waitlist?lang={language}").text
    with in_language(language):
        assert dates(wish) == day
